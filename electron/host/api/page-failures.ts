/** Logs errors that crashed a page while it rendered; remote support has no other source for them. */
import { maskCardNumbers, type Clock } from '../../domain/index.ts';

export interface PageFailuresOptions {
  clock: Clock;
  log: (level: 'error', message: string, context: Record<string, unknown>) => void;
}

/** Limit on logged failures per period: a page controls the text and could flood the log. */
const MAX_LOGGED = 20;
const WITHIN_MS = 60 * 60_000;

export class PageFailures {
  readonly #options: PageFailuresOptions;
  #times: number[] = [];

  constructor(options: PageFailuresOptions) {
    this.#options = options;
  }

  /** @param failed `where` is the page's route, such as `#/terminals` */
  report(failed: { what: string; where: string }): void {
    const { clock, log } = this.#options;
    const now = clock.monotonic();
    this.#times = this.#times.filter((at) => now - at < WITHIN_MS);
    if (this.#times.length >= MAX_LOGGED) return;
    this.#times.push(now);
    // An error may quote typed text, so card numbers are masked inside identifiers too.
    const hide = (text: string): string => maskCardNumbers(text, { inIdentifiers: true });
    log('error', 'a page failed', { what: hide(failed.what), where: hide(failed.where) });
  }
}
