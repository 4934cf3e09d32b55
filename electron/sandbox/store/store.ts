/** All collections of the sandbox over one database. */
import type { SandboxClock } from '../time/clock.ts';
import { Blobs } from './blobs.ts';
import type { Stored } from './collection.ts';
import type { RandomBytes } from './ids.ts';
import { Outbox } from './outbox.ts';
import type {
  ApplicationProfileRecord,
  ApplicationRecord,
  AuthorizationRecord,
  BalanceAdjustmentRecord,
  BalanceTransferRecord,
  ComplianceFormRecord,
  DeliveryAttemptRecord,
  DeviceMetricRecord,
  DeviceRecord,
  DisputeEvidenceRecord,
  DisputeRecord,
  ExternalLinkRecord,
  FeeProfileRecord,
  FeeRecord,
  FileRecord,
  IdentityRecord,
  InstrumentHistoryRecord,
  InstrumentUpdateRecord,
  MerchantRecord,
  PaymentInstrumentRecord,
  PaymentLinkRecord,
  ReceiptRecord,
  SettlementEntryRecord,
  SettlementQueueEntryRecord,
  SettlementRecord,
  SubscriptionBalanceEntryRecord,
  SubscriptionChargeRecord,
  SubscriptionLinkRecord,
  SubscriptionPlanRecord,
  SubscriptionRecord,
  TransferAttemptRecord,
  TransferRecord,
  UsedKeyRecord,
  UserRecord,
  VerificationRecord,
  WebhookRecord,
} from './records/index.ts';
import { Tables } from './tables.ts';

const allowed = { enabled: true, processing_enabled: true, settlement_enabled: true };

