/** Commands of the setup during the restart of the host that an answer causes. */
import { expect, test } from 'vitest';
import type { Verb } from '../../../renderer/store/bridge.ts';
import { sessionMemory } from '../../../renderer/store/session.ts';
import { setupCommands } from '../../../renderer/store/setup-commands.ts';
import { createTillStore, mirrorOf } from '../../../renderer/store/till-store.ts';
import { memoryStorage } from './fixtures/fixture-till.ts';
import { hostState, NOW } from './fixtures/states.ts';

test('a window sends a key pressed while the host restarts once, when the host is back', async () => {
  const now = () => NOW;
  const store = createTillStore({ now, memory: sessionMemory(memoryStorage()) });
  const mirror = mirrorOf(store, now);
  const sent: string[] = [];
  const client = { setup: { skip: async () => void sent.push(store.getState().mirror.connection.state) } };
  const call = async <T>(verb: Verb<T>) => verb(client as never, { signal: new AbortController().signal });
  mirror.takeSnapshot({ epoch: 'first', seq: 1, state: hostState() });
  mirror.setConnection('live');
  mirror.setConnection('away');
  const skipped = setupCommands(store, { call }).skipInSetup();
  await new Promise(setImmediate);
  expect(sent).toEqual([]);
  mirror.takeSnapshot({ epoch: 'second', seq: 1, state: hostState() });
  mirror.setConnection('live');
  await skipped;
  expect(sent).toEqual(['live']);
});
