/** Errors by which a page ended while it was drawn, for the log: the support far away learns of them nowhere else. */
import { maskCardNumbers, type Clock } from '../../domain/index.ts';

export interface PageFailuresOptions {
  clock: Clock;
  log: (level: 'error', message: string, context: Record<string, unknown>) => void;
}

/** A page can say what it likes: no more than so many are written in so long. */
const MOST = 20;
const WITHIN_MS = 60 * 60_000;

export class PageFailures {
  readonly #options: PageFailuresOptions;
  #times: number[] = [];

  constructor(options: PageFailuresOptions) {
    this.#options = options;
  }

  /** @param where place of the page, e.g. `#/terminals` */
  tell(failed: { what: string; where: string }): void {
    const { clock, log } = this.#options;
    const now = clock.monotonic();
    this.#times = this.#times.filter((at) => now - at < WITHIN_MS);
    if (this.#times.length >= MOST) return;
    this.#times.push(now);
    // An error may quote what was typed, and what is typed is searched inside identifiers too.
    const hide = (text: string): string => maskCardNumbers(text, { inIdentifiers: true });
    log('error', 'a page failed', { what: hide(failed.what), where: hide(failed.where) });
  }
}