/** Each collection with its table, the prefix of its ids, its indexes, and defaults for older records. */
export class Store extends Tables {
  readonly applications = this.open<ApplicationRecord>('applications', 'AP', [], { ...allowed, tags: {} });
  readonly applicationProfiles = this.open<ApplicationProfileRecord>('application_profiles', 'FP', ['application']);
  readonly feeProfiles = this.open<FeeProfileRecord>('fee_profiles', 'FR');
  readonly users = this.open<UserRecord>('users', 'US', ['application'], { tags: {} });
  readonly identities = this.open<IdentityRecord>('identities', 'ID');
  readonly merchants = this.open<MerchantRecord>('merchants', 'MU', ['identity'], {
    identity: null,
    settlement_queue_mode: 'AUTOMATIC',
    verification: null,
    is_pci_compliant: false,
  });
  readonly verifications = this.open<VerificationRecord>('verifications', 'VI', [
    'merchant',
    'payment_instrument',
    'pending.decides_at',
  ]);
  readonly instruments = this.open<PaymentInstrumentRecord>('payment_instruments', 'PI', ['identity']);
  readonly instrumentHistory = this.open<InstrumentHistoryRecord>('instrument_history', 'IH', ['payment_instrument']);
  readonly devices = this.open<DeviceRecord>('devices', 'DV', ['merchant', 'serial_number']);
  readonly deviceMetrics = this.open<DeviceMetricRecord>('device_metrics', 'DM', ['device']);
  readonly authorizations = this.open<AuthorizationRecord>(
    'authorizations',
    'AU',
    ['idempotency_id', 'device', 'merchant', 'pending.decides_at'],
    {
      source: null,
      is_on_device: false,
    },
  );
  readonly transfers = this.open<TransferRecord>(
    'transfers',
    'TR',
    ['idempotency_id', 'device', 'merchant', 'parent_transfer', 'dispute', 'pending.decides_at'],
    {
      source: null,
      destination: null,
      parent_transfer: null,
      subscription: null,
      dispute: null,
      fingerprint: '',
      pending: null,
      is_on_device: false,
    },
  );
  readonly usedKeys = this.open<UsedKeyRecord>('used_keys', 'KS', ['key_serial_number']);
  readonly fees = this.open<FeeRecord>('fees', 'FE', ['merchant', 'linked_to']);
  readonly settlementQueue = this.open<SettlementQueueEntryRecord>('settlement_queue_entries', 'SQ', [
    'merchant',
    'entity_id',
  ]);
  readonly settlements = this.open<SettlementRecord>('settlements', 'ST', ['merchant']);
  readonly settlementEntries = this.open<SettlementEntryRecord>('settlement_entries', 'SE', ['settlement']);
  readonly balanceAdjustments = this.open<BalanceAdjustmentRecord>('balance_adjustments', 'BA', [
    'linked_to',
    'pending.decides_at',
  ]);
  readonly balanceTransfers = this.open<BalanceTransferRecord>('balance_transfers', 'BT', ['linked_to']);
  readonly subscriptions = this.open<SubscriptionRecord>('subscriptions', 'SU', ['merchant', 'next_event_at']);
  readonly subscriptionCharges = this.open<SubscriptionChargeRecord>('subscription_charges', 'SC', [
    'subscription',
    'transfer',
  ]);
  readonly subscriptionBalanceEntries = this.open<SubscriptionBalanceEntryRecord>(
    'subscription_balance_entries',
    'SB',
    ['subscription'],
  );
  readonly subscriptionPlans = this.open<SubscriptionPlanRecord>('subscription_plans', 'SP', ['merchant']);
  readonly subscriptionLinks = this.open<SubscriptionLinkRecord>('subscription_links', 'SL', ['merchant']);
  readonly webhooks = this.open<WebhookRecord>('webhooks', 'WH', ['enabled']);
  readonly outbox = new Outbox(this.database);
  readonly disputes = this.open<DisputeRecord>('disputes', 'DI', ['merchant', 'transfer', 'pending.decides_at']);
  readonly disputeEvidence = this.open<DisputeEvidenceRecord>('dispute_evidence', 'DE', [
    'dispute',
    'pending.decides_at',
  ]);
  readonly instrumentUpdates = this.open<InstrumentUpdateRecord>('instrument_updates', 'IU', [
    'idempotency_id',
    'pending.decides_at',
  ]);
  readonly files = this.open<FileRecord>('files', 'FI', ['merchant']);
  readonly externalLinks = this.open<ExternalLinkRecord>('external_links', 'EL', ['file', 'token']);
  readonly paymentLinks = this.open<PaymentLinkRecord>('payment_links', 'PL', ['merchant', 'pending.decides_at']);
  readonly deliveryAttempts = this.open<DeliveryAttemptRecord>('delivery_attempts', 'DA', [
    'linked_to',
    'pending.decides_at',
  ]);
  readonly transferAttempts = this.open<TransferAttemptRecord>('transfer_attempts', 'TA', ['entity_id', 'transfer_id']);
  readonly receipts = this.open<ReceiptRecord>('receipts', 'RC', ['entity_id', 'token']);
  readonly complianceForms = this.open<ComplianceFormRecord>('compliance_forms', 'CF', [
    'merchant',
    'pending.decides_at',
  ]);
  /** Contents of Files and of evidence. */
  readonly blobs = new Blobs(this.database);

  /** @throws TillError with the codes of `openDatabase` */
  constructor(dataDir: string | null, clock: SandboxClock, random: RandomBytes) {
    super(dataDir, clock, random);
    this.commitTables();
  }
}

export type StoredDevice = Stored<DeviceRecord>;
export type StoredAuthorization = Stored<AuthorizationRecord>;
export type StoredTransfer = Stored<TransferRecord>;
export type StoredMerchant = Stored<MerchantRecord>;
export type StoredUser = Stored<UserRecord>;
export type StoredDeviceMetric = Stored<DeviceMetricRecord>;
export type StoredInstrument = Stored<PaymentInstrumentRecord>;
export type StoredSubscription = Stored<SubscriptionRecord>;
