/** All collections of the sandbox over one database. */
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../time/clock.ts';
import { Blobs } from './blobs.ts';
import { Collection } from './collection.ts';
import type { Change, CollectionContext, Stored } from './collection.ts';
import { inTransaction, openDatabase } from './database.ts';
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
  Pending,
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

/** A collection whose records can have an outcome that is still to come. */
type PendingCollection = Collection<{ pending: Pending<object> | null }>;

export class Store {
  readonly applications: Collection<ApplicationRecord>;
  readonly applicationProfiles: Collection<ApplicationProfileRecord>;
  readonly feeProfiles: Collection<FeeProfileRecord>;
  readonly users: Collection<UserRecord>;
  readonly identities: Collection<IdentityRecord>;
  readonly merchants: Collection<MerchantRecord>;
  readonly verifications: Collection<VerificationRecord>;
  readonly instruments: Collection<PaymentInstrumentRecord>;
  readonly instrumentHistory: Collection<InstrumentHistoryRecord>;
  readonly devices: Collection<DeviceRecord>;
  readonly deviceMetrics: Collection<DeviceMetricRecord>;
  readonly authorizations: Collection<AuthorizationRecord>;
  readonly transfers: Collection<TransferRecord>;
  readonly usedKeys: Collection<UsedKeyRecord>;
  readonly fees: Collection<FeeRecord>;
  readonly settlementQueue: Collection<SettlementQueueEntryRecord>;
  readonly settlements: Collection<SettlementRecord>;
  readonly settlementEntries: Collection<SettlementEntryRecord>;
  readonly balanceAdjustments: Collection<BalanceAdjustmentRecord>;
  readonly balanceTransfers: Collection<BalanceTransferRecord>;
  readonly subscriptions: Collection<SubscriptionRecord>;
  readonly subscriptionCharges: Collection<SubscriptionChargeRecord>;
  readonly subscriptionBalanceEntries: Collection<SubscriptionBalanceEntryRecord>;
  readonly subscriptionPlans: Collection<SubscriptionPlanRecord>;
  readonly subscriptionLinks: Collection<SubscriptionLinkRecord>;
  readonly files: Collection<FileRecord>;
  readonly externalLinks: Collection<ExternalLinkRecord>;
  readonly paymentLinks: Collection<PaymentLinkRecord>;
  readonly deliveryAttempts: Collection<DeliveryAttemptRecord>;
  readonly transferAttempts: Collection<TransferAttemptRecord>;
  readonly receipts: Collection<ReceiptRecord>;
  readonly complianceForms: Collection<ComplianceFormRecord>;
  /** Contents of Files and of evidence. */
  readonly blobs: Blobs;
  readonly webhooks: Collection<WebhookRecord>;
  readonly outbox: Outbox;
  readonly disputes: Collection<DisputeRecord>;
  readonly disputeEvidence: Collection<DisputeEvidenceRecord>;
  readonly instrumentUpdates: Collection<InstrumentUpdateRecord>;
  readonly #database: DatabaseSync;
  readonly #clock: SandboxClock;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #recorders: ((changes: readonly Change[]) => void)[] = [];
  readonly #pending: PendingCollection[] = [];
  /** Changes of the transaction that runs; null outside of one. */
  #uncommitted: Change[] | null = null;

