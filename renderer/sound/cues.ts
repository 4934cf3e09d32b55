/**
 * Sounds of screen changes (design language, section 4, Sound). Each sound accompanies a visible sign; keys are silent.
 */
import type { OutcomeKind, Screen } from '../store/index.ts';

export type Cue =
  | 'paid'
  | 'partly-paid'
  | 'held'
  | 'declined'
  | 'cancelled'
  | 'too-late'
  | 'checking'
  | 'trouble'
  /** The customer must act. */
  | 'act';

/** One tone: frequency in hertz and length in milliseconds, then `gapMs` of silence. */
export interface Tone {
  hertz: number;
  ms: number;
  gapMs?: number;
}

const paid: readonly Tone[] = [
  { hertz: 660, ms: 90 },
  { hertz: 990, ms: 140 },
];
const GAP_MS = 60;

export const tones: Readonly<Record<Cue, readonly Tone[]>> = {
  paid,
  'partly-paid': [
    { hertz: 660, ms: 90 },
    { hertz: 990, ms: 140 },
    { hertz: 660, ms: 90 },
  ],
  // The beginning of "paid": the bank approved, and no money has moved.
  held: [{ hertz: 660, ms: 90 }],
  declined: [
    { hertz: 440, ms: 120 },
    { hertz: 330, ms: 180 },
  ],
  cancelled: [{ hertz: 440, ms: 120 }],
  'too-late': [{ hertz: 440, ms: 120, gapMs: GAP_MS }, ...paid],
  checking: [
    { hertz: 550, ms: 80, gapMs: GAP_MS },
    { hertz: 550, ms: 80 },
  ],
  trouble: [
    { hertz: 330, ms: 70, gapMs: GAP_MS },
    { hertz: 330, ms: 70, gapMs: GAP_MS },
    { hertz: 330, ms: 70 },
  ],
  act: [{ hertz: 1_200, ms: 20 }],
};

/** Times in milliseconds after the change of the screen at which a cue sounds: once, or repeatedly. */
export interface Plan {
  cue: Cue;
  atMs: readonly number[];
}

/** Time in milliseconds that a card stays in the terminal before a sound calls the customer. */
const LEFT_IN_MS = 5_000;
const REPEAT_MS = 30_000;

const outcomes: Readonly<Record<OutcomeKind, Cue | null>> = {
  paid: 'paid',
  refunded: 'paid',
  'too-late': 'too-late',
  'partly-paid': 'partly-paid',
  held: 'held',
  'add-tip': 'held',
  declined: 'declined',
  cancelled: 'cancelled',
  'no-card': 'cancelled',
  'too-slow': 'cancelled',
  'not-completed': 'cancelled',
  released: 'cancelled',
  failed: 'trouble',
  // The manager at this till has just made this decision.
  decided: null,
};

/** Returns the sounds of a new screen, or null for silence. */
export function planOf(screen: Screen): Plan | null {
  const once = (cue: Cue): Plan => ({ cue, atMs: [0] });
  switch (screen.kind) {
    case 'outcome': {
      const cue = outcomes[screen.outcome];
      return cue === null ? null : once(cue);
    }
    case 'part':
      return once('partly-paid');
    case 'same-card':
      return once('act');
    case 'checking':
      return { cue: 'checking', atMs: [0, REPEAT_MS, 2 * REPEAT_MS, 3 * REPEAT_MS] };
    case 'live':
      if (screen.attempt.prompt === 'enter-pin' || screen.attempt.prompt === 'card-left-in') return once('act');
      return screen.attempt.prompt === 'remove-card' ? { cue: 'act', atMs: [LEFT_IN_MS] } : null;
    case 'link':
      if (screen.link.state === 'paid') return once(screen.link.isTooLate || screen.link.isLate ? 'too-late' : 'paid');
      return screen.link.state === 'checking' ? once('checking') : null;
    case 'terminal':
      return screen.trouble === 'lost' || screen.trouble === 'failed' ? once('trouble') : null;
    case 'platform':
      return screen.trouble === 'unreachable' ? once('trouble') : null;
    case 'stopped':
      return once('trouble');
    case 'moment':
    case 'set-up':
    case 'sign-in':
    case 'sending':
    case 'repeat':
    case 'amount-check':
    case 'link-asked':
    case 'link-repeat':
    case 'tip':
    case 'idle':
      return null;
  }
}
