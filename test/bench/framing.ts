/**
 * Compares the throughput of the till's framings with serialport's own parsers, in one run on the same chunks: `node
 * test/bench/framing.ts`.
 *
 * Each framing is compared with the parser that does the most similar work, driven as a stream without a port. The
 * table shows what each does in addition. This is a benchmark, not a test: figures depend on the machine, ratios
 * hardly.
 */
import { once } from 'node:events';
import type { Transform } from 'node:stream';
import { parseArgs } from 'node:util';
import { ByteLengthParser, DelimiterParser, PacketLengthParser, SlipDecoder, SlipEncoder } from 'serialport';
import { concatBytes, fromHex } from '../../native/framing/bytes.ts';
import { HidPacketJoiner, splitIntoPackets } from '../../native/framing/hid-packets.ts';
import { encodeNeo2Response } from '../../native/framing/neo2-frame.ts';
import { Neo2ReportJoiner, splitIntoNeo2Reports } from '../../native/framing/neo2-hid.ts';
import { Neo2Deframer } from '../../native/framing/neo2-stream.ts';
import { encodeSlip, SlipDeframer, slipInfo } from '../../native/framing/slip.ts';
import { Random } from '../fuzz/random.ts';

const { values: flags } = parseArgs({
  options: { megabytes: { type: 'string', default: '8' }, rounds: { type: 'string', default: '7' } },
});
const megabytes = Number(flags.megabytes);
const rounds = Number(flags.rounds);

const random = new Random(1);
/** Messages like those of terminals: mostly short answers, sometimes card data. */
const messages: Uint8Array[] = [];
for (let bytes = 0; bytes < megabytes * 1e6;) {
  const message = random.bytes(random.pick([14, 27, 46, 46, 61, 62, 120, 352]));
  messages.push(message);
  bytes += message.length;
}
const neo2Messages = messages.map((data) => encodeNeo2Response(0x02, 0x00, data));

function chunksOf(stream: Uint8Array, size: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < stream.length; at += size) chunks.push(Buffer.from(stream.subarray(at, at + size)));
  return chunks;
}

interface Contest {
  readonly what: string;
  readonly theirs: string;
  readonly chunks: readonly Buffer[];
  /** Runs the whole input and returns the number of messages. */
  ours(): number;
  parser(): Transform;
  /** Number of outputs that each must produce. */
  expected: { readonly ours: number; readonly theirs: number };
}

/** Additional work of the till's framing, printed when it is slower. */
const more: Readonly<Record<string, string>> = {
  SlipDecoder: 'checks info byte and length, says why it drops bytes',
  SlipEncoder: 'adds info byte and length',
  'ByteLengthParser(64)': 'joins reports to messages and checks them; theirs copies 64 bytes',
  DelimiterParser:
    'checks length and checksum of every frame; theirs looks for the header only, whatever stands behind it',
  PacketLengthParser: 'checks the checksum',
};

const frames = (items: readonly { readonly kind: string }[]): number =>
  items.filter(({ kind }) => kind === 'frame').length;

function decoding(
  what: string,
  theirs: string,
  chunks: readonly Buffer[],
  open: () => { push(chunk: Uint8Array): readonly { readonly kind: string }[] },
  parser: () => Transform,
  expected: Contest['expected'],
): Contest {
  const ours = (): number => {
    const decoder = open();
    let count = 0;
    for (const chunk of chunks) count += frames(decoder.push(chunk));
    return count;
  };
  return { what, theirs, chunks, ours, parser, expected };
}

const slipStream = concatBytes(...messages.map((message) => encodeSlip(slipInfo.toHost, message)));
const mmsReports = messages.flatMap(splitIntoPackets).map((report) => Buffer.from(report));
const neo2Stream = concatBytes(...neo2Messages);
const neo2Reports = neo2Messages.flatMap(splitIntoNeo2Reports).map((report) => Buffer.from(report));
const delimiter = Buffer.from(fromHex('5669564F746563683200'));

