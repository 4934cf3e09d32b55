/**
 * Events of an attempt, and the effects that the machine asks for. Events are journaled before their effects run.
 * Events carry no card data: the encrypted payload stays in the runner's memory and is lost with it.
 */
import type { CancelledBy, EntryMode, Failure } from '../../../contract/index.ts';
import type { AuthorizationFacts, Intent, Repeated, TerminalEnd, Verdict } from './state.ts';

export type PlatformState = 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';

/**
 * The platform's record under the payment's key (for a refund: the Transfer), reduced to the fields that may be kept.
 */
export interface AuthorizationAnswer extends AuthorizationFacts {
  state: PlatformState;
  isVoid: boolean;
  failureCode: string | null;
  /** Absent in journals from before currencies were compared. */
  currency?: string;
}

/** Kept fields of a Transfer. */
export interface TransferAnswer {
  id: string;
  state: PlatformState;
  amountMinor: number;
  tipMinor: number | null;
  failureCode: string | null;
  /** Absent in the same journals as in `AuthorizationAnswer`. */
  currency?: string;
  /**
   * Amount that the capture asked for, from the tag that this program gives it, or null if there is no tag. Absent in
   * earlier journals.
   */
  captureAsked?: string | null;
}

/**
 * A platform call without a usable answer; the kinds are those of `PlatformOutcome`. `unknown` is the unknown outcome:
 * the request may have arrived, and the attempt is in doubt until a look-up answers. Journals keep earlier names:
 * `…-missing` for the event of a failed call, `missing` for the call.
 */
export type FailedCall = { kind: 'refused' | 'not-sent' | 'unknown'; failure: Failure };

/** The earlier payment that this payment seems to repeat, determined just before the capture (same-card.ts). */
type Compared = { repeated?: Repeated };

export type MachineEvent =
  | { type: 'begin'; intent: Intent }
  /** Attempt that has only its recovery record left (database lost), and is looked up. */
  | { type: 'adopted'; intent: Intent; logged?: LoggedSteps }
  | { type: 'terminal-started' }
  | { type: 'terminal-refused'; failure: Failure }
  | { type: 'online-request'; entryMode: EntryMode }
  /**
   * The card was read, but the event could not be journaled, or the card data belongs to another payment: the create is
   * never sent, and the card is declined.
   */
  | { type: 'not-recorded'; failure: Failure }
  | ({ type: 'authorization'; answer: AuthorizationAnswer } & Compared)
  | { type: 'authorization-missing'; missing: FailedCall }
  /**
   * Answer of a look-up, or null if the platform has nothing under this key. `heardAt`: time of the answer by the
   * platform's clock, which users of the till cannot set; absent if the platform gives no time, and in earlier
   * journals.
   */
  | ({ type: 'found'; answer: AuthorizationAnswer | null; heardAt?: number } & Compared)
  | { type: 'lookup-missing'; missing: FailedCall }
  | { type: 'respond-failed'; failure: Failure }
  | ({ type: 'terminal-finished'; end: TerminalEnd } & Compared)
  /**
   * `isRefused`: this capture was answered with an error, and the record shows a capture. Absent in earlier journals.
   */
  | { type: 'capture'; answer: AuthorizationAnswer; isRefused?: true }
  | { type: 'capture-missing'; missing: FailedCall }
  | { type: 'transfer'; transfer: TransferAnswer | null }
  | { type: 'transfer-missing'; missing: FailedCall }
  | { type: 'void'; answer: AuthorizationAnswer }
  | { type: 'void-missing'; missing: FailedCall }
  | { type: 'cancel-asked'; by: CancelledBy; person?: string }
  | { type: 'cancel-too-late' }
  | { type: 'cancel-failed'; failure: Failure }
  /**
   * The platform accepted a CANCEL for the Device (cloud route). The payment's outcome is read, not concluded from
   * that.
   */
  | { type: 'device-cancelled' }
  /** The cashier keeps a partial approval. */
  | ({ type: 'part-kept'; by: string } & Compared)
  /** Answer to the same card again: whether another payment is intended. */
  | { type: 'repeat-answered'; isMeant: boolean; by: string }
  /** Request to capture a hold: `amountMinor` in total, of which `tipMinor` is a tip. */
  | { type: 'capture-asked'; amountMinor: number; tipMinor: number; by: string }
  /** Request to release a hold or a partial approval. */
  | { type: 'void-asked'; by: string }
  /** The hold expired; the platform was read and shows no capture. */
  | { type: 'hold-expired' }
  /** Decision about the attempt itself, or about a reversal of it. */
  | { type: 'operator-decided'; reversal?: string; verdict: Verdict; by: string; reason: string }
  | { type: 'reversal-asked'; reversal: string; amountMinor: number; by: string; reason: string | null }
  /** A reversal of which only the recovery record is left. It is looked up and never sent again. */
  | { type: 'reversal-adopted'; reversal: string; amountMinor: number }
  | { type: 'reversal'; reversal: string; answer: TransferAnswer }
  /** Reversal made elsewhere, on the platform's own pages. `givenAt`: time by the platform's record. */
  | { type: 'reversal-seen'; reversal: string; answer: TransferAnswer; givenAt: number }
  | { type: 'reversal-missing'; reversal: string; missing: FailedCall }
  | { type: 'reversal-found'; reversal: string; answer: TransferAnswer | null; heardAt?: number }
  | { type: 'reversal-lookup-missing'; reversal: string; missing: FailedCall }
  /**
   * The wait between two tries, or for the cashier's answer, has elapsed. `about`: a reversal, or null for the attempt
   * itself. `waitedMs`: length of the wait, measured by a timer because the clock may be set during the wait; absent in
   * earlier journals. `pendingMs`: time that a payment has been PENDING so far, measured in the same way; left out for
   * other payments and in earlier journals.
   */
  | { type: 'retry'; about?: string | null; waitedMs?: number; pendingMs?: number }
  /** The host started and found this attempt unfinished. */
  | { type: 'restarted' }
  /**
   * The host started and found the recovery log further than the journal. `ahead`: steps that only the log contains;
   * `recovered`: the progress that they prove (`Intent`); `logged`: every step in the log at that time, so that each
   * counts once.
   */
  | {
      type: 'journal-behind';
      ahead: readonly ('authorize' | 'ask' | 'capture' | 'void' | 'hold')[];
      recovered?: NonNullable<Intent['recovered']>;
      logged: LoggedSteps;
    };

