import { toFailure } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { setProblem, type TillStore } from './till-store.ts';

export type UpdateCommands = ReturnType<typeof updateCommands>;

/** Another version that is ready. Nothing throws: a refusal is put on screen. */
export function updateCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  return {
    /** Puts it in place now; the till is away for some seconds then. */
    updateNow: async () => {
      try {
        await bridge.call((client, options) => client.till.updateNow(undefined, options));
      } catch (error) {
        setProblem(store, toFailure(error));
      }
    },
  };
}
