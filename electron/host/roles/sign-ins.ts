/**
 * Sign-ins of the till's windows. A sign-in belongs to the connection that made it, and to connections that present its
 * token (a reloaded page); other windows of the same till do not share it. It ends with a sign-out, after a time
 * without a command, and with the host. Only a digest of the token is kept, in memory.
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
  /** Idle time in milliseconds before the automatic sign-out, or null if this till has no sign-ins. */
  afterMs: () => number | null;
  people: readonly Person[];
  roles: Pick<Roles, 'identify'>;
  clock: Clock;
  /** Sign-ins of the previous host run, if it ended for new settings. */
  kept?: readonly KeptSignIn[];
  /** True if a payment of this till is in progress. */
  isPaying: () => boolean;
  /**
   * Appends to the audit log; returns when the entry is on disk.
   * @throws JRNL_UNWRITABLE
   */
  audit: (entry: AuditEntry) => void;
  log: (level: 'warn', message: string, context: Record<string, unknown>) => void;
}

/** Connection of a procedure's caller. Only till windows have a session; in-process calls have no load. */
export interface HostContext {
  session?: Session;
  load?: Load;
}

/** Load that a connection may still cause (api/load.ts). */
export interface Load {
  /**
   * Waits for a free slot; returns a function to call when the request is answered.
   * @throws IPC_BUSY
   */
  begin(): Promise<() => void>;
  /**
   * Opens a stream; returns a function to call when it ends.
   * @throws IPC_BUSY
   */
  stream(): () => void;
  /**
   * Begins a PIN check; returns a function to call when it ends.
   * @throws IPC_BUSY
   */
  proof(): () => void;
}

interface SignedIn {
  readonly person: Person;
  readonly sessions: Set<Session>;
  /** Time of the last command, by the monotonic clock. */
  usedAt: number;
}

const POLL_EVERY_MS = 1_000;
const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64');

export class SignIns {
  readonly #options: SignInOptions;
  /** Sign-ins by the digest of their token. */
  readonly #open = new Map<string, SignedIn>();
  #stopIdleCheck: () => void = () => undefined;

  constructor(options: SignInOptions) {
    this.#options = options;
    for (const one of options.kept ?? []) this.#takeOver(one);
    if (this.#open.size > 0) this.#checkIdle();
  }

  get isOn(): boolean {
    return this.#options.afterMs() !== null;
  }

  people(): (SignedInPerson & { hasPin: boolean })[] {
    if (!this.isOn) return [];
    return this.#options.people.map(({ name, roles, pin }) => ({ name, roles, hasPin: pin !== undefined }));
  }

  /** Sign-ins to keep for the next run of the host. */
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

  /** Restores a sign-in, unless the person was removed or has another PIN. */
  #takeOver({ digest, name, pin, idleMs }: KeptSignIn): void {
    const person = this.#options.people.find((one) => one.name === name && one.pin === pin);
    if (!person || !this.isOn) return;
    this.#open.set(digest, { person, sessions: new Set(), usedAt: this.#options.clock.monotonic() - idleMs });
  }

  /** Context of a new connection. */
  contextFor(scope: Scope): HostContext {
    return scope === 'till' ? { session: new Session(this) } : {};
  }

