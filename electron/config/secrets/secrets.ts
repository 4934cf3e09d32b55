/**
 * The platform's password. It is stored in the best available place, read within a time limit, and while it is being
 * changed the former password is kept too. secrets.json (register.ts) lists the places; the value is in its place and
 * in the memory of this process only.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isLoopback, type ElapsedClock } from '../../domain/index.ts';
import {
  TillError,
  type ForgottenSecrets,
  type KeptSecret,
  type SecretPlaceTrouble,
  type SecretsView,
} from '../../contract/index.ts';
import { PlaceError, placeWords, troubleWords, type SecretPlace } from './place.ts';
import { Register, type Entry } from './register.ts';
import { environmentPasswords, serviceCredentials } from './service-credentials.ts';

/** Account of a password, which is sent to this address with this user name only. */
export interface SecretAccount {
  readonly url: string;
  readonly username: string;
}

/** Passwords that a till sends to the platform. */
export interface Passwords {
  /** Current password, or null if it is unavailable now. */
  readonly password: string | null;
  /** Former password, while both are tried. */
  readonly formerPassword?: string | undefined;
  /** True if the platform accepted the former password last: it is tried first. */
  readonly formerWorks?: boolean | undefined;
  /** Reason why the newest password is unavailable. */
  readonly trouble?: SecretPlaceTrouble | undefined;
}

/** The store as the host and the command line use it. */
export interface SecretKeeper {
  /**
   * Stores a password and keeps the former password.
   * @throws TillError JRNL_UNWRITABLE when every place, including the file, refuses it
   */
  keep(password: string, account: SecretAccount | null): Promise<KeptSecret>;
  /** Reads the passwords within a time limit. @throws TillError CFG_INVALID */
  passwords(account: SecretAccount): Promise<Passwords>;
  /** @throws TillError CFG_INVALID when a place cannot delete a password */
  forget(which: ForgottenSecrets): Promise<void>;
  /** @throws TillError CFG_INVALID */
  view(account: SecretAccount | null): Promise<SecretsView>;
  /** Called when the platform has accepted this password. */
  worked(which: 'password' | 'former', account: SecretAccount): Promise<void>;
}

export interface SecretsOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Places in order of preference. */
  readonly places: readonly SecretPlace[];
  readonly clock: ElapsedClock;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Maximum wait for a place, milliseconds; default 5 s. */
  readonly withinMs?: number;
}

const READ_WITHIN_MS = 5_000;
/** A new password that has worked this long replaces the former password, milliseconds. */
const PROVEN_AFTER_MS = 24 * 60 * 60_000;

/**
 * Hash that does not reveal the account. For this computer it omits the port, because the sandbox uses any free port.
 */
function accountKey({ url, username }: SecretAccount): string {
  const { origin, hostname } = new URL(url);
  const where = isLoopback(hostname) ? 'local' : origin;
  return createHash('sha256').update(`${where}\n${username}`).digest('hex').slice(0, 16);
}

