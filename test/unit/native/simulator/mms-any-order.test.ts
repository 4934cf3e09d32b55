import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { properties } from '../../../../native/families/mms/codec/properties.ts';
import { mmsSimulator } from '../../../../native/families/mms/simulator/index.ts';
import { gestures, testDeck } from '../../../../native/simulator/index.ts';
import { openBlob } from './host-side.ts';
import { makeTestBench, sale, SERIAL_NUMBER, type TestBench } from './test-bench.ts';

/** Single action of a customer, a host, noise or time. */
type Act = (testBench: TestBench, reference: number) => void;

const request =
  (build: (reference: number) => Uint8Array): Act =>
  (testBench, reference) =>
    testBench.host.say(build(reference));

const acts: Readonly<Record<string, Act>> = {
  start: request((reference) => commands.startTransaction(reference, sale)),
  'start, stripe only': request((reference) =>
    commands.startTransaction(reference, { ...sale, readers: { msr: true, contact: false, contactless: false } }),
  ),
  'start, Quick Chip': request((reference) => commands.startTransaction(reference, { ...sale, options: 0x0003 })),
  approve: request((reference) =>
    commands.resumeTransaction(reference, { deviceSerialNumber: SERIAL_NUMBER, authorizationResponseCode: '00' }),
  ),
  decline: request((reference) =>
    commands.resumeTransaction(reference, { deviceSerialNumber: SERIAL_NUMBER, authorizationResponseCode: '05' }),
  ),
  cancel: request(commands.cancelTransaction),
  echo: request((reference) => commands.echo(reference, Uint8Array.of(reference, 0xc0))),
  'fixed text': request((reference) => commands.displayFixedText(reference, { seconds: 1, stringId: 0x0e })),
  'free text': request((reference) => commands.displayFlexText(reference, { lines: ['Hello'] })),
  battery: request((reference) => commands.getProperty(reference, properties.battery)),
  reset: request(commands.reset),
  'a moment': ({ clock }) => clock.advance(120),
  'a while': ({ clock }) => clock.advance(3_000),
  'a minute': ({ clock }) => clock.advance(61_000),
  ...Object.fromEntries(
    gestures.map((gesture): [string, Act] => [gesture, ({ terminal }) => void terminal.gesture(gesture)]),
  ),
};

const hostActs = new Set(Object.keys(acts).slice(0, 11));

/** Single actions, and sequences that complete a step unless another action interrupts them. */
const anyActs = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(acts)).map((name) => [name]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ['remove', 'start', 'insert', 'a while', 'enter-pin', 'approve'],
      ['remove', 'start', 'tap', 'a while', 'approve', 'a while'],
      ['start, stripe only', 'swipe', 'a while', 'decline'],
    ),
  },
);

it('the simulator answers any events in any order with one response per request, one end per transaction, no timers', () => {
  let [ends, approvals, resets] = [0, 0, 0];
  fc.assert(
    fc.property(
      fc.constantFrom(...mmsSimulator.models),
      fc.constantFrom(...testDeck.map(({ id }) => id)),
      fc.array(anyActs, { minLength: 10, maxLength: 50, size: 'max' }).map((runs) => runs.flat()),
      (model, chosenCard, script) => {
        const testBench = makeTestBench({ model, chosenCard });
        const { clock, terminal, host } = testBench;
        let expected = 0;
        script.forEach((name, index) => {
          const before = host.responses.length;
          const isUp = !isAway(testBench);
          acts[name]?.(testBench, index & 0xff);
          if (!hostActs.has(name)) return;
          // A running terminal answers at once, exactly once, with the request's reference; a restarting terminal is
          // silent.
          if (isUp) expected += 1;
          expect(host.responses.length - before).toBe(isUp ? 1 : 0);
          if (isUp) expect(host.responses.at(-1)?.reference).toBe(index & 0xff);
        });
        clock.advance(600_000);
        if (terminal.face.can.includes('remove')) terminal.gesture('remove');
        clock.advance(600_000);

        expect(host.responses).toHaveLength(expected);
        expect(terminal.step).toBeNull();
        const { story } = host;
        // Between an accepted start and the next start, there is exactly one end, or a reset.
        let running = false;
        for (const line of story) {
          if (line === 'rsp 1001 01000000') {
            expect(running).toBe(false);
            running = true;
          } else if (line === '1001 00000000') {
            running = false;
            resets += 1;
          } else if (/^0105 ..0206/.test(line)) {
            expect(running).toBe(true);
            approvals += 1;
          } else if (/^0105 (?!..02)/.test(line)) {
            expect(running, `${line} without a transaction`).toBe(true);
            running = false;
            ends += 1;
          }
        }
        expect(running).toBe(false);
        // The platform's keys open every online request, and each request has its own key.
        const blobs = host.notifications.filter(
          ({ code, status }) => code === 0x0101 && status[1] === 8 && status[2] === 2,
        );
        const ksns = blobs.map(({ tlvs }) => openBlob(tlvs[0]?.value ?? new Uint8Array()).ksn);
        expect(new Set(ksns).size).toBe(ksns.length);
        expect([host.discards, host.unreadable]).toEqual([[], []]);
        for (const { pan } of testDeck) expect(host.wireHex).not.toContain(pan);
        testBench.close();
        expect(clock.pending).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
  // The scripts have reached the events that this test is about.
  expect(ends).toBeGreaterThan(300);
  expect(approvals).toBeGreaterThan(50);
  expect(resets).toBeGreaterThan(50);
});

/** True while the terminal restarts: its display is empty and it receives nothing. */
function isAway({ terminal, host }: TestBench): boolean {
  const last = host.story.findLastIndex((line) => line.startsWith('1001 0003'));
  return last >= 0 && !host.story.slice(last).includes('1001 00000000') && terminal.step === null;
}
