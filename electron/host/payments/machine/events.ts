/**
 * What can happen to an attempt, and what the machine asks to be done about it. Events are journaled before their
 * effects run; they carry no card data (the encrypted payload stays in the runner's memory and dies with it).
 */
import type { CancelledBy, EntryMode, Failure } from '../../../contract/index.ts';
import type { AuthorizationFacts, Intent, TerminalEnd } from './state.ts';

/** The platform's record of an Authorization, cut down to what may be kept. */
export interface AuthorizationAnswer extends AuthorizationFacts {
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
  isVoid: boolean;
  failureCode: string | null;
}

/** A platform call that gave no usable answer; the kinds are those of PlatformOutcome. */
export type NoAnswer = { kind: 'refused' | 'not-sent' | 'unknown'; failure: Failure };

export type MachineEvent =
  | { type: 'begin'; intent: Intent }
  | { type: 'terminal-started' }
  | { type: 'terminal-refused'; failure: Failure }
  | { type: 'online-request'; entryMode: EntryMode }
  | { type: 'authorization'; answer: AuthorizationAnswer }
  | { type: 'authorization-missing'; missing: NoAnswer }
  /** A look-up's answer; null: the platform has no authorization under this key. */
  | { type: 'found'; answer: AuthorizationAnswer | null }
  | { type: 'lookup-missing'; missing: NoAnswer }
  | { type: 'respond-failed'; failure: Failure }
  | { type: 'terminal-finished'; end: TerminalEnd }
  | { type: 'capture'; answer: AuthorizationAnswer }
  | { type: 'capture-missing'; missing: NoAnswer }
  | { type: 'transfer'; transfer: { id: string; state: AuthorizationAnswer['state']; amountMinor: number } | null }
  | { type: 'transfer-missing'; missing: NoAnswer }
  | { type: 'void'; answer: AuthorizationAnswer }
  | { type: 'void-missing'; missing: NoAnswer }
  | { type: 'cancel-asked'; by: CancelledBy }
  | { type: 'cancel-too-late' }
  | { type: 'cancel-failed'; failure: Failure }
  /** The wait between two tries is over. */
  | { type: 'retry' }
  /** The host started and found this attempt unfinished. */
  | { type: 'restarted' };

/** An event with its moment, milliseconds since 1970. */
export type TimedEvent = MachineEvent & { at: number };

export type Effect =
  | { type: 'start-terminal' }
  | { type: 'cancel-terminal' }
  | { type: 'respond-approved' }
  /** Tell the card no. `code` is EMV tag 8A. */
  | { type: 'respond-declined'; code: string }
  | { type: 'authorize' }
  | { type: 'look-up' }
  | { type: 'capture'; authorization: string; amountMinor: number }
  | { type: 'read-authorization'; authorization: string }
  | { type: 'read-transfer'; transfer: string }
  | { type: 'void'; authorization: string }
  | { type: 'wait'; delayMs: number };

/** Effects after which money may have moved or a hold may stand: a breadcrumb is written before each. */
export function movesMoney(effect: Effect): boolean {
  return effect.type === 'authorize' || effect.type === 'capture' || effect.type === 'void';
}
