/** The bank's answer as 0303 takes it (reference section 11). */
import { fromHex } from '../../../framing/bytes.ts';
import { hexText, readIssuerScripts, unusable } from '../../shared/driver/issuer-scripts.ts';
import type { HostAnswer } from '../../shared/terminal.ts';
import { headWithoutMac, type AcquirerResponse, type ShellHead } from '../codec/commands.ts';

/** The answer as the command wants it; throws TERM_REFUSED on one that no reader could take. */
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

/** Declined by us: nothing was authorized, or it has been taken back. */
export const declineForCard = (head: ShellHead): AcquirerResponse => ({
  ...head,
  responseCode: '05',
  issuerScripts: [],
});

/** A decline for what another life of the host was asked, which took the head of that with it. */
export const declineForStranger = (serialNumber: string): AcquirerResponse =>
  declineForCard(headWithoutMac(Uint8Array.from(serialNumber, (character) => character.charCodeAt(0))));

/** Unable to go online: the reader ends its transaction and the card gets no answer. */
export const unableToGoOnline = (head: ShellHead): AcquirerResponse => ({
  ...head,
  responseCode: 'Z3',
  issuerScripts: [],
});
