/**
 * Describes an MMS message for support and for tests: its name and its fields, without card data. All fields are read
 * from a copy whose card data has already been overwritten, so that a mistake cannot reveal card data.
 */
import { readBigEndian, toHex } from '../../../framing/bytes.ts';
import { findTlv, findTlvPath, parseTlvs, tagName, type Tlv } from '../../../framing/tlv.ts';
import { readDisplayFixedText, readDisplayFlexText, readStartTransaction } from '../codec/commands.ts';
import { parseMmsMessage, type MmsMessage, type MmsNotification } from '../codec/message.ts';
import { readDeviceNotices } from '../codec/notices.ts';
import { properties, propertyText, readProperty, unpackSerialNumber } from '../codec/properties.ts';
import { readSignal } from '../codec/signals.ts';
import { cardDataTag, emvTag, mmsCommand, mmsNotification } from '../codec/tags.ts';
import { FILLER, frameFault, type Decoded, type Fields, type LengthOnly } from '../../shared/trace/trace-family.ts';
import { hiddenParts } from './hidden.ts';
import { commandName, hex, notificationName } from './names.ts';

/** Describes one whole message, starting with AA. Misprints that the driver tolerates are reported and refused. */
export function describeMms(bytes: Uint8Array): Decoded {
  const copy = bytes.slice();
  const parsed = parseMmsMessage(copy);
  if (!parsed.ok) return { error: frameFault(parsed.fault.kind, `no MMS message: ${parsed.fault.message}`) };
  const { message } = parsed;
  if (message.kind === 'notification' && message.isMisprint) {
    return {
      error: frameFault(
        'misprint',
        'a battery notification whose status 82 lacks its length byte 04, as three examples of the manual are printed',
      ),
    };
  }
  const { card } = hiddenParts(message);
  for (const part of card) part.fill(FILLER);
  return { message: nameOf(message), fields: fieldsOf(message, card) };
}

function nameOf(message: MmsMessage): string {
  switch (message.kind) {
    case 'request':
    case 'response':
      return `${commandName(message.command)} ${message.kind}`;
    case 'notification':
      return `${notificationName(message.code, message.status)} notification`;
    case 'data-file':
      return `data-file ${message.direction}`;
  }
}

function fieldsOf(message: MmsMessage, hidden: readonly Uint8Array[]): Fields {
  const { kind } = message;
  switch (kind) {
    case 'request': {
      const { reference, command, tlvs } = message;
      return {
        kind,
        reference: hex(reference, 2),
        command: hex(command, 4),
        tlvs: shown(tlvs, hidden),
        ...meaningOfRequest(command, tlvs),
      };
    }
    case 'response': {
      const { reference, command, status, tlvs, detail } = message;
      return {
        kind,
        reference: hex(reference, 2),
        command: hex(command, 4),
        severity: status.severity,
        // A severity that is in no table is still useful to read.
        ...(status.severity === 'unknown' ? { severityByte: hex(status.severityByte, 2) } : {}),
        code: hex(status.code, 6),
        tlvs: shown(tlvs, hidden),
        ...(detail ? { detail: hideOrHex(detail, hidden) } : {}),
        ...meaningOfProperty(command, tlvs),
      };
    }
    case 'notification': {
      const { code, status, tlvs, detail } = message;
      return {
        kind,
        code: hex(code, 4),
        status: toHex(Uint8Array.from(status)),
        tlvs: shown(tlvs, hidden),
        ...(detail ? { detail: hideOrHex(detail, hidden) } : {}),
        ...meaningOfNotification(message),
      };
    }
    case 'data-file':
      return {
        kind,
        direction: message.direction,
        reference: hex(message.reference, 2),
        command: hex(message.command, 4),
        fileType: hex(message.fileType, 8),
        file: toHex(message.file),
      };
  }
}

// --- Raw values ---------------------------------------------------------------------------------------------------

function shown(tlvs: readonly Tlv[], hidden: readonly Uint8Array[]): [tag: string, value: string | LengthOnly][] {
  return tlvs.map(({ tag, value }) => [tagName(tag), hideOrHex(value, hidden)]);
}

/** Length of a value that overlaps card data; otherwise its hexadecimal digits. */
function hideOrHex(value: Uint8Array, hidden: readonly Uint8Array[]): string | LengthOnly {
  const begin = value.byteOffset;
  const end = begin + value.length;
  const isHidden = hidden.some((part) => part.byteOffset < end && part.byteOffset + part.length > begin);
  return isHidden ? { length: value.length } : toHex(value);
}

// --- Interpreted values -------------------------------------------------------------------------------------------

function meaningOfRequest(command: number, tlvs: readonly Tlv[]): Fields {
  switch (command) {
    case mmsCommand.startTransaction: {
      const start = readStartTransaction(tlvs);
      return start ? { ...start, options: hex(start.options, 4), transactionType: hex(start.transactionType, 2) } : {};
    }
    case mmsCommand.resumeTransaction:
      return meaningOfResume(findTlv(tlvs, 0x84));
    case mmsCommand.displayFixedText: {
      const text = readDisplayFixedText(tlvs);
      return text ? { seconds: text.seconds, stringId: hex(text.stringId, 2) } : {};
    }
    case mmsCommand.displayFlexText: {
      const lines = readDisplayFlexText(tlvs)?.lines;
      return lines ? { lines: lines.map((line) => (line === undefined ? null : printable(line))) } : {};
    }
    default:
      return meaningOfProperty(command, tlvs);
  }
}

