import type { Urgency } from '../components/announcer.tsx';
import type { MarkShape } from '../components/mark.tsx';
import type { WindowState } from '../components/window.tsx';

/** An outcome in words, before it is drawn: the same for the eye and for the ear. */
export interface OutcomeMessage {
  state: WindowState;
  mark: MarkShape;
  heading: string;
  /** The money that moved (minor units): it fills the giant slot. Null when nothing moved: the word fills it. */
  movedMinor: number | null;
  /** Whether the customer was charged, where the amount itself does not say it. */
  charged: string | null;
  say: string | null;
  next: string;
  urgency: Urgency;
}

/** Joins words into sentences, each with its full stop. */
export function sentences(parts: readonly (string | null | undefined)[]): string {
  return parts.flatMap((part) => (part ? [/[.!?”]$/.test(part) ? part : `${part}.`] : [])).join(' ');
}
