/** Framings for the fuzz run, each with typical bytes. */
import { bigEndian, concatBytes, fromHex, toHex } from '../../native/framing/bytes.ts';
import { DEFAULT_MAX_MESSAGE_BYTES, HidPacketJoiner, splitIntoPackets } from '../../native/framing/hid-packets.ts';
import {
  DEFAULT_MAX_NEO2_DATA_BYTES,
  encodeNeo2Command,
  encodeNeo2Event,
  encodeNeo2Response,
  neo2FrameBytes,
  type Neo2Frame,
} from '../../native/framing/neo2-frame.ts';
import {
  NotificationJoiner,
  readNotificationPacket,
  splitNotification,
} from '../../native/framing/magnesafe-packets.ts';
import {
  encodeMagnesafeFrame,
  encodeRuns,
  MagnesafeDeframer,
  magnesafeFrame,
  MAX_MAGNESAFE_FRAME_BYTES,
  type MagnesafeFrameKind,
} from '../../native/framing/magnesafe-slip.ts';
import { readOnlineRequest, readResult, readSwipeReport } from '../../native/families/magnesafe/codec/card-data.ts';
import { readSelection } from '../../native/families/magnesafe/codec/notifications.ts';
import { magnesafeTrace } from '../../native/families/magnesafe/trace/index.ts';
import { Neo2ReportJoiner, splitIntoNeo2Reports } from '../../native/framing/neo2-hid.ts';
import { Neo2Deframer } from '../../native/framing/neo2-stream.ts';
import { encodeCapabilityExceeded, encodeSlip, SlipDeframer, slipInfo } from '../../native/framing/slip.ts';
import { encodeMmsNotification, parseMmsMessage } from '../../native/families/mms/codec/message.ts';
import { readSignal } from '../../native/families/mms/codec/signals.ts';
import { mmsTrace } from '../../native/families/mms/trace/index.ts';
import { neo2Trace } from '../../native/families/neo2/trace/index.ts';
import type {
  Direction,
  StreamMasker,
  TraceFamily,
  Wrapping,
} from '../../native/families/shared/trace/trace-family.ts';
import { magnesafeGolden } from '../unit/native/golden/magnesafe-vectors.ts';
import { mmsGolden } from '../unit/native/golden/mms-vectors.ts';
import { arqcBlob } from '../unit/native/scripted-terminal.ts';
import { BrokenRule, type Framing } from './fuzz.ts';
import { cut, mutateReports, mutateStream } from './mutate.ts';
import type { Random } from './random.ts';

/**
 * Feeds a masker in parallel to the framing, and counts bytes: each must be in exactly one span, and none may stay
 * buffered.
 */
class MaskerAccount {
  readonly #masker: StreamMasker;
  #open = 0;

  constructor(family: TraceFamily, wrapping: Wrapping, direction: Direction) {
    this.#masker = family.masker(wrapping, direction);
  }

  push(chunk: Uint8Array): void {
    this.#open += chunk.length;
    this.#take(this.#masker.push(chunk));
  }

