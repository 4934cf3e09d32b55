/** The benchmark of a payment: what its words and sums make of figures. */
import { expect, it } from 'vitest';
import { missed, rowsOf } from '../../bench/payment/figures.ts';
import { keptFrom, worse } from '../../bench/payment/kept.ts';
import { stepsOf } from '../../bench/payment/moments.ts';
import { summed } from '../../bench/payment/profile.ts';
import type { Mark } from '../../bench/payment/words.ts';

const after = (till: number) => keptFrom(rowsOf('tcp', { cardToRequest: [till] }, { cardToRequest: [1] }));

it('the comparison names exactly the rows that take at least half as long again as before', () => {
  expect(worse(after(3.1), after(2))).toEqual([
    expect.stringMatching(/^tcp\/cardToRequest takes 3\.10 times .* 1\.6 times worse\.$/),
  ]);
  expect(worse(after(2.9), after(2))).toEqual([]);
  expect(worse(after(3), { ...after(1), rows: {} })).toEqual([]);
});

it('the report of a goal contains the missed part, measured from the value of the comparison', () => {
  const [row] = rowsOf('tcp', { cardToRequest: [9] }, { cardToRequest: [1] });
  expect(row && missed(row)).toContain('p50 8.0 ms, aimed for 5 ms');
  expect(row && missed({ ...row, till: [5] })).toBeNull();
  const [whole] = rowsOf('tcp', { pressToCapture: [130] }, { pressToCapture: [99] });
  expect(whole && missed(whole)).toContain('p50 130.0 ms, aimed for 129 ms');
  expect(whole && missed({ ...whole, till: [128] })).toBeNull();
});

it('the steps of a payment count a request between the card and its authorization', () => {
  const mark = (atMs: number, what: Mark['what'], text = '', bytes = 0): Mark => ({
    atMs,
    what,
    text,
    http: '',
    bytes,
    terminal: what.startsWith('terminal') ? 0 : null,
    of: null,
  });
  const marks = [
    mark(1, 'terminal-hears'),
    mark(2, 'terminal-says', '', 400),
    mark(3, 'request', 'GET /devices'),
    mark(4, 'request', 'GET /devices?limit=1'), // a probe in parallel with the payment
    mark(5, 'request', 'POST /authorizations'),
    mark(9, 'answer', 'POST /authorizations'),
    mark(10, 'terminal-hears'),
    mark(12, 'terminal-says', '', 20),
    mark(13, 'request', 'PUT /authorizations/AU1'),
  ];
  const steps = { pressToStart: 1, cardToRequest: 3, replyToAnswer: 1, finishedToCapture: 1, pressToCapture: 13 };
  expect(stepsOf({ pressedMs: 0, marks })).toEqual({ durations: steps, between: 1 });
});

it('a profile is summed by folder and function, only between two moments', () => {
  const frame = (id: number, functionName: string, url = '') => ({
    id,
    callFrame: { functionName, url, lineNumber: 3 },
  });
  const file = new URL('../../../electron/host/journal/database.ts', import.meta.url).href;
  const read = {
    nodes: [frame(1, '(idle)'), frame(2, 'write', file), frame(3, 'fsync')],
    startTime: 1_000_000,
    samples: [2, 1, 2, 3, 2],
    timeDeltas: [1_000, 4_000, 2_000, 3_000, 50_000],
  };
  const { places, functions, busyMs, idleMs } = summed(read, 1_002, 1_020, 1);
  expect({ busyMs, idleMs }).toEqual({ busyMs: 5, idleMs: 4 });
  expect(places).toEqual([
    { what: 'native code', ms: 3 },
    { what: 'electron/host/journal', ms: 2 },
  ]);
  expect(functions[1]?.what).toBe('write  electron/host/journal/database.ts');
});
