import { afterEach, describe, expect, it } from 'vitest';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { startSimulator, testDeck, type RunningSimulator } from '../../../../native/simulator/index.ts';
import { practiceViewSchema } from '../../../../electron/contract/index.ts';
import { closeAll, connectControl, connectHost, onCleanup } from './net.ts';
import { sale } from './test-bench.ts';
import { until } from '../../../waiting.ts';

afterEach(closeAll);

const pace = { readMs: { chip: 5, contactless: 5, swipe: 5 }, completeMs: 5, resultMs: 20 };

async function start(): Promise<RunningSimulator & { control: string }> {
  const simulator = await startSimulator({ family: 'mms', carrier: { tcp: 0 }, control: 0, terminal: { pace } });
  onCleanup(() => simulator.close());
  return { ...simulator, control: simulator.controlAddress ?? '' };
}

describe('the control port', () => {
  it('sends the state at once, in the terms of the contract', async () => {
    const { control } = await start();
    const client = await connectControl(control);
    await until(() => client.states.length === 1, 'a state');
    const state = client.states[0];
    expect(state).toEqual({
      type: 'state',
      display: ['READY'],
      cards: testDeck.map(({ id, brand, pan }) => ({ id, brand, lastFour: pan.slice(-4) })),
      chosenCard: 'approve',
      can: [],
      asks: null,
      isPluggedIn: true,
    });
    expect(practiceViewSchema.safeParse({ ...state, terminalId: 'practice', isRunning: true }).success).toBe(true);
  });

  it('shows every change to several clients, and lets each of them act', async () => {
    const { control, address } = await start();
    const [one, two] = [await connectControl(control), await connectControl(control)];
    const { host } = await connectHost(address);
    two.send({ type: 'choose', card: 'no-funds' });
    await until(() => one.states.at(-1)?.chosenCard === 'no-funds', 'chosen');
    host.say(commands.startTransaction(1, sale));
    await until(() => one.states.at(-1)?.can.includes('tap'), 'asked for a card');
    expect(one.states.at(-1)?.display).toEqual(['$12.34', 'TAP, INSERT OR SWIPE CARD']);
    one.send({ type: 'gesture', gesture: 'tap' });
    await until(() => host.story.includes('0101 20080202'), 'online');
    await until(() => [one, two].every(({ states }) => states.at(-1)?.display[0] === 'AUTHORIZING'), 'both see it');
    expect([...one.refusals, ...two.refusals]).toEqual([]);
    const lines = one.text.trim().split('\n');
    expect(lines.every((line, index) => line !== lines[index - 1])).toBe(true);
  });

  it('unplugs and plugs in the cable', async () => {
    const { control, address } = await start();
    const client = await connectControl(control);
    const till = await connectHost(address);
    client.send({ type: 'cable', isPluggedIn: false });
    await until(() => till.isClosed, 'the till is cut off');
    await until(() => client.states.at(-1)?.isPluggedIn === false, 'shown as pulled');
    client.send({ type: 'cable', isPluggedIn: true });
    await until(() => client.states.at(-1)?.isPluggedIn === true, 'shown as back');
    await connectHost(address);
  });

  it('reports an invalid command only to its sender, and continues', async () => {
    const { control } = await start();
    const [one, two] = [await connectControl(control), await connectControl(control)];
    const bad = [
      'not json',
      '[]',
      'null',
      '{"type":"gesture","gesture":"shake"}',
      '{"type":"choose","card":7}',
      '{"type":"cable","isPluggedIn":"yes"}',
      '{"type":"state"}',
      '{"type":"choose","card":"gold"}',
      '{"type":"gesture","gesture":"remove"}',
    ];
    one.sendLine(`${bad.join('\n')}\n\n`);
    await until(() => one.refusals.length === bad.length, 'each is refused');
    one.send({ type: 'choose', card: 'slow' });
    await until(() => two.states.at(-1)?.chosenCard === 'slow', 'still served');
    expect(two.refusals).toEqual([]);
  });

  it('accepts commands in single characters, and disconnects a client whose line never ends', async () => {
    const { control } = await start();
    const one = await connectControl(control);
    for (const character of '{"type":"choose","card":"pin"}\n') {
      one.sendLine(character);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => one.states.at(-1)?.chosenCard === 'pin', 'chosen');
    one.sendLine('x'.repeat(10_000));
    await until(() => one.isClosed, 'dropped');
    const two = await connectControl(control);
    await until(() => two.states.length === 1, 'others are served');
  });
});