const all = messages.length;
/** serialport's only parser with a length field reads one byte, so the data must be shorter than 256 bytes. */
const shortFrames = neo2Messages.filter(({ length }) => length < 250);
const contests: Contest[] = [
  ...[16, 64, 4_096].map((size) =>
    decoding(
      `MMS SLIP in, ${size}-byte chunks`,
      'SlipDecoder',
      chunksOf(slipStream, size),
      () => new SlipDeframer('host'),
      // serialport's parser emits an empty frame for each end byte at a beginning; these are not counted.
      () => new SlipDecoder(),
      { ours: all, theirs: all },
    ),
  ),
  {
    what: 'MMS SLIP out',
    theirs: 'SlipEncoder',
    chunks: messages.map((message) => Buffer.from(message)),
    ours: () => messages.filter((message) => encodeSlip(slipInfo.toDevice, message).length > 0).length,
    parser: () => new SlipEncoder(),
    expected: { ours: all, theirs: all },
  },
  decoding(
    'MMS HID reports, joined',
    'ByteLengthParser(64)',
    mmsReports,
    () => new HidPacketJoiner(),
    () => new ByteLengthParser({ length: 64 }),
    { ours: all, theirs: mmsReports.length },
  ),
  ...[16, 64, 4_096].map((size) =>
    decoding(
      `NEO 2 serial with checksum, ${size}-byte chunks`,
      'DelimiterParser',
      chunksOf(neo2Stream, size),
      () => new Neo2Deframer('host'),
      () => new DelimiterParser({ delimiter }),
      { ours: all, theirs: all },
    ),
  ),
  decoding(
    'NEO 2 serial with checksum, 64-byte chunks, short frames',
    'PacketLengthParser',
    chunksOf(concatBytes(...shortFrames), 64),
    () => new Neo2Deframer('host'),
    () =>
      new PacketLengthParser({
        delimiter: delimiter.readUIntBE(0, 6),
        delimiterBytes: 6,
        packetOverhead: 16,
        lengthOffset: 13,
        lengthBytes: 1,
        maxLen: 0xff,
      }),
    { ours: shortFrames.length, theirs: shortFrames.length },
  ),
  decoding(
    'NEO 2 HID reports, joined, with checksum',
    'ByteLengthParser(64)',
    neo2Reports,
    () => new Neo2ReportJoiner('host'),
    () => new ByteLengthParser({ length: 64 }),
    { ours: all, theirs: neo2Reports.length },
  ),
];

async function drive(parser: Transform, chunks: readonly Buffer[]): Promise<number> {
  let outputs = 0;
  parser.on('data', (output: Buffer) => {
    if (output.length > 0) outputs += 1;
  });
  const ended = once(parser, 'end');
  for (const chunk of chunks) if (!parser.write(chunk)) await once(parser, 'drain');
  parser.end();
  await ended;
  return outputs;
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

let isTooSlow = false;
const slower = new Set<string>();
const rows: string[][] = [['framing', 'ours MB/s', "serialport's", 'MB/s', 'ratio']];
for (const { what, theirs, chunks, ours, parser, expected } of contests) {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const [oursMs, theirsMs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    let startedAt = performance.now();
    const found = ours();
    const took = performance.now() - startedAt;
    startedAt = performance.now();
    const given = await drive(parser(), chunks);
    const theyTook = performance.now() - startedAt;
    if (found !== expected.ours || Math.abs(given - expected.theirs) > 1) {
      throw new Error(`${what}: ${found} of ${expected.ours} messages, theirs ${given} of ${expected.theirs}`);
    }
    // The first round only warms up both.
    if (round === 0) continue;
    oursMs.push(took);
    theirsMs.push(theyTook);
  }
  const [us, them] = [bytes / 1e3 / median(oursMs), bytes / 1e3 / median(theirsMs)];
  const ratio = us / them;
  if (ratio < 0.5) isTooSlow = true;
  if (ratio < 1) slower.add(theirs);
  rows.push([what, us.toFixed(1), theirs, them.toFixed(1), `${ratio.toFixed(2)} x`]);
}
const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
for (const row of rows) {
  console.log(
    row
      .map((cell, column) =>
        column % 2 === 0 && column < 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
console.log(`${megabytes} MB of messages, median of ${rounds} rounds`);
for (const theirs of slower) console.log(`slower than ${theirs}: ours ${more[theirs] ?? 'does more'}`);
if (isTooSlow) {
  console.log('a framing is slower than half of the parser beside it');
  process.exitCode = 1;
}