  /** @throws the same codes as `Roles.identify`; ROLE_REQUIRED when this till has no sign-ins */
  begin(operator: Operator): { token: string; signedIn: SignedIn } {
    if (!this.isOn) throw new TillError('ROLE_REQUIRED', 'This till has no sign-in.');
    const person = this.#options.roles.identify(operator);
    this.#write('sign-in', person);
    const token = randomBytes(32).toString('base64url');
    const signedIn = { person, sessions: new Set<Session>(), usedAt: this.#options.clock.monotonic() };
    this.#open.set(digestOf(token), signedIn);
    if (this.#open.size === 1) this.#checkIdle();
    return { token, signedIn };
  }

  byToken(token: string): SignedIn | null {
    return this.#open.get(digestOf(token)) ?? null;
  }

  /**
   * Ends the sign-in on all its connections first, then audits it.
   * @throws JRNL_UNWRITABLE
   */
  end(signedIn: SignedIn, action: 'sign-out' | 'signed-out'): void {
    for (const [digest, one] of this.#open) if (one === signedIn) this.#open.delete(digest);
    for (const session of signedIn.sessions) session.attach(null);
    this.#write(action, signedIn.person);
  }

  use(signedIn: SignedIn): void {
    signedIn.usedAt = this.#options.clock.monotonic();
  }

  /** Signs out idle users. The idle time pauses while a payment runs. */
  endIdle(): void {
    const { clock, isPaying, afterMs, log } = this.#options;
    const isBusy = isPaying();
    for (const signedIn of this.#open.values()) {
      if (isBusy) this.use(signedIn);
      else if (clock.monotonic() - signedIn.usedAt >= (afterMs() ?? 0)) {
        try {
          this.end(signedIn, 'signed-out');
        } catch (error) {
          log('warn', 'a sign-out could not be recorded', { error: String(error) });
        }
      }
    }
  }

  close(): void {
    this.#stopIdleCheck();
  }

  #checkIdle(): void {
    this.#stopIdleCheck();
    this.#stopIdleCheck = this.#options.clock.after(POLL_EVERY_MS, () => {
      this.endIdle();
      if (this.#open.size > 0) this.#checkIdle();
    });
  }

  #write(action: string, { name, roles, pin }: Person): void {
    const { clock, audit } = this.#options;
    const data = { hasPin: pin !== undefined };
    audit({ at: clock.now(), operator: name, role: roles.join(','), action, attempt: null, data });
  }
}

/** Session of one connection of a till window. */
class Session {
  readonly #signIns: SignIns;
  #signedIn: SignedIn | null = null;
  readonly #watchers = new Set<() => void>();

  constructor(signIns: SignIns) {
    this.#signIns = signIns;
  }

  /** Person signed in here, or null; `pin` is the hash. */
  get person(): Person | null {
    return this.#signedIn?.person ?? null;
  }

  current(): SignedInPerson | null {
    return this.person && { name: this.person.name, roles: this.person.roles };
  }

  /**
   * Runs before each command.
   * @throws ROLE_REQUIRED when the command needs a sign-in
   */
  enter(path: readonly string[]): void {
    if (!this.#signIns.isOn) return;
    this.#signIns.endIdle();
    if (!rightOf(path)?.worksSignedOut) this.requireSignIn();
  }

  /**
   * The same check for procedures that decide by more than the command's name. Restarts the person's idle time.
   * @throws ROLE_REQUIRED when this window has no sign-in
   */
  requireSignIn(): void {
    if (!this.#signIns.isOn) return;
    if (!this.#signedIn) {
      const context = { role: 'cashier', signIn: true };
      throw new TillError('ROLE_REQUIRED', 'No person is signed in to this window.', { context });
    }
    this.#signIns.use(this.#signedIn);
  }

  signIn(operator: Operator): SignedInPerson & { token: string } {
    this.signOut();
    const { token, signedIn } = this.#signIns.begin(operator);
    this.attach(signedIn);
    return { name: signedIn.person.name, roles: signedIn.person.roles, token };
  }

  resume(token: string): SignedInPerson | null {
    const signedIn = this.#signIns.byToken(token);
    if (signedIn) this.attach(signedIn);
    return signedIn && this.current();
  }

  signOut(): void {
    if (this.#signedIn) this.#signIns.end(this.#signedIn, 'sign-out');
  }

  stay(): void {
    if (this.#signedIn) this.#signIns.use(this.#signedIn);
  }

  /** Attaches this connection to a sign-in, or detaches it. */
  attach(signedIn: SignedIn | null): void {
    this.#signedIn?.sessions.delete(this);
    this.#signedIn = signedIn;
    signedIn?.sessions.add(this);
    for (const wake of this.#watchers) wake();
  }

  /** Yields the person now and at each change, until `signal` aborts. */
  async *watch(signal: AbortSignal = new AbortController().signal): AsyncGenerator<SignedInPerson | null, void, void> {
    let wake: () => void = () => undefined;
    const change = (): void => wake();
    this.#watchers.add(change);
    signal.addEventListener('abort', change);
    try {
      let yielded: SignedIn | null | undefined;
      while (!signal.aborted) {
        if (yielded !== this.#signedIn) {
          yielded = this.#signedIn;
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
