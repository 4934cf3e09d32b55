/** Which sound each change of the screen has (design language, section 4, Sound). Never the only sign, never for keys. */
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
  /** The customer must do something. */
  | 'act';

/** One tone: hertz and milliseconds; `gapMs` of silence after it. */
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
  // The beginning of "paid": the bank said yes, and nothing has moved.
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

/** When a cue sounds after the screen has changed, milliseconds: once, or again and again. */
export interface Plan {
  cue: Cue;
  atMs: readonly number[];
}

/** A card is left in the terminal for this long before anybody is called. */
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
  // Somebody at this till has just said so.
  decided: null,
};

/** What is to be heard when a screen comes up; null: nothing. */
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
