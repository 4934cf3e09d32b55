/**
 * Describes a frame by name and fields, for support, logs of the command line and the golden file. The fields contain
 * no card data: for sensitive elements only tag, form and length.
 */
import { readBigEndian, toHex } from '../../../framing/bytes.ts';
import type { Neo2Frame } from '../../../framing/neo2-frame.ts';
import { parseTlvs, tagName } from '../../../framing/tlv.ts';
import { readTransactionAnswer } from './card-data.ts';
import { code, neo2AnswerNames, neo2Commands, neo2ReaderCommands, resultName, statusName } from './codes.ts';
import { readAscii, readLittleEndian, readStartTransaction } from './commands.ts';
import { readDisplayControl, readEventItems } from './prompts.ts';

type Neo2Field = string | number | boolean | null | readonly Neo2Field[] | { readonly [name: string]: Neo2Field };
type Neo2Fields = { readonly [name: string]: Neo2Field };

interface Neo2Description {
  /** For example `start-transaction`, `serial-number answer`, `event`. */
  readonly name: string;
  readonly fields: Neo2Fields;
}

const commandNames = new Map<number, string>(
  [...Object.entries(neo2Commands), ...Object.entries(neo2ReaderCommands)].map(([name, [command, subcommand]]) => [
    command * 256 + subcommand,
    name,
  ]),
);

/** Returns name and fields of a frame. An unlisted command is `unknown command`, with the length of its data. */
export function describeNeo2Frame(frame: Neo2Frame): Neo2Description {
  switch (frame.kind) {
    case 'event':
      return describeEvent(frame.data);
    case 'command': {
      const name = commandNames.get(frame.command * 256 + frame.subcommand);
      const codes = { command: hexPair(frame.command, frame.subcommand) };
      if (name === undefined) return { name: 'unknown command', fields: { ...codes, dataBytes: frame.data.length } };
      return { name, fields: { ...codes, ...commandFields(name, frame.data) } };
    }
    case 'response':
      return describeResponse(frame.command, frame.status, frame.data);
    case 'v3-response':
      return {
        name: `protocol 3 ${neo2AnswerNames[frame.command] ?? 'unknown'} answer`,
        fields: {
          command: hexPair(frame.command, frame.subcommand),
          status: statusName(frame.status),
          dataBytes: frame.data.length,
        },
      };
  }
}

function describeEvent(data: Uint8Array): Neo2Description {
  const items = readEventItems(data) ?? [];
  return {
    name: 'event',
    fields: { items: items.map(({ what, value }) => ({ what, value: toHex(Uint8Array.of(value)) })) },
  };
}

function commandFields(name: string, data: Uint8Array): Neo2Fields {
  const first = data[0] ?? null;
  switch (name) {
    case 'start-transaction': {
      const start = readStartTransaction(data);
      return start ? { timeoutSeconds: start.timeoutSeconds, tags: tags(start.tlvs) } : unreadable(data);
    }
    case 'contact-start':
      return {
        allowsFallback: first === 1,
        seatSeconds: readBigEndian(data.subarray(1, 3)),
        nextCommandSeconds: readBigEndian(data.subarray(3, 5)),
        ...tagFields(data.subarray(5)),
      };
    case 'contact-authenticate':
      return { flag: first, timeoutSeconds: readBigEndian(data.subarray(1, 3)) };
    case 'contact-apply-host-response':
      return { hasAnswer: first === 1, ...tagFields(data.subarray(1)) };
    case 'set-configuration':
      return tagFields(data);
    case 'cancel-transaction':
      return { isReset: first === 1 };
    case 'contact-set-configuration':
      return { configuration: first === null ? null : `${first}C` };
    case 'set-poll-mode':
      return { mode: first === 0 ? 'auto-poll' : 'poll-on-demand' };
    case 'set-boot-notification':
      return { how: ['off', 'raw', 'frame'][first ?? -1] ?? null };
    case 'get-battery':
      return { what: first === null ? 'percent' : first === 0 ? 'coin-cell' : 'main-battery' };
    case 'control-user-interface':
      return { message: first, beep: data[1] ?? null, ledNumber: data[2] ?? null, isLedOn: data[3] === 1 };
    case 'update-balance':
      return { isApproved: first === 0 };
    case 'display-line':
    case 'display-lines':
      return { text: readAscii(data) };
    case 'screen-show':
    case 'screen-create':
      return { screen: names(data).names[0] ?? null };
    case 'screen-remove-object': {
      const [screen = null, object = null] = names(data, 2).names;
      return { screen, object };
    }
    case 'screen-add-object':
      return screenObjectFields(data);
    case 'screen-update-object': {
      const { names: found, rest } = names(data, 2);
      const [screen = null, object = null] = found;
      const value = rest.subarray(1);
      return rest[0] === 0x00 ? { screen, object, text: readAscii(value) } : { screen, object, colour: toHex(value) };
    }
    case 'set-white-list':
      // The content of this signed list is documented only for the vendor.
      return { listBytes: data.length };
    case 'display-control': {
      const control = readDisplayControl(data);
      if (!control) return unreadable(data);
      const { mode, timeoutSeconds, language } = control;
      return { mode, timeoutSeconds, language, lines: control.lines.map(({ text, messageId }) => text ?? messageId) };
    }
    case 'pin-entry':
      // The data after the mode contain a card number, encrypted or not.
      return { mode: first };
    default:
      return data.length === 0 ? {} : { data: toHex(data) };
  }
}

