/** First composition stage: log, journal (its lock also locks the data folder) and the initial state. */
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { maskCardNumbers, type Clock } from '../../domain/index.ts';
import { TillError, type HostState, type JournalView } from '../../contract/index.ts';
import { type HostConfig } from '../../config/index.ts';
import { nameOfRunning } from '../../starter/index.ts';
import { Hub } from '../api/index.ts';
import { CompletionAges } from '../time/index.ts';
import { lockFolder, olderJournalOf, openOrBegin } from '../journal/index.ts';
import { createLogger, createLogHub, FileSink } from '../log/index.ts';
import { SettingsInForce, SettingsNotice } from '../settings/index.ts';
import type { Base } from './base.ts';

/**
 * Folder of the journal. If training has a separate folder, the data folder is locked too, so that a live till cannot
 * run at the same time.
 * @throws JRNL_IN_USE or JRNL_UNWRITABLE
 */
function lockedRecordsDir({ dataDir, recordsDir }: HostConfig, onStop: Base['onStop']): string {
  if (recordsDir === undefined) return dataDir;
  const unlock = lockFolder(dataDir, recordsDir);
  onStop(unlock);
  return recordsDir;
}

/** @throws JRNL_IN_USE, JRNL_NEWER, JRNL_CORRUPT or JRNL_UNWRITABLE */
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
  const settings = new SettingsInForce({
    config,
    notice,
    onUnwritten: (failure) => log('journal')('error', 'changed settings could not be written down', { failure }),
  });
  const epoch = randomUUID();
  const older = olderJournalOf(journal.path);
  let view: JournalView = {
    failure: null,
    since: new Date(clock.now()).toISOString(),
    quarantined,
    older: older && { ...older, at: new Date(older.at).toISOString() },
  };
  const hub = new Hub(initialState(settings, view), epoch);
  onStop(() => hub.close());
  settings.watch((till) => hub.publish({ type: 'till', till }));
  return {
    config,
    settings,
    clock,
    ends: new CompletionAges(clock),
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

function initialState(settings: SettingsInForce, journal: JournalView): HostState {
  const { config } = settings;
  return {
    till: settings.till(),
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
