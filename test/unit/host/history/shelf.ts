/** A real journal filled with payments, and the real search over it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { maskCardNumbers } from '../../../../electron/domain/index.ts';
import { type AttemptView, type HistoryPage } from '../../../../electron/contract/index.ts';
import { History } from '../../../../electron/host/history/index.ts';
import { searchTermsOf, openJournal, type JournalFile } from '../../../../electron/host/journal/index.ts';
import { ManualClock } from '../payments/world.ts';

export interface Shelf {
  journal: JournalFile;
  history: History;
  clock: ManualClock;
  put(view: AttemptView): void;
  /** Ids of the found payments, newest first. */
  find(text: string, more?: Partial<Parameters<History['search']>[0]>): Promise<string[]>;
  search(text: string, more?: Partial<Parameters<History['search']>[0]>): Promise<HistoryPage>;
  close(): void;
}

export function shelf({ locale = 'en-US' } = {}): Shelf {
  const path = join(mkdtempSync(join(tmpdir(), 'tillbridge-history-')), 'journal.sqlite');
  const journal = openJournal({ path, clean: maskCardNumbers });
  const views = new Map<string, AttemptView>();
  const clock = new ManualClock();
  const history = new History({
    finder: journal.finder,
    engine: { getMany: (ids) => ids.flatMap((id) => views.get(id) ?? []) },
    clock,
    locale: () => locale,
    onSorted: () => undefined,
    log: () => undefined,
  });
  history.start();
  const search: Shelf['search'] = (text, more = {}) => history.search({ text, limit: 50, ...more });
  return {
    journal,
    history,
    clock,
    put(view) {
      views.set(view.id, view);
      const startedAt = Date.parse(view.startedAt);
      journal.append(
        { id: view.id, startedAt, isOpen: false, watchUntil: null, found: searchTermsOf(view) },
        { type: 'begin', at: startedAt },
      );
    },
    search,
    find: async (text, more) => (await search(text, more)).payments.map(({ id }) => id),
    close() {
      history.stop();
      journal.close();
      rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}
