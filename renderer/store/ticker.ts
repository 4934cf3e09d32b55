const TICK_MS = 250;

/**
 * Time that changes four times a second for every component that shows it, and never between two ticks. A value that
 * changed while React renders a long list would make it render again without end, until React stops with an error.
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
    // No timer updates the value before the first subscriber.
    if (this.#listeners.size === 0) this.#read();
    return this.#value;
  };

  #read(): void {
    this.#value = Math.floor(this.#now() / TICK_MS) * TICK_MS;
  }
}

const tickers = new WeakMap<() => number, Ticker>();

/** Ticker of this clock, shared by every caller. */
export function tickerOf(now: () => number): Ticker {
  const known = tickers.get(now) ?? new Ticker(now);
  tickers.set(now, known);
  return known;
}
