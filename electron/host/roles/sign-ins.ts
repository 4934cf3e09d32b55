/**
 * Who is signed in to which connection of a till's window. A sign-in belongs to the connection it was made on, and to those that
 * show its token (a page that was loaded again): other windows of the same till do not share it. It ends with a sign-out, after a
 * time without a command, and with the host. Only a digest of the token is kept, in memory.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Person, Clock } from '../../domain/index.ts';
import {
  rightOf,
  TillError,
  type KeptSignIn,
  type Operator,
  type Scope,
  type SignedInPerson,
} from '../../contract/index.ts';
import type { AuditEntry } from '../journal/index.ts';
import type { Roles } from './roles.ts';

export interface SignInOptions {
  /** How long without a command until somebody is signed out, milliseconds; null: nobody signs in on this till. */
  afterMs: () => number | null;
  people: readonly Person[];
  roles: Pick<Roles, 'identify'>;
  clock: Clock;
  /** Of the life before, where it ended for new settings. */
  kept?: readonly KeptSignIn[];
  /** A payment of this till is in front of somebody. */
  isPaying: () => boolean;
  /** Appends to the audit log, and returns when that is on disk. Throws JRNL_UNWRITABLE. */
  audit: (entry: AuditEntry) => void;
  log: (level: 'warn', message: string, context: Record<string, unknown>) => void;
}

/** What procedures know of the connection they are called on; in-process and other scopes have no session, the first no load. */
export interface HostContext {
  session?: Session;
  load?: Load;
}

/** What a connection may still cost the host (api/load.ts). */
export interface Load {
  /** Waits for its turn; what it gives is called when the request is answered. @throws TillError IPC_BUSY */
  begin(): Promise<() => void>;
  /** A stream is open until what this gives is called. @throws TillError IPC_BUSY */
  stream(): () => void;
  /** A PIN is worked out until what this gives is called. @throws TillError IPC_BUSY */
  proof(): () => void;
}

interface SignedIn {
  readonly person: Person;
  readonly sessions: Set<Session>;
  /** The last command, by the monotonic clock. */
  usedAt: number;
}

const LOOK_EVERY_MS = 1_000;
const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64');

export class SignIns {
  readonly #options: SignInOptions;
  /** By the digest of its token. */
  readonly #open = new Map<string, SignedIn>();
  #stopLooking: () => void = () => undefined;

  constructor(options: SignInOptions) {
    this.#options = options;
    for (const one of options.kept ?? []) this.#takeOver(one);
    if (this.#open.size > 0) this.#look();
  }

  get isOn(): boolean {
    return this.#options.afterMs() !== null;
  }

  people(): (SignedInPerson & { hasPin: boolean })[] {
    if (!this.isOn) return [];
    return this.#options.people.map(({ name, roles, pin }) => ({ name, roles, hasPin: pin !== undefined }));
  }

  /** Who is signed in, for the next life of the host. */
  keep(): KeptSignIn[] {
    const now = this.#options.clock.monotonic();
    return [...this.#open].map(
      ([
        digest,
        {
          person: { name, pin },
          usedAt,
        },
      ]) => ({
        digest,
        name,
        ...(pin === undefined ? {} : { pin }),
        idleMs: now - usedAt,
      }),
    );
  }

  /** Somebody who is no longer there, or whose PIN is another now, signs in again. */
  #takeOver({ digest, name, pin, idleMs }: KeptSignIn): void {
    const person = this.#options.people.find((one) => one.name === name && one.pin === pin);
    if (!person || !this.isOn) return;
    this.#open.set(digest, { person, sessions: new Set(), usedAt: this.#options.clock.monotonic() - idleMs });
  }

  /** For a new connection. */
  contextFor(scope: Scope): HostContext {
    return scope === 'till' ? { session: new Session(this) } : {};
  }

