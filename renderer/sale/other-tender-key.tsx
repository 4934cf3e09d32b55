import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import type { OrderRoot } from '../../electron/contract/index.ts';
import { Key, Keys, Spacer } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';

const OtherTenderForm = lazyWithRetry(
  async () => (await import('./other-tender-form.tsx')).OtherTenderForm,
  <Spacer />,
);

/** F5: opens the form that notes money received without the platform. */
export function OtherTenderKey({ onPress }: { onPress: () => void }) {
  const { otherTender } = useTexts().words.links;
  return (
    <Key name="other-tender" shortcut="F5" sub={otherTender.sub} onPress={onPress}>
      {otherTender.key}
    </Key>
  );
}

/** The form in place of the keys. `part` is the payment whose rest was received, or null. */
export function OtherTenderKeys(props: {
  amountMinor: number;
  currency: string;
  part: OrderRoot | null;
  order: string | null;
  onDone: () => void;
}) {
  return (
    <Keys>
      <OtherTenderForm {...props} />
    </Keys>
  );
}
