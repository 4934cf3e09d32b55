/** Places of secrets, and the reasons why a place cannot store or return a secret. */
import type { SecretPlaceName, SecretTrouble } from '../../contract/index.ts';

/** Never contains the secret, or a message of a library that may contain it. */
export class PlaceError extends Error {
  readonly why: SecretTrouble;

  constructor(why: SecretTrouble, cause?: unknown) {
    super(`The secret cannot be kept or had there: ${why}`, cause === undefined ? {} : { cause });
    this.name = 'PlaceError';
    this.why = why;
  }
}

export interface SecretPlace {
  readonly name: SecretPlaceName;
  /** Returns when the secret is stored durably. @throws PlaceError */
  put(id: string, secret: string): Promise<void>;
  /** Returns the secret, or null if it is missing. Waits for the user if the place is locked. @throws PlaceError */
  get(id: string): Promise<string | null>;
  /** Does nothing if there is no such secret. @throws PlaceError */
  drop(id: string): Promise<void>;
}

/** Names of the places in messages for users. */
export const placeWords: Readonly<Record<SecretPlaceName, string>> = {
  desktop: 'the desktop’s key store, through the till’s window (Electron safeStorage)',
  system: 'the system’s key store',
  service: 'the service’s credentials (systemd LoadCredential)',
  file: 'a separate file in the data folder that only this user can read, not encrypted',
};

/** Reasons in messages for users. */
export const troubleWords: Readonly<Record<SecretTrouble, string>> = {
  absent: 'is not there in this session',
  locked: 'is locked',
  silent: 'does not answer',
  lost: 'no longer has the password, or no longer opens it',
  weak: 'would keep the password practically unencrypted (TILLBRIDGE_ALLOW_BASIC_TEXT=1 accepts that)',
  exposed: 'can be read by other users of this computer: run chmod 600 on the file, and change the password',
  failed: 'has failed',
};
