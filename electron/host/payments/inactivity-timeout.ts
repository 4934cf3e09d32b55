/**
 * Ends a kiosk's wait for a customer who walked away. The terminal's own timeout ends most waits. On the cloud route a
 * wait can last for minutes, and a terminal's own timeout is uncertain. So the host cancels a payment that the customer
 * does not continue.
 */
import { afterSilence, type Clock } from '../../domain/index.ts';
import { PIN_MS, type AttemptView, type CancelledBy, type Prompt } from '../../contract/index.ts';

/** Grace after the time for a card, so that the terminal's own timeout, if any, comes first. */
export const GRACE_MS = 15_000;

/**
 * Prompts that the customer must answer. The timeout pauses while terminal and bank communicate, or while a card only
 * has to be removed.
 */
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
  /** Time that the terminal waits for a card. */
  cardTimeoutMs: number;
  /** Requests the cancel. The attempt then ends like any cancelled attempt. */
  cancel: (attempt: string, by: CancelledBy) => void;
}

/**
 * Requests a cancel by `kiosk` when the same prompt has been shown for the time for a card, or for the PIN, plus the
 * grace. The next prompt restarts the time. There is no cancel while `checking`, or after a cancel was requested. After
 * a restart the time starts with the first change that shows the payment waiting.
 */
export class InactivityTimeout {
  readonly #options: InactivityOptions;
  readonly #timers = new Map<string, { prompt: Prompt; stop: () => void }>();

  constructor(options: InactivityOptions) {
    this.#options = options;
  }

  /** Call with every change of an attempt, and with every running attempt at the start. */
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
