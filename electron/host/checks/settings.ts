/** Checks of the settings, the people and the password. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { toFailure, type CheckFinding } from '../../contract/index.ts';
import { placeWords, readPorts, SETTINGS_FILE, SettingsFile, troubleWords } from '../../config/index.ts';
import { SetupStore } from '../setup/index.ts';
import { info, fine, faultFinding, notChecked, settled, type Check, type CheckFacts } from './check.ts';

export const settings: Check = async (facts) => {
  try {
    const { mode } = await facts.inForce();
    return [
      fine('settings', mode),
      ...notInForce(facts, mode),
      ...damaged(facts),
      ...unfinished(facts, mode),
      ...aboutPorts(facts),
    ];
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'CFG_TLS_OFF')
      return [faultFinding('settings', 'problem', 'tls-off', { variable: String(failure.context?.['variable']) })];
    const open = readableByOthers(facts.dataDir);
    if (open && /others may read/.test(failure.message))
      return [faultFinding('settings', 'problem', 'settings-readable', open)];
    return [faultFinding('settings', 'problem', 'settings-wrong', { problem: failure.message.replace(/\.$/, '') })];
  }
};

function readableByOthers(dataDir: string): { file: string; mode: string } | null {
  const file = join(dataDir, SETTINGS_FILE);
  const mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (mode & 0o077) === 0 ? null : { file, mode: `0${mode.toString(8)}` };
}

/** Reports that the running till still uses other settings than those in the file. */
function notInForce({ running }: CheckFacts, mode: 'training' | 'live'): CheckFinding[] {
  const failure = running?.().settings?.failure;
  if (!failure) return [];
  return [
    faultFinding('settings', 'problem', 'settings-otherwise', { mode, problem: failure.message.replace(/\.$/, '') }),
  ];
}

/** Reports that a damaged file was replaced by the previous version, perhaps by the kiosk itself. */
function damaged({ dataDir }: CheckFacts): CheckFinding[] {
  const file = new SettingsFile(dataDir).newestDamagedCopy();
  return file === null ? [] : [faultFinding('settings', 'note', 'settings-damaged', { file })];
}

/** Reports an unfinished setup, because a live till then refuses every payment. */
function unfinished({ dataDir }: CheckFacts, mode: 'training' | 'live'): CheckFinding[] {
  if (mode === 'training') return [];
  try {
    const state = new SetupStore(dataDir).read();
    if (!state || state.step === 'done') return [];
    return [faultFinding('settings', 'problem', 'setup-open', { step: state.step })];
  } catch (error) {
    return [faultFinding('settings', 'problem', 'settings-wrong', { problem: toFailure(error).message })];
  }
}

/** Port settings, or an empty list if there are none. */
function aboutPorts({ dataDir, env }: CheckFacts): CheckFinding[] {
  const { neverAsk, onlyAsk, printer } = readPorts(dataDir, env);
  return [
    ...(printer === null ? [] : [fine('settings', `${printer}, never asked`, 'receipt printer')]),
    ...(neverAsk.length === 0 ? [] : [fine('settings', neverAsk.join(', '), 'ports.neverAsk')]),
    ...(onlyAsk.length === 0 ? [] : [fine('settings', onlyAsk.join(', '), 'ports.onlyAsk')]),
  ];
}

/** Checks that a manager exists who may reverse payments. Empty in training mode. */
export const people: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notChecked('people');
  if (inForce.mode === 'training') return [];
  const managers = inForce.people.filter(({ roles }) => roles.includes('manager'));
  if (managers.length === 0) return [faultFinding('people', 'note', 'no-managers')];
  return [fine('people', managers.map(({ name }) => name).join(', '))];
};

/** Checks that the platform's password is stored and readable. Empty in training mode. */
export const password: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notChecked('password');
  if (inForce.mode === 'training') return [];
  const view = await facts.secrets();
  if (!view) return [];
  if (view.source === 'environment') return [fine('password', 'TILLBRIDGE_PASSWORD')];
  if (view.source === 'service') return [fine('password', placeWords.service)];
  const own = view.kept.filter(({ isOtherAccount }) => !isOtherAccount);
  const canBeHad = own.some(({ trouble }) => trouble === null);
  const findings = own.map(({ place, trouble }) =>
    trouble === null
      ? fine('password', placeWords[place])
      : faultFinding('password', canBeHad ? 'note' : 'problem', 'password-away', {
          place: placeWords[place],
          why: troubleWords[trouble],
        }),
  );
  if (findings.length > 0) return findings;
  // A password still in settings.json is moved to the store at the next start.
  return inForce.platform?.password
    ? [info('password', SETTINGS_FILE)]
    : [faultFinding('password', 'problem', 'password-none')];
};

/**
 * Mode chosen in the setup. The settings do not distinguish sandbox from live, and the two differ only in their
 * messages.
 */
export function wantedMode(dataDir: string, url: string): 'sandbox' | 'live' {
  try {
    const mode = new SetupStore(dataDir).read()?.answers.mode;
    if (mode) return mode;
  } catch {
    // The settings check reports an unreadable setup.
  }
  return /sandbox|\/\/(?:127\.|localhost|\[::1\])/i.test(url) ? 'sandbox' : 'live';
}
