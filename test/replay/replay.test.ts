/** Replays recorded traffic to the real driver: the same payments without a simulator, byte for byte and in order. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PayingFamily } from '../../native/index.ts';
import { parseNeo2Tlvs } from '../../native/families/neo2/codec/tlv.ts';
import { parseMmsMessage } from '../../native/families/mms/codec/message.ts';
import { concatBytes, readBigEndian, toHex } from '../../native/framing/bytes.ts';
import { Neo2Deframer } from '../../native/framing/neo2-stream.ts';
import { NotificationJoiner } from '../../native/framing/magnesafe-packets.ts';
import { MagnesafeDeframer } from '../../native/framing/magnesafe-slip.ts';
import { SlipDeframer } from '../../native/framing/slip.ts';
import { findTlv, findTlvPath } from '../../native/framing/tlv.ts';
import { readTrace, recordTrace, ReplayDifference, replayTrace } from '../../native/index.ts';
import { systemClock } from '../../electron/domain/index.ts';
import { testDeck } from '../../native/simulator/index.ts';
import { hasSocat } from '../unit/native/pty.ts';
import { ascii } from '../unit/native/scripted-terminal.ts';
import { codeOf, standStill } from '../unit/native/support.ts';
import { record } from './record.ts';
import { connectFamily, Sale, scenarios, type Customer, type Scenario } from './scenarios.ts';
import { openTestBench } from './test-bench.ts';
import { until } from '../waiting.ts';

const folder = resolve(import.meta.dirname, 'traces');
const traceOf = (name: string): string => readFileSync(resolve(folder, `${name}.trace`), 'utf8');
/** The trace already contains the customer's actions. */
const inTheTrace: Customer = { card: () => undefined, does: async () => undefined, pullsTheCable: () => undefined };

async function replay(trace: string, scenario: Scenario, onEvent?: () => void): Promise<Sale> {
  const link = replayTrace(trace);
  try {
    const terminal = await connectFamily(scenario.family, link);
    // The terminal's pending messages come before the next action and before the end, even on a slow machine.
    const mayAct = (): boolean => link.isDriversTurn;
    const sale = new Sale(terminal, { mayAct, ...(onEvent ? { onEvent } : {}) });
    await scenario.play(sale, inTheTrace);
    await until(mayAct, 'all that came');
    await terminal.close();
    await link.played(1_000);
    return sale;
  } catch (error) {
    // The trace's error is closer to the cause than the driver's.
    await link.played(0);
    throw error;
  }
}

/** Wait that is longer than the interval of the polls for the sale's progress. */
const STILL_MS = 8;

// Card data of another year is refused, so the replay runs on the day of the recording.
const RECORDED_AT = Date.UTC(2026, 10, 23);
beforeAll(() => void vi.spyOn(systemClock, 'now').mockReturnValue(RECORDED_AT));
afterAll(() => void vi.restoreAllMocks());

const scenarioNamed = (name: string): Scenario => {
  const found = scenarios.find((one) => one.name === name);
  if (!found) throw new Error(`no scenario ${name}`);
  return found;
};

describe('a recorded trace', () => {
  it('exists for exactly the scenarios', () => {
    expect(readdirSync(folder).sort()).toEqual(scenarios.map(({ name }) => `${name}.trace`).sort());
  });

  it.each(scenarios)('leads to the recorded events: $name', async (scenario) => {
    const trace = traceOf(scenario.name);
    expect(readTrace(trace).link).toBe(scenario.link);
    const sale = await replay(trace, scenario);
    expect(sale.story).toEqual(scenario.story);
  });

  it.each(scenarios)(
    'leads to the recorded events on a machine that pauses at every event: $name',
    async (scenario) => {
      const sale = await replay(traceOf(scenario.name), scenario, () => standStill(STILL_MS));
      expect(sale.story).toEqual(scenario.story);
    },
  );

  it('gives the driver card data of the same layout, made of filler', async () => {
    const sale = await replay(traceOf('mms-approve-chip-pin'), scenarioNamed('mms-approve-chip-pin'));
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(online?.data.keySerialNumber).toBe('FFFF9876543210E00001');
    expect(online?.data.encryptedEmvData).toMatch(/^0131F982012DDFDF54.*(EE){168}/);
  });
});

