/**
 * MMS messages, which travel inside a SLIP frame or HID packets (reference section 3; MMS manual section 3.2).
 *
 *     request       AA 00 | 81 04 01 RR CCCC |                    84 L { CCCC  TLV... }
 *     response      AA 00 | 81 04 82 RR CCCC | 82 04 SS GG UU DD | [83 L detail] | [84 L { CCCC TLV... }]
 *     notification  AA 00 | 81 04 83 00 NN TT | 82 04 d1 d2 d3 d4 | [83] | [84 L { NNTT TLV... }]
 *     data file     AA 00 | 81 08 84 RR CCCC FFFFFFFF | 84 L file                     (04 = host to device)
 *
 * The driver and the simulator share this codec. Golden bytes from the manual check both.
 */
import { bigEndian, codeHex, concatBytes, readBigEndian } from '../../../framing/bytes.ts';
import { encodeTlv, findTlv, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import { envelopeTag, mmsNotification } from './tags.ts';

const START = 0xaa;

export interface MmsRequest {
  readonly kind: 'request';
  /** Number that the host assigned to this exchange, 0..255. The response repeats it. */
  readonly reference: number;
  readonly command: number;
  readonly tlvs: readonly Tlv[];
}

/**
 * `done` and `started` mean success, as do both warning variants. `not-started` and `failed` are errors that `code`
 * explains. `unknown` is a severity that is in no table.
 */
export type MmsSeverity =
  | 'done'
  | 'started'
  | 'done-with-warnings'
  | 'started-with-warnings'
  | 'not-started'
  | 'failed'
  | 'unknown';

interface MmsStatus {
  readonly severity: MmsSeverity;
  readonly severityByte: number;
  /** Group, unit and detail bytes as one number, for example 0x020305 for "cannot cancel". */
  readonly code: number;
}

export interface MmsResponse {
  readonly kind: 'response';
  readonly reference: number;
  readonly command: number;
  readonly status: MmsStatus;
  readonly detail: Uint8Array | null;
  readonly tlvs: readonly Tlv[];
}

export interface MmsNotification {
  readonly kind: 'notification';
  /** Source and type as one number, for example 0x0101 for "transaction, information". */
  readonly code: number;
  /** The four detail bytes d1 d2 d3 d4. */
  readonly status: readonly [number, number, number, number];
  readonly detail: Uint8Array | null;
  readonly tlvs: readonly Tlv[];
  /** Set when the notification has the form that the manual misprints: a status without its length byte. */
  readonly isMisprint?: true;
}

interface MmsDataFile {
  readonly kind: 'data-file';
  readonly direction: 'to-host' | 'to-device';
  readonly reference: number;
  readonly command: number;
  readonly fileType: number;
  readonly file: Uint8Array;
}

export type MmsMessage = MmsRequest | MmsResponse | MmsNotification | MmsDataFile;

/**
 * `truncated`: the message ends too early. `not-mms`: it starts unlike a message. `malformed`: its TLVs, lengths or
 * message type are impossible. `inconsistent`: the commands of its payload and header differ.
 */
interface MmsFault {
  readonly kind: 'truncated' | 'not-mms' | 'malformed' | 'inconsistent';
  readonly message: string;
}

type MmsParse = { readonly ok: true; readonly message: MmsMessage } | { readonly ok: false; readonly fault: MmsFault };

const messageType = {
  request: 0x01,
  fileToDevice: 0x04,
  response: 0x82,
  notification: 0x83,
  fileToHost: 0x84,
} as const;

const severities: readonly (readonly [number, MmsSeverity])[] = [
  [0x00, 'done'],
  [0x01, 'started'],
  [0x40, 'done-with-warnings'],
  [0x41, 'started-with-warnings'],
  [0x80, 'not-started'],
  [0x81, 'failed'],
];

/** True when the terminal completed or began the requested command. */
export function isSuccess(status: MmsStatus): boolean {
  return status.severityByte < 0x80;
}

function severityByte(severity: Exclude<MmsSeverity, 'unknown'>): number {
  return severities.find(([, name]) => name === severity)?.[0] ?? 0;
}

/** Reads one whole message. Never throws. The result holds views into `bytes`, not copies. */
export function parseMmsMessage(bytes: Uint8Array): MmsParse {
  if (bytes.length < 2) return fault('truncated', 'shorter than the two start bytes');
  // The second byte is the API version. It is not checked, because versions above 00 keep the envelope (manual
  // 3.2.2.1).
  if (bytes[0] !== START) return fault('not-mms', 'does not start with AA');
  const body = bytes.subarray(2);
  const misprint = readMisprintedNotification(body);
  if (misprint) return { ok: true, message: misprint };
  const envelope = parseTlvs(body);
  if (!envelope.ok) {
    const kind = envelope.fault.kind === 'truncated' ? 'truncated' : 'malformed';
    return fault(kind, `${envelope.fault.kind} at byte ${envelope.fault.offset + 2}`);
  }
  const [header, ...rest] = envelope.tlvs;
  if (!header || header.tag !== envelopeTag.header) return fault('malformed', 'the header 81 is missing');
  const type = header.value[0];
  if (type === messageType.fileToHost || type === messageType.fileToDevice) return readDataFile(header.value, rest);
  if (header.value.length !== 4) return fault('malformed', `header of ${header.value.length} bytes instead of 4`);
  const reference = header.value[1] ?? 0;
  const code = readBigEndian(header.value.subarray(2, 4));
  const payload = readPayload(findTlv(rest, envelopeTag.payload), code);
  if (!payload.ok) return payload;
  const { tlvs } = payload;
  if (type === messageType.request) return { ok: true, message: { kind: 'request', reference, command: code, tlvs } };
  if (type !== messageType.response && type !== messageType.notification) {
    return fault('malformed', `message type ${type?.toString(16) ?? 'none'} is not known`);
  }
  const status = findTlv(rest, envelopeTag.status);
  const [a, b, c, d] = status ?? [];
  if (status?.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) {
    return fault('malformed', 'the status 82 is missing or not four bytes');
  }
  const detail = findTlv(rest, envelopeTag.detail) ?? null;
  if (type === messageType.notification) {
    return { ok: true, message: { kind: 'notification', code, status: [a, b, c, d], detail, tlvs } };
  }
  const severity = severities.find(([byte]) => byte === a)?.[1] ?? 'unknown';
  const statusRead: MmsStatus = { severity, severityByte: a, code: (b << 16) | (c << 8) | d };
  return { ok: true, message: { kind: 'response', reference, command: code, status: statusRead, detail, tlvs } };
}

/** @throws RangeError when a field does not fit. */
export function encodeMmsMessage(message: MmsMessage): Uint8Array {
  switch (message.kind) {
    case 'request':
      return encodeParts(
        header(messageType.request, message.reference, message.command),
        payloadTlv(message.command, message.tlvs),
      );
    case 'response':
      return encodeParts(
        header(messageType.response, message.reference, message.command),
        encodeTlv(envelopeTag.status, bigEndian(message.status.severityByte, 1), bigEndian(message.status.code, 3)),
        ...(message.detail ? [encodeTlv(envelopeTag.detail, message.detail)] : []),
        ...(message.tlvs.length > 0 ? [payloadTlv(message.command, message.tlvs)] : []),
      );
    case 'notification':
      return encodeParts(
        header(messageType.notification, 0, message.code),
        encodeTlv(envelopeTag.status, Uint8Array.from(message.status)),
        ...(message.detail ? [encodeTlv(envelopeTag.detail, message.detail)] : []),
        ...(message.tlvs.length > 0 ? [payloadTlv(message.code, message.tlvs)] : []),
      );
    case 'data-file':
      return encodeParts(
        encodeTlv(
          envelopeTag.header,
          bigEndian(message.direction === 'to-host' ? messageType.fileToHost : messageType.fileToDevice, 1),
          bigEndian(message.reference, 1),
          bigEndian(message.command, 2),
          bigEndian(message.fileType, 4),
        ),
        encodeTlv(envelopeTag.payload, message.file),
      );
  }
}

/** Response that the device sends; `severity` defaults to done and `code` to 000000. */
export function encodeMmsResponse(
  to: Pick<MmsRequest, 'reference' | 'command'>,
  options: {
    severity?: Exclude<MmsSeverity, 'unknown'>;
    code?: number;
    tlvs?: readonly Tlv[];
    detail?: Uint8Array;
  } = {},
): Uint8Array {
  const severity = options.severity ?? 'done';
  return encodeMmsMessage({
    kind: 'response',
    reference: to.reference,
    command: to.command,
    status: { severity, severityByte: severityByte(severity), code: options.code ?? 0 },
    detail: options.detail ?? null,
    tlvs: options.tlvs ?? [],
  });
}

export function encodeMmsNotification(
  code: number,
  status: readonly [number, number, number, number],
  tlvs: readonly Tlv[] = [],
): Uint8Array {
  return encodeMmsMessage({ kind: 'notification', code, status, detail: null, tlvs });
}

function encodeParts(...parts: readonly Uint8Array[]): Uint8Array {
  // Devices always accept API version 00 (manual 3.2.2.1).
  return concatBytes(Uint8Array.of(START, 0x00), ...parts);
}

function header(type: number, reference: number, code: number): Uint8Array {
  return encodeTlv(envelopeTag.header, bigEndian(type, 1), bigEndian(reference, 1), bigEndian(code, 2));
}

function payloadTlv(code: number, tlvs: readonly Tlv[]): Uint8Array {
  return encodeTlv(envelopeTag.payload, bigEndian(code, 2), ...tlvs.map((tlv) => encodeTlv(tlv.tag, tlv.value)));
}

function readPayload(
  payload: Uint8Array | undefined,
  code: number,
): { ok: true; tlvs: Tlv[] } | { ok: false; fault: MmsFault } {
  if (!payload) return { ok: true, tlvs: [] };
  if (payload.length < 2) return fault('truncated', 'payload without its command code');
  const named = readBigEndian(payload.subarray(0, 2));
  if (named !== code) return fault('inconsistent', `payload of ${codeHex(named)} under a header of ${codeHex(code)}`);
  const content = parseTlvs(payload.subarray(2));
  if (!content.ok) return fault('malformed', `payload: ${content.fault.kind} at byte ${content.fault.offset}`);
  return content;
}

function readDataFile(headerValue: Uint8Array, rest: readonly Tlv[]): MmsParse {
  if (headerValue.length !== 8)
    return fault('malformed', `data file header of ${headerValue.length} bytes instead of 8`);
  const file = findTlv(rest, envelopeTag.payload);
  if (!file) return fault('malformed', 'data file without its content');
  return {
    ok: true,
    message: {
      kind: 'data-file',
      direction: headerValue[0] === messageType.fileToHost ? 'to-host' : 'to-device',
      reference: headerValue[1] ?? 0,
      command: readBigEndian(headerValue.subarray(2, 4)),
      fileType: readBigEndian(headerValue.subarray(4, 8)),
      file,
    },
  };
}

/**
 * The manual prints three battery notifications without the length byte of the status (`82 000200pp` instead of `82 04
 * 000200pp`, reference section 8). Only that form is tolerated: notification 1001, status 00 02 .. .., no payload.
 */
function readMisprintedNotification(body: Uint8Array): MmsNotification | undefined {
  if (body.length !== 11 || body[0] !== envelopeTag.header || body[1] !== 4) return undefined;
  if (body[2] !== messageType.notification || body[6] !== envelopeTag.status) return undefined;
  const code = readBigEndian(body.subarray(4, 6));
  const [a, b, c, d] = body.subarray(7);
  if (code !== mmsNotification.deviceInfo || a !== 0x00 || b !== 0x02 || c === undefined || d === undefined) {
    return undefined;
  }
  return { kind: 'notification', code, status: [a, b, c, d], detail: null, tlvs: [], isMisprint: true };
}

function fault(kind: MmsFault['kind'], message: string): { ok: false; fault: MmsFault } {
  return { ok: false, fault: { kind, message } };
}
