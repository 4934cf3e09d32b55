/** Tries a password at the platform before it is kept. */
import { TillError, toFailure, type Failure } from '../../contract/index.ts';
import { readSettings, type SettingsSource } from '../../config/index.ts';
import { silentLogger } from '../log/index.ts';
import { systemClock } from '../../domain/index.ts';
import { random } from '../time/index.ts';
import { askKnown } from './platform.ts';

/** Result of a trial of a password at the platform, before the till keeps it. */
export type PasswordTrial =
  /** `failure`: why no payment can be taken with this account all the same. */
  | { readonly kind: 'taken'; readonly failure: Failure | null }
  | { readonly kind: 'refused' | 'unknown'; readonly failure: Failure }
  /** The settings name no account in force, or cannot be read (`failure`). */
  | { readonly kind: 'untried'; readonly failure: Failure | null };

/**
 * Tries a password with the account of the settings: harmless GETs, nothing is kept.
 * @throws TillError SETUP_ANSWER: it can be no password
 */
export async function tryPassword(
  { dataDir, env }: Pick<SettingsSource, 'dataDir' | 'env'>,
  password: string,
): Promise<PasswordTrial> {
  const secrets = { passwords: async () => ({ password }) };
  const { TILLBRIDGE_PASSWORD: _other, TILLBRIDGE_FORMER_PASSWORD: _before, ...own } = env;
  const settings = await readSettings({ dataDir, env: own, secrets }).catch((error: unknown) => toFailure(error));
  if ('code' in settings) return { kind: 'untried', failure: settings };
  const { platform } = settings;
  if (!platform) return { kind: 'untried', failure: null };
  const { failure, merchants } = await askKnown(
    { ...platform, password },
    { dataDir, clock: systemClock, random, log: silentLogger },
  );
  const fault = String(failure?.context?.['fault']);
  if (failure && fault.startsWith('password-'))
    throw new TillError(failure.code, failure.message, { context: { fault } });
  // The platform accepts a password before it refuses the user the list of merchants.
  if (!failure || merchants !== null || fault === 'forbidden') return { kind: 'taken', failure };
  return { kind: fault === 'wrong-password' ? 'refused' : 'unknown', failure };
}
