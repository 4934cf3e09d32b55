/**
 * Builders of whole command frames for the host's side, and their readers for the device's side (the simulator);
 * reference sections 4 and 5.
 * @throws RangeError when a builder gets a value that does not fit its field
 */
import { asciiBytes, bigEndian, concatBytes, fromHex, readBigEndian, toHex } from '../../../framing/bytes.ts';
import { encodeNeo2Command } from '../../../framing/neo2-frame.ts';
import { encodeTag, encodeTlv, findTlv, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import { emvTag, neo2Commands, neo2Tag, type Neo2CommandName } from './codes.ts';

const byte = (value: number): Uint8Array => bigEndian(value, 1);

export function neo2Command(name: Neo2CommandName, ...data: readonly Uint8Array[]): Uint8Array {
  const [command, subcommand] = neo2Commands[name];
  return encodeNeo2Command(command, subcommand, concatBytes(...data));
}

/** Encodes a little-endian number, as in texts of 61-xx and battery voltages. */
export function littleEndian(value: number, size: number): Uint8Array {
  return bigEndian(value, size).reverse();
}

export function readLittleEndian(bytes: Uint8Array): number {
  return readBigEndian(bytes.slice().reverse());
}

/**
 * Returns the bytes of a text.
 * @throws RangeError when the text is not printable ASCII
 */
export function ascii(text: string): Uint8Array {
  if (/[^\x20-\x7e]/.test(text)) throw new RangeError('only printable ASCII can be sent');
  return asciiBytes(text);
}

export function readAscii(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...(end < 0 ? bytes : bytes.subarray(0, end))).trim();
}

// --- Simple commands ------------------------------------------------------------------------------------------------

/** Probe and keep-alive: has no side effects and works without a card. */
export const ping = (): Uint8Array => neo2Command('ping');
export const getSerialNumber = (): Uint8Array => neo2Command('get-serial-number');
export const getFirmwareVersion = (): Uint8Array => neo2Command('get-firmware-version');
export const getModuleVersions = (): Uint8Array => neo2Command('get-module-versions');
/** Answered by VP6800 and VP3320 only (guide p384). */
export const getDeviceStatus = (): Uint8Array => neo2Command('get-device-status');
export const cancelTransaction = (): Uint8Array => neo2Command('cancel-transaction');
/** The reference contains only the command's name; no source shows the frame (section 4). */
export const restart = (): Uint8Array => neo2Command('restart');

/** Requests the percentage: the command without data (guide p472). */
export const getBattery = (): Uint8Array => neo2Command('get-battery');

/** Reads the percentage from the answer to getBattery(). Returns undefined if the answer has none. */
export function readBatteryPercent(data: Uint8Array): number | undefined {
  const percent = data.length === 1 ? data[0] : undefined;
  return percent !== undefined && percent <= 100 ? percent : undefined;
}

// --- Settings ---------------------------------------------------------------------------------------------------

/** Makes the reader send 63 as soon as it accepts a long-running command. */
export const turnOnFirstResponses = (): Uint8Array =>
  neo2Command('set-configuration', encodeTlv(neo2Tag.firstResponse, byte(0x00)));

// --- Transaction ------------------------------------------------------------------------------------------------

export interface Neo2Interfaces {
  readonly swipe: boolean;
  readonly contactless: boolean;
  readonly contact: boolean;
}

interface Neo2Start {
  /** Time the reader waits for a card, 1..255 seconds. Null omits the byte, as a public program does. */
  readonly timeoutSeconds: number | null;
  readonly tlvs: readonly Tlv[];
}

/** 02-40, Activate Transaction. */
export function startTransaction({ timeoutSeconds, tlvs }: Neo2Start): Uint8Array {
  const timeout = timeoutSeconds === null ? [] : [byte(timeoutSeconds)];
  return neo2Command('start-transaction', ...timeout, ...tlvs.map(({ tag, value }) => encodeTlv(tag, value)));
}

/**
 * Reads the data of 02-40. The guide requires the timeout byte (p210), but a public program omits it: data that begin
 * with 9F 02 or 9F 03 begin with a tag. The alternative is 159 seconds and an unknown tag.
 */
