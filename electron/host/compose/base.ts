/** Shared base of all composition stages: configuration, clock, logs, hub and stop list. */
import type { HostEvent, JournalView } from '../../contract/index.ts';
import type { HostConfig } from '../../config/index.ts';
import type { Hub } from '../api/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { CompletionAges } from '../time/index.ts';
import type { AuditEntry, JournalFile } from '../journal/index.ts';
import type { Logger } from '../log/index.ts';
import type { SettingsInForce } from '../settings/index.ts';

type Log = (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;

export interface Base {
  /** Settings at start. Read live settings from `settings` at each use. */
  readonly config: HostConfig;
  readonly settings: SettingsInForce;
  readonly clock: Clock;
  /** Time since each payment or link ended. */
  readonly ends: CompletionAges;
  readonly journal: JournalFile;
  /**
   * Appends to the audit log, after pending settings changes.
   * @throws JRNL_UNWRITABLE
   */
  readonly audit: (entry: AuditEntry) => void;
  readonly epoch: string;
  readonly hub: Hub;
  readonly publish: (event: HostEvent) => void;
  readonly publishUnmatched: (message: { at: number; attempt: string | null; what: string }) => void;
  /** Publishes a change of the journal's view; absent fields keep their value. */
  readonly journalChanged: (change: Partial<JournalView>) => void;
  readonly logger: (topic: string) => Logger;
  /** Removes a secret from all later log lines. */
  readonly protect: (secret: string) => void;
  readonly log: (topic: string) => Log;
  /** Registers a function for when the host closes or fails to start; called in reverse order. */
  readonly onStop: (stop: () => Promise<void> | void) => void;
  /** Called when a terminal or a payment has changed. No-op until the device service exists. */
  cablesChanged: () => void;
  /** Called when a payment through link `link` was reversed. No-op until payment links exist. */
  linkPaymentChanged: (link: string) => void;
}
