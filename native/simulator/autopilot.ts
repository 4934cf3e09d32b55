/** Simulated customer for the command line and tests, who reacts to the terminal's requests after a short delay. */
import type { Clock } from '../../electron/domain/index.ts';
import type { Gesture, SimulatedTerminal } from '../families/shared/simulator/simulated-terminal.ts';

/** `cancel` presses the cancel key instead of presenting a card. */
export type AutopilotPlan = { card: string; present?: 'insert' | 'tap' | 'swipe' } | 'cancel';

/** Plans of the `--card` flag, in agreement with the command line. */
export const autopilotPlans = {
  approve: { card: 'approve' },
  decline: { card: 'no-funds' },
  cancel: 'cancel',
} as const satisfies Record<string, AutopilotPlan>;

export type AutopilotName = keyof typeof autopilotPlans;

const DEFAULT_DELAY_MS = 300;

/** The result stops the autopilot. */
export function startAutopilot(
  terminal: SimulatedTerminal,
  clock: Clock,
  plan: AutopilotPlan,
  delayMs = DEFAULT_DELAY_MS,
): () => void {
  let cancelTimer: (() => void) | null = null;
  let planned: Gesture | null = null;

  const check = (): void => {
    const wanted = nextGesture(terminal, plan);
    if (wanted === planned) return;
    cancelTimer?.();
    cancelTimer = null;
    planned = wanted;
    if (!wanted) return;
    cancelTimer = clock.after(delayMs, () => {
      cancelTimer = null;
      planned = null;
      if (plan !== 'cancel' && terminal.asks === 'present') terminal.choose(plan.card);
      // The gesture is skipped if the terminal's request has changed since it was planned; `look` then plans another
      // gesture.
      if (nextGesture(terminal, plan) === wanted) terminal.gesture(wanted);
      check();
    });
  };

  const unsubscribe = terminal.onChange(check);
  check();
  return () => {
    unsubscribe();
    cancelTimer?.();
  };
}

/** Gesture that fulfils the terminal's request, or null when there is no request. */
function nextGesture(terminal: SimulatedTerminal, plan: AutopilotPlan): Gesture | null {
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