export function readStartTransaction(data: Uint8Array): Neo2Start | undefined {
  const isWithoutTimeout = data[0] === 0x9f && (data[1] === 0x02 || data[1] === 0x03);
  const parsed = parseTlvs(isWithoutTimeout ? data : data.subarray(1));
  if (data.length === 0 || !parsed.ok) return undefined;
  return { timeoutSeconds: isWithoutTimeout ? null : (data[0] ?? 0), tlvs: parsed.tlvs };
}

export interface PaymentStart {
  readonly timeoutSeconds: number;
  readonly amountMinor: number;
  readonly otherAmountMinor: number;
  /** Four digits of ISO 4217, for example `0840`; by default the reader's own setting applies. */
  readonly numericCurrency?: string;
  readonly interfaces: Neo2Interfaces;
  readonly allowsFallback: boolean;
  /** Seconds the reader waits for the next command of the transaction. */
  readonly nextCommandSeconds: number;
  /** Elements that the answers must contain; if empty, the reader's own settings apply. */
  readonly outputTags: readonly number[];
}

/**
 * Builds 02-40 for a payment. Date and time (9A, 9F21) are omitted: secured readers use their own clock (guide p179).
 */
export function startPayment(start: PaymentStart): Uint8Array {
  const { contact, contactless, swipe } = start.interfaces;
  const bits = (swipe ? 0x01 : 0) | (contactless ? 0x02 : 0) | (contact ? 0x04 : 0);
  return startTransaction({
    timeoutSeconds: start.timeoutSeconds,
    tlvs: [
      { tag: emvTag.transactionType, value: byte(0x00) },
      { tag: emvTag.amount, value: numeric(start.amountMinor) },
      { tag: emvTag.otherAmount, value: numeric(start.otherAmountMinor) },
      ...(start.numericCurrency === undefined ? [] : [{ tag: emvTag.currency, value: fromHex(start.numericCurrency) }]),
      { tag: neo2Tag.interfaces, value: byte(bits) },
      {
        tag: neo2Tag.fallback,
        value: concatBytes(byte(start.allowsFallback ? 1 : 0), bigEndian(start.nextCommandSeconds, 2)),
      },
      ...(start.outputTags.length === 0
        ? []
        : [{ tag: neo2Tag.outputTags, value: concatBytes(...start.outputTags.map(encodeTag)) }]),
    ],
  });
}

/** Device's side. Returns undefined if an element that a payment requires is missing or invalid. */
export function readPayment({ timeoutSeconds, tlvs }: Neo2Start): PaymentStart | undefined {
  const amount = readNumeric(findTlv(tlvs, emvTag.amount));
  const otherAmount = findTlv(tlvs, emvTag.otherAmount);
  const other = otherAmount ? readNumeric(otherAmount) : 0;
  const currency = findTlv(tlvs, emvTag.currency);
  const bits = findTlv(tlvs, neo2Tag.interfaces) ?? byte(0x07);
  const fallback = findTlv(tlvs, neo2Tag.fallback) ?? Uint8Array.of(0, 0, 60);
  if (amount === undefined || other === undefined || bits.length !== 1 || fallback.length !== 3) return undefined;
  if (currency && !/^[0-9]{4}$/.test(toHex(currency))) return undefined;
  const interfaces = bits[0] ?? 0;
  return {
    timeoutSeconds: timeoutSeconds ?? 10,
    amountMinor: amount,
    otherAmountMinor: other,
    ...(currency ? { numericCurrency: toHex(currency) } : {}),
    interfaces: {
      swipe: (interfaces & 0x01) !== 0,
      contactless: (interfaces & 0x02) !== 0,
      contact: (interfaces & 0x04) !== 0,
    },
    allowsFallback: fallback[0] === 0x01,
    nextCommandSeconds: readBigEndian(fallback.subarray(1)),
    outputTags: readTagList(findTlv(tlvs, neo2Tag.outputTags) ?? new Uint8Array()),
  };
}

/** Returns the concatenated tags of DFEE1A; a truncated last tag is left out. */
function readTagList(bytes: Uint8Array): number[] {
  const tags: number[] = [];
  let tag = 0;
  for (const [at, byte] of bytes.entries()) {
    const isFirst = tag === 0;
    tag = tag * 256 + byte;
    const isLast = isFirst ? (byte & 0x1f) !== 0x1f : (byte & 0x80) === 0;
    if (!isLast && at < bytes.length - 1) continue;
    if (isLast) tags.push(tag);
    tag = 0;
  }
  return tags;
}

