/**
 * Limits on the load that a session may put on this process and the host, over all of its connections: a customer
 * display that floods the till is slowed down, and the cashier is not.
 */
import type { WebSocket } from 'ws';
import { Pace } from '../starter/index.ts';
import type { Session, SessionScope } from './tokens.ts';

const KB = 1024;
const RATES: Readonly<Record<SessionScope, { messages: number; bytes: number; connections: number }>> = {
  till: { messages: 400, bytes: 4_096 * KB, connections: 20 },
  kiosk: { messages: 20, bytes: 64 * KB, connections: 2 },
  // A display's page makes two requests, and sends a heartbeat every two seconds.
  display: { messages: 4, bytes: 16 * KB, connections: 1.5 },
};
/** Burst that loading a page needs, in seconds of the session's rate. */
const BURST_S = 4;

export interface SessionPace {
  readonly messages: Pace;
  readonly bytes: Pace;
  readonly connections: Pace;
}

export class BrowserPaces {
  /** Paces by session id; the pace of an ended session is deleted. */
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

/** Stops reading from a browser while at least one reason is set. */
export function pauseReading(browser: WebSocket, reason: Reason, isHeld: boolean): void {
  const reasons = held.get(browser) ?? new Set();
  held.set(browser, reasons);
  if (isHeld) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) browser.pause();
  else browser.resume();
}