/**
 * Number of records of each step in the recovery log: `authorize`, `ask`, `capture`, `void`, `hold`, and `reverse:`
 * with the reversal's id.
 */
export type LoggedSteps = Readonly<Record<string, number>>;

/** An event with its time, milliseconds since 1970. */
export type TimedEvent = MachineEvent & { at: number };

export type Effect =
  | { type: 'start-terminal' }
  /** Ends a start that waits for the previous payment's card to be removed; any other start continues. */
  | { type: 'give-up-start' }
  | { type: 'cancel-terminal' }
  /** CANCEL through the platform (cloud route). */
  | { type: 'cancel-device' }
  | { type: 'respond-approved' }
  /** Declines the card. `code` is EMV tag 8A. */
  | { type: 'respond-declined'; code: string }
  /** Creates the Authorization, or for a refund the Transfer. */
  | { type: 'authorize' }
  | { type: 'look-up' }
  | { type: 'capture'; authorization: string; amountMinor: number; tipMinor: number }
  /** Reads the record under the payment's key by its id: an Authorization, or for a refund the Transfer. */
  | { type: 'read-authorization'; authorization: string }
  | { type: 'read-transfer'; transfer: string }
  | { type: 'void'; authorization: string }
  | { type: 'reverse'; reversal: string; transfer: string; amountMinor: number }
  | { type: 'find-reversal'; reversal: string; transfer: string }
  | { type: 'read-reversal'; reversal: string; transfer: string }
  /**
   * `isForPerson`: the wait is for the cashier's answer. Such a wait has exactly this length; retries leave it
   * unchanged.
   */
  | { type: 'wait'; delayMs: number; about: string | null; isForPerson?: true };

/**
 * True for effects after which money may have moved or a hold may exist: a record goes to the recovery log before each.
 */
export function movesMoney(effect: Effect): boolean {
  return (
    effect.type === 'authorize' || effect.type === 'capture' || effect.type === 'void' || effect.type === 'reverse'
  );
}
