/**
 * The day's figures and CSV file, from the journal. Read in small batches, so that a running payment is not delayed.
 */
import { setImmediate } from 'node:timers/promises';
import { isSetupTest, type AttemptView, type DayTotals, type Exported } from '../../contract/index.ts';
import type { Finder, JournalFile, PayLinkStore } from '../journal/index.ts';
import type { PayLinks } from '../pay-links/index.ts';
import type { PaymentEngine } from '../payments/index.ts';
import { windowOf, type TimeWindow } from '../time/index.ts';
import { dayCsv } from './day-csv.ts';
import { dayFigures, type DayRecord } from './day-figures.ts';

export interface DayOptions {
  journal: Pick<JournalFile, 'activeBetween'>;
  finder: Pick<Finder, 'held'>;
  engine: Pick<PaymentEngine, 'getMany' | 'running'>;
  links: Pick<PayLinks, 'activeBetween' | 'unfinished'>;
  linkBook: Pick<PayLinkStore, 'notesBetween'>;
}

/** Batch size; folding a batch takes a few milliseconds. */
const READ_AT_ONCE = 40;

export class Day {
  readonly #options: DayOptions;

  constructor(options: DayOptions) {
    this.#options = options;
  }

  /** @throws CFG_INVALID when the window is invalid; JRNL_UNWRITABLE */
  async totals(asked: { from: string; to: string }): Promise<DayTotals> {
    const { engine, finder, links } = this.#options;
    const window = windowOf(asked);
    const record = await this.#recordOf(window);
    const held = engine.getMany(finder.held()).filter((one) => one.state === 'authorized' && !isSetupTest(one));
    return { ...asked, ...dayFigures(record, { open: engine.running(), held, links: links.unfinished() }, window) };
  }

  /** @throws the same codes as `totals` */
  async csv(asked: { from: string; to: string }): Promise<Exported> {
    const window = windowOf(asked);
    return dayCsv(await this.#recordOf(window), window);
  }

  async #recordOf({ from, to }: TimeWindow): Promise<DayRecord> {
    const { journal, engine, links, linkBook } = this.#options;
    const ids = journal.activeBetween(from, to);
    const views: AttemptView[] = [];
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      // Test payments of the setup are not sales.
      views.push(...engine.getMany(ids.slice(at, at + READ_AT_ONCE)).filter((one) => !isSetupTest(one)));
      await setImmediate();
    }
    return { views, links: links.activeBetween(from, to), notes: linkBook.notesBetween(from, to) };
  }
}
