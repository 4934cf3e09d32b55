import type { TerminalNotice } from '../terminal.ts';

type Listener = (notice: TerminalNotice) => void;

/** Who listens to what a terminal says outside a transaction. */
export class NoticeBoard {
  readonly #listeners = new Set<Listener>();

  /** Returns an unsubscribe function. The same function twice is two listeners. */
  listen(listener: Listener): () => void {
    const entry: Listener = (notice) => listener(notice);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  post(notice: TerminalNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
