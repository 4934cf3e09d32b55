/**
 * What can happen to an attempt, and what the machine asks to be done about it. Events are journaled before their
 * effects run; they carry no card data (the encrypted payload stays in the runner's memory and dies with it).
 */
import type { CancelledBy, EntryMode, Failure } from '../../../contract/index.ts';
import type { AuthorizationFacts, Intent, Repeated, TerminalEnd, Verdict } from './state.ts';

export type PlatformState = 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';

/** The platform's record under our key (for a refund: the Transfer), cut down to what may be kept. */
export interface AuthorizationAnswer extends AuthorizationFacts {
  state: PlatformState;
  isVoid: boolean;
  failureCode: string | null;
  /** Journals from before it was compared have none. */
  currency?: string;
}

/** A Transfer as far as it is kept. */
export interface TransferAnswer {
  id: string;
  state: PlatformState;
  amountMinor: number;
  tipMinor: number | null;
  failureCode: string | null;
  /** As in an authorization's answer. */
  currency?: string;
  /** What its capture was asked for, by the tag that this program gives it; null: no tag. Earlier journals lack it. */
  captureAsked?: string | null;
}

/**
 * A platform call that gave no usable answer; the kinds are those of PlatformOutcome. `unknown` is the unknown outcome: the
 * request may have arrived, and the attempt is in doubt until a look-up answers. Journals keep earlier names: `…-missing` for
 * the event of a failed call, `missing` for the call.
 */
export type FailedCall = { kind: 'refused' | 'not-sent' | 'unknown'; failure: Failure };

/** With the payment this one looks like the repeat of: looked for at the moment it would be taken (same-card.ts). */
type Compared = { repeated?: Repeated };

export type MachineEvent =
  | { type: 'begin'; intent: Intent }
  /** An attempt of which only its recovery record is left (database lost): it is looked up. */
  | { type: 'adopted'; intent: Intent; logged?: LoggedSteps }
  | { type: 'terminal-started' }
  | { type: 'terminal-refused'; failure: Failure }
  | { type: 'online-request'; entryMode: EntryMode }
  /** The card was read, but that could not be written down, or is another payment's: nothing was or will be sent, and the card is declined. */
  | { type: 'not-recorded'; failure: Failure }
  | ({ type: 'authorization'; answer: AuthorizationAnswer } & Compared)
  | { type: 'authorization-missing'; missing: FailedCall }
  /**
   * A look-up's answer; null: the platform has nothing under this key. `heardAt`: when, by the platform's clock, which nobody
   * at the till can set; left out where it does not say, and in earlier journals.
   */
  | ({ type: 'found'; answer: AuthorizationAnswer | null; heardAt?: number } & Compared)
  | { type: 'lookup-missing'; missing: FailedCall }
  | { type: 'respond-failed'; failure: Failure }
  | ({ type: 'terminal-finished'; end: TerminalEnd } & Compared)
  /** `isRefused`: this capture was answered with an error, and the record shows one. Left out in earlier journals. */
  | { type: 'capture'; answer: AuthorizationAnswer; isRefused?: true }
  | { type: 'capture-missing'; missing: FailedCall }
  | { type: 'transfer'; transfer: TransferAnswer | null }
  | { type: 'transfer-missing'; missing: FailedCall }
  | { type: 'void'; answer: AuthorizationAnswer }
  | { type: 'void-missing'; missing: FailedCall }
  | { type: 'cancel-asked'; by: CancelledBy; person?: string }
  | { type: 'cancel-too-late' }
  | { type: 'cancel-failed'; failure: Failure }
  /** The platform took a CANCEL for the Device (cloud route); what became of the payment is read, not believed. */
  | { type: 'device-cancelled' }
  /** Partial approval: the cashier keeps the part. */
  | ({ type: 'part-kept'; by: string } & Compared)
  /** The same card again: whether another payment is meant. */
  | { type: 'repeat-answered'; isMeant: boolean; by: string }
  /** A hold is to be captured, `amountMinor` in all, of which `tipMinor` is a tip. */
  | { type: 'capture-asked'; amountMinor: number; tipMinor: number; by: string }
  /** A hold, or a part of which only part was approved, is to be given back. */
  | { type: 'void-asked'; by: string }
  /** A hold ran out; the platform was read and holds nothing captured. */
  | { type: 'hold-expired' }
  /** About the attempt itself, or about a reversal of it. */
  | { type: 'operator-decided'; reversal?: string; verdict: Verdict; by: string; reason: string }
  | { type: 'reversal-asked'; reversal: string; amountMinor: number; by: string; reason: string | null }
  /** A reversal of which only its recovery record is left: it is looked up, and never sent again. */
  | { type: 'reversal-adopted'; reversal: string; amountMinor: number }
  | { type: 'reversal'; reversal: string; answer: TransferAnswer }
  /** Given back elsewhere, on the platform's own pages: `givenAt` by its record. */
  | { type: 'reversal-seen'; reversal: string; answer: TransferAnswer; givenAt: number }
  | { type: 'reversal-missing'; reversal: string; missing: FailedCall }
  | { type: 'reversal-found'; reversal: string; answer: TransferAnswer | null; heardAt?: number }
  | { type: 'reversal-lookup-missing'; reversal: string; missing: FailedCall }
  /**
   * The wait between two tries, or for somebody's answer, is over; `about` is a reversal, or null for the attempt itself. `waitedMs`: how long it was,
   * by a timer and not by the clock, which may be set meanwhile; earlier journals lack it. `pendingMs`: how long a payment has
   * been PENDING by now, measured in the same way; of other payments, and in earlier journals, left out.
   */
  | { type: 'retry'; about?: string | null; waitedMs?: number; pendingMs?: number }
  /** The host started and found this attempt unfinished. */
  | { type: 'restarted' }
  /**
   * The host started and found the recovery log further than the journal. `ahead`: the steps that only the log knows;
   * `recovered`: how far they had come (Intent); `logged`: every step in the log by now, so that each is taken up once.
   */
  | {
      type: 'journal-behind';
      ahead: readonly ('authorize' | 'ask' | 'capture' | 'void' | 'hold')[];
      recovered?: NonNullable<Intent['recovered']>;
      logged: LoggedSteps;
    };

