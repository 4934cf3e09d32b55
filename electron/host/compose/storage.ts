/** First stage: log, journal (its lock is the lock on the data folder) and the state that UIs see. */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { maskCardNumbers, TillError, toFailure, type HostState, type JournalView } from '../../contract/index.ts';
import { defaultReceiptSettings, nameOfRunning, peopleOf, type HostConfig } from '../../starter/index.ts';
import { Hub } from '../api/index.ts';
import { Ends, type Clock } from '../time/index.ts';
import { olderJournalOf, openOrBegin } from '../journal/index.ts';
import { createLogger, createLogHub, FileSink } from '../log/index.ts';
import { waysOf } from '../receipts/index.ts';
import type { Base } from './base.ts';
import { SettingsNotice } from './settings-notice.ts';

/**
 * The journal's folder. Its lock is the data folder's where the two are one; where training has its own, no live till may run
 * beside it. Throws JRNL_IN_USE, JRNL_UNWRITABLE.
 */
function lockedRecordsDir({ dataDir, recordsDir }: HostConfig, onStop: Base['onStop']): string {
  if (recordsDir === undefined) return dataDir;
  const context = { path: join(dataDir, 'host.lock') };
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(recordsDir, { recursive: true, mode: 0o700 });
    if (!existsSync(context.path)) closeSync(openSync(context.path, 'a', 0o600));
    lock = new DatabaseSync(context.path);
    // Nothing is ever written: the lock goes with the process, however it ends.
    lock.exec('PRAGMA busy_timeout = 1500; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    const isHeld = /locked|busy/i.test(String(cause));
    const code = isHeld ? 'JRNL_IN_USE' : 'JRNL_UNWRITABLE';
    const words = isHeld ? 'Another Tillbridge is running with this data folder.' : 'The data folder cannot be used.';
    throw new TillError(code, words, { context, cause });
  }
  onStop(() => lock.close());
  return recordsDir;
}

/** Throws JRNL_IN_USE, JRNL_NEWER, JRNL_CORRUPT, JRNL_UNWRITABLE. */
export function openStorage(config: HostConfig, clock: Clock, onStop: Base['onStop']): Base {
  try {
    return openAll(config, clock, onStop);
  } catch (error) {
    if (!(error instanceof TillError) || error.code !== 'JRNL_IN_USE') throw error;
    const words = `${nameOfRunning(config.dataDir)} is running with this data folder.`;
    throw new TillError('JRNL_IN_USE', words, { context: error.context, cause: error });
  }
}

function openAll(config: HostConfig, clock: Clock, onStop: Base['onStop']): Base {
  const recordsDir = lockedRecordsDir(config, onStop);
  const { password = null, formerPassword = null } = config.platform ?? {};
  const secrets = [password, formerPassword].filter((one) => one !== null);
  const logs = createLogHub({ clock, homeDirectory: homedir(), secrets });
  onStop(() => logs.close());
  const { journal, quarantined: found } = openOrBegin({
    path: join(recordsDir, 'journal.sqlite'),
    clean: maskCardNumbers,
    isKiosk: config.isKiosk,
    now: () => clock.now(),
  });
  onStop(() => journal.close());
  logs.install(new FileSink({ path: join(config.dataDir, 'logs', 'tillbridge.log') }));
  const log: Base['log'] = (topic) => {
    const logger = createLogger(topic, logs);
    return (level, message, context) => logger[level](message, context);
  };
  const quarantined = found && { at: new Date(found.at).toISOString(), file: found.file };
  if (quarantined) log('journal')('warn', 'a damaged journal is in quarantine', { quarantined });
  const notice = new SettingsNotice({
    config,
    known: () => journal.auditLog.settings(),
    audit: (entry) => journal.audit(entry),
    now: () => clock.now(),
    clean: maskCardNumbers,
  });
  try {
    notice.write();
  } catch (error) {
    // A disk that takes nothing: the till comes up and says so. Nothing else gets into the audit log before this.
    log('journal')('error', 'changed settings could not be written down', { failure: toFailure(error) });
  }
  const epoch = randomUUID();
  const older = olderJournalOf(journal.path);
  let view: JournalView = {
    failure: null,
    since: new Date(clock.now()).toISOString(),
    quarantined,
    older: older && { ...older, at: new Date(older.at).toISOString() },
  };
  const hub = new Hub(initialState(config, view), epoch);
  onStop(() => hub.close());
  return {
    config,
    clock,
    ends: new Ends(clock),
    journal,
    audit: (entry) => {
      notice.write();
      journal.audit(entry);
    },
    epoch,
    hub,
    publish: (event) => hub.publish(event),
    publishUnmatched: (message) =>
      hub.publish({ type: 'unmatched', unmatched: { ...message, at: new Date(message.at).toISOString() } }),
    journalChanged: (change) => {
      view = { ...view, ...change };
      hub.publish({ type: 'journal', journal: view });
    },
    logger: (topic) => createLogger(topic, logs),
    protect: (secret) => logs.protect(secret),
    log,
    onStop,
    cablesChanged: () => undefined,
    linkPaymentChanged: () => undefined,
  };
}

function initialState(config: HostConfig, journal: JournalView): HostState {
  return {
    till: {
      mode: config.mode,
      isKiosk: config.isKiosk,
      version: config.version,
      hasManagers: peopleOf(config).some(({ pin }) => pin !== undefined),
      // At a kiosk nobody works.
      signIn: config.signIn?.isOn && !config.isKiosk ? { afterMs: config.signIn.signedOutAfterMinutes * 60_000 } : null,
      ...config.till,
      receipts: waysOf(config.receipts ?? defaultReceiptSettings, config.platform !== null),
    },
    terminals: [],
    platform: {
      state: config.platform ? 'unknown' : 'not-configured',
      since: journal.since,
      askedAt: null,
      failure: null,
      host: config.platform ? new URL(config.platform.url).host : null,
    },
    devices: [],
    attempts: [],
    practice: null,
    unmatched: [],
    journal,
  };
}
