/**
 * Finds the parts of an MMS message that hold card data. Only parts that are known to be harmless are shown: a command,
 * notification or tag that is on no list below shows only its length.
 *
 * Card data shows only its sender, its key (serial number, type), how the card was read, and the result.
 */
import { readBigEndian } from '../../../framing/bytes.ts';
import { findTlv, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import type { MmsMessage, MmsNotification } from '../codec/message.ts';
import { cardDataTag, emvTag, mmsCommand, mmsNotification } from '../codec/tags.ts';
import { cardPartsIn, cardPartsInTlvs } from '../../shared/trace/card-numbers.ts';

/** Views into the bytes from which the message was read. */
interface HiddenParts {
  /** Card data, which is never shown. */
  readonly card: readonly Uint8Array[];
  /** Data about a person or an NFC tag, which is kept out of traces. */
  readonly personal: readonly Uint8Array[];
}

/** Commands whose parameters and answers concern the terminal, not a card. */
const harmlessCommands: ReadonlySet<number> = new Set([
  mmsCommand.cancelTransaction,
  mmsCommand.cardholderChoice,
  mmsCommand.displayFixedText,
  mmsCommand.buzzer,
  mmsCommand.displayFlexText,
  mmsCommand.reset,
  mmsCommand.subscriptions,
  mmsCommand.getProperty,
  mmsCommand.setProperty,
  mmsCommand.echo,
]);

const harmlessNotifications: ReadonlySet<number> = new Set([
  mmsNotification.transactionHostAction,
  mmsNotification.transactionComplete,
  mmsNotification.uiHostAction,
  mmsNotification.uiComplete,
]);

/** Tags of a start request (command 1001, template 86). */
const startTags: ReadonlySet<number> = new Set([
  emvTag.amountAuthorised,
  emvTag.amountOther,
  emvTag.transactionType,
  emvTag.currencyCode,
  emvTag.currencyExponent,
  emvTag.merchantCategoryCode,
  emvTag.merchantIdentifier,
  emvTag.transactionCategoryCode,
  emvTag.merchantCustomData,
]);

/** Tags in the blobs and in the bank's answer that contain other tags. */
const templates: ReadonlySet<number> = new Set([
  cardDataTag.secureShell,
  cardDataTag.container,
  cardDataTag.emvTemplate,
  cardDataTag.encrypted,
  cardDataTag.batchTemplate,
  cardDataTag.batchStatus,
  cardDataTag.arpcShell,
]);

/** Tags inside those templates that reveal nothing about the cardholder. */
const shownTags: ReadonlySet<number> = new Set([
  cardDataTag.macKeySerialNumber,
  cardDataTag.macEncryptionType,
  cardDataTag.deviceSerialNumber,
  cardDataTag.fallback,
  cardDataTag.cardType,
  cardDataTag.keySerialNumber,
  cardDataTag.encryptionType,
  cardDataTag.padCount,
  cardDataTag.batchResult,
  cardDataTag.batchReason,
  emvTag.authorizationResponseCode,
  emvTag.issuerAuthenticationData,
  0x82, // application interchange profile
]);

const LENGTH_BYTES = 2;

export function hiddenParts(message: MmsMessage): HiddenParts {
  switch (message.kind) {
    case 'data-file':
      // A signature or an image is not needed to follow the traffic.
      return { card: [], personal: [message.file] };
    case 'notification':
      return ofNotification(message);
    case 'request':
    case 'response': {
      const detail = message.kind === 'response' && message.detail ? [message.detail] : [];
      const shownDetail = detail.flatMap(cardPartsIn);
      if (message.command === mmsCommand.startTransaction) return parts(ofStart(message.tlvs), detail);
      if (message.command === mmsCommand.resumeTransaction) return parts(ofResume(message.tlvs), detail);
      if (harmlessCommands.has(message.command)) return parts([...cardPartsInTlvs(message.tlvs), ...shownDetail], []);
      return parts([...values(message.tlvs), ...detail], []);
    }
  }
}

function parts(card: Uint8Array[], personal: Uint8Array[]): HiddenParts {
  return { card, personal };
}

const values = (tlvs: readonly Tlv[]): Uint8Array[] => tlvs.map(({ value }) => value);

function ofNotification(note: MmsNotification): HiddenParts {
  const { code, status, tlvs, detail } = note;
  const rest = detail ? [detail] : [];
  if (harmlessNotifications.has(code)) return parts([...cardPartsInTlvs(tlvs), ...rest.flatMap(cardPartsIn)], []);
  if (code === mmsNotification.deviceInfo) {
    // 81 and 82 describe the terminal; other values describe a card or tag that was presented to the idle terminal.
    const isStateOnly = status[0] !== 0x01;
    return parts([...cardPartsInTlvs(tlvs), ...rest.flatMap(cardPartsIn)], isStateOnly ? [] : values(tlvs));
  }
  const isBlob = code === mmsNotification.transactionInfo && status[1] === 0x08 && (status[2] === 2 || status[2] === 3);
  if (!isBlob) return parts([...values(tlvs), ...rest], []);
  return parts([...tlvs.flatMap(({ tag, value }) => (tag === 0x84 ? ofBlob(value) : [value])), ...rest], []);
}

function ofStart(tlvs: readonly Tlv[]): Uint8Array[] {
  return tlvs.flatMap(({ tag, value }) =>
    tag === 0x86 ? insideTemplate(value, startTags) : cardPartsInTlvs([{ tag, value }]),
  );
}

/** The bank's scripts may hold a new PIN, encrypted: they are hidden, like everything that is not listed. */
function ofResume(tlvs: readonly Tlv[]): Uint8Array[] {
  return tlvs.flatMap(({ tag, value }) =>
    tag === 0x84 ? insideTemplate(value, shownTags) : cardPartsInTlvs([{ tag, value }]),
  );
}

/** Layout: LEN16, F9 …, padding, MAC4. A blob with any other layout is hidden entirely. */
function ofBlob(blob: Uint8Array): Uint8Array[] {
  if (blob.length < LENGTH_BYTES) return [blob];
  const end = LENGTH_BYTES + readBigEndian(blob.subarray(0, LENGTH_BYTES));
  const shell = end <= blob.length ? parseTlvs(blob.subarray(LENGTH_BYTES, end)) : undefined;
  if (!shell?.ok || !findTlv(shell.tlvs, cardDataTag.secureShell)) return [blob];
  return [...insideTemplate(blob.subarray(LENGTH_BYTES, end), shownTags), blob.subarray(end)];
}

/** Every value except known templates and tags listed in `shown`; the whole content when it is not TLV. */
function insideTemplate(content: Uint8Array, shown: ReadonlySet<number>): Uint8Array[] {
  const level = parseTlvs(content);
  if (!level.ok) return [content];
  return level.tlvs.flatMap(({ tag, value }) => {
    if (templates.has(tag)) return insideTemplate(value, shown);
    return shown.has(tag) ? cardPartsIn(value) : [value];
  });
}
