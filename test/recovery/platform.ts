/**
 * The sandbox as the suite queries it: the true state of the money, over the platform's own API; and bad days on
 * demand.
 */
import { idempotencyIdOf } from '../../electron/domain/index.ts';
import { CONTROL_PATH, type ControlRequest } from '../../electron/sandbox/index.ts';
import { delay } from './process-children.ts';

export interface PlatformLogin {
  url: string;
  username: string;
  password: string;
  merchant: string;
}

/** An Authorization at the platform. */
export interface Hold {
  id: string;
  state: string;
  amount: number;
  amount_requested: number;
  is_void: boolean;
  transfer: string | null;
  currency: string;
  idempotency_id: string | null;
  tags: Record<string, string>;
}

/** A Transfer: a capture (DEBIT), an unreferenced refund (CREDIT) or a reversal. */
export interface Moved {
  id: string;
  type: string;
  state: string;
  amount: number;
  tip_amount: number | null;
  currency: string;
  idempotency_id: string | null;
  parent_transfer: string | null;
  /** Id of the Authorization that the Transfer captured, or null for other Transfers. */
  authorization: string | null;
  tags: Record<string, string>;
}

/** All records that the platform has for one attempt. */
export interface Truth {
  holds: Hold[];
  /** Captures and refunds. */
  moved: Moved[];
  reversals: Moved[];
}

export const isAlive = ({ state }: { state: string }): boolean => state === 'SUCCEEDED' || state === 'PENDING';
/** True for an open hold: it lacks a capture and a release. */
export const isHeld = (hold: Hold): boolean => isAlive(hold) && !hold.is_void && hold.transfer === null;

/** Version header for cursor pagination. */
const VERSION = { 'service-version': '2022-02-01' };

export class Platform {
  readonly #login: PlatformLogin;
  #skewMs = 0;

  constructor(login: PlatformLogin) {
    this.#login = login;
  }

  async control(...commands: ControlRequest[]): Promise<void> {
    for (const command of commands) await this.#send('POST', CONTROL_PATH, command);
  }

  /** Moves the platform's clock up to the till's (never back); it continues by itself from there. */
  async follow(engineNow: number): Promise<void> {
    const skewMs = Math.ceil(engineNow - Date.now());
    if (skewMs > this.#skewMs) await this.#skew(skewMs);
  }

  /** Lets `ms` pass at the platform, with everything that falls due. */
  async pass(ms: number): Promise<void> {
    await this.#skew(this.#skewMs + ms);
  }

  async #skew(skewMs: number): Promise<void> {
    this.#skewMs = skewMs;
    await this.control({ type: 'clock-skew', skewMs });
  }

  /** Captures an attempt's hold as another client does, on the platform's own pages. Ignores a hold that has ended. */
  async captureElsewhere(attempt: string, amount: number): Promise<void> {
    const holdNow = async (): Promise<Hold | undefined> => (await this.truth(attempt)).holds.find(isHeld);
    let held = await holdNow();
    // The user captures only after the bank has decided.
    for (let looks = 0; held?.state === 'PENDING' && looks < 100; looks += 1) {
      await delay(20);
      held = await holdNow();
    }
    if (held) await this.#send('PUT', `/authorizations/${held.id}`, { capture_amount: amount });
  }

  /** Records under an attempt's key and tag. The end of a run uses `everything` instead, which needs no filter. */
  async truth(attempt: string): Promise<Truth> {
    const key = encodeURIComponent(idempotencyIdOf(attempt));
    const tagged = `tags.key=attempt&tags.value=${encodeURIComponent(attempt)}`;
    const [byKey, byTag, transfers] = await Promise.all([
      this.#list<Hold>('authorizations', `idempotency_id=${key}`),
      this.#list<Hold>('authorizations', tagged),
      this.#transfers(tagged),
    ]);
    const holds = [...new Map([...byKey, ...byTag].map((hold) => [hold.id, hold])).values()];
    return {
      holds,
      moved: transfers.filter(({ type }) => type !== 'REVERSAL'),
      reversals: transfers.filter(({ type }) => type === 'REVERSAL'),
    };
  }

  /** All records, newest first. */
  async everything(): Promise<{ holds: Hold[]; transfers: Moved[] }> {
    const all = 'created_at.gte=2000-01-01T00:00:00';
    return { holds: await this.#list<Hold>('authorizations', all), transfers: await this.#transfers(all) };
  }

  async #transfers(query: string): Promise<Moved[]> {
    const raw = await this.#list<Moved & { _links?: { authorization?: { href: string } } }>('transfers', query);
    return raw.map((one) => ({ ...one, authorization: one._links?.authorization?.href.split('/').at(-1) ?? null }));
  }

  async #list<Item>(name: string, query: string): Promise<Item[]> {
    const items: Item[] = [];
    let path: string | null = `/${name}?${query}&limit=100`;
    while (path !== null) {
      const page: { _embedded?: Record<string, Item[]>; page?: { next_cursor?: string | null } } = await this.#send(
        'GET',
        path,
      );
      items.push(...(page._embedded?.[name] ?? []));
      const cursor: string | null = page.page?.next_cursor ?? null;
      path = cursor === null ? null : `/${name}?${query}&limit=100&after_cursor=${encodeURIComponent(cursor)}`;
    }
    return items;
  }

  async #send<Body>(method: string, path: string, body?: object): Promise<Body> {
    const { url, username, password } = this.#login;
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        ...VERSION,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }
}
