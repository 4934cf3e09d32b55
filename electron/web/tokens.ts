import { createHash } from 'node:crypto';

/** Where randomness and time come from. `randomBytes` must be cryptographic. */
export interface TokenDeps {
  readonly randomBytes: (size: number) => Buffer;
  /** Milliseconds that only ever grow. */
  readonly nowMs: () => number;
}

/** How long an unused link works. */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;
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
  /** Digest to the time it ends; in order of minting. */
  readonly #links = new Map<string, number>();
  readonly #sessions = new Set<string>();

  constructor(deps: TokenDeps) {
    this.#deps = deps;
  }

  /** A new one-time token. The oldest unused ones fall out when there are too many. */
  mintLink(): string {
    const token = mintSecret(this.#deps);
    this.#links.set(digest(token), this.#deps.nowMs() + LINK_LIFETIME_MS);
    dropOldest(this.#links, MAX_UNUSED_LINKS);
    return token;
  }

  /** Exchanges a token for a session, once; null when it was used, has ended or never was one. */
  redeem(token: string): string | null {
    const key = digest(token);
    const endsAt = this.#links.get(key);
    this.#links.delete(key);
    if (endsAt === undefined || endsAt < this.#deps.nowMs()) return null;
    const session = mintSecret(this.#deps);
    this.#sessions.add(digest(session));
    dropOldest(this.#sessions, MAX_SESSIONS);
    return session;
  }

  isSession(session: string | undefined): boolean {
    return session !== undefined && this.#sessions.has(digest(session));
  }
}

function dropOldest(kept: Map<string, number> | Set<string>, max: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= max) return;
    kept.delete(key);
  }
}