describe('a new recording', () => {
  const runnable = scenarios.filter(({ link }) => link !== 'serial' || hasSocat);
  it.each(runnable)('is replayed with the same events: $name', async (scenario) => {
    const { trace, story } = await record(scenario);
    expect(story).toEqual(scenario.story);
    expect((await replay(trace, scenario)).story).toEqual(scenario.story);
  });
});

/** Secrets that must not be in a trace, extracted with the tests' own readers. */
const secretsIn: Readonly<Record<PayingFamily, (raw: Uint8Array) => Uint8Array[]>> = {
  mms(raw) {
    const blobs = new SlipDeframer('host').push(raw).flatMap((item) => {
      const parsed = item.kind === 'frame' ? parseMmsMessage(item.message) : undefined;
      const note = parsed?.ok && parsed.message.kind === 'notification' ? parsed.message : undefined;
      return note?.status[1] === 0x08 ? [findTlv(note.tlvs, 0x84) ?? new Uint8Array()] : [];
    });
    expect(blobs).toHaveLength(2);
    const [arqc = new Uint8Array(), batch = new Uint8Array()] = blobs;
    const inside = (blob: Uint8Array, ...path: number[]): Uint8Array => {
      const shell = blob.subarray(2, 2 + readBigEndian(blob.subarray(0, 2)));
      return findTlvPath(shell, 0xf9, 0xfa, ...path) ?? new Uint8Array();
    };
    return [
      inside(arqc, 0x70, 0xf8, 0xdfdf59),
      inside(arqc, 0x70, 0xdfdf4d),
      inside(arqc, 0x70, 0x5f20),
      arqc.subarray(-4),
      inside(batch, 0xf0, 0xf8, 0xdfdf59),
      batch.subarray(-4),
    ];
  },
  neo2(raw) {
    const answers = new Neo2Deframer('host').push(raw).flatMap((item) => {
      if (item.kind !== 'frame' || item.frame.kind !== 'response' || item.frame.command !== 0x60) return [];
      const parsed = parseNeo2Tlvs(item.frame.data.subarray(1));
      return parsed.ok ? parsed.tlvs : [];
    });
    const secrets = answers.filter(({ form, tag }) => form !== 'plain' || tag === 0x9f26 || tag === 0x5f20);
    // The answers contain at least track 2 and number, each masked and encrypted.
    expect(secrets.length).toBeGreaterThanOrEqual(4);
    return secrets.map(({ value }) => value);
  },
  magnesafe(raw) {
    const joiner = new NotificationJoiner();
    const messages = new MagnesafeDeframer('host').push(raw).flatMap((item) => {
      const notes = item.kind === 'frame' && item.type === 'notification' ? joiner.push(item.message) : [];
      return notes.flatMap((note) => (note.kind === 'frame' && note.id >= 0x0303 ? [note] : []));
    });
    const [asked, ended] = messages.map(({ data }) => data);
    const inside = (message: Uint8Array | undefined, from: number, ...path: number[]): Uint8Array => {
      const shell = message?.subarray(from, from + readBigEndian(message.subarray(from - 2, from))) ?? new Uint8Array();
      return findTlvPath(shell, 0xf9, 0xfa, ...path) ?? new Uint8Array();
    };
    return [
      inside(asked, 2, 0x70, 0xf8, 0xdfdf59),
      inside(asked, 2, 0x70, 0xdfdf4d),
      inside(asked, 2, 0x70, 0x5f20),
      inside(ended, 3, 0xf0, 0xf8, 0xdfdf59),
    ];
  },
};

