/** The last notifications of a transaction that is already finished. Waiting for them is optional. */
export class LateNotifications {
  /** Settles with the last notification, or when nobody waits for it any more. */
  readonly ended: Promise<void>;
  readonly #resolve: () => void;
  readonly #onEnd: () => void;

  /** `onEnd` runs just before `ended` settles. */
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
