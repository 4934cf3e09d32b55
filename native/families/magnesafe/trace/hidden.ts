/**
 * Finds the parts of a MagneSafe V5 message that hold card data. Everything not known to be harmless is hidden: a
 * command, notification or tag outside the lists below shows only its length.
 */
import { parseTlvs } from '../../../framing/tlv.ts';
import { readNotificationPacket } from '../../../framing/magnesafe-packets.ts';
import type { MagnesafeFrameKind } from '../../../framing/magnesafe-slip.ts';
import { cardPartsIn } from '../../shared/trace/card-numbers.ts';
import { command, extendedCommand, notificationId, result, tag } from '../codec/codes.ts';
import { readExtendedPacket, readMessage } from '../codec/message.ts';

/** A whole swipe comes in a separate input report, in addition to the three kinds of messages. */
export type UnitKind = MagnesafeFrameKind | 'swipe';

const templates: ReadonlySet<number> = new Set([
  tag.secureShell,
  tag.container,
  tag.generic,
  tag.encrypted,
  tag.resultTemplate,
  tag.resultStatus,
  tag.originalMessage,
  tag.originalResult,
]);

/** Tags that reveal nothing about the cardholder. */
const shownTags: ReadonlySet<number> = new Set([
  tag.macKeySerialNumber,
  tag.macEncryptionType,
  tag.deviceSerialNumber,
  tag.fallback,
  tag.cardType,
  tag.keySerialNumber,
  tag.encryptionType,
  tag.padCount,
  tag.transactionStatus,
  tag.additionalStatus,
  tag.responseCode,
]);

/** Commands whose data describe the reader or the sale instead of a card. */
const harmlessCommands: ReadonlySet<number> = new Set([
  command.getProperty,
  command.setProperty,
  command.sessionId,
  command.bleController,
  command.outputChannel,
  command.nextPacket,
]);

const harmlessExtended: ReadonlySet<number> = new Set([
  extendedCommand.startTransaction,
  extendedCommand.selectionResult,
  extendedCommand.cancelTransaction,
  // Setting the time is hidden, because a trace is replayed at another time.
  extendedCommand.getDateTime,
  extendedCommand.kernelText,
  extendedCommand.configurationId,
  extendedCommand.readTerminalTags,
  extendedCommand.readApplicationTags,
]);

const harmlessNotifications: ReadonlySet<number> = new Set([
  notificationId.status,
  notificationId.display,
  notificationId.selection,
]);

/** Views into `bytes`, which must be a whole message, or undefined. */
export function hiddenParts(kind: UnitKind, bytes: Uint8Array): Uint8Array[] | undefined {
  switch (kind) {
    case 'swipe':
      return bytes.length === 0 ? undefined : [bytes];
    case 'notification':
      return hiddenInNotification(bytes);
    case 'command':
    case 'response': {
      const read = readMessage(bytes, true);
      if (!read.ok) return undefined;
      return kind === 'command' ? hiddenInCommand(read.message) : hiddenInResponse(read.message);
    }
  }
}

function hiddenInCommand({ code, data }: { code: number; data: Uint8Array }): Uint8Array[] {
  if (code !== command.extended) return harmlessCommands.has(code) ? cardPartsIn(data) : [data];
  const packet = readExtendedPacket(data);
  if (!packet) return [data];
  const isWhole = packet.offset === 0 && packet.data.length === packet.total;
  // All fields come from the driver's request, but their digits in a row may resemble a card number.
  if (packet.code === extendedCommand.startTransaction && isWhole && packet.total === START_BYTES) return [];
  // A card number may be split between two packets.
  if (harmlessExtended.has(packet.code)) return isWhole ? cardPartsIn(packet.data) : [packet.data];
  if (packet.code !== extendedCommand.acquirerResponse || !isWhole) return [packet.data];
  return hiddenInShell(packet.data, 2);
}

/**
 * A response does not show its command: everything that may be card data is hidden, including much that is harmless.
 */
function hiddenInResponse({ code, data }: { code: number; data: Uint8Array }): Uint8Array[] {
  if (code === result.extended) {
    const packet = readExtendedPacket(data);
    if (!packet) return [data];
    const isWhole = packet.offset === 0 && packet.data.length === packet.total;
    // Among extended answers with data, only those of clock and texts are short.
    return packet.data.length > LONGEST_TEXT || !isWhole ? [packet.data] : cardPartsIn(packet.data);
  }
  return data.length > LONGEST_TEXT ? [data] : cardPartsIn(data);
}

/** Bytes of 0300 (reference section 6). */
const START_BYTES = 19;

/** Bytes of the longest harmless data: a property's text, or a key serial number and two challenges. */
const LONGEST_TEXT = 26;

function hiddenInNotification(bytes: Uint8Array): Uint8Array[] | undefined {
  const read = readNotificationPacket(bytes);
  if (!read.ok) return undefined;
  const { offset, id, total, data } = read.packet;
  const padding = bytes.subarray(HEADER_BYTES + data.length);
  const rest = padding.some((byte) => byte !== 0) ? [padding] : [];
  const isWhole = offset === 0 && data.length === total;
  if (!isWhole) return [data, ...rest];
  if (harmlessNotifications.has(id)) return [...cardPartsIn(data), ...rest];
  if (id === notificationId.onlineRequest) return [...hiddenInShell(data, 2), ...rest];
  if (id === notificationId.result) return [...hiddenInShell(data, 3), ...rest];
  return [data, ...rest];
}

const HEADER_BYTES = 8;

/**
 * Returns the values in an F9 that hold card data, by tag. `from`: index of the F9. Bytes after the F9 stay when all
 * are zero.
 */
function hiddenInShell(message: Uint8Array, from: number): Uint8Array[] {
  const length = ((message[from - 2] ?? 0) << 8) | (message[from - 1] ?? 0);
  for (const end of [from + length, ...Array.from({ length: 12 }, (_, back) => message.length - back)]) {
    if (end > message.length || end <= from) continue;
    const shell = parseTlvs(message.subarray(from, end));
    if (shell.ok && shell.tlvs.length === 1) {
      const tail = message.subarray(end);
      return [...hiddenInTlvs(message.subarray(from, end)), ...(tail.some((byte) => byte !== 0) ? [tail] : [])];
    }
  }
  return [message.subarray(Math.min(from, message.length))];
}

function hiddenInTlvs(bytes: Uint8Array): Uint8Array[] {
  const level = parseTlvs(bytes);
  if (!level.ok) return [bytes];
  return level.tlvs.flatMap((one) => {
    if (templates.has(one.tag)) return hiddenInTlvs(one.value);
    return shownTags.has(one.tag) ? cardPartsIn(one.value) : [one.value];
  });
}
