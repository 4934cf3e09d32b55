/**
 * A kiosk does not wait for ever for a guest who walked away. The terminal's own time-out ends most waits; on the cloud route
 * nothing does for minutes, and no terminal's own time-out is certain. So the host cancels a payment that nobody continues.
 */
import { afterSilence, type Clock } from '../../domain/index.ts';
import { PIN_MS, type AttemptView, type CancelledBy, type Prompt } from '../../contract/index.ts';

/** Waited beyond the time for a card, milliseconds: the terminal's own time-out comes first where there is one. */
export const GRACE_MS = 15_000;

/** Prompts that a person must answer. No time runs while terminal and bank talk, or while a card only has to be taken out. */
const needsPerson: ReadonlySet<Prompt> = new Set([
  'present-card',
  'insert-card',
  'swipe-card',
  'tap-again',
  'one-card-only',
  'see-phone',
  'choose-on-terminal',
  'choose-application',
  'enter-pin',
  'confirm-amount',
  'choose-tip',
  'sign',
  'follow-terminal',
]);

export interface InactivityOptions {
  clock: Clock;
  /** How long the terminal waits for a card, milliseconds. */
  cardTimeoutMs: number;
  /** Asks for the cancel. The attempt then ends as with any cancel. */
  cancel: (attempt: string, by: CancelledBy) => void;
}

/**
 * Asks for a cancel by `kiosk` when the same prompt has stood for the time for a card, or for the PIN, plus the grace. The next prompt starts
 * the time anew. Never while `checking`, nor once a cancel was asked for. After a restart the time starts with the first
 * change that shows the payment waiting.
 */
export class InactivityTimeout {
  readonly #options: InactivityOptions;
  readonly #timers = new Map<string, { prompt: Prompt; stop: () => void }>();

  constructor(options: InactivityOptions) {
    this.#options = options;
  }

  /** Takes every change of an attempt, and every attempt that runs at the start. */
  changed({ id, state, prompt, canCancel }: AttemptView): void {
    const { clock, cardTimeoutMs, cancel } = this.#options;
    const waiting = state === 'working' && canCancel && prompt !== null && needsPerson.has(prompt) ? prompt : null;
    const known = this.#timers.get(id);
    if (waiting === (known?.prompt ?? null)) return;
    known?.stop();
    this.#timers.delete(id);
    if (waiting === null) return;
    const stop = afterSilence(clock, (waiting === 'enter-pin' ? PIN_MS : cardTimeoutMs) + GRACE_MS, () => {
      this.#timers.delete(id);
      cancel(id, 'kiosk');
    });
    this.#timers.set(id, { prompt: waiting, stop });
  }

  stop(): void {
    for (const { stop } of this.#timers.values()) stop();
    this.#timers.clear();
  }
}
