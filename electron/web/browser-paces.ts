/**
 * How much of this process and of the host one session may ask for, over however many connections: a customer's display that floods the
 * till waits, and the cashier does not.
 */
import type { WebSocket } from 'ws';
import { Pace } from '../starter/index.ts';
import type { Session, SessionScope } from './tokens.ts';

const KB = 1024;
const RATES: Readonly<Record<SessionScope, { messages: number; bytes: number; connections: number }>> = {
  till: { messages: 400, bytes: 4_096 * KB, connections: 20 },
  kiosk: { messages: 20, bytes: 64 * KB, connections: 2 },
  // Its page asks twice, and says that it lives once in two seconds.
  display: { messages: 4, bytes: 16 * KB, connections: 1.5 },
};
/** What a page that is loaded asks for at once, in seconds of its rate. */
const BURST_S = 4;

export interface SessionPace {
  readonly messages: Pace;
  readonly bytes: Pace;
  readonly connections: Pace;
}

/** The pace of each session. */
export class BrowserPaces {
  /** By session: what is over is forgotten with it. */
  readonly #paces = new Map<string, SessionPace>();

  of({ id, scope }: Session): SessionPace {
    const known = this.#paces.get(id);
    if (known) return known;
    const { messages, bytes, connections } = RATES[scope];
    const paceOf = (perSecond: number) => new Pace({ perSecond, burst: perSecond * BURST_S });
    const pace = { messages: paceOf(messages), bytes: paceOf(bytes), connections: paceOf(connections) };
    this.#paces.set(id, pace);
    return pace;
  }

  forget({ id }: Session): void {
    this.#paces.delete(id);
  }
}

type Reason = 'messages' | 'bytes' | 'host';
const held = new WeakMap<WebSocket, Set<Reason>>();

/** Reads no further from a browser while there is a reason for that. */
export function holdFor(browser: WebSocket, reason: Reason, isHeld: boolean): void {
  const reasons = held.get(browser) ?? new Set();
  held.set(browser, reasons);
  if (isHeld) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) browser.pause();
  else browser.resume();
}