/** 60-11: cardholder verification and the first cryptogram. The data layout comes from a single script [inf]. */
export function authenticateContact(options: { flag: number; timeoutSeconds: number }): Uint8Array {
  return neo2Command('contact-authenticate', byte(options.flag), bigEndian(options.timeoutSeconds, 2));
}

export interface HostResponse {
  /** Tag 8A, two characters. */
  readonly authorizationResponseCode: string;
  /** Tag 91. */
  readonly issuerAuthenticationData?: Uint8Array;
  /** Templates 71 and 72 with their tags. */
  readonly issuerScripts?: readonly Uint8Array[];
}

/** 60-12: the bank's answer for the card. The first byte shows that there is an answer [inf]. */
export function applyHostResponse(answer: HostResponse): Uint8Array {
  return neo2Command(
    'contact-apply-host-response',
    byte(0x01),
    encodeTlv(emvTag.responseCode, ascii(answer.authorizationResponseCode)),
    ...(answer.issuerAuthenticationData
      ? [encodeTlv(emvTag.issuerAuthenticationData, answer.issuerAuthenticationData)]
      : []),
    ...(answer.issuerScripts ?? []),
  );
}

/** Device's side of 60-12. Returns undefined for unreadable data. */
export function readHostResponse(data: Uint8Array): HostResponse | undefined {
  const parsed = parseTlvs(data.subarray(1));
  const responseCode = parsed.ok ? findTlv(parsed.tlvs, emvTag.responseCode) : undefined;
  if (data[0] !== 0x01 || !parsed.ok || responseCode?.length !== 2) return undefined;
  const proof = findTlv(parsed.tlvs, emvTag.issuerAuthenticationData);
  const scripts = parsed.tlvs.filter(({ tag }) => tag === emvTag.issuerScript1 || tag === emvTag.issuerScript2);
  return {
    authorizationResponseCode: String.fromCharCode(...responseCode),
    ...(proof ? { issuerAuthenticationData: proof } : {}),
    issuerScripts: scripts.map(({ tag, value }) => encodeTlv(tag, value)),
  };
}

/** Requests the result of a contact transaction again. Changes nothing. */
export const retrieveContactResult = (): Uint8Array => neo2Command('contact-retrieve-result');

// --- Display ----------------------------------------------------------------------------------------------------

/** Message indexes of 01-02 and of display events (guide p124). */
export const messageIndex = {
  welcome: 0x00,
  presentCard: 0x01,
  timedOut: 0x02,
  processing: 0x03,
  thankYou: 0x04,
  fail: 0x05,
  amount: 0x06,
  balance: 0x07,
  insertOrSwipe: 0x08,
  tryAgain: 0x09,
  oneCardOnly: 0x0a,
  wait: 0x0b,
} as const;

/** 01-02 (guide p124-125): message, beep, LED number and LED state, a byte each. */
export function controlUserInterface(options: {
  message: number;
  beep?: number;
  ledNumber?: number;
  isLedOn?: boolean;
}): Uint8Array {
  const { message, beep = 0, ledNumber = 0, isLedOn = false } = options;
  return neo2Command('control-user-interface', byte(message), byte(beep), byte(ledNumber), byte(isLedOn ? 1 : 0));
}

const name = (text: string): Uint8Array => concatBytes(ascii(text), byte(0));

export const showScreen = (screen: string): Uint8Array => neo2Command('screen-show', name(screen));

/** 61-08: a new text (property 00) for an object. The next 61-05 shows it. */
export function updateScreenObject(screen: string, object: string, text: string): Uint8Array {
  return neo2Command('screen-update-object', name(screen), name(object), byte(0x00), name(text));
}

// --- Small parts ------------------------------------------------------------------------------------------------

/** Format n12: twelve decimal digits in six bytes. */
export function numeric(amountMinor: number): Uint8Array {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0 || amountMinor > 999_999_999_999) {
    throw new RangeError(`${amountMinor} is not an amount of twelve digits`);
  }
  return fromHex(String(amountMinor).padStart(12, '0'));
}

function readNumeric(value: Uint8Array | undefined): number | undefined {
  const digits = value?.length === 6 ? toHex(value) : '';
  return /^[0-9]{12}$/.test(digits) ? Number(digits) : undefined;
}
