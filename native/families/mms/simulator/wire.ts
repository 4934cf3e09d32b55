/**
 * Writes answers like a real MMS device: some carry a payload of only the command code (1004, 1803), some use the long
 * form of a length, `84 82 hh ll` (properties, card data). Hosts must accept both, so the simulator sends both.
 */
import { bigEndian, concatBytes } from '../../../framing/bytes.ts';
import { encodeTlv, type Tlv } from '../../../framing/tlv.ts';
import { encodeMmsNotification, encodeMmsResponse, type MmsRequest, type MmsSeverity } from '../codec/message.ts';
import { envelopeTag } from '../codec/tags.ts';

export interface ReplyOptions {
  severity?: Exclude<MmsSeverity, 'unknown'>;
  /** Group, unit and detail as one number, for example 0x020308. */
  code?: number;
  tlvs?: readonly Tlv[];
  payload?: 'shortest' | 'long-length' | 'code-only';
}

export type NotificationStatus = readonly [number, number, number, number];

export function encodeReply(to: Pick<MmsRequest, 'reference' | 'command'>, options: ReplyOptions = {}): Uint8Array {
  const status = {
    ...(options.severity ? { severity: options.severity } : {}),
    ...(options.code === undefined ? {} : { code: options.code }),
  };
  switch (options.payload ?? 'shortest') {
    case 'shortest':
      return encodeMmsResponse(to, { ...status, tlvs: options.tlvs ?? [] });
    case 'code-only':
      return concatBytes(encodeMmsResponse(to, status), encodeTlv(envelopeTag.payload, bigEndian(to.command, 2)));
    case 'long-length':
      return concatBytes(encodeMmsResponse(to, status), longPayload(to.command, options.tlvs ?? []));
  }
}

/** Notification; like real devices, card data uses the long form of the length. */
export function encodeNotice(
  code: number,
  status: NotificationStatus,
  tlvs: readonly Tlv[] = [],
  payload: 'shortest' | 'long-length' = 'shortest',
): Uint8Array {
  if (payload === 'shortest') return encodeMmsNotification(code, status, tlvs);
  return concatBytes(encodeMmsNotification(code, status), longPayload(code, tlvs));
}

function longPayload(code: number, tlvs: readonly Tlv[]): Uint8Array {
  const content = concatBytes(bigEndian(code, 2), ...tlvs.map((tlv) => encodeTlv(tlv.tag, tlv.value)));
  return concatBytes(Uint8Array.of(envelopeTag.payload, 0x82), bigEndian(content.length, 2), content);
}
