/** Describes MagneSafe V5 units for support and for tests, without card data. */
import { codeHex, copyBytes, readBigEndian, toHex } from '../../../framing/bytes.ts';
import { readNotificationPacket } from '../../../framing/magnesafe-packets.ts';
import { parseTlvs, tagName } from '../../../framing/tlv.ts';
import { FILLER, frameFault, type Decoded, type Fields } from '../../shared/trace/trace-family.ts';
import {
  command,
  event,
  extendedCommand,
  extendedResult,
  nameIn,
  notificationId,
  progress,
  property,
  result,
} from '../codec/codes.ts';
import { readStartTransaction } from '../codec/commands.ts';
import { readExtendedPacket, readMessage } from '../codec/message.ts';
import { readSelection, readStatus } from '../codec/notifications.ts';
import { hiddenParts, type UnitKind } from './hidden.ts';

const words: Readonly<Record<string, string>> = {
  'too-short': 'shorter than its header',
  truncated: 'ends before its length says',
  overlong: 'more bytes than its length says',
  'bad-length': 'beyond the end of its message, or longer than any',
  'bad-extended': 'offset, total and data of the two-byte layer do not fit together',
};

export const refuse = (reason: string, message = words[reason] ?? reason): Decoded => ({
  error: frameFault(reason, message),
});

/** Describes a unit: a message without report padding, a notification's packet, or a swipe report. */
export function describeUnit(kind: UnitKind, bytes: Uint8Array): Decoded {
  // Card data is overwritten in a copy before any field is read.
  const copy = copyBytes(bytes);
  const hidden = hiddenParts(kind, copy);
  for (const part of hidden ?? []) part.fill(FILLER);
  switch (kind) {
    case 'command':
      return describeCommand(copy);
    case 'response':
      return describeResponse(copy);
    case 'notification':
      return describePacket(copy);
    case 'swipe':
      return { message: 'swipe', fields: { report: { length: bytes.length } } };
  }
}

function describeCommand(bytes: Uint8Array): Decoded {
  const read = readMessage(bytes);
  if (!read.ok) return refuse(read.fault.kind);
  const { code, data } = read.message;
  if (code === command.extended) {
    const packet = readExtendedPacket(data);
    if (!packet) return refuse('bad-extended');
    const { offset, total } = packet;
    const name = nameIn(extendedCommand, packet.code) ?? 'unknown-extended-command';
    const fields: Fields = { command: codeHex(packet.code), offset, total };
    return {
      message: name,
      fields: { ...fields, ...ofCommand(packet.code, packet.data, offset === 0 && packet.data.length === total) },
    };
  }
  const name = nameIn(command, code) ?? 'unknown-command';
  const isProperty = code === command.getProperty || code === command.setProperty;
  const number = data[0];
  return {
    message: name,
    fields: {
      command: toHex(Uint8Array.of(code)),
      ...(isProperty && number !== undefined
        ? { property: nameIn(property, number) ?? toHex(Uint8Array.of(number)) }
        : {}),
      ...(isProperty ? valueOf('value', data.subarray(1)) : valueOf('data', data)),
    },
  };
}

function ofCommand(code: number, data: Uint8Array, isWhole: boolean): Fields {
  if (code === extendedCommand.startTransaction) {
    const start = readStartTransaction(data);
    if (start)
      return { ...start, readers: toHex(Uint8Array.of(start.readers)), options: toHex(Uint8Array.of(start.options)) };
  }
  if (code === extendedCommand.acquirerResponse && isWhole) return { elements: elementsOf(data, 2) };
  return valueOf('data', data);
}

function describeResponse(bytes: Uint8Array): Decoded {
  const read = readMessage(bytes);
  if (!read.ok) return refuse(read.fault.kind);
  const { code, data } = read.message;
  if (code === result.extended) {
    const packet = readExtendedPacket(data);
    if (!packet) return refuse('bad-extended');
    const name = nameIn(extendedResult, packet.code) ?? 'unknown-result';
    const fields = { result: codeHex(packet.code), offset: packet.offset, total: packet.total };
    return { message: `extended-${name}`, fields: { ...fields, ...valueOf('data', packet.data) } };
  }
  const name = nameIn(result, code) ?? (code >= 0x80 ? 'command-defined' : 'unknown-result');
  return { message: name, fields: { result: toHex(Uint8Array.of(code)), ...valueOf('data', data) } };
}

function describePacket(bytes: Uint8Array): Decoded {
  const read = readNotificationPacket(bytes);
  if (!read.ok) return refuse(read.fault);
  const { offset, id, total, data } = read.packet;
  const name = nameIn(notificationId, id) ?? 'unknown-notification';
  const fields: Fields = { id: codeHex(id), offset, total };
  if (offset !== 0 || data.length !== total)
    return { message: name, fields: { ...fields, part: { length: data.length } } };
  return { message: name, fields: { ...fields, ...describeNotification(id, data) } };
}

function describeNotification(id: number, data: Uint8Array): Fields {
  switch (id) {
    case notificationId.status: {
      const status = readStatus(data);
      if (!status) return valueOf('data', data);
      return {
        event: nameIn(event, status.event) ?? toHex(Uint8Array.of(status.event)),
        progress: nameIn(progress, status.progress) ?? toHex(Uint8Array.of(status.progress)),
        secondsLeft: status.secondsLeft,
      };
    }
    case notificationId.display:
      return { text: String.fromCharCode(...data) };
    case notificationId.selection: {
      const selection = readSelection(data);
      return selection ? { ...selection } : valueOf('data', data);
    }
    case notificationId.onlineRequest:
      return { elements: elementsOf(data, 2) };
    case notificationId.result:
      return { signature: data[0] === 1, elements: elementsOf(data, 3) };
    default:
      return valueOf('data', data);
  }
}

/** Elements of a message whose F9 begins at `from`, right after LEN16. */
function elementsOf(message: Uint8Array, from: number): Fields {
  const length = readBigEndian(message.subarray(from - 2, from));
  for (const end of [from + length, ...Array.from({ length: 12 }, (_, back) => message.length - back)]) {
    const read = end <= message.length && end > from ? readElements(message.subarray(from, end)) : undefined;
    if (read) return read;
  }
  return {};
}

function readElements(bytes: Uint8Array): Fields | undefined {
  const level = parseTlvs(bytes);
  if (!level.ok) return undefined;
  return Object.fromEntries(
    level.tlvs.map((one) => {
      const isTemplate = one.tag === 0x70 || (one.tag >= 0xf0 && one.tag <= 0xff);
      const inner = isTemplate && one.value.length > 0 ? readElements(one.value) : undefined;
      return [tagName(one.tag), inner ?? shown(one.value)];
    }),
  );
}

function valueOf(name: string, data: Uint8Array): Fields {
  return data.length === 0 ? {} : { [name]: shown(data) };
}

/** Shows filler as its length: its bytes mean nothing. */
function shown(value: Uint8Array): unknown {
  const isFiller = value.length > 0 && value.every((byte) => byte === FILLER);
  return isFiller ? { length: value.length } : toHex(value);
}
