/** Restarts the host for changed at-start settings as soon as no payment runs. */
import type { Clock } from '../../domain/index.ts';

/** Wait after the last change, so that several changes need one restart only. */
export const RELOAD_QUIET_MS = 2_000;
const POLL_EVERY_MS = 250;

export interface ReloadOptions {
  readonly clock: Clock;
  /** True while a cashier or customer sees a payment. */
  readonly isPaying: () => boolean;
  /** Requests the restart. */
  readonly reload: () => void;
  /** Called with true while a changed setting is waiting to take effect. */
  readonly onPending: (isPending: boolean) => void;
}

export class ReloadWhenIdle {
  readonly #options: ReloadOptions;
  #changedAt = 0;
  #stopIdleCheck: (() => void) | null = null;

  constructor(options: ReloadOptions) {
    this.#options = options;
  }

  /** Requests a restart after a change. */
  request(): void {
    this.#changedAt = this.#options.clock.monotonic();
    if (this.#stopIdleCheck) return;
    this.#options.onPending(true);
    this.#checkIdle();
  }

  close(): void {
    this.#stopIdleCheck?.();
  }

  #checkIdle(): void {
    const { clock, isPaying, reload, onPending } = this.#options;
    this.#stopIdleCheck = clock.after(POLL_EVERY_MS, () => {
      const isQuiet = clock.monotonic() - this.#changedAt >= RELOAD_QUIET_MS;
      if (!isQuiet || isPaying()) return this.#checkIdle();
      this.#stopIdleCheck = null;
      reload();
      // The starter restarts the host only if a setting differs from those in use.
      onPending(false);
    });
  }
}