  /** @throws TillError as openDatabase does */
  constructor(dataDir: string | null, clock: SandboxClock, random: RandomBytes) {
    const database = openDatabase(dataDir);
    this.#database = database;
    this.#clock = clock;
    // All tables at once: a hundred statements, each on disk by itself, take their time.
    database.exec('BEGIN IMMEDIATE');
    const context: CollectionContext = {
      clock,
      random,
      atomically: (work) => this.transaction(work),
      notify: (change) => void this.#uncommitted?.push(change),
    };
    const open = <Fields extends object>(
      name: string,
      prefix: string,
      indexes: readonly string[] = [],
      defaults: NoInfer<Partial<Fields>> = {},
    ) => {
      const collection = new Collection<Fields>(database, { name, prefix, indexes, defaults }, context);
      // A record is only ever given back the fields it had, so its own pending change fits it.
      if (indexes.includes('pending.decides_at')) this.#pending.push(collection as unknown as PendingCollection);
      return collection;
    };
    const allowed = { enabled: true, processing_enabled: true, settlement_enabled: true };
    this.applications = open('applications', 'AP', [], { ...allowed, tags: {} });
    this.applicationProfiles = open('application_profiles', 'FP', ['application']);
    this.feeProfiles = open('fee_profiles', 'FR');
    this.users = open('users', 'US', ['application'], { tags: {} });
    this.identities = open('identities', 'ID');
    this.merchants = open('merchants', 'MU', ['identity'], {
      identity: null,
      settlement_queue_mode: 'AUTOMATIC',
      verification: null,
      is_pci_compliant: false,
    });
    this.verifications = open('verifications', 'VI', ['merchant', 'payment_instrument', 'pending.decides_at']);
    this.instruments = open('payment_instruments', 'PI', ['identity']);
    this.instrumentHistory = open('instrument_history', 'IH', ['payment_instrument']);
    this.devices = open('devices', 'DV', ['merchant', 'serial_number']);
    this.deviceMetrics = open('device_metrics', 'DM', ['device']);
    this.authorizations = open('authorizations', 'AU', ['idempotency_id', 'device', 'merchant', 'pending.decides_at'], {
      source: null,
      is_on_device: false,
    });
    this.transfers = open(
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
    this.usedKeys = open('used_keys', 'KS', ['key_serial_number']);
    this.fees = open('fees', 'FE', ['merchant', 'linked_to']);
    this.settlementQueue = open('settlement_queue_entries', 'SQ', ['merchant', 'entity_id']);
    this.settlements = open('settlements', 'ST', ['merchant']);
    this.settlementEntries = open('settlement_entries', 'SE', ['settlement']);
    this.balanceAdjustments = open('balance_adjustments', 'BA', ['linked_to', 'pending.decides_at']);
    this.balanceTransfers = open('balance_transfers', 'BT', ['linked_to']);
    this.subscriptions = open('subscriptions', 'SU', ['merchant', 'next_event_at']);
    this.subscriptionCharges = open('subscription_charges', 'SC', ['subscription', 'transfer']);
    this.subscriptionBalanceEntries = open('subscription_balance_entries', 'SB', ['subscription']);
    this.subscriptionPlans = open('subscription_plans', 'SP', ['merchant']);
    this.subscriptionLinks = open('subscription_links', 'SL', ['merchant']);
    this.webhooks = open('webhooks', 'WH', ['enabled']);
    this.outbox = new Outbox(database);
    this.disputes = open('disputes', 'DI', ['merchant', 'transfer', 'pending.decides_at']);
    this.disputeEvidence = open('dispute_evidence', 'DE', ['dispute', 'pending.decides_at']);
    this.instrumentUpdates = open('instrument_updates', 'IU', ['idempotency_id', 'pending.decides_at']);
    this.files = open('files', 'FI', ['merchant']);
    this.externalLinks = open('external_links', 'EL', ['file', 'token']);
    this.paymentLinks = open('payment_links', 'PL', ['merchant', 'pending.decides_at']);
    this.deliveryAttempts = open('delivery_attempts', 'DA', ['linked_to', 'pending.decides_at']);
    this.transferAttempts = open('transfer_attempts', 'TA', ['entity_id', 'transfer_id']);
    this.receipts = open('receipts', 'RC', ['entity_id', 'token']);
    this.complianceForms = open('compliance_forms', 'CF', ['merchant', 'pending.decides_at']);
    this.blobs = new Blobs(database);
    database.exec('COMMIT');
  }

  /** Calls `listener` with every change once it is on disk; returns a function that stops that. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls `recorder` in every transaction before it commits: what it writes is committed with the changes, or not at all. */
  beforeCommit(recorder: (changes: readonly Change[]) => void): void {
    this.#recorders.push(recorder);
  }

  /** Runs `work` as one transaction; inside another one it becomes part of that. */
  transaction<Result>(work: () => Result): Result {
    if (this.#uncommitted) return work();
    const changes: Change[] = [];
    this.#uncommitted = changes;
    let result: Result;
    try {
      result = inTransaction(this.#database, () => {
        const done = work();
        for (const record of this.#recorders) record(changes);
        return done;
      });
    } finally {
      this.#uncommitted = null;
    }
    for (const change of changes) for (const listener of this.#listeners) listener(change);
    return result;
  }

  /**
   * Gives what is pending and whose time has come the outcome that was decided for it.
   * @param afterwards in the same transaction, with each one settled
   */
  settleDue(afterwards: (collection: string, id: string) => void = () => {}): void {
    for (const collection of this.#pending) {
      // Named in a subquery, or SQLite would walk the whole collection in list order instead of using the index.
      const due = collection.all({
        sql: `id IN (SELECT id FROM ${collection.name} WHERE record ->> '$.pending.decides_at' <= ?)`,
        values: [this.#clock.now()],
      });
      for (const one of due) {
        this.transaction(() => {
          collection.update(one, { ...one.pending?.change, pending: null });
          afterwards(collection.name, one.id);
        });
      }
    }
  }

  /** When what is pending now will be decided, milliseconds since 1970; each time once. */
  decisionTimes(): number[] {
    const waiting = { sql: "record ->> '$.pending.decides_at' IS NOT NULL", values: [] };
    const times = this.#pending.flatMap((collection) => collection.all(waiting).map((one) => one.pending?.decides_at));
    return [...new Set(times.filter((time) => time !== undefined))];
  }

  close(): void {
    this.#database.close();
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
