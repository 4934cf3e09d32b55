/** The bank's answer as the terminal takes it (reference section 6, MMS manual table 26). */
import { TillError } from '../../../electron/contract/index.ts';
import { fromHex } from '../../framing/bytes.ts';
import { encodeTlv, parseTlvs } from '../../framing/tlv.ts';
import type { HostAnswer } from '../terminal.ts';
import type { ResumeTransaction } from './commands.ts';
import { emvTag } from './tags.ts';

/** Scripts longer than this are not taken by the terminal. */
const MAX_SCRIPT_BYTES = 128;

/** The answer as the command wants it; throws TERM_REFUSED on one that no terminal could take. */
export function readBankAnswer(answer: HostAnswer, deviceSerialNumber: Uint8Array): ResumeTransaction {
  const { authorizationResponseCode, issuerAuthenticationData, issuerScripts = [] } = answer;
  if (!/^[0-9A-Z]{2}$/i.test(authorizationResponseCode)) throw unusable('the authorization response code');
  const hex = /^(?:[0-9A-Fa-f]{2})+$/;
  if (issuerAuthenticationData !== undefined && !hex.test(issuerAuthenticationData)) {
    throw unusable('the issuer authentication data');
  }
  return {
    deviceSerialNumber,
    authorizationResponseCode,
    ...(issuerAuthenticationData === undefined ? {} : { issuerAuthenticationData: fromHex(issuerAuthenticationData) }),
    issuerScripts: issuerScripts.map((script) => {
      const parsed = hex.test(script) ? parseTlvs(fromHex(script)) : undefined;
      const only = parsed?.ok && parsed.tlvs.length === 1 ? parsed.tlvs[0] : undefined;
      const isTemplate = only?.tag === emvTag.issuerScript1 || only?.tag === emvTag.issuerScript2;
      const bytes = only && encodeTlv(only.tag, only.value);
      if (!isTemplate || !bytes || bytes.length > MAX_SCRIPT_BYTES) throw unusable('an issuer script');
      return bytes;
    }),
  };
}

function unusable(what: string): TillError {
  return new TillError('TERM_REFUSED', `${what} is not one a terminal can take`);
}
