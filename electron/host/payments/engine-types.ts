/** What the payment engine is made of and what it offers. */
import type { AttemptView, CancelledBy, Failure } from '../../contract/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Intent } from './machine/index.ts';
import type { Clock } from '../clock.ts';
import type { PlatformPort, TerminalPort } from './ports.ts';
import type { CaptureRequest, DecisionRequest, PaymentRequest, ReversalRequest } from './requests.ts';

export interface EngineOptions {
  journal: Journal;
  terminals: TerminalPort;
  platform: PlatformPort;
  clock: Clock;
  /** A number in [0, 1) for jitter. */
  random: () => number;
  /** Every change of an attempt, in order. */
  publish: (attempt: AttemptView) => void;
  /** An answer that fits no running attempt: kept and shown, never applied. */
  publishStray: (stray: { at: number; attempt: string | null; what: string }) => void;
  /** The journal could not be written (why), or can be again (null); only when that changes. */
  onJournal?: (failure: Failure | null) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

export interface Engine {
  /** Folds the journal and takes up every unfinished attempt. Call once, before anything else. */
  recover(): void;
  /** Starts a payment, or gives back the one already started under this id. Throws TillError. */
  start(request: PaymentRequest): AttemptView;
  /** Takes up an attempt of which only its recovery record is left: it is looked up at the platform. */
  adopt(intent: Intent): AttemptView;
  /** The same for a reversal of a captured payment: looked up, never sent again. Throws PAY_NOT_FOUND, PAY_STATE. */
  adoptReversal(attempt: string, reversal: { reversal: string; amountMinor: number }): AttemptView;
  /** Asks for a cancel. The honest answer is the attempt's final state. Throws PAY_NOT_FOUND. */
  cancel(attempt: string, by: CancelledBy): AttemptView;
  /**
   * Passes the customer's choice of application on to the terminal. It moves no money, so it is nothing to journal. Rejects
   * with PAY_NOT_FOUND, or with what the terminal says (TERM_NOT_READY where nothing is to be chosen).
   */
  chooseApplication(attempt: string, index: number): Promise<void>;
  /** Partial approval: keeps the part. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  keepPart(attempt: string, by: string): AttemptView;
  /** Captures a hold. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE. */
  capture(attempt: string, request: CaptureRequest): AttemptView;
  /** Gives a hold, or a part, back. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  release(attempt: string, by: string): AttemptView;
  /** Gives money back of a captured payment. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE. */
  reverse(attempt: string, request: ReversalRequest): AttemptView;
  /** A named person's word on an attempt that nobody can explain. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  decide(attempt: string, request: DecisionRequest): AttemptView;
  /** Throws PAY_NOT_FOUND. */
  get(attempt: string): AttemptView;
  list(limit: number): AttemptView[];
  /** These, in their order; one that cannot be read is left out. */
  several(attempts: readonly string[]): AttemptView[];
  /** Every attempt that something runs of, oldest first. */
  running(): AttemptView[];
  /** The open attempt on a terminal; the next sale there waits for it. */
  openOn(terminal: string): AttemptView | null;
  /** Resolves with the attempt once it is final, or as it stands after `waitMs`. */
  settled(attempt: string, waitMs: number): Promise<AttemptView>;
  /** Resolves with the attempt once `isEnough` holds, or as it stands after `waitMs`. */
  until(attempt: string, isEnough: (view: AttemptView) => boolean, waitMs: number): Promise<AttemptView>;
  /** Asks the platform again about everything that is at rest and watched. */
  sweep(): void;
  /** Stops timers. Attempts stay as they are on disk; the next start takes them up. */
  close(): void;
}