  settle(): void {
    this.#take(this.#masker.flush());
    if (this.#open !== 0) throw new BrokenRule(`the masker lost ${this.#open} bytes`);
  }

  #take(spans: ReturnType<StreamMasker['flush']>): void {
    for (const { rawBytes, masked, place } of spans) {
      this.#open -= rawBytes;
      if (!place && masked.length !== rawBytes) throw new BrokenRule('a masked span has another length');
    }
    if (this.#open < 0) throw new BrokenRule('the masker settled bytes it was not given');
  }
}

/** Passes the output of a framing to the reader that it has in the product. */
function readOn(family: TraceFamily, message: Uint8Array): void {
  const masked = family.mask(message);
  if (masked.length !== message.length) throw new BrokenRule('masking changed a length');
  const [decoded] = family.decoder('message').push(message);
  const [again] = family.decoder('message').push(masked);
  if (!decoded?.error && decoded?.message !== again?.message) throw new BrokenRule('masking changed a name');
}

// --- MMS ----------------------------------------------------------------------------------------------------------

const blob = arqcBlob(0x05);
const mmsMessages: readonly Uint8Array[] = [
  ...mmsGolden.map(({ hex }) => fromHex(hex)),
  encodeMmsNotification(0x0101, [0x10, 0x08, 0x02, 0x02], [{ tag: 0x84, value: blob }]),
  encodeMmsNotification(0x0101, [0x10, 0x08, 0x03, 0x02], [{ tag: 0x84, value: blob }]),
];

function mmsMessage(random: Random): Uint8Array {
  if (random.once(4)) return random.bytes(random.between(1, 400));
  // Rarely, a size near the limit of the buffers.
  if (random.once(2_000)) return random.bytes(random.between(60_000, 66_000));
  return random.pick(mmsMessages);
}

function readMms(message: Uint8Array): void {
  const parsed = parseMmsMessage(message);
  if (parsed.ok && parsed.message.kind === 'notification') readSignal(parsed.message);
  readOn(mmsTrace, message);
}

const slipSigns = [0xc0, 0xdb, 0xdc, 0xdd, 0x00, 0x02, 0x03];

const mmsSlip: Framing = {
  name: 'mms-slip',
  findsNextFrame: true,
  reasons: new Set(['too-short', 'bad-escape', 'unknown-info', 'wrong-direction', 'truncated', 'overlong', 'oversize']),
  open(random) {
    const maxMessageBytes = random.once(3) ? 300 : DEFAULT_MAX_MESSAGE_BYTES;
    const deframer = new SlipDeframer('host', { maxMessageBytes });
    const masker = new MaskerAccount(mmsTrace, 'serial', 'to-host');
    /** Bytes fed, minus the bytes accounted for. */
    let open = 0;
    return {
      maxHeldBytes: 2 * (5 + maxMessageBytes),
      get heldBytes() {
        return deframer.heldBytes;
      },
      push(chunk) {
        masker.push(chunk);
        for (const byte of chunk) if (byte !== 0xc0) open += 1;
        const discards: string[] = [];
        const frames: string[] = [];
        for (const item of deframer.push(chunk)) {
          switch (item.kind) {
            case 'discard':
              discards.push(item.reason);
              open -= item.bytes;
              break;
            case 'capability-exceeded':
              open -= encodeCapabilityExceeded(item.largestBytes).length - 2;
              break;
            case 'frame':
              frames.push(toHex(item.message));
              open -= encodeSlip(slipInfo.toHost, item.message).length - 2;
              if (item.message.length > maxMessageBytes) throw new BrokenRule('a message beyond the bound');
              readMms(item.message);
          }
        }
        return { discards, frames };
      },
      settle() {
        const rest = deframer.reset();
        if (rest?.kind === 'discard') open -= rest.bytes;
        if (open !== 0) throw new BrokenRule(`${open} bytes are not accounted for`);
        masker.settle();
        return rest?.kind === 'discard' ? [rest.reason] : [];
      },
    };
  },
  chunks(random) {
    const frames = Array.from({ length: random.between(1, 4) }, () => {
      if (random.once(30)) return encodeCapabilityExceeded(random.below(70_000));
      return encodeSlip(random.once(20) ? slipInfo.toDevice : slipInfo.toHost, mmsMessage(random));
    });
    const stream = mutateStream(random, concatBytes(...frames), slipSigns);
    // A line whose frame never ends.
    if (random.once(3_000)) return cut(random, concatBytes(stream, new Uint8Array(200_000).fill(random.below(256))));
    return cut(random, stream);
  },
  clean(random) {
    // The framing accepts any message; most of these contain the framing's own bytes.
    const signs = Uint8Array.from({ length: random.below(30) }, () => random.pick(slipSigns));
    const message = random.once(3) ? random.pick(mmsMessages) : concatBytes(random.bytes(random.below(30)), signs);
    return { message: toHex(message), chunks: cut(random, encodeSlip(slipInfo.toHost, message)) };
  },
};

const mmsHid: Framing = {
  name: 'mms-hid',
  findsNextFrame: true,
  reasons: new Set([
    'wrong-size',
    'unknown-type',
    'bad-length',
    'orphan',
    'out-of-sequence',
    'wrong-total',
    'interrupted',
    'oversize',
    'cancelled',
  ]),
  open(random) {
    const maxMessageBytes = random.once(3) ? 300 : DEFAULT_MAX_MESSAGE_BYTES;
    const joiner = new HidPacketJoiner({ maxMessageBytes });
    const masker = new MaskerAccount(mmsTrace, 'hid', 'to-host');
    return {
      maxHeldBytes: maxMessageBytes,
      get heldBytes() {
        return joiner.heldBytes;
      },
      push(chunk) {
        masker.push(chunk);
        const items = joiner.push(chunk);
        for (const item of items) {
          if (item.kind === 'discard') continue;
          if (item.message.length > maxMessageBytes) throw new BrokenRule('a message beyond the bound');
          readMms(item.message);
        }
        return {
          discards: items.flatMap((item) => (item.kind === 'discard' ? [item.reason] : [])),
          frames: items.flatMap((item) => (item.kind === 'frame' ? [toHex(item.message)] : [])),
        };
      },
      settle() {
        const rest = joiner.reset();
        masker.settle();
        return rest?.kind === 'discard' ? [rest.reason] : [];
      },
    };
  },
  chunks: (random) =>
    mutateReports(
      random,
      Array.from({ length: random.between(1, 4) }, () => splitIntoPackets(mmsMessage(random))).flat(),
    ),
  clean(random) {
    const message = random.pick(mmsMessages.filter(({ length }) => length <= 300));
    return { message: toHex(message), chunks: splitIntoPackets(message) };
  },
};

// --- NEO 2 --------------------------------------------------------------------------------------------------------

const header = fromHex('5669564F746563683200');

function neo2Data(random: Random): Uint8Array {
  switch (random.below(6)) {
    case 0:
      return new Uint8Array();
    case 1:
      // The header of a frame inside the data of another.
      return concatBytes(random.bytes(random.below(8)), header, random.bytes(random.below(8)));
    case 2:
      return random.bytes(random.between(100, random.once(200) ? DEFAULT_MAX_NEO2_DATA_BYTES : 400));
    default:
      return random.bytes(random.between(1, 60));
  }
}

function neo2Frame(random: Random): Uint8Array {
  const data = neo2Data(random);
  if (random.once(6)) return encodeNeo2Event(random.bytes(4 * random.between(1, 4)));
  if (random.once(6)) return encodeNeo2Command(random.below(256), random.below(256), data);
  const command = random.pick([0x02, 0x05, 0x12, 0x18, 0x29, 0x60, 0x61, random.below(256)]);
  return encodeNeo2Response(command, random.pick([0x00, 0x23, 0x63, random.below(256)]), data);
}

function encodedAgain(frame: Neo2Frame): Uint8Array {
  switch (frame.kind) {
    case 'command':
      return encodeNeo2Command(frame.command, frame.subcommand, frame.data);
    case 'response':
      return encodeNeo2Response(frame.command, frame.status, frame.data);
    case 'event':
      return encodeNeo2Event(frame.data);
    case 'v3-response':
      // The host never encodes such a frame; only its length matters here.
      return concatBytes(new Uint8Array(13), bigEndian(frame.data.length, 2), frame.data, new Uint8Array(2));
  }
}

function readNeo2(frame: Neo2Frame): string {
  const bytes = encodedAgain(frame);
  if (frame.kind !== 'v3-response') readOn(neo2Trace, bytes);
  return toHex(bytes);
}

const neo2Serial: Framing = {
  name: 'neo2-serial',
  // A damaged length makes the framing wait; the session's flush() ends the wait.
  findsNextFrame: false,
  reasons: new Set(['noise', 'bad-checksum', 'oversize', 'truncated']),
  open(random) {
    const maxDataBytes = random.once(3) ? 200 : DEFAULT_MAX_NEO2_DATA_BYTES;
    const deframer = new Neo2Deframer('host', { maxDataBytes });
    const masker = new MaskerAccount(neo2Trace, 'serial', 'to-host');
    let open = 0;
    const take = (items: ReturnType<Neo2Deframer['flush']>): { discards: string[]; frames: string[] } => {
      const discards: string[] = [];
      const frames: string[] = [];
      for (const item of items) {
        if (item.kind === 'discard') {
          discards.push(item.reason);
          open -= item.bytes;
        } else {
          frames.push(readNeo2(item.frame));
          open -= encodedAgain(item.frame).length;
        }
      }
      return { discards, frames };
    };
    return {
      maxHeldBytes: neo2FrameBytes(maxDataBytes),
      get heldBytes() {
        return deframer.heldBytes;
      },
      push(chunk) {
        open += chunk.length;
        masker.push(chunk);
        return take(deframer.push(chunk));
      },
      settle() {
        const { discards } = take(deframer.flush());
        if (open !== 0) throw new BrokenRule(`${open} bytes are not accounted for`);
        masker.settle();
        return discards;
      },
    };
  },
  chunks(random) {
    const frames = Array.from({ length: random.between(1, 4) }, () => neo2Frame(random));
    return cut(random, mutateStream(random, concatBytes(...frames), [...header, 0x45, 0x00, 0x55, 0xff]));
  },
  clean(random) {
    const message = encodeNeo2Response(random.below(256), 0x00, random.bytes(random.below(60)));
    return { message: toHex(message), chunks: cut(random, message) };
  },
};

const neo2Hid: Framing = {
  name: 'neo2-hid',
  findsNextFrame: true,
  reasons: new Set([
    'wrong-size',
    'unknown-report',
    'not-neo2',
    'bad-length',
    'orphan',
    'wrong-total',
    'interrupted',
    'oversize',
    'bad-checksum',
    'truncated',
  ]),
  open(random) {
    const maxDataBytes = random.once(3) ? 200 : DEFAULT_MAX_NEO2_DATA_BYTES;
    const joiner = new Neo2ReportJoiner('host', { maxDataBytes });
    const masker = new MaskerAccount(neo2Trace, 'hid', 'to-host');
    return {
      maxHeldBytes: neo2FrameBytes(maxDataBytes) + 63,
      get heldBytes() {
        return joiner.heldBytes;
      },
      push(chunk) {
        masker.push(chunk);
        const items = joiner.push(chunk);
        return {
          discards: items.flatMap((item) => (item.kind === 'discard' ? [item.reason] : [])),
          frames: items.flatMap((item) => (item.kind === 'frame' ? [readNeo2(item.frame)] : [])),
        };
      },
      settle() {
        const rest = joiner.flush();
        masker.settle();
        return rest.flatMap((item) => (item.kind === 'discard' ? [item.reason] : []));
      },
    };
  },
  chunks: (random) =>
    mutateReports(
      random,
      Array.from({ length: random.between(1, 4) }, () => splitIntoNeo2Reports(neo2Frame(random))).flat(),
    ),
  clean(random) {
    const message = encodeNeo2Response(random.below(256), 0x00, random.bytes(random.below(180)));
    return { message: toHex(message), chunks: splitIntoNeo2Reports(message) };
  },
};

// --- MagneSafe ----------------------------------------------------------------------------------------------------

/** Whole messages with their kind, as in a frame. */
const magnesafeMessages: readonly (readonly [MagnesafeFrameKind, Uint8Array])[] = magnesafeGolden.flatMap(
  ({ kind, hex }): (readonly [MagnesafeFrameKind, Uint8Array])[] => {
    if (kind === 'N') return [['notification', fromHex(hex)]];
    if (kind === 'B') return splitNotification(0x0303, fromHex(hex)).map((packet) => ['notification', packet] as const);
    return kind === 'C' || kind === 'R' ? [[kind === 'C' ? 'command' : 'response', fromHex(hex)]] : [];
  },
);

function magnesafeFrameOf(random: Random): Uint8Array {
  // A doubled byte with an invalid count.
  if (random.once(60))
    return encodeMagnesafeFrame(magnesafeFrame.codedNotification, Uint8Array.of(0x44, 0x44, random.below(2)));
  const [kind, message] = random.once(4)
    ? (['response', random.bytes(random.between(1, 400))] as const)
    : random.pick(magnesafeMessages);
  if (kind === 'notification' && random.once(3))
    return encodeMagnesafeFrame(magnesafeFrame.codedNotification, encodeRuns(message));
  return encodeMagnesafeFrame(magnesafeFrame[kind], message);
}

function readMagnesafe(type: MagnesafeFrameKind, message: Uint8Array): void {
  if (type === 'notification') {
    const read = readNotificationPacket(message);
    if (read.ok) {
      readOnlineRequest(read.packet.data);
      readResult(read.packet.data);
      readSelection(read.packet.data);
    }
  }
  readSwipeReport(message);
  readOn(magnesafeTrace, concatBytes(Uint8Array.of(magnesafeFrame[type]), message));
}

const magnesafeSigns = [0xc0, 0xdb, 0xdc, 0xdd, 0x02, 0x03, 0x04, 0x05, 0x00];

const magnesafeSlip: Framing = {
  name: 'magnesafe-slip',
  findsNextFrame: true,
  reasons: new Set([
    'too-short',
    'bad-escape',
    'unknown-type',
    'wrong-direction',
    'truncated',
    'overlong',
    'oversize',
    'bad-run',
  ]),
  open() {
    const deframer = new MagnesafeDeframer('host');
    const masker = new MaskerAccount(magnesafeTrace, 'serial', 'to-host');
    return {
      maxHeldBytes: 2 * (3 + MAX_MAGNESAFE_FRAME_BYTES),
      get heldBytes() {
        return deframer.heldBytes;
      },
      push(chunk) {
        masker.push(chunk);
        const items = deframer.push(chunk);
        for (const item of items) {
          if (item.kind !== 'frame') continue;
          if (item.message.length > MAX_MAGNESAFE_FRAME_BYTES) throw new BrokenRule('a message beyond the bound');
          readMagnesafe(item.type, item.message);
        }
        return {
          discards: items.flatMap((item) => (item.kind === 'discard' ? [item.reason] : [])),
          frames: items.flatMap((item) => (item.kind === 'frame' ? [toHex(item.message)] : [])),
        };
      },
      settle() {
        const rest = deframer.reset();
        masker.settle();
        return rest?.kind === 'discard' ? [rest.reason] : [];
      },
    };
  },
  chunks(random) {
    const frames = Array.from({ length: random.between(1, 4) }, () => magnesafeFrameOf(random));
    const stream = mutateStream(random, concatBytes(...frames), magnesafeSigns);
    if (random.once(3_000)) return cut(random, concatBytes(stream, new Uint8Array(40_000).fill(random.below(256))));
    return cut(random, stream);
  },
  clean(random) {
    const signs = Uint8Array.from({ length: random.below(30) }, () => random.pick(magnesafeSigns));
    const message = concatBytes(random.bytes(random.below(30)), signs);
    const frame = random.once(2)
      ? encodeMagnesafeFrame(magnesafeFrame.response, message)
      : encodeMagnesafeFrame(magnesafeFrame.codedNotification, encodeRuns(message));
    return { message: toHex(message), chunks: cut(random, frame) };
  },
};

const isPacket = (message: readonly [MagnesafeFrameKind, Uint8Array]): boolean => message[0] === 'notification';
const packets = magnesafeMessages.filter(isPacket).map(([, packet]) => packet);
/** Packet as a report, preceded by type and id. */
const asReport = (packet: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(0x01, 0x02), packet);

const magnesafeHid: Framing = {
  name: 'magnesafe-hid',
  // A whole packet does not replace a lost one, but the next notification starts afresh.
  findsNextFrame: true,
  reasons: new Set(['too-short', 'truncated', 'bad-length', 'orphan', 'wrong-total', 'interrupted']),
  open() {
    const joiner = new NotificationJoiner();
    const masker = new MaskerAccount(magnesafeTrace, 'hid', 'to-host');
    return {
      // Eight ids at a time, each up to the limit of a message.
      maxHeldBytes: 8 * 4_096,
      get heldBytes() {
        return joiner.heldBytes;
      },
      push(chunk) {
        masker.push(chunk);
        const items = joiner.push(chunk.subarray(2));
        for (const item of items) {
          if (item.kind !== 'frame') continue;
          readOnlineRequest(item.data);
          readResult(item.data);
        }
        return {
          discards: items.flatMap((item) => (item.kind === 'discard' ? [item.reason] : [])),
          frames: items.flatMap((item) => (item.kind === 'frame' ? [toHex(item.data)] : [])),
        };
      },
      settle() {
        const rest = joiner.flush();
        masker.settle();
        return rest.flatMap((item) => (item.kind === 'discard' ? [item.reason] : []));
      },
    };
  },
  chunks: (random) =>
    mutateReports(
      random,
      Array.from({ length: random.between(1, 20) }, () => asReport(random.pick(packets))),
    ),
  clean(random) {
    const data = random.bytes(random.between(1, 400));
    return { message: toHex(data), chunks: splitNotification(0x0303, data).map(asReport) };
  },
};

export const framings: readonly Framing[] = [mmsSlip, mmsHid, neo2Serial, neo2Hid, magnesafeSlip, magnesafeHid];
