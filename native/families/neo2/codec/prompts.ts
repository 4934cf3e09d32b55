/**
 * Reads a reader's display contents and its requests to the host (guide p58-60, p124, p197-207) into the shared
 * prompts.
 *
 *     61-01 display control   mode(1) | n(2) timeout | n(2) language | n(2) lines | n(2) backlight     n little-endian
 *                             lines: line number(1), its top bit set for a message id | text | 1C, repeated
 *     61-02 PIN entry         mode(1) …                       61-03: a swipe on the host's own stripe reader
 *     events                  tt ii pp pp, repeated: 01 LED, 02 buzzer, 03 display with a message index
 */
import type { Prompt } from '../../../../electron/contract/index.ts';
import { bigEndian, concatBytes } from '../../../framing/bytes.ts';
import { encodeNeo2Command, encodeNeo2Response } from '../../../framing/neo2-frame.ts';
import { neo2ReaderCommands } from './codes.ts';
import { ascii, littleEndian, messageIndex, readLittleEndian } from './commands.ts';

/** Display modes of 61-01. Modes 01, 02 and 08 require an answer. */
export const displayMode = {
  menu: 0x01,
  functionKey: 0x02,
  text: 0x03,
  language: 0x08,
  clear: 0x10,
  touchPanel: 0x20,
  led: 0x21,
  keypad: 0x22,
} as const;

interface DisplayLine {
  /** Line number, from 1. */
  readonly number: number;
  /** The reader's own text, or null for a message id. */
  readonly text: string | null;
  readonly messageId: number | null;
}

export interface DisplayControl {
  readonly mode: number;
  readonly timeoutSeconds: number | null;
  readonly language: string | null;
  readonly lines: readonly DisplayLine[];
}

const SEPARATOR = 0x1c;
const IS_MESSAGE_ID = 0x80;

/** Reads the data of 61-01. Returns undefined if they are empty; unreadable fields after the mode are left out. */
export function readDisplayControl(data: Uint8Array): DisplayControl | undefined {
  const mode = data[0];
  if (mode === undefined) return undefined;
  let at = 1;
  const next = (): Uint8Array | undefined => {
    if (at + 2 > data.length) return undefined;
    const length = readLittleEndian(data.subarray(at, at + 2));
    const end = at + 2 + length;
    if (end > data.length) return undefined;
    const value = data.subarray(at + 2, end);
    at = end;
    return value;
  };
  const isBare = mode === displayMode.clear || mode === displayMode.touchPanel || mode === displayMode.led;
  const timeout = isBare ? undefined : next();
  const language = timeout && next();
  const lines = language && next();
  return {
    mode,
    timeoutSeconds: timeout && timeout.length > 0 && timeout.length <= 4 ? readLittleEndian(timeout) : null,
    language: language && language.length > 0 ? String.fromCharCode(...language) : null,
    lines: readLines(lines ?? new Uint8Array()),
  };
}

function readLines(bytes: Uint8Array): DisplayLine[] {
  const lines: DisplayLine[] = [];
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const number = first & ~IS_MESSAGE_ID;
    if ((first & IS_MESSAGE_ID) !== 0) {
      lines.push({ number, text: null, messageId: bytes[at + 1] ?? null });
      at += 3;
      continue;
    }
    const found = bytes.indexOf(SEPARATOR, at + 1);
    const end = found < 0 ? bytes.length : found;
    lines.push({ number, text: String.fromCharCode(...bytes.subarray(at + 1, end)), messageId: null });
    at = end + 1;
  }
  return lines;
}

/** Encodes the reader's command 61-01 (simulator). */
export function encodeDisplayControl(control: {
  mode: number;
  timeoutSeconds?: number;
  lines?: readonly string[];
}): Uint8Array {
  const [command, subcommand] = neo2ReaderCommands['display-control'];
  const { mode, timeoutSeconds, lines = [] } = control;
  if (mode === displayMode.clear) return encodeNeo2Command(command, subcommand, Uint8Array.of(mode));
  const counted = (value: Uint8Array): Uint8Array => concatBytes(littleEndian(value.length, 2), value);
  const text = lines.map((line, index) => concatBytes(bigEndian(index + 1, 1), ascii(line), Uint8Array.of(SEPARATOR)));
  const timeout = timeoutSeconds === undefined ? new Uint8Array() : littleEndian(timeoutSeconds, 2);
  const data = concatBytes(
    Uint8Array.of(mode),
    counted(timeout),
    counted(ascii('EN')),
    counted(concatBytes(...text)),
    counted(new Uint8Array()),
  );
  return encodeNeo2Command(command, subcommand, data);
}

