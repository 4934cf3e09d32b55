/**
 * The payment attempt as the machine knows it. Pure data: it is folded from journal entries and from nothing else.
 *
 *   created ─ starting ─ waiting ─┬─ stopping ───────────────────────────► done
 *                                 └─ authorizing ─┬─ refusing ───────────► done (declined, failed)
 *                                        │        └─ completing ─ capturing ─ confirming ─► done (captured)
 *                                   resolving             │            │
 *                                (authorization)      voiding ◄────────┘  ─► done (cancelled, voided, failed…)
 *
 * Up to and including `stopping` nothing has left for the platform, so nothing can have been charged. From `authorizing`
 * on only evidence ends an attempt (README, "Money rules").
 */
import type { CancelledBy, CheckingReason, EntryMode, Failure, LinkKind } from '../../../contract/index.ts';

/** What was asked for. Never changes after the first journal entry. */
export interface Intent {
  attempt: string;
  amountMinor: number;
  currency: string;
  terminal: string;
  terminalSerialNumber: string | null;
  terminalLink: LinkKind | null;
  order: string | null;
  note: string | null;
  cardTimeoutMs: number;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** What the platform said of the authorization, as far as it is kept. No card data beyond brand and last four. */
export interface AuthorizationFacts {
  id: string;
  amountMinor: number;
  transfer: string | null;
  card: {
    brand: string | null;
    lastFour: string | null;
    entryMode: EntryMode;
    approvalCode: string | null;
    applicationLabel: string | null;
    applicationIdentifier: string | null;
  };
}

/** How it ended at the terminal; null while the terminal is still at it. */
export type TerminalEnd =
  | { kind: 'approved'; wantsSignature: boolean }
  | { kind: 'declined' }
  | { kind: 'cancelled'; by: 'host' | 'cardholder' }
  | { kind: 'timed-out' }
  | { kind: 'failed'; reason: string }
  | { kind: 'lost'; failure: Failure };

/** How an attempt ended. */
export type Outcome =
  | { kind: 'captured'; transfer: string; capturedMinor: number }
  | { kind: 'declined'; code: string }
  | { kind: 'cancelled'; by: CancelledBy }
  | { kind: 'voided'; failure: Failure }
  | { kind: 'failed'; failure: Failure };

/** Outcomes possible once a void is proven. */
export type UnpaidOutcome = Exclude<Outcome, { kind: 'captured' }>;

/** What is being asked of the platform when an answer is missing. */
export interface Doubt {
  reason: CheckingReason;
  since: number;
  tries: number;
  nextTryAt: number | null;
}

export type Phase =
  /** On disk, nothing sent anywhere. */
  | { name: 'created' }
  /** The start command is on its way to the terminal. */
  | { name: 'starting' }
  /** The terminal waits for a card or talks to it. Nothing at the platform. */
  | { name: 'waiting' }
  /** A cancel is on its way to the terminal. Still nothing at the platform, and nothing will be sent. */
  | { name: 'stopping' }
  /** The create request is journaled and may have left. */
  | { name: 'authorizing' }
  /** The create request got no usable answer: look it up by its key until there is one. */
  | { name: 'resolving'; doubt: Doubt; notFound: number }
  /** The bank said yes; its answer is on its way to the card, and the terminal has not finished. */
  | { name: 'completing' }
  /** Nothing was or will be charged; the terminal is being told and has not finished. */
  | { name: 'refusing'; outcome: UnpaidOutcome }
  /** The terminal completed; the capture is journaled and may have left. */
  | { name: 'capturing'; doubt: Doubt | null; refused: Failure | null }
  /** The capture made a Transfer; its state is being read. */
  | { name: 'confirming'; transfer: string; doubt: Doubt | null }
  /** The hold is being released; `outcome` holds once that is proven. */
  | { name: 'voiding'; outcome: UnpaidOutcome; doubt: Doubt }
  | { name: 'done'; outcome: Outcome; at: number };

export interface Attempt {
  intent: Intent;
  phase: Phase;
  /** The terminal took the start command and may still be at it. */
  isTerminalBusy: boolean;
  terminalEnd: TerminalEnd | null;
  /** Who asked for a cancel, first asker wins; null when nobody did. */
  cancel: CancelledBy | null;
  /** The terminal said it cannot be stopped any more. */
  isCancelTooLate: boolean;
  authorization: AuthorizationFacts | null;
  entryMode: EntryMode;
  /** Milliseconds from start to each step, in order. */
  timings: readonly { step: string; atMs: number }[];
  updatedAt: number;
}

/** True until the attempt is done. */
export function isOpen(attempt: Attempt): boolean {
  return attempt.phase.name !== 'done';
}

/**
 * Whether the customer may have been charged, or may have a hold, as far as we know at this moment. False only where
 * the journal proves that no request left, or where the platform's answer proves that nothing is held.
 */
export function mayHaveCharged(attempt: Attempt): boolean {
  switch (attempt.phase.name) {
    case 'created':
    case 'starting':
    case 'waiting':
    case 'stopping':
    case 'refusing':
      return false;
    case 'authorizing':
    case 'resolving':
    case 'completing':
    case 'capturing':
    case 'confirming':
    case 'voiding':
      return true;
    case 'done':
      return attempt.phase.outcome.kind === 'captured';
  }
}
