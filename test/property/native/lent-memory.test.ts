/**
 * Bindings lend their read buffer: chunks are Buffers, whose slice() is no copy, and their memory may already hold the
 * next chunk when a frame is read. Whatever a framing keeps or returns must be its own copy.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, toHex } from '../../../native/framing/bytes.ts';
import { HidPacketJoiner, splitIntoPackets } from '../../../native/framing/hid-packets.ts';
import { encodeNeo2Response, type Neo2Frame } from '../../../native/framing/neo2-frame.ts';
import { Neo2ReportJoiner, splitIntoNeo2Reports } from '../../../native/framing/neo2-hid.ts';
import { Neo2Deframer } from '../../../native/framing/neo2-stream.ts';
import { encodeSlip, SlipDeframer, slipInfo } from '../../../native/framing/slip.ts';
import { LinkCore } from '../../../native/link/link.ts';

type Item = { kind: string; message?: Uint8Array; frame?: Neo2Frame };
type Decoder = { push(chunk: Uint8Array): readonly Item[] };

const cutInto = (size: number, stream: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
    stream.subarray(index * size, (index + 1) * size),
  );

const framings: readonly {
  name: string;
  open: () => Decoder;
  chunks: (messages: readonly Uint8Array[], size: number) => Uint8Array[];
}[] = [
  {
    name: 'mms-slip',
    open: () => new SlipDeframer('host'),
    chunks: (messages, size) => cutInto(size, concatBytes(...messages.map((one) => encodeSlip(slipInfo.toHost, one)))),
  },
  {
    name: 'mms-hid',
    open: () => new HidPacketJoiner(),
    chunks: (messages) => messages.flatMap((one) => splitIntoPackets(one)),
  },
  {
    name: 'neo2-serial',
    open: () => new Neo2Deframer('host'),
    chunks: (messages, size) => cutInto(size, concatBytes(...messages.map((one) => encodeNeo2Response(1, 0, one)))),
  },
  {
    name: 'neo2-hid',
    open: () => new Neo2ReportJoiner('host'),
    chunks: (messages) => messages.flatMap((one) => splitIntoNeo2Reports(encodeNeo2Response(1, 0, one))),
  },
];

describe('frames in memory that the binding reuses', () => {
  const messages = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 6 });
  it.each(framings)('stay unchanged: $name', ({ open, chunks }) => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 2_000 }), (sent, size) => {
        const memory = Buffer.alloc(8_192);
        const decoder = open();
        const items: Item[] = [];
        for (const chunk of chunks(sent, size)) {
          memory.set(chunk);
          items.push(...decoder.push(memory.subarray(0, chunk.length)));
          memory.fill(0xee);
        }
        // Read only now, when all lent memory has been overwritten.
        expect(items.map(({ message, frame }) => toHex(message ?? frame?.data ?? new Uint8Array()))).toEqual(
          sent.map(toHex),
        );
      }),
    );
  });
});

it('a link delivers plain arrays, whose slice() is a copy', () => {
  const core = new LinkCore('serial:x');
  const heard: Uint8Array[] = [];
  core.onData((bytes) => heard.push(bytes));
  const lent = Buffer.from('0102030405', 'hex').subarray(1, 4);
  core.deliver(lent);
  const [bytes] = heard;
  if (!bytes) throw new Error('nothing was delivered');
  bytes.slice().fill(0);
  expect(toHex(bytes)).toBe('020304');
  expect(Buffer.isBuffer(bytes)).toBe(false);
});
