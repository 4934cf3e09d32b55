/** What every stage of the composition is given: configuration, clock, logs, the hub, and the list of what to stop. */
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
  /** Settings of the start. Those that are live are read from `settings` when they are used. */
  readonly config: HostConfig;
  readonly settings: SettingsInForce;
  readonly clock: Clock;
  /** Of payments and links. */
  readonly ends: CompletionAges;
  readonly journal: JournalFile;
  /** Appends to the audit log, behind what is new in the settings. Throws JRNL_UNWRITABLE. */
  readonly audit: (entry: AuditEntry) => void;
  readonly epoch: string;
  readonly hub: Hub;
  readonly publish: (event: HostEvent) => void;
  readonly publishUnmatched: (message: { at: number; attempt: string | null; what: string }) => void;
  /** Tells what is new of the journal; what is not named stays. */
  readonly journalChanged: (change: Partial<JournalView>) => void;
  readonly logger: (topic: string) => Logger;
  /** Keeps a secret out of every line of the log from now on. */
  readonly protect: (secret: string) => void;
  readonly log: (topic: string) => Log;
  /** Adds what is stopped when the host closes or cannot start; the last one added is stopped first. */
  readonly onStop: (stop: () => Promise<void> | void) => void;
  /** Called when a terminal or a payment has changed. Does nothing until the device service is there. */
  cablesChanged: () => void;
  /** Called when money is given back of what was paid through a link. Does nothing until links are there. */
  linkPaymentChanged: (link: string) => void;
}
