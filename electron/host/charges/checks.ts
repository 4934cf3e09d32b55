/** Bounds of amounts and tips, and the terminal of a charge. */
import { parseAmount, plainAmount } from '../../domain/index.ts';
import {
  payingTerminals,
  TillError,
  unaskedTipOf,
  type AttemptView,
  type ChargeRequest,
  type HostState,
} from '../../contract/index.ts';

/**
 * The rules for typed amounts, applied again right before the amount counts.
 * @throws PAY_AMOUNT
 */
export function checkAmount(amountMinor: number, currency: string, till: HostState['till']): void {
  const parsed = parseAmount(plainAmount(amountMinor, currency), currency, till.maxAmountMinor);
  const reason = parsed.ok ? (currency === till.currency ? null : 'CURRENCY_UNKNOWN') : parsed.code;
  if (reason === null) return;
  const limit = plainAmount(till.maxAmountMinor, till.currency);
  throw new TillError('PAY_AMOUNT', `This amount cannot be charged: ${reason}.`, {
    context: { reason, amountMinor, currency, limit },
  });
}

type AskedTip = Pick<ChargeRequest, 'amountMinor' | 'tipMinor' | 'currency'> & { isTipMeant?: boolean | undefined };

/**
 * Checks a tip on `amountMinor` of goods.
 * @throws PAY_TIP_LARGE when the cashier has to confirm that the tip is intended
 */
export function checkTip(asked: AskedTip, { tips }: HostState['till']): void {
  const { amountMinor, tipMinor, currency, isTipMeant = false } = asked;
  const limitMinor = unaskedTipOf(tips, amountMinor);
  if (isTipMeant || tipMinor <= limitMinor) return;
  const [tip, limit] = [plainAmount(tipMinor, currency), plainAmount(limitMinor, currency)];
  throw new TillError('PAY_TIP_LARGE', `A tip of ${tip} ${currency} is more than ${limit}: say that it is meant.`, {
    context: { tipMinor, limitMinor, currency },
  });
}

/**
 * Checks the tip in a capture of `amountMinor` in total; a tip that was agreed before passes.
 * @throws PAY_TIP_LARGE when the cashier has to confirm that the tip is intended
 */
export function checkCapturedTip(
  { tipMinor, surchargeMinor, currency }: AttemptView,
  asked: Omit<AskedTip, 'currency'>,
  till: HostState['till'],
): void {
  if (asked.tipMinor <= tipMinor) return;
  const amountMinor = asked.amountMinor - asked.tipMinor - surchargeMinor;
  checkTip({ ...asked, amountMinor, currency }, till);
}

/**
 * Terminal that a payment goes to if the request contains none.
 * @throws TERM_NOT_FOUND
 */
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
