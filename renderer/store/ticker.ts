const TICK_MS = 250;

/**
 * A time that moves four times a second for everything that shows it, and never between two ticks. A value that moved on while a long
 * list is drawn would have it drawn once more, without end: React gives such a page up.
 */
class Ticker {
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #value = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      this.#timer = setInterval(() => {
        this.#read();
        for (const listener of this.#listeners) listener();
      }, TICK_MS);
    }
    this.#listeners.add(changed);
    return () => {
      this.#listeners.delete(changed);
      if (this.#listeners.size === 0) clearInterval(this.#timer);
    };
  };

  readonly value = (): number => {
    // Nothing moves it before the first one is on the screen.
    if (this.#listeners.size === 0) this.#read();
    return this.#value;
  };

  #read(): void {
    this.#value = Math.floor(this.#now() / TICK_MS) * TICK_MS;
  }
}

const tickers = new WeakMap<() => number, Ticker>();

/** The one of this clock. */
export function tickerOf(now: () => number): Ticker {
  const known = tickers.get(now) ?? new Ticker(now);
  tickers.set(now, known);
  return known;
}
