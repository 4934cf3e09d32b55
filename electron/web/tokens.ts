import { createHash } from 'node:crypto';

/** Sources of randomness and time. `randomBytes` must be cryptographic. */
export interface TokenDeps {
  readonly randomBytes: (size: number) => Buffer;
  /** Monotonic time in milliseconds that continues while the computer sleeps. */
  readonly nowMs: () => number;
}

/** Time for which an unused link works. */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;
/** Scope of a session: the till, a kiosk's customer flow, or a customer display, which cannot act. */
export const sessionScopes = ['till', 'kiosk', 'display'] as const;
export type SessionScope = (typeof sessionScopes)[number];

const MAX_UNUSED_LINKS = 16;
/**
 * Maximum sessions of each scope, so that many displays do not push the till out. A kiosk has one browser; each start
 * of it is a new session.
 */
const MAX_SESSIONS: Readonly<Record<SessionScope, number>> = { till: 32, kiosk: 4, display: 32 };

const HOUR_MS = 60 * 60 * 1000;
/**
 * Lifetimes of sessions: a session ends after `idleMs` without use, or at the first pause after `wholeMs`. A till is
 * signed out overnight. A kiosk has no cashier who could open it again. A display counts as used while it is connected.
 */
const LIFETIMES: Readonly<Record<SessionScope, { idleMs: number; wholeMs: number }>> = {
  till: { idleMs: 8 * HOUR_MS, wholeMs: 7 * 24 * HOUR_MS },
  kiosk: { idleMs: Infinity, wholeMs: Infinity },
  display: { idleMs: 8 * HOUR_MS, wholeMs: Infinity },
};
/** Time without use after which the till counts as unattended. */
const PAUSE_MS = 15 * 60 * 1000;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Creates 256 random bits as text for a URL, a cookie or a page. */
export const mintSecret = (deps: Pick<TokenDeps, 'randomBytes'>) => deps.randomBytes(32).toString('base64url');

export interface Link {
  readonly endsAt: number;
  readonly scope: SessionScope;
  /** True if made for the browser that we start ourselves. */
  readonly isOwn: boolean;
}

/** Access that a browser was granted. */
export interface Session {
  /** Name of the session in lists; grants no access. */
  readonly id: string;
  readonly scope: SessionScope;
  readonly startedMs: number;
  /** True for the browser that we started. */
  readonly isOwn: boolean;
  /** Time when the session's browser last sent a request. */
  usedMs: number;
}

export interface KeptSession extends Session {
  /** Digest of the page's key. */
  readonly key: string;
}

/** Links and sessions by their digests. */
export interface KeptTokens {
  readonly links: readonly (readonly [string, Link])[];
  readonly used: readonly (readonly [string, string])[];
  readonly sessions: readonly (readonly [string, KeptSession])[];
}

/** A redeemed link: the cookie's secret, and the key that only a page of the till's own origin receives. */
export interface Opened {
  readonly session: string;
  readonly key: string;
  readonly scope: SessionScope;
  /** True if the link was for the browser that we start ourselves. */
  readonly isOwn: boolean;
}

/**
 * One-time links and the sessions they are exchanged for. Only digests are kept, so the time of a lookup is independent
 * of the token's text, and a memory dump is useless to an attacker.
 */
export class Tokens {
  readonly #deps: TokenDeps;
  /** Links by digest, in order of creation. */
  readonly #links: Map<string, Link> = new Map();
  /** Used links of browsers that we started, with the session that each opened. */
  readonly #used: Map<string, string> = new Map();
  /** Sessions by digest of the cookie's secret, in order of opening. */
  readonly #sessions: Map<string, KeptSession> = new Map();

  constructor(deps: TokenDeps, kept?: KeptTokens) {
    this.#deps = deps;
    if (!kept) return;
    this.#links = new Map(kept.links);
    this.#used = new Map(kept.used);
    this.#sessions = new Map(kept.sessions);
  }

