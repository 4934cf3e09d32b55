import type { Urgency } from '../components/announcer.tsx';
import type { MarkShape } from '../components/mark.tsx';
import type { WindowState } from '../components/window.tsx';

/** An outcome as text, before it is drawn: the same for the screen and for speech. */
export interface OutcomeMessage {
  state: WindowState;
  mark: MarkShape;
  heading: string;
  /**
   * Money that moved, in minor units, for the giant slot, or null if no money moved; then the heading fills the slot.
   */
  movedMinor: number | null;
  /** Sentence that states whether the customer was charged, or null if the amount already shows it. */
  charged: string | null;
  say: string | null;
  next: string;
  urgency: Urgency;
}

/** Joins texts into sentences, each with its full stop. */
export function sentences(parts: readonly (string | null | undefined)[]): string {
  return parts.flatMap((part) => (part ? [/[.!?”]$/.test(part) ? part : `${part}.`] : [])).join(' ');
}
