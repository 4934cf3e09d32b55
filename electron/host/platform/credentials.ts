/**
 * What is sent as the password: one, or while it is being changed two. Which of them holds is what the platform says: the one that
 * worked last is tried first, and after a 401 the other one.
 */
import type { Passwords } from '../../config/index.ts';

export interface Credential {
  readonly which: 'password' | 'former';
  /** The value of the Authorization header. */
  readonly header: string;
  /** What may stand in no log: the password, and the credentials as they travel. */
  readonly secrets: readonly string[];
}

/** So that the store knows for how long a new one has worked. */
const TELL_EVERY_MS = 60 * 60_000;

export class Credentials {
  readonly #username: string;
  readonly #onWorked: (which: Credential['which']) => void;
  readonly #monotonic: () => number;
  #all: readonly Credential[] = [];
  #first: Credential | null = null;
  /** Why there is none, or not the newest. */
  #trouble: Passwords['trouble'];
  /** What was told last. */
  #told: Credential | null = null;
  #toldAt = 0;

  /**
   * @param onWorked called when one is taken that was not the last one taken, and while there are two once an hour
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

  /** From the next request on; one under way keeps what it was sent with. */
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
    this.#told = null;
  }

  get trouble(): Passwords['trouble'] {
    return this.#trouble;
  }

  get secrets(): string[] {
    return this.#all.flatMap(({ secrets }) => secrets);
  }

  /** The one to send next for a request that was refused with those already; null: there is no other. */
  next(tried: readonly Credential[]): Credential | null {
    const isTried = (one: Credential): boolean => tried.some(({ header }) => header === one.header);
    if (this.#first && !isTried(this.#first)) return this.#first;
    return this.#all.find((one) => !isTried(one)) ?? null;
  }

  /** The platform has taken it. */
  worked(credential: Credential): void {
    const known = this.#all.find(({ header }) => header === credential.header);
    if (!known) return;
    this.#first = known;
    const isOld = this.#all.length > 1 && this.#monotonic() - this.#toldAt >= TELL_EVERY_MS;
    if (this.#told === known && !isOld) return;
    this.#told = known;
    this.#toldAt = this.#monotonic();
    this.#onWorked(known.which);
  }
}
