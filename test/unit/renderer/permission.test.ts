/** A command that somebody else has to allow: asked on the spot, sent again under their name, for that one command. */
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

test('where nobody has to be asked it is sent once, as ever', async () => {
  const till = tillWith(() => 'done');
  await expect(till.ask()).resolves.toBe('done');
  expect(till.sent).toEqual([undefined]);
  expect(till.pending()).toBeNull();
});

test('somebody is asked, a wrong PIN asks again, and the right one sends it under their name', async () => {
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

test('nobody allows it: the host’s own refusal, and nothing was sent again', async () => {
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

test('what is refused for another reason once it was allowed is said where it was pressed', async () => {
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
