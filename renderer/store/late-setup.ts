import type { Bridge } from './bridge.ts';
import type { SetupCommands } from './setup-commands.ts';
import type { TillStore } from './till-store.ts';

/** Commands of the setup. They are loaded on demand, to keep the counter's first load small. */
export interface LateSetupCommands {
  setup: <T>(task: (verbs: SetupCommands) => Promise<T>) => Promise<T>;
}

export function lateSetupCommands(store: TillStore, bridge: Pick<Bridge, 'call'>): LateSetupCommands {
  let verbs: SetupCommands | undefined;
  return {
    async setup(task) {
      const { setupCommands } = await import('./setup-commands.ts');
      return task((verbs ??= setupCommands(store, bridge)));
    },
  };
}
