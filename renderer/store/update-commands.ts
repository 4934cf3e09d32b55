import type { Bridge } from './bridge.ts';
import { run } from './run.ts';
import type { TillStore } from './till-store.ts';

export type UpdateCommands = ReturnType<typeof updateCommands>;

/** Commands for an update that is ready. None throws: a refusal is shown on screen. */
export function updateCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  return {
    /** Installs the update now; the till is disconnected for some seconds. */
    updateNow: () => run(store, bridge, (client, options) => client.till.updateNow(undefined, options)),
  };
}
