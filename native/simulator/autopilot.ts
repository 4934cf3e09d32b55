/** A simulated customer: does what the terminal asks, a moment later. For the command line and tests. */
import type { Clock } from '../../electron/domain/index.ts';
import type { Gesture, SimulatedTerminal } from '../families/shared/simulator/simulated-terminal.ts';

/** `cancel` presses the cancel key instead of presenting a card. */
export type AutopilotPlan = { card: string; present?: 'insert' | 'tap' | 'swipe' } | 'cancel';

/** What `--card` means (agreed with the command line). */
export const autopilotPlans = {
  approve: { card: 'approve' },
  decline: { card: 'no-funds' },
  cancel: 'cancel',
} as const satisfies Record<string, AutopilotPlan>;

export type AutopilotName = keyof typeof autopilotPlans;

const DEFAULT_DELAY_MS = 300;

/** Starts it; the result stops it. */
export function startAutopilot(
  terminal: SimulatedTerminal,
  clock: Clock,
  plan: AutopilotPlan,
  delayMs = DEFAULT_DELAY_MS,
): () => void {
  let cancelTimer: (() => void) | null = null;
  let meant: Gesture | null = null;

  const look = (): void => {
    const wanted = wish(terminal, plan);
    if (wanted === meant) return;
    cancelTimer?.();
    cancelTimer = null;
    meant = wanted;
    if (!wanted) return;
    cancelTimer = clock.after(delayMs, () => {
      cancelTimer = null;
      meant = null;
      if (plan !== 'cancel' && terminal.asks === 'present') terminal.choose(plan.card);
      // The terminal changed its mind meanwhile: `look` runs again with the change.
      if (wish(terminal, plan) === wanted) terminal.gesture(wanted);
      look();
    });
  };

  const unsubscribe = terminal.onChange(look);
  look();
  return () => {
    unsubscribe();
    cancelTimer?.();
  };
}

/** The gesture that would do what the terminal asks for; null when it asks for nothing. */
function wish(terminal: SimulatedTerminal, plan: AutopilotPlan): Gesture | null {
  const { can } = terminal.face;
  const first = (...wanted: Gesture[]): Gesture | null => wanted.find((gesture) => can.includes(gesture)) ?? null;
  switch (terminal.asks) {
    case 'present':
      if (plan === 'cancel') return first('press-cancel');
      return first(plan.present ?? 'insert', 'insert', 'tap', 'swipe');
    case 'enter-pin':
      return plan === 'cancel' ? first('press-cancel') : first('enter-pin');
    case 'remove':
      return first('remove');
    case null:
      return null;
  }
}