it.each(['mms-approve-chip-pin', 'neo2-approve-chip', 'magnesafe-approve-chip'])(
  'the trace of a payment contains no part of a ciphertext, track, name or MAC (%s)',
  async (name) => {
    const scenario = scenarioNamed(name);
    const testBench = await openTestBench(scenario);
    const raw: Uint8Array[] = [];
    testBench.link.onData((bytes) => raw.push(bytes.slice()));
    const lines: string[] = [];
    const link = recordTrace(testBench.link, (line) => lines.push(line), scenario.family);
    const terminal = await connectFamily(scenario.family, link);
    await scenario.play(new Sale(terminal), testBench.customer);
    await terminal.close();
    await testBench.close();

    const output = lines.map((line) => line.replace(/#.*$/, '').trim().split(' ').at(-1)).join(' ');
    expect(output).toContain('EEEEEEEE');
    for (const secret of secretsIn[scenario.family](concatBytes(...raw))) {
      expect(secret.length).toBeGreaterThanOrEqual(4);
      // Eight bytes, because shorter runs (the zeros of a masked track) also occur in a firmware's name.
      const run = Math.min(8, secret.length);
      for (let at = 0; at + run <= secret.length; at++) {
        expect(output).not.toContain(toHex(secret.subarray(at, at + run)));
      }
    }
    const all = lines.join('\n');
    for (const { pan, cardholderName } of testDeck) {
      for (const secret of [pan, toHex(ascii(pan)), toHex(ascii(cardholderName))]) expect(all).not.toContain(secret);
    }
  },
);

describe('a strict replay', () => {
  const scenario = scenarioNamed('mms-cancel-by-host');
  const lines = traceOf(scenario.name).trimEnd().split('\n');
  const changed = (change: (lines: string[]) => void): string => {
    const copy = [...lines];
    change(copy);
    return copy.join('\n');
  };
  const step = (word: string): number => lines.findIndex((line) => line.includes(word));
  const failure = async (trace: string): Promise<unknown> =>
    replay(trace, scenario).then(
      () => 'played',
      (error: unknown) => error,
    );

  it.each([
    [
      'a different amount',
      changed((copy) => {
        const at = step('start-transaction request');
        copy[at] = copy[at]?.replace('000000001234', '000000001235') ?? '';
      }),
      step('start-transaction request'),
      /expected "\+[\d.]+ => C0.*", but start-transaction request was written: C0/,
    ],
    [
      'a write that the driver omits',
      changed((copy) =>
        copy.splice(step('cancel-transaction request'), 0, '+9 => C0000000000CAA00810401091F0284021F02C0'),
      ),
      step('cancel-transaction request'),
      /but cancel-transaction request was written/,
    ],
    [
      'a write that the trace lacks',
      changed((copy) => copy.splice(step('cancel-transaction request'), 1)),
      // The answer follows even without the request.
      step('cancel-transaction request') + 1,
      /but \d+ bytes were written/,
    ],
    [
      'unexpected lines at the end',
      changed((copy) => copy.splice(-1, 1, '+99 => C0C0')),
      lines.length - 1,
      /the link was closed/,
    ],
    ['a link that was lost and not closed', changed((copy) => copy.splice(-1, 1)), lines.length - 1, 'played'],
  ])('has the expected result for %s', async (_what, trace, line, expected) => {
    const error = await failure(trace);
    if (expected === 'played') return expect(error).toBe('played');
    expect(error).toBeInstanceOf(ReplayDifference);
    expect((error as ReplayDifference).message).toMatch(expected);
    // `step` does not count the header.
    expect((error as ReplayDifference).context).toEqual({ step: line });
    expect((error as ReplayDifference).name).toBe('ReplayDifference');
  });

  it('throws an error with the line that was never written', async () => {
    const link = replayTrace('# tillbridge trace 1: family mms, link tcp\n+0 => C0C0\n');
    await expect(link.played(20)).rejects.toThrow(/step 1 of the trace: expected "\+0 => C0C0", but nothing happened/);
    expect((await link.closed)?.name).toBe('ReplayDifference');
    expect(await codeOf(link.write(Uint8Array.of(1)))).toBe('HOST_INTERNAL');
  });

  it('refuses text that is no trace, with the line number', () => {
    expect(() => replayTrace('')).toThrow(/line 1/);
    expect(() => replayTrace('# tillbridge trace 1: family abc, link tcp')).toThrow(/line 1/);
    expect(() => replayTrace('# tillbridge trace 1: family mms, link tcp\n\n# fine\n+0 => C\n')).toThrow(/line 4/);
    expect(() => replayTrace('# tillbridge trace 1: family mms, link tcp\n+0 ?? C0\n')).toThrow(/line 2/);
  });
});
