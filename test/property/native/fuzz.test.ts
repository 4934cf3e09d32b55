/** Short fuzz run of every framing, and the proof that the run finds broken decoders. Full run: test/fuzz/run.ts. */
import { describe, expect, it, vi } from 'vitest';
import { fuzz, type Framing, type Opened, type Timing } from '../../fuzz/fuzz.ts';
import { framings } from '../../fuzz/framings.ts';
import { familySchema } from '../../../electron/contract/index.ts';
import { fromHex } from '../../../native/framing/bytes.ts';
import { encodeMmsMessage } from '../../../native/families/mms/codec/message.ts';
import { mmsCommand } from '../../../native/families/mms/codec/tags.ts';
import { mmsTrace } from '../../../native/families/mms/trace/index.ts';

// A case computes for up to five seconds, of which a busy machine may give a thirtieth.
vi.setConfig({ testTimeout: 180_000 });

const UNITS = 25_000;
// The seed is changed by hand from time to time; the full run uses a new seed each time.
const SEED = 20_261_121;

describe('mutated chunks', () => {
  it.each(familySchema.options)('include the framings of %s', (family) => {
    expect(framings.map(({ name }) => name)).toContainEqual(expect.stringMatching(`^${family}-`));
  });

  it.each(framings)(
    'never cause a throw or a hang, stay within the buffer’s limit, and get every discard named: $name',
    (framing) => {
      const result = fuzz(framing, { seed: SEED, units: UNITS });
      expect(result).toMatchObject({ ok: true });
      if (!result.ok) return;
      expect(result.figures.chunks).toBeGreaterThanOrEqual(UNITS);
      // The run is meaningful only if it meets good frames and every kind of bad frame.
      expect(result.figures.frames).toBeGreaterThan(500);
      expect(Object.keys(result.figures.discards).sort()).toEqual([...framing.reasons].sort());
    },
  );
});

describe('bugs that full runs have found', () => {
  const seven = Uint8Array.from({ length: 7 }, (_, index) => index);
  // Numbers longer than their fields, which every reader must tolerate.
  it.each([
    [
      'options of a start',
      mmsCommand.startTransaction,
      [
        { tag: 0x84, value: seven },
        { tag: 0x86, value: fromHex('9C01009F0206000000001234') },
      ],
    ],
    [
      'title of a text',
      mmsCommand.displayFlexText,
      [
        { tag: 0x83, value: seven },
        { tag: 0xa1, value: fromHex('8100') },
      ],
    ],
  ])('stay fixed when %s is read', (_what, command, tlvs) => {
    const message = encodeMmsMessage({ kind: 'request', reference: 1, command, tlvs });
    for (const bytes of [message, mmsTrace.mask(message)]) {
      const [decoded] = mmsTrace.decoder('message').push(bytes);
      expect(decoded?.message).toMatch(/ request$/);
    }
  });
});

describe('a broken decoder', () => {
  let hungMs = 0;
  const timing: Timing = { wallMs: () => hungMs, cpuMs: () => hungMs };
  const sound = framings.find(({ name }) => name === 'mms-slip');
  if (!sound) throw new Error('no framing mms-slip');
  const broken = (change: (opened: Opened) => Partial<Opened>): Framing => ({
    ...sound,
    open(random) {
      const opened = sound.open(random);
      const changed = change(opened);
      return {
        push: changed.push ?? ((chunk) => opened.push(chunk)),
        settle: changed.settle ?? (() => opened.settle()),
        maxHeldBytes: opened.maxHeldBytes,
        get heldBytes() {
          return changed.heldBytes ?? opened.heldBytes;
        },
      };
    },
  });
  const without = (chunk: Uint8Array) => chunk.filter((byte) => byte !== 0xdd);

  it.each<[string, Framing, RegExp]>([
    [
      'throws on one byte',
      broken((opened) => ({
        push(chunk) {
          if (chunk.includes(0xdd)) throw new TypeError('unexpected byte');
          return opened.push(chunk);
        },
      })),
      /^it threw: TypeError: unexpected byte/,
    ],
    ['grows without bound', broken(() => ({ heldBytes: 1_000_000 })), /^1000000 bytes are held/],
    ['loses bytes', broken((opened) => ({ push: (chunk) => opened.push(without(chunk)) })), /./],
    ['delivers nothing', broken(() => ({ push: () => ({ discards: [], frames: [] }) })), /^a clean frame behind it/],
    [
      'invents a name',
      broken((opened) => ({ push: (chunk) => ({ ...opened.push(chunk), discards: ['oops'] }) })),
      /^a discard is called "oops"/,
    ],
    [
      'hangs for a while',
      broken((opened) => ({
        push(chunk) {
          hungMs += 2_100;
          return opened.push(chunk);
        },
      })),
      /^one chunk took 2100 ms/,
    ],
  ])('is found, and found again with its seed: %s', (_what, framing, what) => {
    const first = fuzz(framing, { seed: SEED, units: UNITS, timing });
    if (first.ok) throw new Error('nothing was found');
    expect(first.failure.what).toMatch(what);
    const again = fuzz(framing, { seed: SEED, units: UNITS, timing, onlyCase: first.failure.case });
    if (again.ok) throw new Error('it was not found again');
    expect({ ...again.failure, what: '' }).toEqual({ ...first.failure, what: '' });
  });
});
