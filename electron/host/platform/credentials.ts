/**
 * Password to send. During a password change there are two, and the platform decides which password is valid: the
 * password that worked last is tried first, and the other after a 401.
 */
import type { Passwords } from '../../config/index.ts';

export interface Credential {
  readonly which: 'password' | 'former';
  /** Value of the Authorization header. */
  readonly header: string;
  /** Texts to keep out of logs: the password, and its encoded form. */
  readonly secrets: readonly string[];
}

/** Interval of the reports to the store about how long the new password has worked. */
const REPORT_EVERY_MS = 60 * 60_000;

export class Credentials {
  readonly #username: string;
  readonly #onWorked: (which: Credential['which']) => void;
  readonly #monotonic: () => number;
  #all: readonly Credential[] = [];
  #first: Credential | null = null;
  /** Reason why the password, or the newest of several passwords, is unavailable. */
  #trouble: Passwords['trouble'];
  /** Credential that was reported last. */
  #reported: Credential | null = null;
  #reportedAt = 0;

  /**
   * @param onWorked called when the accepted password changes, and once an hour while there are two
   * @param monotonic milliseconds
   */
  constructor(
    username: string,
    passwords: Passwords,
    onWorked: (which: Credential['which']) => void,
    monotonic: () => number,
  ) {
    this.#username = username;
    this.#onWorked = onWorked;
    this.#monotonic = monotonic;
    this.use(passwords);
  }

  /** Changes the passwords from the next request on; a request in flight keeps its own. */
  use({ password, formerPassword, formerWorks, trouble }: Passwords): void {
    const one = (which: Credential['which'], secret: string | null | undefined): Credential[] => {
      if (secret === null || secret === undefined) return [];
      const encoded = Buffer.from(`${this.#username}:${secret}`, 'utf8').toString('base64');
      return [{ which, header: `Basic ${encoded}`, secrets: [secret, encoded] }];
    };
    this.#all = [...one('password', password), ...one('former', formerPassword)];
    this.#first =
      this.#all.find(({ which }) => (which === 'former') === (formerWorks ?? false)) ?? this.#all[0] ?? null;
    this.#trouble = trouble;
    this.#reported = null;
  }

  get trouble(): Passwords['trouble'] {
    return this.#trouble;
  }

  get secrets(): string[] {
    return this.#all.flatMap(({ secrets }) => secrets);
  }

  /** Credential to try next after those already refused, or null if none is left. */
  next(tried: readonly Credential[]): Credential | null {
    const isTried = (one: Credential): boolean => tried.some(({ header }) => header === one.header);
    if (this.#first && !isTried(this.#first)) return this.#first;
    return this.#all.find((one) => !isTried(one)) ?? null;
  }

  /** Called when the platform has accepted the credential. */
  worked(credential: Credential): void {
    const known = this.#all.find(({ header }) => header === credential.header);
    if (!known) return;
    this.#first = known;
    const isOld = this.#all.length > 1 && this.#monotonic() - this.#reportedAt >= REPORT_EVERY_MS;
    if (this.#reported === known && !isOld) return;
    this.#reported = known;
    this.#reportedAt = this.#monotonic();
    this.#onWorked(known.which);
  }
}
