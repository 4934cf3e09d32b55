import { createHash } from 'node:crypto';

/** Where randomness and time come from. `randomBytes` must be cryptographic. */
export interface TokenDeps {
  readonly randomBytes: (size: number) => Buffer;
  /** Milliseconds that only ever grow, also while the computer sleeps. */
  readonly nowMs: () => number;
}

/** How long an unused link works. */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;
/** What a session opens: the till, a kiosk's customer flow, or a customer's display, which only looks. */
export const sessionScopes = ['till', 'kiosk', 'display'] as const;
export type SessionScope = (typeof sessionScopes)[number];

const MAX_UNUSED_LINKS = 16;
/** Of each scope, so that many displays do not push the till out. A kiosk has one browser; each start of it is a new session. */
const MAX_SESSIONS: Readonly<Record<SessionScope, number>> = { till: 32, kiosk: 4, display: 32 };

const HOUR_MS = 60 * 60 * 1000;
/**
 * When a session ends by itself: unused for `idleMs`, or after `wholeMs` at the next pause. A till is signed out overnight. A
 * kiosk has nobody to let it in again. A display is used for as long as it is connected.
 */
const LIFETIMES: Readonly<Record<SessionScope, { idleMs: number; wholeMs: number }>> = {
  till: { idleMs: 8 * HOUR_MS, wholeMs: 7 * 24 * HOUR_MS },
  kiosk: { idleMs: Infinity, wholeMs: Infinity },
  display: { idleMs: 8 * HOUR_MS, wholeMs: Infinity },
};
/** Nobody stands at a till that was not used for so long. */
const PAUSE_MS = 15 * 60 * 1000;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** 256 random bits as text for a URL, a cookie or a page. */
export const mintSecret = (deps: Pick<TokenDeps, 'randomBytes'>) => deps.randomBytes(32).toString('base64url');

export interface Link {
  readonly endsAt: number;
  readonly scope: SessionScope;
  /** Made for the browser that we start ourselves. */
  readonly isOwn: boolean;
}

/** What a browser was let in as. */
export interface Session {
  /** Names it in lists; opens nothing. */
  readonly id: string;
  readonly scope: SessionScope;
  readonly startedMs: number;
  /** Of the browser that we started. */
  readonly isOwn: boolean;
  /** When its browser last sent something. */
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

/** A redeemed link: the cookie's secret, and the key that only a page of our own origin is handed. */
export interface Opened {
  readonly session: string;
  readonly key: string;
  readonly scope: SessionScope;
  /** The link was for the browser that we start ourselves. */
  readonly isOwn: boolean;
}

/**
 * One-time links and the sessions they are exchanged for. Only digests are kept, so looking one up takes no time that
 * depends on its text, and a memory dump opens nothing.
 */
export class Tokens {
  readonly #deps: TokenDeps;
  /** By digest, in order of minting. */
  readonly #links: Map<string, Link> = new Map();
  /** Used links of browsers that we started, with the session that each opened. */
  readonly #used: Map<string, string> = new Map();
  /** By digest of the cookie's secret, in order of opening. */
  readonly #sessions: Map<string, KeptSession> = new Map();

  constructor(deps: TokenDeps, kept?: KeptTokens) {
    this.#deps = deps;
    if (!kept) return;
    this.#links = new Map(kept.links);
    this.#used = new Map(kept.used);
    this.#sessions = new Map(kept.sessions);
  }

  /** What the next process of the same run needs to let the same browsers in. No secret is in it. */
  kept(): KeptTokens {
    return { links: [...this.#links], used: [...this.#used], sessions: [...this.#sessions] };
  }

  /** A new one-time token. The oldest unused ones fall out when there are too many. */
  mintLink(scope: SessionScope = 'till', isOwn = false): string {
    const token = mintSecret(this.#deps);
    this.#links.set(digest(token), { endsAt: this.#deps.nowMs() + LINK_LIFETIME_MS, scope, isOwn });
    for (const key of oldest(this.#links, MAX_UNUSED_LINKS)) this.#links.delete(key);
    return token;
  }

  /** Exchanges a token for a session, once; null when it was used, has ended or never was one. */
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
   * What a link for our own browser had opened before it was presented once more: two browsers had it, and one of them is not
   * ours. Ends that session; null for every other token.
   */
  takeBack(token: string): Session | null {
    const key = digest(token);
    const opened = this.#used.get(key);
    this.#used.delete(key);
    const session = opened === undefined ? undefined : this.#sessions.get(opened);
    if (opened !== undefined) this.#sessions.delete(opened);
    return session ?? null;
  }

  /** The session of one of these cookies; undefined where there is none of this scope. */
  sessionOf(cookies: readonly string[], scope: SessionScope): Session | undefined {
    return this.#kept(cookies, scope)[0];
  }

  /** The session of one of these cookies, where one of the keys given with it is that of its page. */
  provenSession(cookies: readonly string[], scope: SessionScope, keys: readonly string[]): Session | undefined {
    const given = keys.map(digest);
    return this.#kept(cookies, scope).find(({ key }) => given.includes(key));
  }

  /** Every session, in order of opening. */
  sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** Whether a session has outlived its time. It opens what it opens until somebody ends it, so that no payment is cut off. */
  isOver({ scope, startedMs, usedMs }: Session): boolean {
    const nowMs = this.#deps.nowMs();
    const { idleMs, wholeMs } = LIFETIMES[scope];
    return nowMs - usedMs > idleMs || (nowMs - startedMs > wholeMs && nowMs - usedMs > PAUSE_MS);
  }

  #kept(cookies: readonly string[], scope: SessionScope): KeptSession[] {
    const found = cookies.map((cookie) => this.#sessions.get(digest(cookie)));
    return found.filter((session) => session?.scope === scope).filter((session) => session !== undefined);
  }

  /** Ends a session; its secrets open nothing any more. */
  end({ id }: Session): void {
    for (const [key, session] of this.#sessions) if (session.id === id) this.#sessions.delete(key);
  }
}

/** What must go so that at most `max` stay. */
function oldest(kept: ReadonlyMap<string, unknown>, max: number): string[] {
  return [...kept.keys()].slice(0, Math.max(0, kept.size - max));
}
