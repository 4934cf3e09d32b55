/**
 * Decides the results of underwriting and of the issuer's checks. Pure; all assumed, so that a test can cause every
 * outcome.
 */
import type {
  AddressVerification,
  CardBrand,
  Entity,
  NameVerificationResults,
  PostalAddress,
  SecurityCodeVerification,
  VerificationState,
} from '../../platform-api/index.ts';

export const VERIFICATION_MS = 5_000;

const CARDHOLDER = { first: 'TEST', last: 'CARD' };

/** A business, or a person with a last name, passes. */
export function verifyIdentity(entity: Entity): { state: VerificationState; messages: string[] } {
  return entity.business_name || entity.last_name
    ? { state: 'SUCCEEDED', messages: [] }
    : { state: 'FAILED', messages: ['The identity has neither a business name nor a last name.'] };
}

/** 999 and 9999 do not match. A missing code is not checked. */
export function verifySecurityCode(code: string | undefined): SecurityCodeVerification {
  if (code === undefined) return 'UNKNOWN';
  return /^9+$/.test(code) ? 'UNMATCHED' : 'MATCHED';
}

/** Postal code 99999 does not match. */
export function verifyAddress(address: PostalAddress | null): AddressVerification {
  if (!address?.postal_code) return 'NO_ADDRESS';
  return address.postal_code === '99999' ? 'NO_MATCH' : 'POSTAL_CODE_AND_STREET_MATCH';
}

/** Only the issuers of the two major networks verify names. The cardholder of every test card is TEST CARD. */
export function verifyName(name: string | null, brand: CardBrand | null): NameVerificationResults {
  if (name === null || (brand !== 'VISA' && brand !== 'MASTERCARD')) {
    return {
      full_name_verification_results: 'NOT_SUPPORTED',
      first_name_verification_results: 'NOT_SUPPORTED',
      last_name_verification_results: 'NOT_SUPPORTED',
    };
  }
  const parts = name.toUpperCase().split(/[\s/]+/);
  const isFirst = parts[0] === CARDHOLDER.first;
  const isLast = parts.length > 1 && parts.at(-1) === CARDHOLDER.last;
  const match = (matches: boolean) => (matches ? 'FULL_MATCH' : 'NO_MATCH');
  return {
    full_name_verification_results: isFirst && isLast ? 'FULL_MATCH' : isFirst || isLast ? 'PARTIAL_MATCH' : 'NO_MATCH',
    first_name_verification_results: match(isFirst),
    last_name_verification_results: match(isLast),
  };
}
