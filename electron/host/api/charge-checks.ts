/** What is checked of a charge request before the engine has it. */
import {
  chargeTotalOf,
  parseAmount,
  payingTerminals,
  plainAmount,
  TillError,
  type AttemptView,
  type ChargeRequest,
  type HostState,
} from '../../contract/index.ts';
import type { PaymentEngine } from '../payments/index.ts';

/** The payment by this id; null: there is none. */
export function knownAs(engine: PaymentEngine, id: string): AttemptView | null {
  try {
    return engine.get(id);
  } catch {
    return null;
  }
}

/**
 * The same id is the same payment, so what is another one is not answered with it. By the total: a payment that was recovered
 * from the recovery log no longer knows which part of it was a tip.
 */
export function checkSame(known: AttemptView, asked: ChargeRequest): void {
  const { id, state, kind, currency, totalMinor } = known;
  if (kind === asked.kind && currency === asked.currency && totalMinor === chargeTotalOf(asked)) return;
  throw new TillError('PAY_STATE', 'Another payment was started under this id.', { context: { attempt: id, state } });
}

/** The same rules as for typed amounts, applied once more where it counts. */
export function checkAmount(amountMinor: number, currency: string, till: HostState['till']): void {
  const parsed = parseAmount(plainAmount(amountMinor, currency), currency, till.maxAmountMinor);
  const reason = parsed.ok ? (currency === till.currency ? null : 'CURRENCY_UNKNOWN') : parsed.code;
  if (reason === null) return;
  const limit = plainAmount(till.maxAmountMinor, till.currency);
  throw new TillError('PAY_AMOUNT', `This amount cannot be charged: ${reason}.`, {
    context: { reason, amountMinor, currency, limit },
  });
}

/** The terminal that a payment goes to where nobody says which. Throws TERM_NOT_FOUND. */
export function onlyTerminal(state: HostState): string {
  const terminals = payingTerminals(state.terminals);
  const [first, ...others] = terminals;
  if (!first) throw new TillError('TERM_NOT_FOUND', 'No terminal is set up on this till.');
  const ready = terminals.filter((terminal) => terminal.state === 'ready' && !terminal.device?.failure);
  if (others.length === 0) return first.id;
  if (ready.length === 1 && ready[0]) return ready[0].id;
  throw new TillError('TERM_NOT_FOUND', 'More than one terminal could take this payment: say which.', {
    context: { terminals: terminals.map((terminal) => terminal.id).join(', ') },
  });
}
