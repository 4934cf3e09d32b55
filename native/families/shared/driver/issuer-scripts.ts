/** Issuer scripts on their way to a card, the same for every family (EMV book 3). */
import { TillError } from '../../../../electron/contract/index.ts';
import { fromHex } from '../../../framing/bytes.ts';
import { encodeTlv, parseTlvs } from '../../../framing/tlv.ts';

/** A terminal takes scripts of up to this many bytes. */
const MAX_SCRIPT_BYTES = 128;
/** The templates a script comes in: 71 goes to the card before its final cryptogram, 72 after it. */
const TEMPLATES: readonly number[] = [0x71, 0x72];

/** Text of at least one byte, two digits each. */
export const hexText = /^(?:[0-9A-Fa-f]{2})+$/;

/** Each script as one TLV; throws TERM_REFUSED on one that no terminal could take. */
export function readIssuerScripts(scripts: readonly string[]): Uint8Array[] {
  return scripts.map((script) => {
    const parsed = hexText.test(script) ? parseTlvs(fromHex(script)) : undefined;
    const only = parsed?.ok && parsed.tlvs.length === 1 ? parsed.tlvs[0] : undefined;
    const bytes = only && TEMPLATES.includes(only.tag) ? encodeTlv(only.tag, only.value) : undefined;
    if (!bytes || bytes.length > MAX_SCRIPT_BYTES) throw unusable('an issuer script');
    return bytes;
  });
}

/** A part of the bank's answer that cannot be handed to a card. */
export function unusable(what: string): TillError {
  return new TillError('TERM_REFUSED', `${what} is not one a terminal can take`);
}
