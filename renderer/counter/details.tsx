import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import { Keys, Spacer } from '../components/keys.tsx';
import { useCommands, useTill, type SaleDetail } from '../store/index.ts';

const DetailForm = lazyWithRetry(async () => (await import('./detail-form.tsx')).DetailForm, <Spacer />);

/** Form for the order or note, in place of the keys. */
export function Details({ detail }: { detail: SaleDetail }) {
  const text = useTill((state) => state.sale[detail]);
  const { askDetail, setDetail } = useCommands();
  return (
    <Keys>
      <DetailForm
        key={detail}
        detail={detail}
        text={text ?? ''}
        onKeep={(kept) => setDetail(detail, kept)}
        onBack={() => askDetail(null)}
      />
    </Keys>
  );
}
