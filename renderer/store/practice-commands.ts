import type { PracticeCard, PracticeView } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { run } from './run.ts';
import type { TillStore } from './till-store.ts';

/** Gesture of a customer at the practice terminal. */
export type PracticeGesture = PracticeView['can'][number];

export type PracticeCommands = ReturnType<typeof practiceCommands>;

/** Commands of the practice terminal, in training mode only. None throws: a refusal is shown on screen. */
export function practiceCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  return {
    choosePracticeCard: (card: PracticeCard['id']) =>
      run(store, bridge, (client, options) => client.practice.choose({ card }, options)),
    practiceGesture: (gesture: PracticeGesture) =>
      run(store, bridge, (client, options) => client.practice.gesture({ gesture }, options)),
    setPracticeCable: (isPluggedIn: boolean) =>
      run(store, bridge, (client, options) => client.practice.cable({ isPluggedIn }, options)),
  };
}