function describeResponse(command: number, status: number, data: Uint8Array): Neo2Description {
  const group = neo2AnswerNames[command];
  const fields: Record<string, Neo2Field> = { command: toHex(Uint8Array.of(command)), status: statusName(status) };
  Object.assign(fields, responseFields(command, data));
  return { name: group === undefined ? 'unknown answer' : `${group} answer`, fields };
}

function responseFields(command: number, data: Uint8Array): Neo2Fields {
  if (data.length === 0) return {};
  switch (command) {
    case code.serialNumber:
      return { serialNumber: readAscii(data) };
    case code.firmware:
    case code.bootNotification:
      return { text: readAscii(data) };
    case 0x09:
      return { lines: readAscii(data).split(/\r\n/).filter(Boolean) };
    case code.prompt:
      return data.length >= 8
        ? { box: [...boxOf(data.subarray(-8))], ...(data.length > 8 ? { head: toHex(data.subarray(0, -8)) } : {}) }
        : { data: toHex(data) };
    case 0x83:
      return data.length === 2 ? { level: readLittleEndian(data) } : { mode: chipModes[data[0] ?? -1] ?? toHex(data) };
    case code.battery:
      return data.length === 1 ? { percent: data[0] ?? 0 } : { millivolts: readLittleEndian(data.subarray(0, 2)) };
    case 0x32:
      return { isActivated: data[0] === 1, isLocked: data[1] === 1 };
    case code.passThrough:
      return { block: toHex(data) };
    case code.transaction:
    case code.contact:
    case 0x03:
      return answerFields(data);
    default:
      return { dataBytes: data.length };
  }
}

/** States of the display's processor (guide p471). */
const chipModes = ['no device', 'restricted', 'self check', 'customer', 'system', 'boot loader'];

/** Returns tags with form and length, and values only for elements that reveal nothing about a card. */
function answerFields(data: Uint8Array): Neo2Fields {
  const answer = readTransactionAnswer(data);
  if (!answer) return unreadable(data);
  const { attribution, result, error } = answer;
  return {
    ...(attribution
      ? {
          source: attribution.source,
          cipher: attribution.cipher,
          isStripeEncrypted: attribution.isStripeEncrypted,
          isEmvEncrypted: attribution.isEmvEncrypted,
        }
      : {}),
    ...(result === null ? {} : { result: resultName(result) }),
    ...(error ? { error: toHex(Uint8Array.of(error.code)) } : {}),
    elements: answer.tlvs.map(({ tag, form, value }) => `${tagName(tag)} ${form} ${value.length}`),
  };
}

function screenObjectFields(data: Uint8Array): Neo2Fields {
  const { names: found, rest } = names(data, 2);
  const [screen = null, object = null] = found;
  if (rest.length < 6) return unreadable(data);
  return {
    screen,
    object,
    kind: objectKinds[rest[0] ?? 0] ?? rest[0] ?? null,
    placement: rest[1] ?? null,
    x: readBigEndian(rest.subarray(2, 4)),
    y: readBigEndian(rest.subarray(4, 6)),
    ...(rest.length > 6 ? { content: readAscii(rest.subarray(6)) } : {}),
  };
}

const objectKinds: Readonly<Record<number, string>> = {
  0x02: 'button',
  0x03: 'invisible',
  0x06: 'leds',
  0x08: 'picture',
};

function boxOf(data: Uint8Array): number[] {
  return [0, 2, 4, 6].map((at) => readLittleEndian(data.subarray(at, at + 2)));
}

/** Returns at most `count` texts that end in zero bytes, and the remaining data. */
function names(data: Uint8Array, count = 1): { names: string[]; rest: Uint8Array } {
  const found: string[] = [];
  let at = 0;
  while (found.length < count && at < data.length) {
    const end = data.indexOf(0, at);
    if (end < 0) break;
    found.push(String.fromCharCode(...data.subarray(at, end)));
    at = end + 1;
  }
  return { names: found, rest: data.subarray(at) };
}

function tagFields(data: Uint8Array): Neo2Fields {
  const parsed = parseTlvs(data);
  return parsed.ok ? { tags: tags(parsed.tlvs) } : unreadable(data);
}

function tags(tlvs: readonly { tag: number; value: Uint8Array }[]): Neo2Field {
  return tlvs.map(({ tag, value }) => [tagName(tag), toHex(value)]);
}

function unreadable(data: Uint8Array): Neo2Fields {
  return { unreadableBytes: data.length };
}

function hexPair(command: number, subcommand: number): string {
  return `${toHex(Uint8Array.of(command))}-${toHex(Uint8Array.of(subcommand))}`;
}
