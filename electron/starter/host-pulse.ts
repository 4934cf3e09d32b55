import type { ElapsedClock } from '../domain/index.ts';

/**
 * A host that is silent for this long hangs (stopped, or in an endless call), and its payments are interrupted: after a
 * restart the host resumes them from the journal. Twice the limit of a page, because a slow disk may delay a healthy
 * host.
 */
const SILENT_MS = 20_000;
const CHECK_EVERY_MS = 1_000;
/**
 * A check that is this late means that the computer was suspended, or too busy for silence to be evidence about the
 * host.
 */
const LATE_MS = 2_000;

/** Notices that a host no longer sends `alive`. Starts with the first `alive`. */
export class HostPulse {
  readonly #clock: ElapsedClock;
  readonly #onSilent: () => void;
  #heardAt = 0;
  #checkedAt = 0;
  #cancel: (() => void) | null = null;

  constructor(clock: ElapsedClock, onSilent: () => void) {
    this.#clock = clock;
    this.#onSilent = onSilent;
  }

  heard(): void {
    this.#heardAt = this.#clock.monotonic();
    if (this.#cancel) return;
    this.#checkedAt = this.#heardAt;
    this.#next();
  }

  stop(): void {
    this.#cancel?.();
  }

  #next(): void {
    this.#cancel = this.#clock.after(CHECK_EVERY_MS, () => this.#check());
  }

  #check(): void {
    const now = this.#clock.monotonic();
    if (now - this.#checkedAt > LATE_MS) this.#heardAt = now;
    this.#checkedAt = now;
    if (now - this.#heardAt < SILENT_MS) this.#next();
    else this.#onSilent();
  }
}
