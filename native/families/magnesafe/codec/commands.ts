/**
 * Requests that Tillbridge sends to a reader, and the reader's side of them (reference sections 5, 6, 11). Commands
 * that change keys, tables or modes are left out deliberately.
 */
import { asciiBytes, bigEndian, concatBytes, fromHex, readBigEndian, toHex } from '../../../framing/bytes.ts';
import { encodeTlv, findTlv, findTlvPath, parseTlvs } from '../../../framing/tlv.ts';
import { command, extendedCommand, tag } from './codes.ts';
import { encodeExtendedCommand, encodeMessage } from './message.ts';

export const getProperty = (number: number): Uint8Array => encodeMessage(command.getProperty, Uint8Array.of(number));
export const reset = (): Uint8Array => encodeMessage(command.reset);
export const getKeySerialNumber = (): Uint8Array => encodeMessage(command.keySerialNumber);
export const getSecurityLevel = (): Uint8Array => encodeMessage(command.securityLevel);
export const getBattery = (): Uint8Array => encodeMessage(command.battery);
export const getNextPacket = (): Uint8Array => encodeMessage(command.nextPacket);
/** Sends notifications over USB, even if a phone redirected them earlier. */
export const sendNotificationsToUsb = (): Uint8Array => encodeMessage(command.outputChannel, Uint8Array.of(0x00));

function single(code: number, data?: Uint8Array): Uint8Array {
  const [packet, ...more] = encodeExtendedCommand(code, data);
  if (!packet || more.length > 0) throw new RangeError('the command needs several packets');
  return packet;
}

/** Sends no data, as the manual says; the maker's own page sends one byte 00. */
export const cancelTransaction = (): Uint8Array => single(extendedCommand.cancelTransaction);

const selectionStatus = { chosen: 0x00, cancelled: 0x01, 'timed-out': 0x02 } as const;
export type SelectionStatus = keyof typeof selectionStatus;

/** Reports the cardholder's choice in a selection. `index` counts from the model's `firstChoice` (models/index.ts). */
export function selectionResult(status: SelectionStatus, index = 0): Uint8Array {
  return single(extendedCommand.selectionResult, Uint8Array.of(selectionStatus[status], index));
}

/** Reader's side. Returns undefined for invalid data. */
export function readSelectionResult(data: Uint8Array): { status: SelectionStatus; index: number } | undefined {
  const [code, index] = data;
  const name = (Object.keys(selectionStatus) as SelectionStatus[]).find((one) => selectionStatus[one] === code);
  return data.length === 2 && name && index !== undefined ? { status: name, index } : undefined;
}

// --- Clock ------------------------------------------------------------------------------------------------------

const SERIAL_BYTES = 16;
const FIRST_YEAR = 2008;

/**
 * `at`: milliseconds since 1970; the reader gets this computer's local time. The data is 24 bytes without a MAC,
 * contrary to the manual.
 */
export function setDateTime(at: number): Uint8Array {
  const time = new Date(at);
  const fields = [time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes(), time.getSeconds(), 0];
  const year = Math.min(0xff, Math.max(0, time.getFullYear() - FIRST_YEAR));
  const data = concatBytes(
    Uint8Array.of(0x00),
    new Uint8Array(SERIAL_BYTES),
    Uint8Array.from(fields),
    Uint8Array.of(year),
  );
  return single(extendedCommand.setDateTime, data);
}

/** Reader's side: milliseconds since 1970, or undefined for an invalid date. */
export function readDateTime(data: Uint8Array): number | undefined {
  const [month = 0, day = 0, hour = 99, minute = 99, second = 99, , year = 0] = data.subarray(1 + SERIAL_BYTES);
  if (data.length !== 2 + SERIAL_BYTES + 6) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return undefined;
  return new Date(FIRST_YEAR + year, month - 1, day, hour, minute, second).getTime();
}

// --- Start ------------------------------------------------------------------------------------------------------

export const readerBit = { swipe: 0x01, chip: 0x02, contactless: 0x04 } as const;
/** The maker's pages set `quickChip` in every frame; with it the bank's answer would never reach the card. */
export const startOption = { fullEmv: 0x00, quickChip: 0x80 } as const;
export const reporting = { endsOnly: 0x00, majorSteps: 0x01, everything: 0x02 } as const;

export interface StartTransaction {
  /** Time for each step of the cardholder, 1..255. */
  readonly timeoutSeconds: number;
  readonly readers: number;
  readonly options: number;
  readonly amountMinor: number;
  readonly transactionType: number;
  readonly cashBackMinor: number;
  /** Four digits of ISO 4217. */
  readonly numericCurrency: string;
  readonly reporting: number;
}

const START_BYTES = 19;

export function startTransaction(start: StartTransaction): Uint8Array {
  const numeric = (amount: number): Uint8Array => fromHex(String(amount).padStart(12, '0'));
  const data = concatBytes(
    Uint8Array.of(start.timeoutSeconds, start.readers, start.options),
    numeric(start.amountMinor),
    Uint8Array.of(start.transactionType),
    numeric(start.cashBackMinor),
    fromHex(start.numericCurrency),
    Uint8Array.of(start.reporting),
  );
  return single(extendedCommand.startTransaction, data);
}

