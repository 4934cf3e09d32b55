/**
 * Masks MagneSafe V5 traffic. A whole message here begins with a byte for its kind (`kindOfByte`), because a command
 * and a response look alike.
 */
import { bigEndian, concatBytes, copyBytes } from '../../../framing/bytes.ts';
import { readNotificationPacket, splitNotification, NotificationJoiner } from '../../../framing/magnesafe-packets.ts';
import {
  encodeMagnesafeFrame,
  MagnesafeDeframer,
  magnesafeFrame,
  MAX_MAGNESAFE_FRAME_BYTES,
  type MagnesafeSlipItem,
} from '../../../framing/magnesafe-slip.ts';
import { SlipMasker } from '../../shared/trace/slip-masker.ts';
import { FILLER, maskedRun, type Direction, type Span, type StreamMasker } from '../../shared/trace/trace-family.ts';
import { describeUnit } from './describe.ts';
import { hiddenParts, type UnitKind } from './hidden.ts';

const kindOfByte: Readonly<Record<number, UnitKind>> = {
  0x01: 'swipe',
  [magnesafeFrame.notification]: 'notification',
  [magnesafeFrame.response]: 'response',
  [magnesafeFrame.command]: 'command',
};

export function readUnit(unit: Uint8Array): { kind: UnitKind; message: Uint8Array } | undefined {
  const kind = kindOfByte[unit[0] ?? 0];
  return kind && { kind, message: unit.subarray(1) };
}

/** Implements TraceFamily.mask: keeps the kind and replaces card data in the message. */
export function maskUnit(unit: Uint8Array): Uint8Array {
  const copy = copyBytes(unit);
  const read = readUnit(copy);
  if (!read || !overwrite(read.kind, read.message)) return copy.fill(FILLER);
  return copy;
}

/** Overwrites the hidden parts; returns false if the bytes are no message of that kind. */
function overwrite(kind: UnitKind, message: Uint8Array): boolean {
  const hidden = hiddenParts(kind, message);
  for (const part of hidden ?? []) part.fill(FILLER);
  return hidden !== undefined;
}

function maskMessage(kind: UnitKind, message: Uint8Array): Uint8Array {
  const copy = copyBytes(message);
  return overwrite(kind, copy) ? copy : copy.fill(FILLER);
}

function noteOf(kind: UnitKind, message: Uint8Array): string {
  const described = describeUnit(kind, kind === 'response' || kind === 'command' ? withoutPadding(message) : message);
  return described.message ?? described.error?.code ?? '';
}

const withoutPadding = (message: Uint8Array): Uint8Array => message.subarray(0, 2 + (message[1] ?? 0));

// --- SLIP ---------------------------------------------------------------------------------------------------------

export function slipMasker(direction: Direction): StreamMasker {
  return new SlipMasker({
    segments: new MagnesafeDeframer(direction === 'to-host' ? 'host' : 'device'),
    maxHeldBytes: 2 * MAX_MAGNESAFE_FRAME_BYTES,
    mask(item: MagnesafeSlipItem) {
      if (item.kind === 'discard') return { discard: item.reason };
      const masked = maskMessage(item.type, item.message);
      return { frame: encodeMagnesafeFrame(magnesafeFrame[item.type], masked), note: noteOf(item.type, item.message) };
    },
  });
}

// --- Reports --------------------------------------------------------------------------------------------------------

/** Type and id before each report on such a link (link/link.ts). */
const REPORT_HEADER_BYTES = 2;
/** Maximum reports waiting for the rest of a notification; more reports than that cannot be a notification. */
const MAX_WAITING = 128;

function kindOfReport(report: Uint8Array, direction: Direction): UnitKind | undefined {
  const [type, id] = report;
  if (type === 0x03 && id === 0x01) return direction === 'to-device' ? 'command' : 'response';
  if (type === 0x01 && id === 0x01) return 'swipe';
  return type === 0x01 && id === 0x02 ? 'notification' : undefined;
}

/**
 * Returns a span per report. Reports of the same notification wait for each other: only the whole shows which parts are
 * card data.
 */
export class MagnesafeReportMasker implements StreamMasker {
  readonly #direction: Direction;
  readonly #joiner = new NotificationJoiner();
  #waiting: { readonly report: Uint8Array; readonly id: number | null }[] = [];

  constructor(direction: Direction) {
    this.#direction = direction;
  }

  push(bytes: Uint8Array): Span[] {
    const report = copyBytes(bytes);
    const packet = this.#packetOf(report);
    this.#waiting.push({ report, id: packet?.id ?? null });
    if (packet) {
      const items = this.#joiner.push(report.subarray(REPORT_HEADER_BYTES));
      const whole = items.find((item) => item.kind === 'frame');
      if (whole?.kind === 'frame') return this.#settle(whole.id, whole.data);
      if (items.length > 0 || this.#waiting.length > MAX_WAITING) return this.flush();
      return [];
    }
    return this.#joiner.heldBytes > 0 && this.#waiting.length <= MAX_WAITING ? [] : this.flush();
  }

  flush(): Span[] {
    this.#joiner.flush();
    return this.#release();
  }

  #packetOf(report: Uint8Array): { id: number } | undefined {
    if (kindOfReport(report, this.#direction) !== 'notification') return undefined;
    const read = readNotificationPacket(report.subarray(REPORT_HEADER_BYTES));
    return read.ok ? read.packet : undefined;
  }

  #settle(id: number, data: Uint8Array): Span[] {
    // The packets are joined into one, so that the masker can find its elements.
    const header = [data.length, 0, id, data.length].map((value) => bigEndian(value, 2));
    const masked = maskMessage('notification', concatBytes(...header, data)).subarray(8);
    let at = 0;
    for (const one of this.#waiting) {
      if (one.id !== id) continue;
      const part = readNotificationPacket(one.report.subarray(REPORT_HEADER_BYTES));
      if (!part.ok) continue;
      part.packet.data.set(masked.subarray(at, at + part.packet.data.length));
      at += part.packet.data.length;
    }
    const [packet = new Uint8Array()] = splitNotification(id, data, data.length || 1);
    return this.#release({ id, note: noteOf('notification', packet) });
  }

  /** `whole`: the notification whose packets are masked already. */
  #release(whole?: { id: number; note: string }): Span[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    const last = waiting.findLastIndex(({ id }) => id !== null && id === whole?.id);
    return waiting.map(({ report, id }, index): Span => {
      if (whole && id === whole.id) {
        this.#wipePadding(report);
        const span: Span = { rawBytes: report.length, masked: report };
        return index === last ? { ...span, note: whole.note } : span;
      }
      const kind = kindOfReport(report, this.#direction);
      const message = report.subarray(REPORT_HEADER_BYTES);
      if (!kind) return maskedRun(report, 'unknown-report', Math.min(REPORT_HEADER_BYTES, report.length));
      const note = noteOf(kind, message);
      report.set(maskMessage(kind, message), REPORT_HEADER_BYTES);
      return { rawBytes: report.length, masked: report, note };
    });
  }

  /** A packet is followed by zeros in its report; anything else there is unknown and becomes filler. */
  #wipePadding(report: Uint8Array): void {
    const read = readNotificationPacket(report.subarray(REPORT_HEADER_BYTES));
    const padding = read.ok ? report.subarray(REPORT_HEADER_BYTES + 8 + read.packet.data.length) : report;
    if (padding.some((byte) => byte !== 0)) padding.fill(FILLER);
  }
}
