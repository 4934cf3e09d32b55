/**
 * MMS commands (reference sections 4 to 6): builders for the host, readers for the device (the simulator). Builders
 * return whole messages and throw a RangeError when a value does not fit its field.
 */
import { asciiBytes, bigEndian, concatBytes, fromHex, readBigEndian, toHex } from '../../../framing/bytes.ts';
import { encodeTlv, findTlv, findTlvPath, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import { encodeMmsMessage } from './message.ts';
import { propertyTlvs, type PropertyCall } from './properties.ts';
import { cardDataTag, emvTag, mmsCommand } from './tags.ts';

const byte = (value: number): Uint8Array => bigEndian(value, 1);
const flag = (value: boolean): Uint8Array => byte(value ? 1 : 0);

function request(reference: number, command: number, ...tlvs: readonly Tlv[]): Uint8Array {
  return encodeMmsMessage({ kind: 'request', reference, command, tlvs });
}

// --- DF01 echo ----------------------------------------------------------------------------------------------------

/**
 * Echo: the terminal answers with the same bytes. The command changes nothing, so it serves as probe and keep-alive.
 */
export function echo(reference: number, content: Uint8Array): Uint8Array {
  return request(reference, mmsCommand.echo, { tag: 0x81, value: content });
}

/** Bytes of an echo or of its answer, or undefined when there are none. */
export function readEcho(tlvs: readonly Tlv[]): Uint8Array | undefined {
  return findTlv(tlvs, 0x81);
}

// --- 1001 start transaction ---------------------------------------------------------------------------------------

/**
 * Byte 2 of the options (reference section 5). Bit 0 selects Quick Chip; bit 1 selects the response format and is
 * always set.
 */
export const startOptions = { fullEmv: 0x0002, quickChip: 0x0003 } as const;

export interface StartTransaction {
  /** Seconds for which the terminal waits for a card; 0 means no limit. */
  readonly timeoutSeconds: number;
  readonly readers: { readonly msr: boolean; readonly contact: boolean; readonly contactless: boolean };
  /** One of startOptions, or any other 16-bit value that was read from a request. */
  readonly options: number;
  /** Tag 9C: 00 for a purchase. */
  readonly transactionType: number;
  readonly amountMinor: number;
  /** Tag 9F03: the cashback amount. */
  readonly otherAmountMinor?: number;
  /** Tag 5F2A: four digits of ISO 4217, for example `0840`. */
  readonly numericCurrency?: string;
  /** Tag 5F36: number of decimals of the currency. */
  readonly currencyExponent?: number;
  /** Tag 9F15: four digits. */
  readonly merchantCategoryCode?: string;
  /** Tag 9F53. */
  readonly transactionCategoryCode?: number;
}

export function startTransaction(reference: number, start: StartTransaction): Uint8Array {
  const { readers } = start;
  return request(
    reference,
    mmsCommand.startTransaction,
    { tag: 0x82, value: byte(start.timeoutSeconds) },
    {
      tag: 0xa3,
      value: concatBytes(
        encodeTlv(0x81, flag(readers.msr)),
        encodeTlv(0x82, flag(readers.contact)),
        encodeTlv(0x83, flag(readers.contactless)),
      ),
    },
    { tag: 0x84, value: bigEndian(start.options, 2) },
    {
      tag: 0x86,
      value: concatBytes(
        encodeTlv(emvTag.transactionType, byte(start.transactionType)),
        encodeTlv(emvTag.amountAuthorised, numeric(start.amountMinor, 6)),
        ...optional(emvTag.amountOther, start.otherAmountMinor, (amount) => numeric(amount, 6)),
        ...optional(emvTag.currencyCode, start.numericCurrency, fromHex),
        ...optional(emvTag.currencyExponent, start.currencyExponent, byte),
        ...optional(emvTag.merchantCategoryCode, start.merchantCategoryCode, fromHex),
        ...optional(emvTag.transactionCategoryCode, start.transactionCategoryCode, byte),
      ),
    },
  );
}

/**
 * Reads a start request. Returns undefined when it is unreadable, or when 9C or 9F02 (the required minimum) is missing.
 */
export function readStartTransaction(tlvs: readonly Tlv[]): StartTransaction | undefined {
  const readers = parseTlvs(findTlv(tlvs, 0xa3) ?? new Uint8Array());
  const data = parseTlvs(findTlv(tlvs, 0x86) ?? new Uint8Array());
  if (!readers.ok || !data.ok) return undefined;
  const isOn = (tag: number): boolean => (findTlv(readers.tlvs, tag)?.[0] ?? 0) !== 0;
  const type = findTlv(data.tlvs, emvTag.transactionType);
  const amount = readNumeric(findTlv(data.tlvs, emvTag.amountAuthorised), 6);
  // Without options the terminal uses Quick Chip in the vendor's format (reference section 5, default 0003).
  const options = findTlv(tlvs, 0x84) ?? bigEndian(startOptions.quickChip, 2);
  if (type?.length !== 1 || amount === undefined || options.length > 2) return undefined;
  const other = readNumeric(findTlv(data.tlvs, emvTag.amountOther), 6);
  const currency = findTlv(data.tlvs, emvTag.currencyCode);
  const exponent = findTlv(data.tlvs, emvTag.currencyExponent)?.[0];
  const merchantCategory = findTlv(data.tlvs, emvTag.merchantCategoryCode);
  const category = findTlv(data.tlvs, emvTag.transactionCategoryCode)?.[0];
  return {
    timeoutSeconds: findTlv(tlvs, 0x82)?.[0] ?? 0,
    readers: { msr: isOn(0x81), contact: isOn(0x82), contactless: isOn(0x83) },
    options: readBigEndian(options),
    transactionType: type[0] ?? 0,
    amountMinor: amount,
    ...(other === undefined ? {} : { otherAmountMinor: other }),
    ...(currency ? { numericCurrency: toHex(currency) } : {}),
    ...(exponent === undefined ? {} : { currencyExponent: exponent }),
    ...(merchantCategory ? { merchantCategoryCode: toHex(merchantCategory) } : {}),
    ...(category === undefined ? {} : { transactionCategoryCode: category }),
  };
}

// --- 1004 resume: the bank's answer for the card ------------------------------------------------------------------

export interface ResumeTransaction {
  /** DFDF25, unchanged from the ARQC. */
  readonly deviceSerialNumber: Uint8Array;
  /** Tag 8A: two ASCII characters, for example `00`. */
  readonly authorizationResponseCode: string;
  /** Value of tag 91. */
  readonly issuerAuthenticationData?: Uint8Array;
  /** Whole 71 and 72 templates, including their tags; each has at most 128 bytes. */
  readonly issuerScripts?: readonly Uint8Array[];
  /** Value of a tag 82 that the manual's example contains and no table explains. The driver omits it. */
  readonly undocumentedTag82?: number;
}

export function resumeTransaction(reference: number, resume: ResumeTransaction): Uint8Array {
  if (!/^[\x20-\x7e]{2}$/.test(resume.authorizationResponseCode)) throw new RangeError('8A is two ASCII characters');
  const answer = encodeTlv(
    cardDataTag.emvTemplate,
    encodeTlv(emvTag.authorizationResponseCode, asciiBytes(resume.authorizationResponseCode)),
    ...optional(emvTag.issuerAuthenticationData, resume.issuerAuthenticationData, (value) => value),
    ...(resume.issuerScripts ?? []),
  );
  const shell = encodeTlv(
    cardDataTag.arpcShell,
    encodeTlv(cardDataTag.deviceSerialNumber, resume.deviceSerialNumber),
    encodeTlv(cardDataTag.container, answer),
  );
  return request(
    reference,
    mmsCommand.resumeTransaction,
    { tag: 0x81, value: byte(0) },
    ...(resume.undocumentedTag82 === undefined ? [] : [{ tag: 0x82, value: byte(resume.undocumentedTag82) }]),
    { tag: 0x84, value: shell },
  );
}

/** Reads a resume request. Returns undefined if the shell, the serial number or 8A is missing. */
export function readResumeTransaction(tlvs: readonly Tlv[]): ResumeTransaction | undefined {
  const content = findTlv(tlvs, 0x84);
  const serialNumber = content && findTlvPath(content, cardDataTag.arpcShell, cardDataTag.deviceSerialNumber);
  const template =
    content && findTlvPath(content, cardDataTag.arpcShell, cardDataTag.container, cardDataTag.emvTemplate);
  const answer = template && parseTlvs(template);
  if (!serialNumber || !answer?.ok) return undefined;
  const code = findTlv(answer.tlvs, emvTag.authorizationResponseCode);
  if (code?.length !== 2) return undefined;
  const issuer = findTlv(answer.tlvs, emvTag.issuerAuthenticationData);
  const unexplained = findTlv(tlvs, 0x82)?.[0];
  return {
    deviceSerialNumber: serialNumber,
    authorizationResponseCode: String.fromCharCode(...code),
    ...(issuer ? { issuerAuthenticationData: issuer } : {}),
    issuerScripts: answer.tlvs
      .filter(({ tag }) => tag === emvTag.issuerScript1 || tag === emvTag.issuerScript2)
      .map(({ tag, value }) => encodeTlv(tag, value)),
    ...(unexplained === undefined ? {} : { undocumentedTag82: unexplained }),
  };
}

// --- 1008 cancel, 1802 cardholder choice --------------------------------------------------------------------------

export function cancelTransaction(reference: number): Uint8Array {
  return request(reference, mmsCommand.cancelTransaction);
}

/** Answers an application choice that the terminal delegated to the host. */
export function cardholderChoice(
  reference: number,
  choice: { readonly status: 'chosen' | 'cancelled' | 'timed-out'; readonly index: number },
): Uint8Array {
  const status = { chosen: 0, cancelled: 1, 'timed-out': 2 }[choice.status];
  return request(
    reference,
    mmsCommand.cardholderChoice,
    { tag: 0x81, value: byte(status) },
    { tag: 0x82, value: byte(choice.index) },
  );
}

// --- 1803 fixed text, 1830 free text ------------------------------------------------------------------------------

/**
 * Ids of the fixed strings that this project uses, on models with a display (reference section 4, MMS manual table 18).
 */
export const stringId = {
  approved: 0x03,
  declined: 0x07,
  pleaseWait: 0x0e,
  processing: 0x16,
  welcome: 0x14,
  blank: 0x1e,
  cancelled: 0x2c,
} as const;

/**
 * Shows a fixed string; with `seconds` 0 it stays on the display. Terminals refuse the command during a transaction.
 */
export function displayFixedText(reference: number, text: { seconds: number; stringId: number }): Uint8Array {
  return request(
    reference,
    mmsCommand.displayFixedText,
    { tag: 0x81, value: byte(text.seconds) },
    { tag: 0x82, value: byte(text.stringId) },
  );
}

export function readDisplayFixedText(tlvs: readonly Tlv[]): { seconds: number; stringId: number } | undefined {
  const id = findTlv(tlvs, 0x82)?.[0];
  return id === undefined ? undefined : { seconds: findTlv(tlvs, 0x81)?.[0] ?? 0, stringId: id };
}

export const FLEX_LINES = 5;
export const FLEX_LINE_CHARACTERS = 30;

interface FlexText {
  readonly titleId?: number;
  /** Lines 1 to 5; undefined omits a line. Each line has at most 30 printable ASCII characters. */
  readonly lines: readonly (string | undefined)[];
}

/** Shows free text until another text replaces it. */
export function displayFlexText(reference: number, text: FlexText): Uint8Array {
  if (text.lines.length > FLEX_LINES) throw new RangeError('a page has five lines');
  const lines = text.lines.flatMap((line, index) => {
    if (line === undefined) return [];
    if (line.length > FLEX_LINE_CHARACTERS || /[^\x20-\x7e]/.test(line)) {
      throw new RangeError('a line is at most 30 printable ASCII characters');
    }
    return [encodeTlv(0x81 + index, asciiBytes(line), byte(0))];
  });
  return request(
    reference,
    mmsCommand.displayFlexText,
    { tag: 0x81, value: byte(0) },
    { tag: 0x82, value: byte(0) },
    ...(text.titleId === undefined ? [] : [{ tag: 0x83, value: bigEndian(text.titleId, 2) }]),
    { tag: 0xa1, value: concatBytes(...lines) },
  );
}

export function readDisplayFlexText(tlvs: readonly Tlv[]): FlexText | undefined {
  const lines = parseTlvs(findTlv(tlvs, 0xa1) ?? new Uint8Array());
  const title = findTlv(tlvs, 0x83);
  if (!lines.ok || (title && title.length > 2)) return undefined;
  return {
    ...(title ? { titleId: readBigEndian(title) } : {}),
    lines: Array.from({ length: FLEX_LINES }, (_, index) => {
      const line = findTlv(lines.tlvs, 0x81 + index);
      return line && String.fromCharCode(...line).replace(/\0.*$/s, '');
    }),
  };
}

// --- 1F01 reset, 1F02 subscriptions -------------------------------------------------------------------------------

/** The terminal restarts within 500 ms of its answer. */
export function reset(reference: number): Uint8Array {
  return request(reference, mmsCommand.reset);
}

/** The value 01 in tag 81 asks for power-off; every other value asks for a reset. */
export function readReset(tlvs: readonly Tlv[]): 'reset' | 'power-off' {
  return findTlv(tlvs, 0x81)?.[0] === 0x01 ? 'power-off' : 'reset';
}

/** Subscribes the requesting interface to every notification, which is the command's default without parameters. */
export function subscribeToAll(reference: number): Uint8Array {
  return request(reference, mmsCommand.subscriptions);
}

// --- D101, D111 properties ----------------------------------------------------------------------------------------

export function getProperty(reference: number, property: Omit<PropertyCall, 'value'>): Uint8Array {
  return request(reference, mmsCommand.getProperty, ...propertyTlvs(property));
}

/** Writes to flash memory, which wears out: use it rarely. */
export function setProperty(reference: number, property: PropertyCall): Uint8Array {
  return request(reference, mmsCommand.setProperty, ...propertyTlvs(property));
}

// --- Field formats ------------------------------------------------------------------------------------------------

/** EMV numeric format: binary-coded decimal digits, left-padded with zeros. */
function numeric(value: number, size: number): Uint8Array {
  const digits = String(value).padStart(2 * size, '0');
  if (!Number.isSafeInteger(value) || value < 0 || digits.length > 2 * size) {
    throw new RangeError(`${value} does not fit in ${2 * size} digits`);
  }
  return fromHex(digits);
}

function readNumeric(value: Uint8Array | undefined, size: number): number | undefined {
  if (value?.length !== size) return undefined;
  const digits = toHex(value);
  return /^[0-9]+$/.test(digits) ? Number(digits) : undefined;
}

function optional<T>(tag: number, value: T | undefined, write: (value: T) => Uint8Array): Uint8Array[] {
  return value === undefined ? [] : [encodeTlv(tag, write(value))];
}