export class Secrets implements SecretKeeper {
  readonly #options: SecretsOptions;
  readonly #register: Register;
  /** Passwords by id, each read only once, so that a key store that is locked later does no harm. */
  readonly #known = new Map<string, string>();
  readonly #pending = new Map<string, Promise<string>>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: SecretsOptions) {
    this.#options = options;
    this.#register = new Register(options.dataDir);
  }

  keep(password: string, account: SecretAccount | null): Promise<KeptSecret> {
    return this.#inTurn(() => this.#keep(password, account && accountKey(account)));
  }

  async passwords(account: SecretAccount): Promise<Passwords> {
    const handed = this.#handedOver();
    if (handed) return handed;
    const [newest, former] = this.#of(accountKey(account));
    if (!newest) return { password: null };
    const [first, second] = await Promise.all([this.#within(newest), former ? this.#within(former) : null]);
    if (first instanceof PlaceError) {
      const trouble = { place: newest.place, why: first.why };
      return { password: typeof second === 'string' ? second : null, trouble };
    }
    if (!former || typeof second !== 'string') return { password: first };
    return {
      password: first,
      formerPassword: second,
      ...(former.worksSince === null ? {} : { formerWorks: true }),
    };
  }

  forget(which: ForgottenSecrets): Promise<void> {
    return this.#inTurn(async () => {
      const entries = this.#register.read();
      const left = which === 'all' ? [] : entries.slice(0, 1);
      await this.#leaveOnly(left, entries).catch((error: unknown) => {
        const { why } = troubleOf(error);
        throw new TillError('CFG_INVALID', `A password is still kept: its place ${troubleWords[why]}.`, {
          cause: error,
        });
      });
    });
  }

  async view(account: SecretAccount | null): Promise<SecretsView> {
    const { env } = this.#options;
    const key = account && accountKey(account);
    const entries = this.#register.read().filter(({ isPending }) => !isPending);
    const kept = await Promise.all(
      entries.map(async (entry) => {
        const had = await this.#within(entry);
        return {
          place: entry.place,
          trouble: typeof had === 'string' ? null : had.why,
          isOtherAccount: entry.account !== null && key !== null && entry.account !== key,
          keptAt: entry.keptAt,
          worksSince: entry.worksSince,
        };
      }),
    );
    const isKept = kept.some(({ isOtherAccount }) => !isOtherAccount);
    const isHanded = this.#fromService() !== null;
    const source =
      environmentPasswords(env).length > 0 ? 'environment' : isHanded ? 'service' : isKept ? 'kept' : 'none';
    return { source, kept };
  }

  worked(which: 'password' | 'former', account: SecretAccount): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#handedOver()) return;
      const entries = this.#register.read();
      const [newest, former] = this.#of(accountKey(account));
      const taken = which === 'former' ? former : newest;
      if (!taken) return;
      const at = new Date(this.#options.now()).toISOString();
      const worksSince = taken.worksSince ?? at;
      // oxlint-disable-next-line tillbridge/no-wall-durations -- spans many starts of the till; a difference of an hour does not matter
      const isProven = this.#options.now() - Date.parse(worksSince) >= PROVEN_AFTER_MS;
      if (taken === newest && isProven && entries.length > 1) {
        // A failure is ignored: the next success deletes the former password.
        await this.#leaveOnly([{ ...taken, worksSince }], entries).catch(() => undefined);
      } else if (taken.worksSince === null || entries.some((one) => one !== taken && one.worksSince !== null)) {
        this.#register.write(entries.map((one) => ({ ...one, worksSince: one.id === taken.id ? worksSince : null })));
      }
    });
  }

  async #keep(password: string, account: string | null): Promise<KeptSecret> {
    const entries = await this.#withoutPending();
    const same = await this.#same(password, account, entries);
    if (same) {
      const others = entries.filter(({ id }) => id !== same.id);
      if (same !== entries[0] || same.account !== account) this.#register.write([{ ...same, account }, ...others]);
      return { place: same.place, passedOver: [] };
    }
    const passedOver: SecretPlaceTrouble[] = [];
    for (const place of this.#options.places) {
      const entry: Entry = {
        id: randomBytes(8).toString('hex'),
        place: place.name,
        account,
        keptAt: new Date(this.#options.now()).toISOString(),
        worksSince: null,
      };
      this.#register.write([{ ...entry, isPending: true }, ...entries]);
      try {
        await place.put(entry.id, password);
        // Some key stores accept a password that they cannot return: too long, or with other characters.
        if ((await place.get(entry.id)) !== password) throw new PlaceError('failed');
      } catch (error) {
        passedOver.push({ place: place.name, why: error instanceof PlaceError ? error.why : 'failed' });
        await place.drop(entry.id).catch(() => undefined);
        continue;
      }
      this.#known.set(entry.id, password);
      await this.#leaveOnly([entry, ...this.#besides(entries, account)], entries).catch(() => undefined);
      return { place: place.name, passedOver };
    }
    this.#register.write(entries);
    throw nothingTook(passedOver);
  }

  /**
   * Entries to keep next to a new entry: a single password of the same account, which is the working password if there
   * is one, else the newest.
   */
  #besides(entries: readonly Entry[], account: string | null): Entry[] {
    const own = entries.filter((one) => one.account === account || one.account === null);
    const stays = own.find(({ worksSince }) => worksSince !== null) ?? own[0];
    return entries.filter((one) => one === stays || !own.includes(one)).slice(0, 3);
  }

  async #same(password: string, account: string | null, entries: readonly Entry[]): Promise<Entry | null> {
    for (const entry of entries) {
      if (entry.account !== account && entry.account !== null) continue;
      if ((await this.#within(entry)) === password) return entry;
    }
    return null;
  }

  /** Deletes passwords whose storing was interrupted. @returns all other entries */
  async #withoutPending(): Promise<Entry[]> {
    const entries = this.#register.read();
    for (const { place, id, isPending } of entries)
      if (isPending)
        await this.#placeOf(place)
          ?.drop(id)
          .catch(() => undefined);
    return entries.filter(({ isPending }) => !isPending);
  }

  /**
   * Deletes all passwords except `left`. A password that a place cannot delete stays in the register.
   * @throws PlaceError
   */
  async #leaveOnly(left: readonly Entry[], entries: readonly Entry[]): Promise<void> {
    const kept = [...left];
    let refused: PlaceError | null = null;
    this.#register.write([...left, ...entries.filter((one) => !left.some(({ id }) => id === one.id))]);
    for (const entry of entries) {
      if (left.some(({ id }) => id === entry.id)) continue;
      try {
        await this.#placeOf(entry.place)?.drop(entry.id);
        this.#known.delete(entry.id);
      } catch (error) {
        kept.push(entry);
        refused = error instanceof PlaceError ? error : new PlaceError('failed', error);
      }
    }
    this.#register.write(kept);
    if (refused) throw refused;
  }

  /** Passwords of an account, newest first. A password that was stored without an account applies to any account. */
  #of(account: string): Entry[] {
    return this.#register
      .read()
      .filter((one) => !one.isPending && (one.account === account || one.account === null))
      .slice(0, 2);
  }

  #handedOver(): Passwords | null {
    const { env } = this.#options;
    const fromEnvironment = environmentPasswords(env);
    if (fromEnvironment.length > 0) return asPasswords(fromEnvironment);
    const service = this.#fromService();
    if (service === null) return null;
    if (service instanceof PlaceError) return { password: null, trouble: { place: 'service', why: service.why } };
    return asPasswords(service);
  }

  #fromService(): string[] | PlaceError | null {
    try {
      const found = serviceCredentials(this.#options.env);
      return found.length === 0 ? null : found;
    } catch (error) {
      return error instanceof PlaceError ? error : new PlaceError('failed', error);
    }
  }

  /** Limits the wait; the read continues, and its result is available the next time. */
  #within(entry: Entry): Promise<string | PlaceError> {
    const had = this.#known.get(entry.id);
    if (had !== undefined) return Promise.resolve(had);
    const asked = this.#pending.get(entry.id) ?? this.#ask(entry).finally(() => this.#pending.delete(entry.id));
    this.#pending.set(entry.id, asked);
    return new Promise((resolve) => {
      const stop = this.#options.clock.after(this.#options.withinMs ?? READ_WITHIN_MS, () =>
        resolve(new PlaceError('silent')),
      );
      asked.then(resolve, (error: unknown) => resolve(troubleOf(error))).finally(stop);
    });
  }

  async #ask({ id, place: name }: Entry): Promise<string> {
    const place = this.#placeOf(name);
    if (!place) throw new PlaceError('absent');
    const secret = await place.get(id);
    if (secret === null) throw new PlaceError('lost');
    this.#known.set(id, secret);
    return secret;
  }

  #placeOf(name: SecretPlace['name']): SecretPlace | undefined {
    return this.#options.places.find((one) => one.name === name);
  }

  #inTurn<Done>(task: () => Promise<Done>): Promise<Done> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

/** Passwords that the environment or the service passes on, newest first. */
export function asPasswords([password, formerPassword]: readonly string[]): Passwords {
  return { password: password ?? null, ...(formerPassword === undefined ? {} : { formerPassword }) };
}

const troubleOf = (error: unknown): PlaceError =>
  error instanceof PlaceError ? error : new PlaceError('failed', error);

function nothingTook(passedOver: readonly SecretPlaceTrouble[]): TillError {
  const why = passedOver.map(({ place, why: trouble }) => `${placeWords[place]} ${troubleWords[trouble]}`).join('; ');
  return new TillError('JRNL_UNWRITABLE', `The password could not be kept: ${why}. Nothing was changed.`);
}
