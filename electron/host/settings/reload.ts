/** Settings that were changed while the till runs come into force with the host's next life, which begins as soon as no payment runs. */
import type { Clock } from '../../domain/index.ts';

/** Several settings are changed one after the other: one new life for all of them, milliseconds after the last. */
export const RELOAD_QUIET_MS = 2_000;
const LOOK_EVERY_MS = 250;

export interface ReloadOptions {
  readonly clock: Clock;
  /** A payment is in front of somebody. */
  readonly isPaying: () => boolean;
  /** Asks for the next life. */
  readonly reload: () => void;
  /** Whether something that was set is not in force yet. */
  readonly onPending: (isPending: boolean) => void;
}

export class ReloadWhenIdle {
  readonly #options: ReloadOptions;
  #changedAt = 0;
  #stopLooking: (() => void) | null = null;

  constructor(options: ReloadOptions) {
    this.#options = options;
  }

  /** Something was set. */
  request(): void {
    this.#changedAt = this.#options.clock.monotonic();
    if (this.#stopLooking) return;
    this.#options.onPending(true);
    this.#look();
  }

  close(): void {
    this.#stopLooking?.();
  }

  #look(): void {
    const { clock, isPaying, reload, onPending } = this.#options;
    this.#stopLooking = clock.after(LOOK_EVERY_MS, () => {
      const isQuiet = clock.monotonic() - this.#changedAt >= RELOAD_QUIET_MS;
      if (!isQuiet || isPaying()) return this.#look();
      this.#stopLooking = null;
      reload();
      // Where nothing is another than before there is no next life.
      onPending(false);
    });
  }
}
