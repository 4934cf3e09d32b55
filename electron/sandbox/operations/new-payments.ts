/** Creates payment records, with defaults for the fields that a request may omit. */
import { limits } from '../../platform-api/index.ts';
import { newUuid } from '../store/ids.ts';
import type { AuthorizationRecord, TransferRecord } from '../store/records/index.ts';
import type { StoredMerchant } from '../store/store.ts';
import type { World } from '../world/world.ts';

const DAY_MS = 24 * 60 * 60_000;

function newPayment(world: World, merchant: Pick<StoredMerchant, 'id' | 'application'>, amount: number) {
  return {
    application: merchant.application,
    merchant: merchant.id,
    device: null,
    source: null,
    state: 'SUCCEEDED',
    amount_requested: amount,
    idempotency_id: null,
    fingerprint: '',
    trace_id: newUuid(world.random),
    failure_code: null,
    failure_message: null,
    card_present_details: null,
    tags: {},
    pending: null,
    is_on_device: false,
  } as const;
}

export function newAuthorization(
  world: World,
  merchant: Pick<StoredMerchant, 'id' | 'application'>,
  fields: Pick<AuthorizationRecord, 'amount' | 'currency' | 'operation_key'> & Partial<AuthorizationRecord>,
): AuthorizationRecord {
  return {
    ...newPayment(world, merchant, fields.amount),
    capture_amount: null,
    expires_at: world.clock.now() + limits.authorizationDays * DAY_MS,
    transfer: null,
    is_void: false,
    void_state: 'UNATTEMPTED',
    ...fields,
  };
}

export function newTransfer(
  world: World,
  merchant: Pick<StoredMerchant, 'id' | 'application'>,
  fields: Pick<TransferRecord, 'type' | 'amount' | 'currency' | 'operation_key'> & Partial<TransferRecord>,
): TransferRecord {
  return {
    ...newPayment(world, merchant, fields.amount),
    destination: null,
    authorization: null,
    parent_transfer: null,
    subscription: null,
    dispute: null,
    subtype: 'API',
    fee: 0,
    ...fields,
  };
}