  /** State that the next process of the same run needs to accept the same browsers. It contains no secret. */
  kept(): KeptTokens {
    return { links: [...this.#links], used: [...this.#used], sessions: [...this.#sessions] };
  }

  /** Creates a one-time token. Above the maximum, the oldest unused tokens are dropped. */
  mintLink(scope: SessionScope = 'till', isOwn = false): string {
    const token = mintSecret(this.#deps);
    this.#links.set(digest(token), { endsAt: this.#deps.nowMs() + LINK_LIFETIME_MS, scope, isOwn });
    for (const key of oldest(this.#links, MAX_UNUSED_LINKS)) this.#links.delete(key);
    return token;
  }

  /** Exchanges a token for a session, once. Returns null if the token was used, has expired or never existed. */
  redeem(token: string): Opened | null {
    const key = digest(token);
    const link = this.#links.get(key);
    this.#links.delete(key);
    const nowMs = this.#deps.nowMs();
    if (link === undefined || link.endsAt < nowMs) return null;
    const { scope, isOwn } = link;
    const opened = { session: mintSecret(this.#deps), key: mintSecret(this.#deps), scope, isOwn };
    const kept = digest(opened.session);
    const id = this.#deps.randomBytes(4).toString('hex');
    this.#sessions.set(kept, { id, scope, isOwn, startedMs: nowMs, usedMs: nowMs, key: digest(opened.key) });
    const peers = new Map([...this.#sessions].filter(([, peer]) => peer.scope === scope));
    for (const peer of oldest(peers, MAX_SESSIONS[scope])) this.#sessions.delete(peer);
    if (isOwn) {
      this.#used.set(key, kept);
      for (const used of oldest(this.#used, MAX_UNUSED_LINKS)) this.#used.delete(used);
    }
    return opened;
  }

  /**
   * Ends the session that a link for the till's browser opened before the link was presented again: two browsers had
   * the link, and one of them is an intruder. Returns null for every other token.
   */
  revokeByReuse(token: string): Session | null {
    const key = digest(token);
    const opened = this.#used.get(key);
    this.#used.delete(key);
    const session = opened === undefined ? undefined : this.#sessions.get(opened);
    if (opened !== undefined) this.#sessions.delete(opened);
    return session ?? null;
  }

  /** Session of one of these cookies, or undefined if none has this scope. */
  sessionOf(cookies: readonly string[], scope: SessionScope): Session | undefined {
    return this.#kept(cookies, scope)[0];
  }

  /** Session of one of these cookies if one of the given keys belongs to its page. */
  provenSession(cookies: readonly string[], scope: SessionScope, keys: readonly string[]): Session | undefined {
    const given = keys.map(digest);
    return this.#kept(cookies, scope).find(({ key }) => given.includes(key));
  }

  /** Every session, in order of opening. */
  sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** True if a session has expired. It keeps working until it is ended, so that payments continue. */
  isOver({ scope, startedMs, usedMs }: Session): boolean {
    const nowMs = this.#deps.nowMs();
    const { idleMs, wholeMs } = LIFETIMES[scope];
    return nowMs - usedMs > idleMs || (nowMs - startedMs > wholeMs && nowMs - usedMs > PAUSE_MS);
  }

  #kept(cookies: readonly string[], scope: SessionScope): KeptSession[] {
    const found = cookies.map((cookie) => this.#sessions.get(digest(cookie)));
    return found.filter((session) => session?.scope === scope).filter((session) => session !== undefined);
  }

  /** Ends a session; its secrets are invalid afterwards. */
  end({ id }: Session): void {
    for (const [key, session] of this.#sessions) if (session.id === id) this.#sessions.delete(key);
  }
}

/** Keys to delete so that at most `max` remain. */
function oldest(kept: ReadonlyMap<string, unknown>, max: number): string[] {
  return [...kept.keys()].slice(0, Math.max(0, kept.size - max));
}
