/** Encodes the bank's answer for 0303 (reference section 11). */
import { asciiBytes, fromHex } from '../../../framing/bytes.ts';
import { hexText, readIssuerScripts, unusable } from '../../shared/driver/issuer-scripts.ts';
import type { HostAnswer } from '../../shared/terminal.ts';
import { headWithoutMac, type AcquirerResponse, type ShellHead } from '../codec/commands.ts';

/**
 * Converts the answer to the command's format.
 * @throws TERM_REFUSED when no reader could take the answer
 */
export function readBankAnswer(answer: HostAnswer, head: ShellHead): AcquirerResponse {
  const { authorizationResponseCode: responseCode, issuerAuthenticationData, issuerScripts = [] } = answer;
  if (!/^[0-9A-Z]{2}$/i.test(responseCode)) throw unusable('the authorization response code');
  if (issuerAuthenticationData !== undefined && !hexText.test(issuerAuthenticationData)) {
    throw unusable('the issuer authentication data');
  }
  return {
    ...head,
    responseCode,
    ...(issuerAuthenticationData === undefined ? {} : { issuerAuthenticationData: fromHex(issuerAuthenticationData) }),
    issuerScripts: readIssuerScripts(issuerScripts),
  };
}

/** Decline by the till: the payment was not authorized, or the authorization has been voided. */
export const declineForCard = (head: ShellHead): AcquirerResponse => ({
  ...head,
  responseCode: '05',
  issuerScripts: [],
});

/** Decline for the request of an earlier process run, whose head is lost. */
export const declineForUnknownRequest = (serialNumber: string): AcquirerResponse =>
  declineForCard(headWithoutMac(asciiBytes(serialNumber)));

/** Reports "unable to go online": the reader ends its transaction, and the card gets no answer. */
export const unableToGoOnline = (head: ShellHead): AcquirerResponse => ({
  ...head,
  responseCode: 'Z3',
  issuerScripts: [],
});
