/** Last notifications of a finished transaction. Waiting for them is optional. */
export class LateNotifications {
  /** Settles with the last notification, or when end() stops the wait. */
  readonly ended: Promise<void>;
  readonly #resolve: () => void;
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolve = resolve;
    this.#onEnd = onEnd;
  }

  /** Idempotent. */
  end(): void {
    this.#onEnd();
    this.#resolve();
  }
}
