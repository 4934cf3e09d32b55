import type { Operator } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import type { OwnDoing } from './own-doing.ts';

export type PaymentCommands = ReturnType<typeof paymentCommands>;

/** The verbs about one payment. Each rejects with a TillError whose code has a sentence in renderer/text. */
export function paymentCommands(bridge: Pick<Bridge, 'call'>, own: OwnDoing) {
  return {
    getPayment: (attempt: string) => bridge.call((client, options) => client.payment.get({ attempt }, options)),
    /** Captures a hold: `amountMinor` in all, of which `tipMinor` is a tip. */
    captureHold: (request: { attempt: string; amountMinor: number; tipMinor: number }) =>
      own.act(request.attempt, () => bridge.call((client, options) => client.payment.capture(request, options))),
    releaseHold: (request: { attempt: string; operator: Operator }) =>
      own.act(request.attempt, () => bridge.call((client, options) => client.payment.release(request, options))),
    /** Gives money back. `reversal` is made once for each request: the same one twice is the same reversal. */
    reverse: (request: {
      attempt: string;
      reversal: string;
      amountMinor: number;
      reason?: string;
      operator: Operator;
      isRepeatMeant?: boolean;
    }) => bridge.call((client, options) => client.payment.reverse(request, options)),
    /** A manager's word on a payment, or on money given back of it, that nobody can explain. */
    decide: (request: {
      attempt: string;
      reversal?: string;
      verdict: 'paid' | 'not-paid';
      reason: string;
      operator: Operator;
    }) => own.act(request.attempt, () => bridge.call((client, options) => client.payment.decide(request, options))),
    /** Has the platform asked again, now, about everything that is still open. */
    lookAgain: () => bridge.call((client, options) => client.payment.poll(undefined, options)),
  };
}
