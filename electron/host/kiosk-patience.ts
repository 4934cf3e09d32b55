/**
 * A kiosk does not wait for ever for a guest who walked away. The terminal's own time for a card ends most waits; on the cloud
 * route nothing does for minutes, and no terminal's own end is certain. So the host asks for a cancel once nobody went on.
 */
import type { AttemptView, CancelledBy, Prompt } from '../contract/index.ts';
import type { Clock } from './clock.ts';

/** How much longer than the time for a card is waited, milliseconds: the terminal's own end comes first where there is one. */
export const GRACE_MS = 15_000;

/** Asked of a person. While terminal and bank talk, or a card only has to be taken out, nobody's patience is measured. */
const asksSomebody: ReadonlySet<Prompt> = new Set([
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

export interface KioskPatienceOptions {
  clock: Clock;
  /** How long the terminal waits for a card, milliseconds. */
  cardTimeoutMs: number;
  /** Asks for the cancel. What it comes to is the attempt's own end, as with any cancel. */
  cancel: (attempt: string, by: CancelledBy) => void;
}

export interface KioskPatience {
  /** Every change of an attempt, and every attempt that runs at the start. */
  changed(attempt: AttemptView): void;
  stop(): void;
}

/**
 * Asks for a cancel by `kiosk` when the same thing has been asked of a guest for the time for a card and the grace on top.
 * The next prompt starts the time anew: somebody went on. Never while `checking`, nor once a cancel was asked for. After a
 * restart the time starts anew with the first change that shows the payment waiting.
 */
export function createKioskPatience({ clock, cardTimeoutMs, cancel }: KioskPatienceOptions): KioskPatience {
  const waits = new Map<string, { prompt: Prompt; stop: () => void }>();
  return {
    changed({ id, state, prompt, canCancel }) {
      const asked = state === 'working' && canCancel && prompt !== null && asksSomebody.has(prompt) ? prompt : null;
      const known = waits.get(id);
      if (asked === (known?.prompt ?? null)) return;
      known?.stop();
      waits.delete(id);
      if (asked === null) return;
      const stop = clock.after(cardTimeoutMs + GRACE_MS, () => {
        waits.delete(id);
        cancel(id, 'kiosk');
      });
      waits.set(id, { prompt: asked, stop });
    },
    stop() {
      for (const { stop } of waits.values()) stop();
      waits.clear();
    },
  };
}
