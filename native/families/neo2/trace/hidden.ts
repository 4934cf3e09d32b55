/**
 * Finds the parts of a NEO 2 frame that hold card data. Everything not known to be harmless is hidden: data of a
 * command or element outside the lists below show only their length.
 *
 * Shown parts of card data: attribution (source and encrypted parts), key serial number, amount, date, kind of
 * cryptogram, result.
 */
import type { Neo2Frame } from '../../../framing/neo2-frame.ts';
import { parseTlvs } from '../../../framing/tlv.ts';
import { readTransactionAnswer } from '../codec/card-data.ts';
import { emvTag, neo2Commands, neo2ReaderCommands, neo2Tag, type Neo2CommandName } from '../codec/codes.ts';
import { cardPartsIn, sensitiveElements } from '../../shared/trace/card-numbers.ts';

/** Commands about the reader itself: command and answer contain no card data. */
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

/** Commands without card data whose answers may contain card data. */
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

/** Elements of a start and of the bank's answer. Scripts are not listed, because they may hold a new, encrypted PIN. */
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
  0xffee08, // settings of loyalty programs
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

/** Views into the bytes the frame was read from, each of them non-empty. */
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
      // The data after the mode contain a card number.
      return [data.subarray(1)];
    case codeOf(neo2Commands['start-transaction']):
      // The leading timeout may be missing (readStartTransaction in codec/commands.ts).
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

/** Searches line by line, because lengths and numbers of lines are not digits of their text. */
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
      // In a host's answer the status is the sub-command that it answers. A PIN or a swipe is never shown.
      return [0x02, 0x03].includes(status) ? [data.subarray(status === 0x02 ? 1 : 0)] : cardPartsIn(data);
    default:
      return [data];
  }
}

/** Hides every unlisted element, and every element flagged as masked or encrypted. */
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

/** The bank's proof is random bytes, which a card does not contain. */
const shownParts = (tag: number, value: Uint8Array): Uint8Array[] =>
  tag === emvTag.issuerAuthenticationData ? [] : cardPartsIn(value);

function codeOf([command, subcommand]: readonly [number, number]): number {
  return command * 256 + subcommand;
}
