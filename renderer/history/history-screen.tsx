import { KeyScope } from '../components/key-scope.tsx';
import { useRowForm } from '../components/use-row-form.ts';
import { goToPayment, usePaymentShown } from '../frame/routes.ts';
import { usePayment } from '../store/use-payment.ts';
import { HistoryList } from './history-list.tsx';
import { PaymentDetail, type Doing } from './payment-detail.tsx';
import * as frameCss from '../frame/frame.module.css';

/** History (#/history): every payment of this till, and the actions on one of them. */
export function HistoryScreen() {
  const shownId = usePaymentShown();
  const shown = usePayment(shownId);
  const [doing, setDoing] = useRowForm<Doing>(shownId, 'keys');

  return (
    <KeyScope screenKey={`history/${shownId ?? ''}/${doing}`}>
      <main
        className={frameCss.stage}
        data-part="stage"
        data-layout="listed"
        data-has-detail={shownId === null ? undefined : true}
      >
        <HistoryList shownId={shownId} />
        <PaymentDetail
          key={shownId ?? 'none'}
          attempt={shown.attempt}
          wanted={shownId === null ? null : shown.state}
          doing={doing}
          onDoing={setDoing}
          onAnswer={shown.take}
          onClose={() => goToPayment(null)}
        />
      </main>
    </KeyScope>
  );
}
