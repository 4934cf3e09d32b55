/** Encodes the bank's answer for 60-12 (reference section 5). */
import { fromHex } from '../../../framing/bytes.ts';
import { hexText, readIssuerScripts, unusable } from '../../shared/driver/issuer-scripts.ts';
import type { HostAnswer } from '../../shared/terminal.ts';
import type { HostResponse } from '../codec/commands.ts';

/** EMV: issuer authentication data has 8 to 16 bytes. */
const MIN_PROOF_BYTES = 8;
const MAX_PROOF_BYTES = 16;
/**
 * Converts the answer to the command's format.
 * @throws TERM_REFUSED when no terminal could take the answer
 */
export function readBankAnswer(answer: HostAnswer): HostResponse {
  const { authorizationResponseCode, issuerAuthenticationData, issuerScripts = [] } = answer;
  if (!/^[0-9A-Z]{2}$/i.test(authorizationResponseCode)) throw unusable('the authorization response code');
  let proof: Uint8Array | undefined;
  if (issuerAuthenticationData !== undefined) {
    if (!hexText.test(issuerAuthenticationData)) throw unusable('the issuer authentication data');
    proof = fromHex(issuerAuthenticationData);
    if (proof.length < MIN_PROOF_BYTES || proof.length > MAX_PROOF_BYTES) {
      throw unusable('the issuer authentication data');
    }
  }
  return {
    authorizationResponseCode,
    ...(proof ? { issuerAuthenticationData: proof } : {}),
    issuerScripts: readIssuerScripts(issuerScripts),
  };
}
