/** A command that another person must allow: asked immediately, and sent again under that name, for this command. */
import { expect, test } from 'vitest';
import { TillError, type Operator } from '../../../electron/contract/index.ts';
import type { Verb } from '../../../renderer/store/bridge.ts';
import { permitted } from '../../../renderer/store/run.ts';
import { sessionMemory } from '../../../renderer/store/session.ts';
import { createTillStore } from '../../../renderer/store/till-store.ts';

const required = new TillError('ROLE_REQUIRED', 'Needs a PIN', { context: { role: 'manager', ask: 'Anna' } });

function tillWith(answer: (operator: Operator | undefined) => string) {
  const store = createTillStore({
    now: () => 0,
    memory: sessionMemory({ getItem: () => null, setItem: () => {}, removeItem: () => {} }),
  });
  const sent: (Operator | undefined)[] = [];
  let asked: Operator | undefined;
  const bridge = { call: async <T>(verb: Verb<T>) => verb(undefined as never, undefined as never) };
  const ask = () =>
    permitted(store, bridge, 'device-action', ({ operator }) => async () => {
      asked = operator;
      sent.push(asked);
      return answer(operator);
    });
  return { store, sent, ask, pending: () => store.getState().permission ?? null };
}

test('a window sends a command once when it needs no permission', async () => {
  const till = tillWith(() => 'done');
  await expect(till.ask()).resolves.toBe('done');
  expect(till.sent).toEqual([undefined]);
  expect(till.pending()).toBeNull();
});

test('a window asks for name and PIN, again after a wrong PIN, and sends the command under the name after the right PIN', async () => {
  const till = tillWith((operator) => {
    if (!operator) throw required;
    if (operator.pin !== '2468') throw new TillError('ROLE_PIN_WRONG', 'Wrong');
    return `done by ${operator.name}`;
  });
  const answer = till.ask();
  await expect.poll(till.pending).toMatchObject({ failure: { context: { ask: 'Anna' } } });
  await expect(till.pending()?.give({ name: 'Anna', pin: '1' })).rejects.toMatchObject({ code: 'ROLE_PIN_WRONG' });
  expect(till.pending()).not.toBeNull();
  await till.pending()?.give({ name: 'Anna', pin: '2468' });
  await expect(answer).resolves.toBe('done by Anna');
  expect(till.pending()).toBeNull();
});

test('a window returns the refusal of the host when the question is cancelled, and sends nothing again', async () => {
  const till = tillWith(() => {
    throw required;
  });
  const answer = till.ask();
  await expect.poll(till.pending).not.toBeNull();
  till.pending()?.refuse();
  await expect(answer).rejects.toBe(required);
  expect(till.sent).toEqual([undefined]);
  expect(till.pending()).toBeNull();
});

test('a window shows another refusal after the permission at the key that was pressed', async () => {
  const till = tillWith((operator) => {
    if (!operator) throw required;
    throw new TillError('TERM_BUSY', 'A payment runs');
  });
  const answer = till.ask();
  await expect.poll(till.pending).not.toBeNull();
  await till.pending()?.give({ name: 'Anna', pin: '2468' });
  await expect(answer).rejects.toMatchObject({ code: 'TERM_BUSY' });
  expect(till.pending()).toBeNull();
});