/** Reader's side. Returns undefined for another length or a non-decimal amount. */
export function readStartTransaction(data: Uint8Array): StartTransaction | undefined {
  if (data.length !== START_BYTES) return undefined;
  const [timeoutSeconds = 0, readers = 0, options = 0] = data;
  const digits = (from: number, to: number): string => toHex(data.subarray(from, to));
  const [amount, cashBack, numericCurrency] = [digits(3, 9), digits(10, 16), digits(16, 18)];
  if (![amount, cashBack, numericCurrency].every((text) => /^[0-9]+$/.test(text))) return undefined;
  return {
    timeoutSeconds,
    readers,
    options,
    amountMinor: Number(amount),
    transactionType: data[9] ?? 0,
    cashBackMinor: Number(cashBack),
    numericCurrency,
    reporting: data[18] ?? 0,
  };
}

// --- The bank's answer ------------------------------------------------------------------------------------------

const BLOCK_BYTES = 8;
const MAC_BYTES = 4;

/** Head of the card data, which is copied into the bank's answer. */
export interface ShellHead {
  readonly macKeySerialNumber: Uint8Array;
  readonly macEncryptionType: Uint8Array;
  readonly deviceSerialNumber: Uint8Array;
}

/** Head that current firmware sends: no MAC is calculated, so its key serial number is zeros (eDynamo manual p217). */
export const headWithoutMac = (deviceSerialNumber: Uint8Array): ShellHead => ({
  macKeySerialNumber: new Uint8Array(10),
  macEncryptionType: Uint8Array.of(0x82),
  deviceSerialNumber,
});

export interface AcquirerResponse extends ShellHead {
  /** EMV tag 8A, two ASCII characters. */
  readonly responseCode: string;
  readonly issuerAuthenticationData?: Uint8Array;
  /** Complete templates 71 and 72. They follow 91, as in MMS [inf]. */
  readonly issuerScripts: readonly Uint8Array[];
}

/**
 * Encodes the data of 0303. Unlike in the reader's messages, LEN16 counts everything after itself; padding makes 2 + F9
 * + padding whole blocks. The four bytes of the MAC are required, but the reader does not check them (eDynamo manual
 * p104, p219).
 */
export function encodeAcquirerResponse(response: AcquirerResponse): Uint8Array {
  const { responseCode, issuerAuthenticationData, issuerScripts } = response;
  const code = asciiBytes(responseCode);
  const shell = encodeTlv(
    tag.secureShell,
    encodeTlv(tag.macKeySerialNumber, response.macKeySerialNumber),
    encodeTlv(tag.macEncryptionType, response.macEncryptionType),
    encodeTlv(tag.deviceSerialNumber, response.deviceSerialNumber),
    encodeTlv(
      tag.container,
      encodeTlv(
        tag.generic,
        encodeTlv(tag.responseCode, code),
        ...(issuerAuthenticationData ? [encodeTlv(tag.issuerAuthenticationData, issuerAuthenticationData)] : []),
        ...issuerScripts,
      ),
    ),
  );
  const rest = (2 + shell.length) % BLOCK_BYTES;
  const tail = new Uint8Array((rest === 0 ? 0 : BLOCK_BYTES - rest) + MAC_BYTES);
  return concatBytes(bigEndian(shell.length + tail.length, 2), shell, tail);
}

/** Reader's side, as strict as possible. Returns undefined for unreadable data. */
export function readAcquirerResponse(data: Uint8Array): AcquirerResponse | undefined {
  if (data.length < 2 + MAC_BYTES || readBigEndian(data.subarray(0, 2)) !== data.length - 2) return undefined;
  if ((data.length - MAC_BYTES) % BLOCK_BYTES !== 0) return undefined;
  const shell = shellContent(data.subarray(2));
  const content = shell && parseTlvs(shell);
  if (!content?.ok) return undefined;
  const head = readShellHead(content.tlvs);
  const generic = shell && findTlvPath(shell, tag.container, tag.generic);
  const parts = generic && parseTlvs(generic);
  const code = parts?.ok ? findTlv(parts.tlvs, tag.responseCode) : undefined;
  if (!head || !parts?.ok || code?.length !== 2) return undefined;
  const proof = findTlv(parts.tlvs, tag.issuerAuthenticationData);
  const isScript = (one: number): boolean => one === tag.scriptBefore || one === tag.scriptAfter;
  return {
    ...head,
    responseCode: String.fromCharCode(...code),
    ...(proof ? { issuerAuthenticationData: proof } : {}),
    issuerScripts: parts.tlvs.filter((one) => isScript(one.tag)).map((one) => encodeTlv(one.tag, one.value)),
  };
}

/** Returns the content of an F9 at the beginning, ignoring the bytes after it, or undefined if there is no F9. */
function shellContent(bytes: Uint8Array): Uint8Array | undefined {
  for (let padding = 0; padding < BLOCK_BYTES; padding += 1) {
    const level = parseTlvs(bytes.subarray(0, bytes.length - MAC_BYTES - padding));
    const [only, ...more] = level.ok ? level.tlvs : [];
    if (only?.tag === tag.secureShell && more.length === 0) return only.value;
  }
  return undefined;
}

export function readShellHead(tlvs: Parameters<typeof findTlv>[0]): ShellHead | undefined {
  const macKeySerialNumber = findTlv(tlvs, tag.macKeySerialNumber);
  const macEncryptionType = findTlv(tlvs, tag.macEncryptionType);
  const deviceSerialNumber = findTlv(tlvs, tag.deviceSerialNumber);
  if (!macKeySerialNumber || !macEncryptionType || !deviceSerialNumber) return undefined;
  // Copied because the message is a view into a frame.
  return {
    macKeySerialNumber: macKeySerialNumber.slice(),
    macEncryptionType: macEncryptionType.slice(),
    deviceSerialNumber: deviceSerialNumber.slice(),
  };
}
