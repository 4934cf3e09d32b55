/** Converts the bank's answer to the form that the terminal accepts (reference section 6, MMS manual table 26). */
import { fromHex } from '../../../framing/bytes.ts';
import { hexText, readIssuerScripts, unusable } from '../../shared/driver/issuer-scripts.ts';
import type { HostAnswer } from '../../shared/terminal.ts';
import type { ResumeTransaction } from '../codec/commands.ts';

/** Parameters of the resume command. @throws TERM_REFUSED when no terminal could accept the answer. */
export function readBankAnswer(answer: HostAnswer, deviceSerialNumber: Uint8Array): ResumeTransaction {
  const { authorizationResponseCode, issuerAuthenticationData, issuerScripts = [] } = answer;
  if (!/^[0-9A-Z]{2}$/i.test(authorizationResponseCode)) throw unusable('the authorization response code');
  if (issuerAuthenticationData !== undefined && !hexText.test(issuerAuthenticationData)) {
    throw unusable('the issuer authentication data');
  }
  return {
    deviceSerialNumber,
    authorizationResponseCode,
    ...(issuerAuthenticationData === undefined ? {} : { issuerAuthenticationData: fromHex(issuerAuthenticationData) }),
    issuerScripts: readIssuerScripts(issuerScripts),
  };
}
