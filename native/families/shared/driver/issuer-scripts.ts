/** Issuer scripts for the card, in the form that every family uses (EMV book 3). */
import { TillError } from '../../../../electron/contract/index.ts';
import { fromHex } from '../../../framing/bytes.ts';
import { encodeTlv, parseTlvs } from '../../../framing/tlv.ts';

const MAX_SCRIPT_BYTES = 128;
/** Templates of a script: the card gets 71 before its final cryptogram, and 72 after it. */
const TEMPLATES: readonly number[] = [0x71, 0x72];

/** Hexadecimal digits of at least one byte, two digits each. */
export const hexText = /^(?:[0-9A-Fa-f]{2})+$/;

/** Each script as one TLV. @throws TERM_REFUSED when no terminal could accept a script. */
export function readIssuerScripts(scripts: readonly string[]): Uint8Array[] {
  return scripts.map((script) => {
    const parsed = hexText.test(script) ? parseTlvs(fromHex(script)) : undefined;
    const only = parsed?.ok && parsed.tlvs.length === 1 ? parsed.tlvs[0] : undefined;
    const bytes = only && TEMPLATES.includes(only.tag) ? encodeTlv(only.tag, only.value) : undefined;
    if (!bytes || bytes.length > MAX_SCRIPT_BYTES) throw unusable('an issuer script');
    return bytes;
  });
}

/** TERM_REFUSED error for a part of the bank's answer that cannot be sent to a card. */
export function unusable(what: string): TillError {
  return new TillError('TERM_REFUSED', `${what} is not one a terminal can take`);
}
