import type { World } from '../http/handlers.ts';
import { newUuid } from '../store/ids.ts';
import type { TransferRecord } from '../store/records/index.ts';
import type { StoredMerchant } from '../store/store.ts';

/** A Transfer with nothing in it but what every Transfer has. */
export function newTransfer(
  world: World,
  merchant: Pick<StoredMerchant, 'id' | 'application'>,
  fields: Pick<TransferRecord, 'type' | 'amount' | 'currency' | 'operation_key'> & Partial<TransferRecord>,
): TransferRecord {
  return {
    application: merchant.application,
    merchant: merchant.id,
    device: null,
    source: null,
    destination: null,
    authorization: null,
    parent_transfer: null,
    subscription: null,
    dispute: null,
    state: 'SUCCEEDED',
    subtype: 'API',
    amount_requested: fields.amount,
    idempotency_id: null,
    fingerprint: '',
    trace_id: newUuid(world.random),
    fee: 0,
    failure_code: null,
    failure_message: null,
    card_present_details: null,
    tags: {},
    pending: null,
    is_on_device: false,
    ...fields,
  };
}
