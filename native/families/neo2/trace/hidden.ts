/**
 * Which parts of a NEO 2 frame hold card data. What is not known to be harmless is hidden: data of a command or element that
 * no list below names shows its length and nothing else.
 *
 * Shown of card data: how the card was read and what is encrypted (attribution), under which key, the amount, the day, what kind of cryptogram, the result.
 */
import type { Neo2Frame } from '../../../framing/neo2-frame.ts';
import { parseTlvs } from '../../../framing/tlv.ts';
import { readTransactionAnswer } from '../codec/card-data.ts';
import { emvTag, neo2Commands, neo2ReaderCommands, neo2Tag, type Neo2CommandName } from '../codec/codes.ts';
import { cardPartsIn, sensitiveElements } from '../../shared/trace/card-numbers.ts';

/** Commands about the reader itself: neither they nor their answers carry anything of a card. */
const harmlessGroups: ReadonlySet<number> = new Set([
  0x01, // poll on demand, texts and lights
  0x04, // settings
  0x05, // cancel, stop
  0x09, // module versions
  0x12, // serial number
  0x14, // boot notification
  0x18, // ping
  0x29, // firmware
  0x32, // status
  0x77, // restart
  0x83, // sensors
  0xf0, // battery, texts
]);

/** Single commands whose answers may hold card data, but they themselves do not. */
const harmlessCommands: ReadonlySet<number> = new Set(
  (
    [
      'get-configuration',
      'update-balance',
      'contact-authenticate',
      'contact-retrieve-result',
      'contact-get-status',
      'contact-set-configuration',
      'screen-show',
      'screen-add-object',
      'screen-update-object',
      'screen-remove-object',
      'screen-create',
      'screen-list',
      'screen-show-system',
    ] satisfies Neo2CommandName[]
  ).map((name) => codeOf(neo2Commands[name])),
);

/** What a transaction starts with, and the bank's answer. Scripts may hold a new PIN, encrypted: they are not listed. */
const requestTags: ReadonlySet<number> = new Set([
  emvTag.amount,
  emvTag.otherAmount,
  emvTag.transactionType,
  emvTag.currency,
  emvTag.currencyExponent,
  emvTag.responseCode,
  emvTag.issuerAuthenticationData,
  neo2Tag.interfaces,
  neo2Tag.fallback,
  neo2Tag.outputTags,
  neo2Tag.autoAuthenticate,
  0xffee08, // settings of loyalty programmes
]);

const answerTags: ReadonlySet<number> = new Set([
  neo2Tag.keySerialNumber,
  neo2Tag.oldKeySerialNumber,
  neo2Tag.result,
  neo2Tag.encryptionInfo,
  neo2Tag.contactlessError,
  neo2Tag.trackSource,
  emvTag.entryMode,
  emvTag.amount,
  emvTag.currency,
  emvTag.transactionType,
  emvTag.date,
  emvTag.cryptogramInformation,
]);

const SHORT_ERROR_BYTES = 4;
const CONTACT_START_BYTES = 5;
const SCREEN = 0x61;

/** Views into the bytes the frame was read from, none of them empty. */
export function hiddenParts(frame: Neo2Frame): Uint8Array[] {
  return partsOf(frame).filter(({ length }) => length > 0);
}

function partsOf(frame: Neo2Frame): Uint8Array[] {
  switch (frame.kind) {
    case 'event':
      return isOfLights(frame.data) ? [] : cardPartsIn(frame.data);
    case 'v3-response':
      return [frame.data];
    case 'command':
      return ofCommand(frame.command, frame.subcommand, frame.data);
    case 'response':
      return ofResponse(frame.command, frame.status, frame.data);
  }
}

/** Lights, sounds and texts by number, four bytes each (guide p60). */
const isOfLights = (data: Uint8Array): boolean =>
  data.length % 4 === 0 &&
  data.every((byte, at) => (at % 4 === 0 ? byte >= 1 && byte <= 3 : at % 4 === 1 || byte === 0));

function ofCommand(command: number, subcommand: number, data: Uint8Array): Uint8Array[] {
  const code = command * 256 + subcommand;
  if (harmlessGroups.has(command) || harmlessCommands.has(code)) return cardPartsIn(data);
  switch (code) {
    case codeOf(neo2ReaderCommands['display-control']):
      return displayParts(data);
    case codeOf(neo2ReaderCommands['pin-entry']):
      // Behind the mode stands a card number.
      return [data.subarray(1)];
    case codeOf(neo2Commands['start-transaction']):
      // The time-out in front may be missing (see the driver's reader of this command).
      return unlisted(data.subarray(data[0] === 0x9f ? 0 : 1), requestTags);
    case codeOf(neo2Commands['contact-start']):
      return unlisted(data.subarray(CONTACT_START_BYTES), requestTags);
    case codeOf(neo2Commands['contact-apply-host-response']):
      return unlisted(data.subarray(1), requestTags);
    default:
      return [data];
  }
}

const LINE_END = 0x1c;

/** Line by line: lengths and numbers of lines are no digits of what stands in them. */
function displayParts(data: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 1; at < data.length;) {
    const from = at + 2;
    const to = from + (data[at] ?? 0) + 0x100 * (data[at + 1] ?? 0);
    if (to > data.length) return cardPartsIn(data);
    found.push(...sensitiveElements(data.subarray(from, to)));
    for (let start = from; start < to;) {
      const end = data.subarray(start, to).indexOf(LINE_END);
      const line = data.subarray(start, end < 0 ? to : start + end);
      found.push(...cardPartsIn(line));
      start += line.length + 1;
    }
    at = to;
  }
  return found;
}

function ofResponse(command: number, status: number, data: Uint8Array): Uint8Array[] {
  if (harmlessGroups.has(command)) return cardPartsIn(data);
  switch (command) {
    case 0x02:
    case 0x03:
    case 0x60:
      return status !== 0 && data.length === SHORT_ERROR_BYTES ? [] : ofAnswer(data);
    case SCREEN:
      // From a host, in the place of the status: what it answers. A PIN or a swipe is never shown.
      return [0x02, 0x03].includes(status) ? [data.subarray(status === 0x02 ? 1 : 0)] : cardPartsIn(data);
    default:
      return [data];
  }
}

/** Every element but the listed ones; and every one that says itself that it is masked or encrypted. */
function ofAnswer(data: Uint8Array): Uint8Array[] {
  const answer = readTransactionAnswer(data);
  if (!answer) return [data];
  return answer.tlvs.flatMap(({ tag, form, value }) => {
    if (form !== 'plain') return [value];
    if (tag === neo2Tag.group) return unlisted(value, answerTags);
    return answerTags.has(tag) ? cardPartsIn(value) : [value];
  });
}

function unlisted(content: Uint8Array, shown: ReadonlySet<number>): Uint8Array[] {
  const level = parseTlvs(content);
  if (!level.ok) return [content];
  return level.tlvs.flatMap(({ tag, value }) => (shown.has(tag) ? shownParts(tag, value) : [value]));
}

/** The bank's proof is random bytes that no card says. */
const shownParts = (tag: number, value: Uint8Array): Uint8Array[] =>
  tag === emvTag.issuerAuthenticationData ? [] : cardPartsIn(value);

function codeOf([command, subcommand]: readonly [number, number]): number {
  return command * 256 + subcommand;
}
