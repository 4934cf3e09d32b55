/** The platform's current records by the till's attempts: a mirror of what its store has committed. */
import { idempotencyIdOf, LINK_TAG } from '../../electron/domain/index.ts';
import type { StoredAuthorization, StoredTransfer } from '../../electron/sandbox/store/store.ts';

/** All records that the platform has for one attempt. */
export interface Account {
  authorizations: StoredAuthorization[];
  /** Captures. */
  debits: StoredTransfer[];
  /** Unreferenced refunds: money paid out. */
  credits: StoredTransfer[];
  /** Reversed amount of a capture. */
  reversals: StoredTransfer[];
}

/** True for an open hold: it lacks a capture and a release. */
export function isHeld(one: StoredAuthorization): boolean {
  return one.state === 'SUCCEEDED' && !one.is_void && one.transfer === null;
}

/** True for money that moved, or is on its way. */
export function hasMoved(one: StoredTransfer): boolean {
  return one.state === 'SUCCEEDED' || one.state === 'PENDING';
}

export class PlatformRecords {
  readonly #accounts = new Map<string, Account>();
  /** The account of a platform id. */
  readonly #owners = new Map<string, Account>();
  /** Payments through links, by the till's id of each link. */
  readonly links = new Map<string, StoredTransfer[]>();
  /** Reversed amounts of link payments, by the till's id of the link. */
  readonly linkReversals = new Map<string, StoredTransfer[]>();
  /** Records that belong to none of the till's attempts. */
  readonly strangers: string[] = [];

  authorization(record: StoredAuthorization): string | null {
    const account = this.#accountOfKey(record.idempotency_id);
    if (!account) return this.#stranger(record.id);
    this.#file(account.account.authorizations, record, account.account);
    return account.attempt;
  }

  transfer(record: StoredTransfer): string | null {
    const [link, list] = this.#ofLink(record);
    if (link !== undefined) {
      const others = (list.get(link) ?? []).filter(({ id }) => id !== record.id);
      list.set(link, [...others, record]);
      return null;
    }
    const owner =
      this.#owners.get(record.id) ??
      this.#owners.get(record.authorization ?? record.parent_transfer ?? '') ??
      this.#accountOfKey(record.idempotency_id)?.account;
    if (!owner) return this.#stranger(record.id);
    const own = record.type === 'DEBIT' ? owner.debits : record.type === 'CREDIT' ? owner.credits : owner.reversals;
    this.#file(own, record, owner);
    for (const [attempt, account] of this.#accounts) if (account === owner) return attempt;
    return null;
  }

  /** The link that a Transfer was paid through, or reverses, and the map for such Transfers. */
  #ofLink({ type, tags, parent_transfer }: StoredTransfer): [string | undefined, Map<string, StoredTransfer[]>] {
    if (type === 'DEBIT') return [tags[LINK_TAG], this.links];
    const parent = [...this.links].find(([, paid]) => paid.some(({ id }) => id === parent_transfer));
    return [parent?.[0], this.linkReversals];
  }

  of(attempt: string): Account {
    return this.#accounts.get(attempt) ?? { authorizations: [], debits: [], credits: [], reversals: [] };
  }

  attempts(): string[] {
    return [...this.#accounts.keys()];
  }

  #accountOfKey(key: string | null): { attempt: string; account: Account } | null {
    const prefix = idempotencyIdOf('');
    if (key === null || !key.startsWith(prefix)) return null;
    const attempt = key.slice(prefix.length);
    let account = this.#accounts.get(attempt);
    if (!account)
      this.#accounts.set(attempt, (account = { authorizations: [], debits: [], credits: [], reversals: [] }));
    return { attempt, account };
  }

  #file<T extends { id: string }>(list: T[], record: T, owner: Account): void {
    this.#owners.set(record.id, owner);
    const at = list.findIndex(({ id }) => id === record.id);
    if (at < 0) list.push(record);
    else list[at] = record;
  }

  #stranger(id: string): null {
    this.strangers.push(id);
    return null;
  }
}
