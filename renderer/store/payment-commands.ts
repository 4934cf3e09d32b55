import type { Operator } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import type { StartedHere } from './started-here.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

export type PaymentCommands = ReturnType<typeof paymentCommands>;

/** Commands for one payment. Each rejects with a TillError whose code has a text in renderer/text. */
export function paymentCommands(store: TillStore, bridge: Pick<Bridge, 'call'>, own: StartedHere) {
  return {
    getPayment: (attempt: string) => bridge.call((client, options) => client.payment.get({ attempt }, options)),
    /** Captures a hold: `amountMinor` is the total, including `tipMinor`. */
    captureHold: (request: { attempt: string; amountMinor: number; tipMinor: number; isTipMeant?: boolean }) =>
      own.act(request.attempt, () =>
        permitted(
          store,
          bridge,
          'raise-tip',
          (by) => (client, options) => client.payment.capture({ ...request, ...by }, options),
        ),
      ),
    /** Releases a hold. If the host answers ROLE_REQUIRED, the window asks for a permitted person's PIN. */
    releaseHold: (request: { attempt: string; operator?: Operator }) =>
      own.act(request.attempt, () =>
        permitted(
          store,
          bridge,
          'release',
          (by) => (client, options) => client.payment.release({ ...request, ...by }, options),
        ),
      ),
    /**
     * Reverses a payment, or a part of it. `reversal` is the idempotency key: the same id twice is the same reversal.
     * If the host answers ROLE_REQUIRED, the window asks for a permitted person's PIN.
     */
    reverse: (request: {
      attempt: string;
      reversal: string;
      amountMinor: number;
      reason?: string;
      operator?: Operator;
      isRepeatMeant?: boolean;
    }) =>
      permitted(
        store,
        bridge,
        'reverse',
        (by) => (client, options) => client.payment.reverse({ ...request, ...by }, options),
      ),
    /** Records a manager's verdict on a payment or reversal whose outcome stays unknown. */
    decide: (request: {
      attempt: string;
      reversal?: string;
      verdict: 'paid' | 'not-paid';
      reason: string;
      operator?: Operator;
    }) =>
      own.act(request.attempt, () =>
        permitted(
          store,
          bridge,
          'decide',
          (by) => (client, options) => client.payment.decide({ ...request, ...by }, options),
        ),
      ),
    /** Polls the platform now for everything that is still open. */
    pollPayments: () => bridge.call((client, options) => client.payment.poll(undefined, options)),
  };
}
