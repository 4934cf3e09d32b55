/**
 * Merchants of the platform. The specification lists the resource without fields or endpoints, so every known name of a
 * field is read, and the platform may lack the endpoints.
 */
import type { ApiOutcome } from './call.ts';
import type { Http } from './http.ts';
import { operation, type Listing } from './operations.ts';
import { codeAt, flagAt, idAt, textAt, type Json } from './read.ts';

export interface MerchantRecord {
  id: string;
  name: string | null;
  /** True if the platform accepts payments for the merchant, or null if it does not report this. */
  isApproved: boolean | null;
  processor: string | null;
}

export interface PlatformMerchants {
  list(): Listing<MerchantRecord>;
  get(id: string): Promise<ApiOutcome<MerchantRecord>>;
}

export function createMerchants(http: Http): PlatformMerchants {
  const list = operation(http, 'listMerchants', readMerchant);
  const read = operation(http, 'fetchMerchant', readMerchant);
  return {
    list: () => list({}, { pageSize: 100, unreadable: 'skip' }),
    get: (id) => read(id),
  };
}

/** States of a merchant whose application is not approved. An unknown state proves neither. */
const waiting: ReadonlySet<string> = new Set([
  'CREATED',
  'DECLINED',
  'DEACTIVATED',
  'DISABLED',
  'PENDING',
  'PROVISIONING',
  'REJECTED',
  'SUSPENDED',
  'UPDATE_REQUESTED',
]);

function readMerchant(record: Json): MerchantRecord | null {
  const id = textAt(record, 'id');
  if (id === null) return null;
  return {
    id,
    name: textAt(record, 'name') ?? textAt(record, 'merchant_name'),
    isApproved: isApproved(record),
    processor: codeAt(record, 'processor') ?? idAt(record, 'processor'),
  };
}

function isApproved(record: Json): boolean | null {
  const canProcess = flagAt(record, 'processing_enabled');
  if (canProcess === false) return false;
  const states = ['state', 'onboarding_state'].flatMap((name) => codeAt(record, name) ?? []);
  if (states.some((state) => waiting.has(state))) return states.includes('APPROVED') ? null : false;
  return states.includes('APPROVED') || canProcess ? true : null;
}

/**
 * True if the platform lacks the endpoint, which the specification does not show, or denies it to these credentials.
 */
export function isUnavailable(outcome: ApiOutcome<unknown>): boolean {
  return outcome.kind === 'refused' && [403, 404, 405].includes(outcome.details.status);
}
