import { isOpenAttempt, mayHaveChargedAfter, type AttemptView } from '../../electron/contract/index.ts';
import {
  screenOf,
  type AmountCheck,
  type OutcomeKind,
  type ChargeSubmission,
  type RepeatQuestion,
  type TillState,
} from '../store/index.ts';

/** Stages of a kiosk. It serves one customer at a time, is unattended, and never shows why a card was declined. */
export type KioskStage =
  | { kind: 'attract' }
  | { kind: 'amount' }
  /** The host is disconnected for a moment. */
  | { kind: 'moment' }
  /** The till cannot take a payment now. */
  | { kind: 'resting' }
  | { kind: 'sending'; submission: ChargeSubmission }
  /** The same amount was paid here minutes ago, perhaps by this customer. */
  | { kind: 'repeat'; repeat: RepeatQuestion }
  /** Pay was pressed for an amount far above the usual one. */
  | { kind: 'amount-check'; check: AmountCheck }
  /** The same card paid the same amount here minutes ago: the guest confirms whether another payment is intended. */
  | { kind: 'same-card'; attempt: AttemptView }
  | { kind: 'live'; attempt: AttemptView }
  | { kind: 'thanks'; attempt: AttemptView; isTooLate: boolean }
  | { kind: 'partly'; attempt: AttemptView }
  | {
      kind: 'not-paid';
      attempt: AttemptView;
      why: 'cancelled' | 'no-card' | 'too-slow' | 'card-in' | 'card-out' | 'not-completed';
    }
  | {
      kind: 'speak';
      /**
       * Attempt for the conversation with staff, or null when the payment could not start or the host disconnected
       * during it.
       */
      attempt: AttemptView | null;
      /** True when the customer may have been charged. */
      mayHaveCharged: boolean;
      /** True while the attempt is open: the kiosk waits for its outcome with the customer. */
      isOpen: boolean;
      /** True when another card may work. */
      canTryAnother: boolean;
    };

/** Disconnection of the host in milliseconds after which the kiosk shows more than "Starting up". */
export const LONG_MOMENT_MS = 10_000;

function whenAway(state: TillState, isFirst: boolean, awayMs: number): KioskStage {
  if (isFirst || awayMs < LONG_MOMENT_MS) return { kind: 'moment' };
  const open = state.mirror.host?.attempts.find(isOpenAttempt);
  const isPressed = state.sale.submission !== null;
  if (!open && !isPressed) return { kind: 'resting' };
  return { kind: 'speak', attempt: open ?? null, mayHaveCharged: true, isOpen: true, canTryAnother: false };
}

function outcomeStage(outcome: OutcomeKind, attempt: AttemptView): KioskStage {
  const speak = {
    kind: 'speak',
    attempt,
    mayHaveCharged: attempt.mayHaveCharged,
    isOpen: false,
    canTryAnother: false,
  } as const;
  switch (outcome) {
    case 'paid':
    case 'too-late':
      return { kind: 'thanks', attempt, isTooLate: outcome === 'too-late' };
    case 'partly-paid':
      return { kind: 'partly', attempt };
    case 'cancelled':
      return { kind: 'not-paid', attempt, why: 'cancelled' };
    case 'no-card':
    case 'too-slow': {
      const code = attempt.failure?.code;
      // A missing record is no evidence of a slow guest or an inserted card.
      if (code === 'PAY_NEVER_ARRIVED') return { kind: 'not-paid', attempt, why: 'not-completed' };
      return { kind: 'not-paid', attempt, why: code === 'TERM_CARD_IN' ? 'card-in' : outcome };
    }
    case 'not-completed':
      return { kind: 'not-paid', attempt, why: attempt.isCardOut ? 'card-out' : 'not-completed' };
    case 'declined':
      return { ...speak, canTryAnother: true };
    // A hold awaits its capture or release, which only staff can decide.
    case 'held':
    case 'add-tip':
    case 'decided':
    case 'refunded':
    case 'released':
      return speak;
    case 'failed':
      // The guest did not confirm that another payment was intended.
      if (attempt.failure?.code === 'PAY_DUPLICATE') return { kind: 'not-paid', attempt, why: 'cancelled' };
      // The partial approval has been released; another card may pay the full amount.
      return { ...speak, canTryAnother: attempt.failure?.code === 'PAY_PARTIAL' };
  }
}

