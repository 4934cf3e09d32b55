import { toFailure } from '../../electron/contract/index.ts';
import type { Bridge, Verb } from './bridge.ts';
import { setProblem, type TillStore } from './till-store.ts';

/** Sends a command whose answer nobody needs; a refusal is put on screen. */
export async function run(store: TillStore, bridge: Pick<Bridge, 'call'>, verb: Verb<unknown>): Promise<void> {
  try {
    await bridge.call(verb);
  } catch (error) {
    setProblem(store, toFailure(error));
  }
}