function meaningOfResume(content: Uint8Array | undefined): Fields {
  const shell = content && findTlvPath(content, cardDataTag.arpcShell);
  const serialNumber = shell && findTlvPath(shell, cardDataTag.deviceSerialNumber);
  const answer = shell && findTlvPath(shell, cardDataTag.container, cardDataTag.emvTemplate);
  const level = answer && parseTlvs(answer);
  if (!serialNumber || !level?.ok) return {};
  const code = findTlv(level.tlvs, emvTag.authorizationResponseCode);
  const issuerData = findTlv(level.tlvs, emvTag.issuerAuthenticationData);
  const scripts = level.tlvs.filter(({ tag }) => tag === emvTag.issuerScript1 || tag === emvTag.issuerScript2);
  return {
    deviceSerialNumber: toHex(serialNumber),
    ...(code ? { authorizationResponseCode: printable(String.fromCharCode(...code)) } : {}),
    ...(issuerData ? { issuerAuthenticationData: toHex(issuerData) } : {}),
    ...(scripts.length > 0 ? { issuerScripts: scripts.map(({ value }) => ({ length: value.length })) } : {}),
  };
}

/** Properties that are text; the others are shown as hexadecimal digits. */
const textProperties: ReadonlySet<string> = new Set([
  properties.model.name,
  properties.firmware.name,
  properties.pciHardwareId.name,
]);

function meaningOfProperty(command: number, tlvs: readonly Tlv[]): Fields {
  if (command !== mmsCommand.getProperty && command !== mmsCommand.setProperty) return {};
  const property = readProperty(tlvs);
  if (!property) return {};
  const { name, value } = property;
  const known = Object.entries(properties).find(([, one]) => one.name === name)?.[0];
  return {
    property: name,
    ...(known === undefined ? {} : { propertyName: known }),
    ...(value.length === 0 ? {} : { value: propertyValue(name, value) }),
  };
}

function propertyValue(name: string, value: Uint8Array): string {
  if (name === properties.serialNumber.name) return unpackSerialNumber(value);
  return textProperties.has(name) ? propertyText(value) : toHex(value);
}

function meaningOfNotification(note: MmsNotification): Fields {
  if (note.code === mmsNotification.deviceInfo) {
    const fields: Record<string, unknown> = {};
    for (const notice of readDeviceNotices(note)) {
      if (notice.type === 'health') Object.assign(fields, notice.health);
      if (notice.type === 'resetting') fields['resetsInSeconds'] = notice.inSeconds;
    }
    return fields;
  }
  const signal = readSignal(note);
  if (!signal) return {};
  switch (signal.kind) {
    case 'presented':
    case 'removed':
    case 'completed':
      return { entryMode: signal.entryMode };
    case 'outcome':
      return { entryMode: signal.entryMode, outcome: signal.outcome, outcomeDetail: signal.detail };
    case 'prompt':
      return { prompt: signal.prompt };
    case 'choice':
      return { prompt: 'choose-application', choices: signal.labels, seconds: signal.seconds };
    case 'online-request':
      return { cardData: meaningOfBlob(signal.blob) };
    case 'batch':
      return {
        ...(signal.result === undefined ? {} : { result: signal.result }),
        cardData: meaningOfBlob(findTlv(note.tlvs, 0x84) ?? new Uint8Array()),
      };
    case 'stopped':
      return { by: signal.by };
    case 'collision':
    case 'nothing':
      return {};
  }
}

/** Device and keys that encrypted the card data, and the lengths of its parts. */
function meaningOfBlob(blob: Uint8Array): Fields | LengthOnly {
  const length = blob.length < 2 ? 0 : readBigEndian(blob.subarray(0, 2));
  const shell = findTlvPath(blob.subarray(2, 2 + length), cardDataTag.secureShell);
  const container = shell && findTlvPath(shell, cardDataTag.container);
  if (!shell || !container) return { length: blob.length };
  const template = findTlvPath(container, cardDataTag.emvTemplate) ?? findTlvPath(container, cardDataTag.batchTemplate);
  const encrypted = template && findTlvPath(template, cardDataTag.encrypted);
  const found: [name: string, value: Uint8Array | undefined][] = [
    ['deviceSerialNumber', findTlvPath(shell, cardDataTag.deviceSerialNumber)],
    ['macKeySerialNumber', findTlvPath(shell, cardDataTag.macKeySerialNumber)],
    ['macEncryptionType', findTlvPath(shell, cardDataTag.macEncryptionType)],
    ['fallback', template && findTlvPath(template, cardDataTag.fallback)],
    ['cardType', template && findTlvPath(template, cardDataTag.cardType)],
    ['keySerialNumber', encrypted && findTlvPath(encrypted, cardDataTag.keySerialNumber)],
    ['encryptionType', encrypted && findTlvPath(encrypted, cardDataTag.encryptionType)],
    ['padCount', encrypted && findTlvPath(encrypted, cardDataTag.padCount)],
  ];
  const lengths: [name: string, value: Uint8Array | undefined][] = [
    ['ciphertext', encrypted && findTlvPath(encrypted, cardDataTag.ciphertext)],
    ['maskedTrack2', template && findTlvPath(template, cardDataTag.maskedTrack2Chip)],
    ['maskedTrack2Msr', template && findTlvPath(template, cardDataTag.maskedTrack2Msr)],
  ];
  return Object.fromEntries([
    ...found.flatMap(([name, value]) => (value ? [[name, toHex(value)] as const] : [])),
    ...lengths.flatMap(([name, value]) => (value ? [[name, { length: value.length }] as const] : [])),
  ]);
}

/** The text is untrusted and appears on screens: only printable ASCII is kept, and thus no filler. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '·');
}
