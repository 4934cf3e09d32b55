import { type AmountRefusal } from '../../electron/domain/index.ts';
import {
  endNameOf,
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
import { isPutAway } from './dismissed-items.ts';
import type { TillState } from './till-store.ts';
import type { TipStep } from './tip.ts';

/** The terminal of this till: the first that can take a payment now, else the first that ever does. */
export function tillTerminal(host: HostState | null): TerminalView | undefined {
  if (!host) return undefined;
  const paying = payingTerminals(host.terminals);
  const there = paying.filter((terminal) => terminal.state === 'ready' || terminal.state === 'busy');
  return there.find(({ device }) => !device?.failure) ?? there[0] ?? paying[0];
}

/** The ways to present a card at an attempt's terminal, or at the till's; undefined: all three. */
export function readersFor(host: HostState | null, attempt: AttemptView | undefined): readonly Reader[] | undefined {
  const own = attempt && host?.terminals.find(({ id }) => id === attempt.terminal.id);
  return (attempt ? own : tillTerminal(host))?.readers;
}

/** The platform's record of a terminal, where they have been joined. */
export function deviceOf(host: HostState | null, terminal: TerminalView | undefined): DeviceView | undefined {
  return terminal && host?.devices.find((device) => device.terminalId === terminal.id);
}

/**
 * The attempt the counter shows: the newest that is open, or finished and not put away. It comes wholly from the host, so a
 * reload and another window show the same.
 */
export function shownAttempt(state: TillState): AttemptView | undefined {
  // How a test of the setup ended is told where the till is set up.
  return state.mirror.host?.attempts.find(
    (attempt) => isOpenAttempt(attempt) || (!isSetupTest(attempt) && !isPutAway(state, endNameOf(attempt))),
  );
}

/** An approved payment that holds room for a tip, and whose tip nobody has said yet. */
export function awaitsTip(attempt: AttemptView): boolean {
  return attempt.state === 'authorized' && attempt.tipRoomMinor !== undefined;
}

/** The tip that is being asked for on what the counter shows; null where it belongs to something else by now. */
export function activeTip(state: TillState): TipStep | null {
  const { tip } = state.sale;
  const shown = shownAttempt(state);
  if (!tip || tip.attempt === null) return shown ? null : tip;
  return shown && shown.id === tip.attempt && awaitsTip(shown) ? tip : null;
}

/** Why what is typed on the screen is no amount: then nothing of it is asked for. Null: it is one, or nothing is typed. */
export function amountRefusal(state: TillState): AmountRefusal | null {
  const tip = activeTip(state);
  if (tip) return (tip.choice === 'other' ? tip.entry.refusal : undefined) ?? null;
  return shownAttempt(state) ? null : (state.sale.entry.refusal ?? null);
}

/** The till as it counts a tip: an approved payment stays in its own currency, whatever the till charges in by now. */
export function tillOfTip(state: TillState, tip: TipStep, till: TillView): TillView {
  const shown = tip.attempt === null ? undefined : shownAttempt(state);
  return shown ? { ...till, currency: shown.currency } : till;
}

/** A part of this payment's order is still to be paid: only a key of its screen ends it, no digit and no scanned code. */
export function hasRest({ mirror: { host } }: TillState, attempt: AttemptView): boolean {
  if (!host || !isPartlyPaid(attempt)) return false;
  const root = orderRootOf(attempt, host);
  return !root || orderSumOf(root, host).restMinor > 0;
}

/** Any payment that is not finished, on whichever terminal. */
export function hasOpenAttempt(state: TillState): boolean {
  return state.mirror.host?.attempts.some(isOpenAttempt) ?? false;
}

/** The payment before this one whose chip card may still be in its terminal. */
export function formerChipPayment(host: HostState | null, { id, terminal }: AttemptView): AttemptView | undefined {
  return host?.attempts.find(
    (one) => one.id !== id && one.terminal.id === terminal.id && one.card?.entryMode === 'chip',
  );
}

/** The last sale that was paid, for the line under the amount. */
export function lastPaid(host: HostState | null): AttemptView | undefined {
  return host?.attempts.find((attempt) => attempt.state === 'captured');
}
