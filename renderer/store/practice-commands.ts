import type { PracticeCard, PracticeView } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { run } from './run.ts';
import type { TillStore } from './till-store.ts';

/** What a customer can do at the practice terminal. */
export type PracticeGesture = PracticeView['can'][number];

export type PracticeCommands = ReturnType<typeof practiceCommands>;

/** The practice terminal's buttons, in training mode only. None of them throws: a refusal is put on screen. */
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
