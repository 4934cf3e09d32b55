/**
 * Ctrl+C in a running sale: the terminal is stopped, and its result decides how the sale ends.
 * @module-tag ci-only
 */
import { mkdtempSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { simulator } from './in-process.ts';
import { serve } from './processes.ts';
import { storyTime } from '../waiting.ts';

interface State {
  can: string[];
  display: string[];
}

/** Follows a simulator's control port. */
function follow(control: string) {
  const [host = '', port = ''] = control.split(':');
  const socket = createConnection(Number(port), host);
  socket.on('error', () => undefined);
  const states: State[] = [];
  const waiting: { when: (state: State) => boolean; done: () => void }[] = [];
  createInterface({ input: socket }).on('line', (line) => {
    const state = JSON.parse(line) as State;
    states.push(state);
    for (const one of waiting) if (one.when(state)) one.done();
  });
  return {
    until: (when: (state: State) => boolean) =>
      new Promise<void>((done) => {
        if (states.some(when)) done();
        else waiting.push({ when, done });
      }),
    last: () => states.at(-1),
    close: () => socket.destroy(),
  };
}

test.concurrent.each([
  ['mms', 'once'],
  ['neo2', 'once'],
  ['mms', 'received three times, as through npm'],
] as const)(
  '%s: Ctrl+C cancels the sale while the terminal waits for a card, pressed %s',
  { timeout: 180_000 },
  async (family, how) => {
    const terminal = await simulator('--family', family, '--tcp', '0', '--control', '0');
    const hands = follow(String(terminal.controlAddress));
    const data = mkdtempSync(join(tmpdir(), 'tillbridge-cancel-'));
    const sale = serve(['sale', '--amount', '5', '--terminal', terminal.address, '--data', data, '--json']);
    await hands.until(({ can }) => can.includes('insert'));
    sale.child.kill('SIGINT');
    if (how !== 'once') {
      for (const afterMs of [5, 100]) {
        await storyTime(afterMs, 'npm passes the signal on a moment later');
        sale.child.kill('SIGINT');
      }
    }
    expect(await sale.said).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'cashier',
      authorization: null,
      transfer: null,
      cancelTooLate: false,
      mayHaveCharged: false,
    });
    expect(await sale.exited).toBe(1);
    // The terminal accepts no card any more.
    await hands.until(({ display }) => display.some((line) => /cancel/i.test(line)));
    expect(hands.last()?.can).toEqual([]);
    hands.close();
    await terminal.close();
  },
);
