import { useCallback, useEffect, useRef, useState } from 'react';
import { KeyScope } from '../components/key-scope.tsx';
import { goToPayment, usePaymentShown } from '../frame/routes.ts';
import { usePayment } from '../store/use-payment.ts';
import { HistoryList } from './history-list.tsx';
import './history.css';
import { PaymentDetail } from './payment-detail.tsx';

/** What is done about the payment shown: its keys, or one of the forms. */
export type Doing = 'keys' | 'reverse' | 'decide';

/** History (#/history): every payment of this till, and what can be done about one of them. */
export function HistoryScreen() {
  const shownId = usePaymentShown();
  const shown = usePayment(shownId);
  // The form belongs to the payment it was opened for; another payment starts with its keys.
  const [opened, setOpened] = useState<{ id: string | null; doing: Doing }>({ id: null, doing: 'keys' });
  const doing = opened.id === shownId ? opened.doing : 'keys';
  const setDoing = useCallback((next: Doing) => setOpened({ id: shownId, doing: next }), [shownId]);

  // Closing gives the focus back to the row it came from.
  const lastId = useRef(shownId);
  useEffect(() => {
    if (shownId === null && lastId.current !== null) {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      rows.find(({ dataset }) => dataset['row'] === lastId.current)?.focus();
    }
    lastId.current = shownId;
  }, [shownId]);

  return (
    <KeyScope screenKey={`history/${shownId ?? ''}/${doing}`}>
      <main className="tb-stage tb-listed" data-has-detail={shownId === null ? undefined : true}>
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
