/** Tries a password on the platform before the till stores it. */
import { TillError, toFailure, type Failure } from '../../contract/index.ts';
import { readSettings, type SettingsSource } from '../../config/index.ts';
import { silentLogger } from '../log/index.ts';
import { systemClock } from '../../domain/index.ts';
import { random } from '../time/index.ts';
import { askConfiguredAccount } from './platform.ts';

export type PasswordTrial =
  /** `failure` is the reason why the account still cannot take payments, or null. */
  | { readonly kind: 'taken'; readonly failure: Failure | null }
  | { readonly kind: 'refused' | 'unknown'; readonly failure: Failure }
  /** The settings name no account, or are unreadable (`failure`). */
  | { readonly kind: 'untried'; readonly failure: Failure | null };

/**
 * Tries a password with the account of the settings. Sends harmless GETs only and stores nothing.
 * @throws SETUP_ANSWER when the text cannot be a password
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
  const { failure, merchants } = await askConfiguredAccount(
    { ...platform, password },
    { dataDir, clock: systemClock, random, log: silentLogger },
  );
  const fault = String(failure?.context?.['fault']);
  if (failure && fault.startsWith('password-'))
    throw new TillError(failure.code, failure.message, { context: { fault } });
  // The platform checks the password before it denies the user the merchant list, so `forbidden` proves the password.
  if (!failure || merchants !== null || fault === 'forbidden') return { kind: 'taken', failure };
  return { kind: fault === 'wrong-password' ? 'refused' : 'unknown', failure };
}