/** Encodes the reader's command 61-02 (simulator), which requests a PIN from the host's PIN pad. */
export function encodePinEntry(mode: number): Uint8Array {
  const [command, subcommand] = neo2ReaderCommands['pin-entry'];
  return encodeNeo2Command(command, subcommand, Uint8Array.of(mode));
}

/**
 * Encodes the host's answer: to a menu the number of the chosen line, to a key request `E` for Enter. The guide's page
 * with this layout was not available: mode, length (little-endian) and value are inferred from similar commands [inf].
 */
export function answerDisplayControl(mode: number, choice: { line: number } | { key: 'E' | 'C' }): Uint8Array {
  const [command, subcommand] = neo2ReaderCommands['display-control'];
  const value = 'line' in choice ? bigEndian(choice.line, 1) : ascii(choice.key);
  return encodeNeo2Response(
    command,
    subcommand,
    concatBytes(Uint8Array.of(mode), littleEndian(value.length, 2), value),
  );
}

/** Device's side of that answer. */
export function readDisplayAnswer(data: Uint8Array): { mode: number; value: Uint8Array } | undefined {
  const [mode] = data;
  if (mode === undefined || data.length < 3) return undefined;
  const length = readLittleEndian(data.subarray(1, 3));
  return data.length === 3 + length ? { mode, value: data.subarray(3) } : undefined;
}

/**
 * Encodes the host's answer to 61-02: cancel (guide p202). Tillbridge never handles a PIN; the card continues with its
 * next verification method, or declines.
 */
export function refusePinEntry(): Uint8Array {
  const [command, subcommand] = neo2ReaderCommands['pin-entry'];
  return encodeNeo2Response(command, subcommand, Uint8Array.of(0x00));
}

/** First match wins. Texts come in either case and over several lines. */
const textPatterns: readonly (readonly [RegExp, Prompt])[] = [
  [/SEE PHONE/, 'see-phone'],
  [/(ONE|1) CARD ONLY/, 'one-card-only'],
  [/REMOVE CARD/, 'remove-card'],
  [/ENTER PIN|PIN (TRY|INCORRECT)|INCORRECT PIN/, 'enter-pin'],
  [/SELECT|CHOOSE/, 'choose-on-terminal'],
  [/AMOUNT OK|CONFIRM AMOUNT/, 'confirm-amount'],
  [/SIGN/, 'sign'],
  [/USE MAG|SWIPE CARD ONLY|PLEASE SWIPE$/m, 'swipe-card'],
  [/USE CHIP|^(PLEASE )?INSERT CARD$/m, 'insert-card'],
  [/TRY AGAIN|TAP AGAIN/, 'tap-again'],
  [/PROCESSING|PLEASE WAIT|AUTHORI[SZ]ING/, 'processing'],
  [/PRESENT|TAP|INSERT|SWIPE/, 'present-card'],
];

/** Returns the prompt for a text, or undefined for texts without a request to the customer (APPROVED, WELCOME…). */
export function promptOfText(text: string): Prompt | undefined {
  return textPatterns.find(([pattern]) => pattern.test(text.toUpperCase()))?.[1];
}

const indexPrompts: Readonly<Record<number, Prompt>> = {
  [messageIndex.presentCard]: 'present-card',
  [messageIndex.processing]: 'processing',
  [messageIndex.amount]: 'present-card',
  [messageIndex.insertOrSwipe]: 'insert-card',
  [messageIndex.tryAgain]: 'tap-again',
  [messageIndex.oneCardOnly]: 'one-card-only',
  [messageIndex.wait]: 'processing',
};

/** Returns the prompt for a display message, or undefined for messages without a request to the customer. */
export function promptOfIndex(index: number): Prompt | undefined {
  return indexPrompts[index];
}

// --- Events -----------------------------------------------------------------------------------------------------

export interface Neo2EventItem {
  readonly what: 'led' | 'buzzer' | 'display' | 'unknown';
  /** LED: number and state in two half-bytes. Buzzer: kind and count or length. Display: message index. */
  readonly value: number;
}

const EVENT_BYTES = 4;
const eventKinds: Readonly<Record<number, Neo2EventItem['what']>> = { 0x01: 'led', 0x02: 'buzzer', 0x03: 'display' };

/** Returns the items of an event frame, or undefined if they do not fill it. */
export function readEventItems(data: Uint8Array): Neo2EventItem[] | undefined {
  if (data.length % EVENT_BYTES !== 0) return undefined;
  const items: Neo2EventItem[] = [];
  for (let at = 0; at < data.length; at += EVENT_BYTES) {
    items.push({ what: eventKinds[data[at] ?? 0] ?? 'unknown', value: data[at + 1] ?? 0 });
  }
  return items;
}

/** Data of a display event (simulator). */
export function displayEvent(index: number): Uint8Array {
  return Uint8Array.of(0x03, index, 0x00, 0x00);
}
