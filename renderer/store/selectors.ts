import { type AmountRefusal } from '../../electron/domain/index.ts';
import {
  outcomeNameOf,
  isOpenAttempt,
  isPartlyPaid,
  isSetupTest,
  orderRootOf,
  orderSumOf,
  payingTerminals,
  type AttemptView,
  type DeviceView,
  type HostState,
  type Reader,
  type TerminalView,
  type TillView,
} from '../../electron/contract/index.ts';
import { isDismissed } from './dismissed-items.ts';
import type { TillState } from './till-store.ts';
import type { TipStep } from './tip.ts';

/** Terminal of this till: the first that can take a payment now, else the first that accepts payments at all. */
export function tillTerminal(host: HostState | null): TerminalView | undefined {
  if (!host) return undefined;
  const paying = payingTerminals(host.terminals);
  const there = paying.filter((terminal) => terminal.state === 'ready' || terminal.state === 'busy');
  return there.find(({ device }) => !device?.failure) ?? there[0] ?? paying[0];
}

/**
 * Ways to present a card at the attempt's terminal, or at the till's without an attempt. Returns undefined if all three
 * are possible.
 */
export function readersFor(host: HostState | null, attempt: AttemptView | undefined): readonly Reader[] | undefined {
  const own = attempt && host?.terminals.find(({ id }) => id === attempt.terminal.id);
  return (attempt ? own : tillTerminal(host))?.readers;
}

/** The platform's Device of a terminal, if they are matched. */
export function deviceOf(host: HostState | null, terminal: TerminalView | undefined): DeviceView | undefined {
  return terminal && host?.devices.find((device) => device.terminalId === terminal.id);
}

/**
 * Attempt that the counter shows: the newest that is open, or finished and not dismissed. It follows from the host's
 * state, so it is the same in every window and after a reload.
 */
export function shownAttempt(state: TillState): AttemptView | undefined {
  // The outcome of the setup's test payment is shown on the setup screen.
  return state.mirror.host?.attempts.find(
    (attempt) => isOpenAttempt(attempt) || (!isSetupTest(attempt) && !isDismissed(state, outcomeNameOf(attempt))),
  );
}

/** True for an approved payment with room for a tip, whose tip is not decided yet. */
export function awaitsTip(attempt: AttemptView): boolean {
  return attempt.state === 'authorized' && attempt.tipRoomMinor !== undefined;
}

/**
 * Tip that is being chosen for the sale or payment on screen, or null if there is none or the screen shows another
 * payment.
 */
export function activeTip(state: TillState): TipStep | null {
  const { tip } = state.sale;
  const shown = shownAttempt(state);
  if (!tip || tip.attempt === null) return shown ? null : tip;
  return shown && shown.id === tip.attempt && awaitsTip(shown) ? tip : null;
}

/** Reason why the typed text is not an amount, which blocks the charge, or null for an amount or an empty entry. */
export function amountRefusal(state: TillState): AmountRefusal | null {
  const tip = activeTip(state);
  if (tip) return (tip.choice === 'other' ? tip.entry.refusal : undefined) ?? null;
  return shownAttempt(state) ? null : (state.sale.entry.refusal ?? null);
}

/** Till with the currency of the tip: that of the approved payment, even if the till's currency has changed since. */
export function tillOfTip(state: TillState, tip: TipStep, till: TillView): TillView {
  const shown = tip.attempt === null ? undefined : shownAttempt(state);
  return shown ? { ...till, currency: shown.currency } : till;
}

/** True if a part of this payment's order is unpaid. Only a key of its screen dismisses it, never a digit or a scan. */
export function hasRest({ mirror: { host } }: TillState, attempt: AttemptView): boolean {
  if (!host || !isPartlyPaid(attempt)) return false;
  const root = orderRootOf(attempt, host);
  return !root || orderSumOf(root, host).restMinor > 0;
}

/** The till's currency; the settings' default until the host is known. */
export function tillCurrency({ mirror }: Pick<TillState, 'mirror'>): string {
  return mirror.host?.till.currency ?? 'USD';
}

/** True if a payment is unfinished, on any terminal. */
export function hasOpenAttempt(state: TillState): boolean {
  return state.mirror.host?.attempts.some(isOpenAttempt) ?? false;
}

/** Latest other payment by chip on the same terminal: its card may still be inserted. */
export function formerChipPayment(host: HostState | null, { id, terminal }: AttemptView): AttemptView | undefined {
  return host?.attempts.find(
    (one) => one.id !== id && one.terminal.id === terminal.id && one.card?.entryMode === 'chip',
  );
}

/** Latest paid sale, for the line under the amount. */
export function lastPaid(host: HostState | null): AttemptView | undefined {
  return host?.attempts.find((attempt) => attempt.state === 'captured');
}
