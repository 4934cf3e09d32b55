/**
 * Which parts of an MMS message hold card data. What is not known to be harmless is hidden: a command, notification or
 * tag that no list below names shows its length and nothing else.
 *
 * Shown of card data: who sent it, under which key (serial number, type), how the card was read, how it ended.
 */
import { readBigEndian } from '../../../framing/bytes.ts';
import { findTlv, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import type { MmsMessage, MmsNotification } from '../codec/message.ts';
import { cardDataTag, emvTag, mmsCommand, mmsNotification } from '../codec/tags.ts';
import { cardPartsIn, cardPartsInTlvs } from '../../shared/trace/card-numbers.ts';

/** Views into the bytes the message was read from. */
interface HiddenParts {
  /** Never shown to anybody. */
  readonly card: readonly Uint8Array[];
  /** Says something about a person or a tag; kept out of traces. */
  readonly personal: readonly Uint8Array[];
}

/** Commands whose parameters and answers are about the terminal, not about a card. */
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

/** What a transaction starts with (command 1001, template 86). */
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

/** Tags of the blobs and of the bank's answer that carry other tags. */
const templates: ReadonlySet<number> = new Set([
  cardDataTag.secureShell,
  cardDataTag.container,
  cardDataTag.emvTemplate,
  cardDataTag.encrypted,
  cardDataTag.batchTemplate,
  cardDataTag.batchStatus,
  cardDataTag.arpcShell,
]);

/** Tags inside them that say nothing about the card's owner. */
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
      // A signature, an image: nobody needs it to follow the traffic.
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
    // 81 and 82 tell of the terminal; anything else is what was tapped on it while idle.
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

/** Scripts of the bank may hold a new PIN, encrypted: they are hidden with everything that is not listed. */
function ofResume(tlvs: readonly Tlv[]): Uint8Array[] {
  return tlvs.flatMap(({ tag, value }) =>
    tag === 0x84 ? insideTemplate(value, shownTags) : cardPartsInTlvs([{ tag, value }]),
  );
}

/** LEN16, F9 …, padding, MAC4. What is not built like that is hidden whole. */
function ofBlob(blob: Uint8Array): Uint8Array[] {
  if (blob.length < LENGTH_BYTES) return [blob];
  const end = LENGTH_BYTES + readBigEndian(blob.subarray(0, LENGTH_BYTES));
  const shell = end <= blob.length ? parseTlvs(blob.subarray(LENGTH_BYTES, end)) : undefined;
  if (!shell?.ok || !findTlv(shell.tlvs, cardDataTag.secureShell)) return [blob];
  return [...insideTemplate(blob.subarray(LENGTH_BYTES, end), shownTags), blob.subarray(end)];
}

/** Every value that neither is a known template nor stands in `shown`; the whole where it is not TLV. */
function insideTemplate(content: Uint8Array, shown: ReadonlySet<number>): Uint8Array[] {
  const level = parseTlvs(content);
  if (!level.ok) return [content];
  return level.tlvs.flatMap(({ tag, value }) => {
    if (templates.has(tag)) return insideTemplate(value, shown);
    return shown.has(tag) ? cardPartsIn(value) : [value];
  });
}
