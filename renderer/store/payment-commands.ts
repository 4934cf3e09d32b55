import type { Operator } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import type { StartedHere } from './started-here.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

export type PaymentCommands = ReturnType<typeof paymentCommands>;

/** The verbs about one payment. Each rejects with a TillError whose code has a sentence in renderer/text. */
export function paymentCommands(store: TillStore, bridge: Pick<Bridge, 'call'>, own: StartedHere) {
  return {
    getPayment: (attempt: string) => bridge.call((client, options) => client.payment.get({ attempt }, options)),
    /** Captures a hold: `amountMinor` in all, of which `tipMinor` is a tip. */
    captureHold: (request: { attempt: string; amountMinor: number; tipMinor: number; isTipMeant?: boolean }) =>
      own.act(request.attempt, () =>
        permitted(
          store,
          bridge,
          'raise-tip',
          (by) => (client, options) => client.payment.capture({ ...request, ...by }, options),
        ),
      ),
    /** Without an operator a manager is asked for on the spot. */
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
     * Gives money back. `reversal` is made once for each request: the same one twice is the same reversal. Without an operator
     * a manager is asked for on the spot.
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
    /** A manager's word on a payment, or on money given back of it, that nobody can explain. */
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
    /** Has the platform asked again, now, about everything that is still open. */
    lookAgain: () => bridge.call((client, options) => client.payment.poll(undefined, options)),
  };
}
