import { isOpenAttempt } from '../../electron/contract/index.ts';
import { tillTerminal, type TillState } from '../store/index.ts';
import type { Words } from '../text/index.ts';

/** Returns the reason why Charge cannot be pressed, or null. A locked key shows the reason and stays. */
export function chargeLock(state: TillState, words: Words): string | null {
  const { host, connection } = state.mirror;
  const { locks } = words.counter;
  if (!host || connection.state !== 'live') return locks.away;
  if (host.journal?.failure) return words.outcomes.stopped.heading;
  const terminal = tillTerminal(host);
  if (!terminal) return locks.noTerminal;
  if (host.attempts.some((attempt) => isOpenAttempt(attempt) && attempt.terminal.id === terminal.id)) {
    return locks.openPayment;
  }
  const { equipment, platform } = words.outcomes;
  switch (terminal.state) {
    case 'looking':
    case 'identifying':
      return locks.looking;
    case 'busy':
      return locks.busy;
    case 'lost':
      return equipment.lost.heading;
    case 'failed':
      return equipment.failed.heading;
    case 'rebooting':
      return equipment.rebooting.heading;
    case 'ready':
      break;
  }
  switch (host.platform.state) {
    case 'unreachable':
      return platform.heading;
    case 'refused':
      return platform.refusedHeading;
    case 'not-configured':
      return platform.notConfiguredHeading;
    case 'unknown':
    case 'reachable':
      return null;
  }
}

/** Returns the reason why an amount in `currency` cannot be charged again here, or null if the till charges in it. */
export function currencyLock({ mirror }: TillState, currency: string | undefined, words: Words): string | null {
  const own = mirror.host?.till.currency;
  if (own === undefined || currency === undefined || currency === own) return null;
  return words.counter.locks.otherCurrency({ currency: own });
}
