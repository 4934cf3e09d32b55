/**
 * The till's disk: what was acknowledged is there after any crash, everything else is not. Keeps JSON text, as the real
 * journal does, so that nothing survives that could not be written. A process opens it and dies; the disk stays.
 */
import { TillError } from '../../electron/contract/index.ts';
import type { AttemptRow, AuditEntry, Entry, Journal, JournalFile } from '../../electron/host/journal/index.ts';

type Crumb = Parameters<Journal['breadcrumbs']['drop']>[0];
type Stray = Parameters<Journal['keepStray']>[0];

/** Where a process can die around a write. */
export type DiskPoint = 'before-crumb' | 'after-crumb' | 'before-append' | 'after-append';

export class Disk {
  readonly #rows = new Map<string, AttemptRow>();
  readonly #entries = new Map<string, string[]>();
  readonly #strays: Stray[] = [];
  readonly #audits: AuditEntry[] = [];
  readonly #crumbs: Crumb[] = [];
  readonly #crumbKeys = new Set<string>();
  /** Nothing can be written: full, or gone read-only. */
  isFull = false;
  /** Sees every text before it is kept. */
  onText: (text: string) => void = () => undefined;

  /** A crumb for this step under this key is on disk. */
  hasCrumb(what: string, key: string): boolean {
    return this.#crumbKeys.has(`${what} ${key}`);
  }

  /** The database is gone; what was written beside it is not. */
  loseDatabase(): void {
    this.#rows.clear();
    this.#entries.clear();
  }

  /** Ids of all attempts, oldest first. */
  ids(): string[] {
    return [...this.#rows.keys()];
  }

  entries(attempt: string): Entry[] {
    return (this.#entries.get(attempt) ?? []).map((text) => JSON.parse(text) as Entry);
  }

  /** Opens the journal for one process. `at` may throw: then the process died there. */
  open(at: (point: DiskPoint) => void): Journal & Pick<JournalFile, 'crumbs'> {
    const write = (text: string): string => {
      if (this.isFull) throw new TillError('JRNL_UNWRITABLE', 'The payment journal could not be written.');
      this.onText(text);
      return text;
    };
    const newest = (limit: number): string[] =>
      [...this.#rows.values()]
        .sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id }) => id);
    return {
      append: (row, entry) => {
        at('before-append');
        const text = write(JSON.stringify(entry));
        this.#rows.set(row.id, { ...row });
        const list = this.#entries.get(row.id) ?? [];
        list.push(text);
        this.#entries.set(row.id, list);
        at('after-append');
      },
      probe: () => void write(''),
      entries: (attempt) => this.entries(attempt),
      open: () => [...this.#rows.values()].filter(({ isOpen }) => isOpen).map(({ id }) => id),
      watched: (now) =>
        [...this.#rows.values()]
          .filter(({ watchUntil }) => watchUntil !== null && watchUntil >= now)
          .map(({ id }) => id),
      recent: newest,
      has: (attempt) => this.#rows.has(attempt),
      keepStray: (stray) => {
        write(JSON.stringify(stray));
        this.#strays.push(stray);
      },
      crumbs: (since) => this.#crumbs.filter((crumb) => crumb.at >= since),
      strays: (limit) => this.#strays.slice(-limit).reverse(),
      audit: (entry) => {
        write(JSON.stringify(entry));
        this.#audits.push(entry);
      },
      audited: (limit) => this.#audits.slice(-limit).reverse(),
      breadcrumbs: {
        drop: (crumb) => {
          at('before-crumb');
          write(JSON.stringify(crumb));
          this.#crumbs.push(crumb);
          this.#crumbKeys.add(`${crumb.what} ${crumb.key}`);
          at('after-crumb');
        },
        close: () => undefined,
      },
      close: () => undefined,
    };
  }
}