/**
 * Returns the stage of a kiosk. Pure: everything except whether the guest touched Start follows from the host's state.
 */
export function kioskStage(state: TillState, { isStarted, nowMs }: { isStarted: boolean; nowMs: number }): KioskStage {
  const screen = screenOf(state);
  switch (screen.kind) {
    case 'moment':
      return whenAway(state, screen.isFirst, nowMs - screen.sinceMs);
    case 'stopped': {
      if (!screen.isPaying) return { kind: 'resting' };
      const open = state.mirror.host?.attempts.find(isOpenAttempt) ?? null;
      return { kind: 'speak', attempt: open, mayHaveCharged: true, isOpen: true, canTryAnother: false };
    }
    case 'sending':
      return { kind: 'sending', submission: screen.submission };
    case 'repeat':
      return { kind: 'repeat', repeat: screen.repeat };
    case 'amount-check':
      return { kind: 'amount-check', check: screen.check };
    case 'same-card':
      return { kind: 'same-card', attempt: screen.attempt };
    case 'live':
      return { kind: 'live', attempt: screen.attempt };
    case 'checking':
    case 'part':
      return { kind: 'speak', attempt: screen.attempt, mayHaveCharged: true, isOpen: true, canTryAnother: false };
    case 'outcome':
      return outcomeStage(screen.outcome, screen.attempt);
    case 'set-up':
    case 'terminal':
    case 'platform':
      return { kind: 'resting' };
    // A kiosk never asks for a tip, shows payment links, or signs a cashier in.
    case 'sign-in':
    case 'link-asked':
    case 'link-repeat':
    case 'link':
    case 'tip':
      return { kind: 'amount' };
    case 'idle': {
      const { problem } = state.sale;
      if (problem) {
        const mayHaveCharged = mayHaveChargedAfter(problem.code);
        return { kind: 'speak', attempt: null, mayHaveCharged, isOpen: false, canTryAnother: false };
      }
      if (screen.lock !== null) return { kind: 'resting' };
      return { kind: isStarted ? 'amount' : 'attract' };
    }
  }
}

/**
 * Returns the name of a stage. A new name moves the focus, starts the quiet timer, and makes new keys ignore presses
 * for a moment.
 */
export function stageKey(stage: KioskStage): string {
  switch (stage.kind) {
    case 'attract':
    case 'amount':
    case 'moment':
    case 'resting':
      return stage.kind;
    case 'sending':
      return `live/${stage.submission.id}/starting`;
    case 'amount-check':
      return `amount-check/${stage.check.totalMinor}`;
    case 'repeat':
      return `repeat/${stage.repeat.submission.id}`;
    case 'live':
      return `live/${stage.attempt.id}/${stage.attempt.prompt ?? 'starting'}`;
    case 'same-card':
    case 'thanks':
    case 'partly':
    case 'not-paid':
      return `${stage.kind}/${stage.attempt.id}`;
    case 'speak':
      return `speak/${stage.attempt?.id ?? 'none'}/${stage.isOpen}`;
  }
}

/** Returns the time in milliseconds after which the kiosk starts over from this stage, or null for no limit. */
export function stageLimitMs(stage: KioskStage): number | null {
  switch (stage.kind) {
    case 'amount':
      return 60_000;
    case 'thanks':
      return 20_000;
    case 'not-paid':
      return 30_000;
    case 'partly':
      return 60_000;
    case 'repeat':
    case 'amount-check':
      return 30_000;
    case 'speak':
      return stage.isOpen ? null : 30_000;
    // The guest who typed an amount has left by then: a terminal that reconnects starts with a new customer.
    case 'resting':
      return 20_000;
    case 'attract':
    case 'moment':
    case 'sending':
    case 'live':
    // The host releases the hold when the guest does not answer.
    case 'same-card':
      return null;
  }
}
