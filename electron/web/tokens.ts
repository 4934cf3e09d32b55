import { createHash } from 'node:crypto';

/** Where randomness and time come from. `randomBytes` must be cryptographic. */
export interface TokenDeps {
  readonly randomBytes: (size: number) => Buffer;
  /** Milliseconds that only ever grow. */
  readonly nowMs: () => number;
}

/** How long an unused link works. */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;
/** What a session opens: the till, or a customer's display, which only looks. */
export type SessionScope = 'till' | 'display';

const MAX_UNUSED_LINKS = 16;
const MAX_SESSIONS = 32;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** 256 random bits as text for a URL or a cookie. */
export const mintSecret = (deps: Pick<TokenDeps, 'randomBytes'>) => deps.randomBytes(32).toString('base64url');

/**
 * One-time links and the sessions they are exchanged for. Only digests are kept, so looking one up takes no time that
 * depends on its text, and a memory dump opens nothing.
 */
export class Tokens {
  readonly #deps: TokenDeps;
  /** By digest, in order of minting. */
  readonly #links = new Map<string, { endsAt: number; scope: SessionScope }>();
  readonly #sessions = new Map<string, SessionScope>();

  constructor(deps: TokenDeps) {
    this.#deps = deps;
  }

  /** A new one-time token. The oldest unused ones fall out when there are too many. */
  mintLink(scope: SessionScope = 'till'): string {
    const token = mintSecret(this.#deps);
    this.#links.set(digest(token), { endsAt: this.#deps.nowMs() + LINK_LIFETIME_MS, scope });
    dropOldest(this.#links, MAX_UNUSED_LINKS);
    return token;
  }

  /** Exchanges a token for a session, once; null when it was used, has ended or never was one. */
  redeem(token: string): { session: string; scope: SessionScope } | null {
    const key = digest(token);
    const link = this.#links.get(key);
    this.#links.delete(key);
    if (link === undefined || link.endsAt < this.#deps.nowMs()) return null;
    const session = mintSecret(this.#deps);
    this.#sessions.set(digest(session), link.scope);
    dropOldest(this.#sessions, MAX_SESSIONS);
    return { session, scope: link.scope };
  }

  /** Whether a text is a session of this scope. A display's is never the till's. */
  isSession(session: string | undefined, scope: SessionScope): boolean {
    return session !== undefined && this.#sessions.get(digest(session)) === scope;
  }
}

function dropOldest(kept: Map<string, unknown>, max: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= max) return;
    kept.delete(key);
  }
}