  /** Throws as `Roles.identify` does; ROLE_REQUIRED where nobody signs in. */
  begin(operator: Operator): { token: string; signedIn: SignedIn } {
    if (!this.isOn) throw new TillError('ROLE_REQUIRED', 'Nobody signs in on this till.');
    const person = this.#options.roles.identify(operator);
    this.#write('sign-in', person);
    const token = randomBytes(32).toString('base64url');
    const signedIn = { person, sessions: new Set<Session>(), usedAt: this.#options.clock.monotonic() };
    this.#open.set(digestOf(token), signedIn);
    if (this.#open.size === 1) this.#look();
    return { token, signedIn };
  }

  byToken(token: string): SignedIn | null {
    return this.#open.get(digestOf(token)) ?? null;
  }

  /** Over on all its connections first, then written down. Throws JRNL_UNWRITABLE. */
  end(signedIn: SignedIn, action: 'sign-out' | 'signed-out'): void {
    for (const [digest, one] of this.#open) if (one === signedIn) this.#open.delete(digest);
    for (const session of signedIn.sessions) session.follow(null);
    this.#write(action, signedIn.person);
  }

  use(signedIn: SignedIn): void {
    signedIn.usedAt = this.#options.clock.monotonic();
  }

  /** Signs out whoever has not asked for anything for too long. While a payment runs nobody's time runs. */
  endIdle(): void {
    const { clock, isPaying, afterMs, log } = this.#options;
    const isBusy = isPaying();
    for (const signedIn of this.#open.values()) {
      if (isBusy) this.use(signedIn);
      else if (clock.monotonic() - signedIn.usedAt >= (afterMs() ?? 0)) {
        try {
          this.end(signedIn, 'signed-out');
        } catch (error) {
          log('warn', 'a sign-out could not be written down', { error: String(error) });
        }
      }
    }
  }

  close(): void {
    this.#stopLooking();
  }

  #look(): void {
    this.#stopLooking();
    this.#stopLooking = this.#options.clock.after(LOOK_EVERY_MS, () => {
      this.endIdle();
      if (this.#open.size > 0) this.#look();
    });
  }

  #write(action: string, { name, roles, pin }: Person): void {
    const { clock, audit } = this.#options;
    const data = { hasPin: pin !== undefined };
    audit({ at: clock.now(), operator: name, role: roles.join(','), action, attempt: null, data });
  }
}

/** One connection of a till's window. */
class Session {
  readonly #signIns: SignIns;
  #signedIn: SignedIn | null = null;
  readonly #watchers = new Set<() => void>();

  constructor(signIns: SignIns) {
    this.#signIns = signIns;
  }

  /** Whoever is signed in here; `pin` is the hash. */
  get person(): Person | null {
    return this.#signedIn?.person ?? null;
  }

  current(): SignedInPerson | null {
    return this.person && { name: this.person.name, roles: this.person.roles };
  }

  /** With each command, before anything else of it. Throws ROLE_REQUIRED where somebody has to sign in first. */
  enter(path: readonly string[]): void {
    if (!this.#signIns.isOn) return;
    this.#signIns.endIdle();
    if (!rightOf(path)?.needsNobody) this.need();
  }

  /** The same for what has to know more than the command's name. A person is at work: their time begins anew. */
  need(): void {
    if (!this.#signIns.isOn) return;
    if (!this.#signedIn) {
      const context = { role: 'cashier', signIn: true };
      throw new TillError('ROLE_REQUIRED', 'Nobody is signed in to this window.', { context });
    }
    this.#signIns.use(this.#signedIn);
  }

  signIn(operator: Operator): SignedInPerson & { token: string } {
    this.signOut();
    const { token, signedIn } = this.#signIns.begin(operator);
    this.follow(signedIn);
    return { name: signedIn.person.name, roles: signedIn.person.roles, token };
  }

  resume(token: string): SignedInPerson | null {
    const signedIn = this.#signIns.byToken(token);
    if (signedIn) this.follow(signedIn);
    return signedIn && this.current();
  }

  signOut(): void {
    if (this.#signedIn) this.#signIns.end(this.#signedIn, 'sign-out');
  }

  stay(): void {
    if (this.#signedIn) this.#signIns.use(this.#signedIn);
  }

  /** From now on this connection is of that sign-in, or of none. */
  follow(signedIn: SignedIn | null): void {
    this.#signedIn?.sessions.delete(this);
    this.#signedIn = signedIn;
    signedIn?.sessions.add(this);
    for (const wake of this.#watchers) wake();
  }

  /** Now, and at each change, until `signal` aborts. */
  async *watch(signal: AbortSignal = new AbortController().signal): AsyncGenerator<SignedInPerson | null, void, void> {
    let wake: () => void = () => undefined;
    const change = (): void => wake();
    this.#watchers.add(change);
    signal.addEventListener('abort', change);
    try {
      let told: SignedIn | null | undefined;
      while (!signal.aborted) {
        if (told !== this.#signedIn) {
          told = this.#signedIn;
          yield this.current();
          continue;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    } finally {
      this.#watchers.delete(change);
      signal.removeEventListener('abort', change);
    }
  }
}
