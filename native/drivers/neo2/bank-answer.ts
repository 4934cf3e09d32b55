/** The bank's answer as 60-12 takes it (reference section 5). */
import { TillError } from '../../../electron/contract/index.ts';
import { fromHex } from '../../framing/bytes.ts';
import { encodeTlv, parseTlvs } from '../../framing/tlv.ts';
import type { HostAnswer } from '../terminal.ts';
import { emvTag } from './codes.ts';
import type { HostResponse } from './commands.ts';

/** EMV: issuer authentication data has 8 to 16 bytes. */
const MIN_PROOF_BYTES = 8;
const MAX_PROOF_BYTES = 16;
/** EMV book 3: a terminal takes scripts of up to this many bytes. */
const MAX_SCRIPT_BYTES = 128;

/** The answer as the command wants it; throws TERM_REFUSED on one that no terminal could take. */
export function readBankAnswer(answer: HostAnswer): HostResponse {
  const { authorizationResponseCode, issuerAuthenticationData, issuerScripts = [] } = answer;
  if (!/^[0-9A-Z]{2}$/i.test(authorizationResponseCode)) throw unusable('the authorization response code');
  const hex = /^(?:[0-9A-Fa-f]{2})+$/;
  let proof: Uint8Array | undefined;
  if (issuerAuthenticationData !== undefined) {
    if (!hex.test(issuerAuthenticationData)) throw unusable('the issuer authentication data');
    proof = fromHex(issuerAuthenticationData);
    if (proof.length < MIN_PROOF_BYTES || proof.length > MAX_PROOF_BYTES) {
      throw unusable('the issuer authentication data');
    }
  }
  return {
    authorizationResponseCode,
    ...(proof ? { issuerAuthenticationData: proof } : {}),
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