/** How often each step stands in the recovery log: `authorize`, `ask`, `capture`, `void`, `hold`, and `reverse:` with its id. */
export type LoggedSteps = Readonly<Record<string, number>>;

/** An event with its moment, milliseconds since 1970. */
export type TimedEvent = MachineEvent & { at: number };

export type Effect =
  | { type: 'start-terminal' }
  /** Ends a start that waits for the card of the payment before to be taken out; any other start goes on. */
  | { type: 'give-up-start' }
  | { type: 'cancel-terminal' }
  /** CANCEL through the platform (cloud route). */
  | { type: 'cancel-device' }
  | { type: 'respond-approved' }
  /** Declines the card. `code` is EMV tag 8A. */
  | { type: 'respond-declined'; code: string }
  /** Create what the attempt is about: an Authorization, or for a refund a Transfer. */
  | { type: 'authorize' }
  | { type: 'look-up' }
  | { type: 'capture'; authorization: string; amountMinor: number; tipMinor: number }
  /** Read what is kept under our key by its id: an Authorization, or for a refund the Transfer. */
  | { type: 'read-authorization'; authorization: string }
  | { type: 'read-transfer'; transfer: string }
  | { type: 'void'; authorization: string }
  | { type: 'reverse'; reversal: string; transfer: string; amountMinor: number }
  | { type: 'find-reversal'; reversal: string; transfer: string }
  | { type: 'read-reversal'; reversal: string; transfer: string }
  /** `isForPerson`: for somebody's answer, so neither longer nor shorter than that, whatever else is asked again. */
  | { type: 'wait'; delayMs: number; about: string | null; isForPerson?: true };

/** Effects after which money may have moved or a hold may stand: a record in the recovery log is written before each. */
export function movesMoney(effect: Effect): boolean {
  return (
    effect.type === 'authorize' || effect.type === 'capture' || effect.type === 'void' || effect.type === 'reverse'
  );
}
