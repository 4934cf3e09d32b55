/**
 * Represents payments, devices and merchants in replies. Only listed fields are copied, so internal fields cannot leak.
 */
import type { Authorization, Device, DeviceMetric, Merchant, Transfer } from '../../platform-api/index.ts';
import { pathOf } from '../../platform-api/index.ts';
import { connectionOf } from '../rules/device-rules.ts';
import { instant, times } from './common.ts';
import type {
  StoredAuthorization,
  StoredDevice,
  StoredDeviceMetric,
  StoredMerchant,
  StoredTransfer,
} from '../store/store.ts';
import type { World } from '../world/world.ts';

export function representMerchant(world: World, stored: StoredMerchant): Merchant {
  const link = (path: string) => ({ href: world.url(path) });
  return {
    id: stored.id,
    ...times(stored),
    application: stored.application,
    identity: stored.identity,
    name: stored.name,
    merchant_name: stored.name,
    processor: stored.processor,
    state: stored.state,
    onboarding_state: stored.state,
    processing_enabled: stored.state === 'APPROVED',
    settlement_queue_mode: stored.settlement_queue_mode,
    verification: stored.verification,
    tags: stored.tags,
    _links: {
      self: link(pathOf('fetchMerchant', { merchant_id: stored.id })),
      devices: link(`/devices?merchant_id=${stored.id}`),
      authorizations: link(`/authorizations?merchant_id=${stored.id}`),
      transfers: link(`/transfers?merchant_id=${stored.id}`),
      verifications: link(pathOf('listMerchantVerifications', { merchant_id: stored.id })),
    },
  };
}

/** @param withConnection true if the caller requested the connection; otherwise the field is omitted */
export function representDevice(world: World, stored: StoredDevice, withConnection = false): Device {
  const link = (path: string) => ({ href: world.url(path) });
  return {
    id: stored.id,
    ...times(stored),
    configuration_details: stored.configuration,
    ...(withConnection ? { connection: connectionOf(stored, world.clock.now()) } : {}),
    description: stored.description,
    enabled: stored.enabled,
    idle_message: stored.idle_message,
    merchant: stored.merchant,
    model: stored.model,
    name: stored.name,
    serial_number: stored.serial_number,
    tags: stored.tags,
    ...stored.versions,
    _links: {
      self: link(pathOf('fetchDevice', { device_id: stored.id })),
      merchant: link(pathOf('fetchMerchant', { merchant_id: stored.merchant })),
      device_metrics: link(pathOf('listDeviceMetrics', { device_id: stored.id })),
      authorizations: link(`/authorizations?device=${stored.id}`),
      transfers: link(`/transfers?device=${stored.id}`),
    },
  };
}

export function representDeviceMetric(world: World, stored: StoredDeviceMetric): DeviceMetric {
  return {
    ...stored.values,
    id: stored.id,
    created_at: instant(stored.created_at),
    device: stored.device,
    _links: { device: { href: world.url(pathOf('fetchDevice', { device_id: stored.device })) } },
  };
}

function paymentLinks(world: World, stored: { device: string | null; source: string | null; merchant: string }) {
  const link = (path: string) => ({ href: world.url(path) });
  return {
    merchant: link(pathOf('fetchMerchant', { merchant_id: stored.merchant })),
    ...(stored.device === null ? {} : { device: link(pathOf('fetchDevice', { device_id: stored.device })) }),
    ...(stored.source === null
      ? {}
      : { source: link(pathOf('fetchPaymentInstrument', { payment_instrument_id: stored.source })) }),
  };
}

const paymentFields = (stored: StoredAuthorization | StoredTransfer) => ({
  id: stored.id,
  ...times(stored),
  application: stored.application,
  merchant: stored.merchant,
  state: stored.state,
  amount: stored.amount,
  amount_requested: stored.amount_requested,
  tip_amount: stored.tip_amount ?? null,
  additional_buyer_charges: stored.additional_buyer_charges ?? null,
  currency: stored.currency,
  device: stored.device,
  source: stored.source,
  operation_key: stored.operation_key,
  idempotency_id: stored.idempotency_id,
  trace_id: stored.trace_id,
  failure_code: stored.failure_code,
  failure_message: stored.failure_message,
  messages: [],
  card_present_details: stored.card_present_details,
  tags: stored.tags,
});

export function representAuthorization(world: World, stored: StoredAuthorization): Authorization {
  return {
    ...paymentFields(stored),
    capture_amount: stored.capture_amount,
    expires_at: instant(stored.expires_at),
    transfer: stored.transfer,
    is_void: stored.is_void,
    void_state: stored.void_state,
    _links: {
      self: { href: world.url(pathOf('fetchAuthorization', { authorization_id: stored.id })) },
      ...paymentLinks(world, stored),
      ...(stored.transfer === null
        ? {}
        : { transfer: { href: world.url(pathOf('fetchTransfer', { transfer_id: stored.transfer })) } }),
    },
  };
}

/** The name on a statement: at most 22 characters, and only letters that every bank prints. */
const descriptorOf = (name: string): string =>
  name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 .,'-]/g, '')
    .trim()
    .slice(0, 22) || 'SANDBOX';

export function representTransfer(world: World, stored: StoredTransfer): Transfer {
  const merchant = world.store.merchants.find(stored.merchant);
  return {
    ...paymentFields(stored),
    type: stored.type,
    subtype: stored.subtype,
    destination: stored.destination,
    subscription: stored.subscription,
    fee: stored.fee,
    parent_transfer: stored.parent_transfer,
    merchant_identity: merchant?.identity ?? null,
    statement_descriptor: merchant ? descriptorOf(merchant.name) : null,
    ready_to_settle_at: stored.state === 'SUCCEEDED' ? instant(stored.updated_at) : null,
    _links: {
      self: { href: world.url(pathOf('fetchTransfer', { transfer_id: stored.id })) },
      reversals: { href: world.url(pathOf('listReversals', { id: stored.id })) },
      ...(stored.authorization === null
        ? {}
        : {
            authorization: {
              href: world.url(pathOf('fetchAuthorization', { authorization_id: stored.authorization })),
            },
          }),
      ...(stored.parent_transfer === null
        ? {}
        : { parent_transfer: { href: world.url(pathOf('fetchTransfer', { transfer_id: stored.parent_transfer })) } }),
      ...paymentLinks(world, stored),
    },
  };
}
