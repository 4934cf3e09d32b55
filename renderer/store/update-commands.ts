import type { Bridge } from './bridge.ts';
import { run } from './run.ts';
import type { TillStore } from './till-store.ts';

export type UpdateCommands = ReturnType<typeof updateCommands>;

/** Another version that is ready. Nothing throws: a refusal is put on screen. */
export function updateCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  return {
    /** Puts it in place now; the till is away for some seconds then. */
    updateNow: () => run(store, bridge, (client, options) => client.till.updateNow(undefined, options)),
  };
}
