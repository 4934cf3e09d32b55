import type { Clock } from '../domain/index.ts';

/**
 * A host that says nothing for so long hangs (stopped, or stuck in a call that does not return), and nothing of a payment gets on in
 * it: the next life takes that up from the journal. Twice what a page gets, since a disk may keep a host waiting that is well.
 */
const SILENT_MS = 20_000;
const LOOK_EVERY_MS = 1_000;
/** A look that comes this late: the whole computer stood still, or is so busy that silence says nothing about the host. */
const LATE_MS = 2_000;

/** Notices that a host no longer says that it lives. Begins with the first word of it. */
export class HostPulse {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #onSilent: () => void;
  #heardAt = 0;
  #lookedAt = 0;
  #cancel: (() => void) | null = null;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, onSilent: () => void) {
    this.#clock = clock;
    this.#onSilent = onSilent;
  }

  heard(): void {
    this.#heardAt = this.#clock.monotonic();
    if (this.#cancel) return;
    this.#lookedAt = this.#heardAt;
    this.#next();
  }

  stop(): void {
    this.#cancel?.();
  }

  #next(): void {
    this.#cancel = this.#clock.after(LOOK_EVERY_MS, () => this.#look());
  }

  #look(): void {
    const now = this.#clock.monotonic();
    if (now - this.#lookedAt > LATE_MS) this.#heardAt = now;
    this.#lookedAt = now;
    if (now - this.#heardAt < SILENT_MS) this.#next();
    else this.#onSilent();
  }
}
