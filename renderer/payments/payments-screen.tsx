import { useCallback, useEffect, useRef, useState } from 'react';
import { KeyScope } from '../components/key-scope.tsx';
import { goToPayment, usePaymentShown } from '../frame/routes.ts';
import { PaymentDetail } from './payment-detail.tsx';
import { PaymentList } from './payment-list.tsx';
import './payments.css';
import { usePayments } from './use-payments.ts';

/** What is done about the payment shown: its keys, or one of the forms. */
export type Doing = 'keys' | 'capture' | 'release' | 'reverse' | 'decide';

/** The Payments place (#/payments): the newest payments, and what can be done about one of them. */
export function PaymentsScreen() {
  const shownId = usePaymentShown();
  const { list, state, take } = usePayments(shownId);
  // The form belongs to the payment it was opened for; another payment starts with its keys.
  const [opened, setOpened] = useState<{ id: string | null; doing: Doing }>({ id: null, doing: 'keys' });
  const doing = opened.id === shownId ? opened.doing : 'keys';
  const setDoing = useCallback((next: Doing) => setOpened({ id: shownId, doing: next }), [shownId]);
  const shown = list.find(({ id }) => id === shownId);

  // Closing gives the focus back to the row it came from.
  const lastId = useRef(shownId);
  useEffect(() => {
    if (shownId === null && lastId.current !== null) {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-payment]')];
      rows.find(({ dataset }) => dataset['payment'] === lastId.current)?.focus();
    }
    lastId.current = shownId;
  }, [shownId]);

  return (
    <KeyScope screenKey={`payments/${shownId ?? ''}/${doing}`}>
      <main className="tb-stage tb-payments" data-has-detail={shownId === null ? undefined : true}>
        <PaymentList list={list} state={state} shownId={shownId} />
        <PaymentDetail
          key={shownId ?? 'none'}
          attempt={shown}
          isWanted={shownId !== null}
          isLoading={state === 'loading'}
          doing={doing}
          onDoing={setDoing}
          onAnswer={take}
          onClose={() => goToPayment(null)}
        />
      </main>
    </KeyScope>
  );
}
