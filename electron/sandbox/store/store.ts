/** All collections of the sandbox over one database. */
import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../clock.ts';
import { Collection } from './collection.ts';
import type { Stored } from './collection.ts';
import { inTransaction, openDatabase } from './database.ts';
import type { RandomBytes } from './ids.ts';
import type {
  ApplicationRecord,
  AuthorizationRecord,
  DeviceMetricRecord,
  DeviceRecord,
  MerchantRecord,
  TransferRecord,
  UsedKeyRecord,
  UserRecord,
} from './records.ts';

export class Store {
  readonly applications: Collection<ApplicationRecord>;
  readonly users: Collection<UserRecord>;
  readonly merchants: Collection<MerchantRecord>;
  readonly devices: Collection<DeviceRecord>;
  readonly deviceMetrics: Collection<DeviceMetricRecord>;
  readonly authorizations: Collection<AuthorizationRecord>;
  readonly transfers: Collection<TransferRecord>;
  readonly usedKeys: Collection<UsedKeyRecord>;
  readonly #database: DatabaseSync;
  readonly #clock: SandboxClock;

  /** @throws TillError as openDatabase does */
  constructor(dataDir: string | null, clock: SandboxClock, random: RandomBytes) {
    const database = openDatabase(dataDir);
    this.#database = database;
    this.#clock = clock;
    const open = <Fields extends object>(name: string, prefix: string, indexes: readonly string[] = []) =>
      new Collection<Fields>(database, { name, prefix, indexes }, clock, random);
    this.applications = open('applications', 'AP');
    this.users = open('users', 'US');
    this.merchants = open('merchants', 'MU');
    this.devices = open('devices', 'DV', ['merchant', 'serial_number']);
    this.deviceMetrics = open('device_metrics', 'DM', ['device']);
    this.authorizations = open('authorizations', 'AU', ['idempotency_id', 'device', 'merchant', 'pending.decides_at']);
    this.transfers = open('transfers', 'TR', ['idempotency_id', 'device', 'merchant']);
    this.usedKeys = open('used_keys', 'KS', ['key_serial_number']);
  }

  /** Runs `work` as one transaction. */
  transaction<Result>(work: () => Result): Result {
    return inTransaction(this.#database, work);
  }

  /** Gives payments whose time has come the outcome that was decided for them. Called before they are read. */
  settleDue(): void {
    const due = this.authorizations.list({
      conditions: [{ sql: "record ->> '$.pending.decides_at' <= ?", values: [this.#clock.now()] }],
      limit: 1000,
      from: { offset: 0 },
    });
    for (const one of due) this.authorizations.update(one, { ...one.pending?.change, pending: null });
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
