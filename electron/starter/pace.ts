/** How often something may happen: so many at once, and from then on so many a second. */
export class Pace {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #nowMs: () => number;
  #left: number;
  #at: number;

  /** @param nowMs monotonic */
  constructor(
    { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
    nowMs: () => number = () => performance.now(),
  ) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#nowMs = nowMs;
    this.#left = burst;
    this.#at = nowMs();
  }

  /** Takes `count`, as soon as one is left. Milliseconds until one is; 0: taken. */
  take(count = 1): number {
    const now = this.#nowMs();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return Math.ceil(((1 - this.#left) / this.#perSecond) * 1_000);
    this.#left -= count;
    return 0;
  }
}

/**
 * Passes messages on in order, no faster than the pace. `hold` asks the sender's carrier to read no further until it is called with
 * false. What has arrived all the same waits here; `overflow` is called where that is too much.
 */
export class PacedInbox<Message> {
  readonly #pace: Pick<Pace, 'take'>;
  readonly #deliver: (message: Message) => void;
  readonly #hold: (isHeld: boolean) => void;
  readonly #most: number;
  readonly #overflow: () => void;
  #waiting: Message[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: {
    readonly pace: Pick<Pace, 'take'>;
    readonly deliver: (message: Message) => void;
    readonly hold: (isHeld: boolean) => void;
    readonly most: number;
    readonly overflow: () => void;
  }) {
    this.#pace = options.pace;
    this.#deliver = options.deliver;
    this.#hold = options.hold;
    this.#most = options.most;
    this.#overflow = options.overflow;
  }

  push(message: Message): void {
    if (this.#isClosed) return;
    this.#waiting.push(message);
    if (this.#waiting.length > this.#most) {
      this.close();
      this.#overflow();
    } else if (!this.#timer) this.#drain();
  }

  /** Drops what waits, and what comes. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #drain(): void {
    const wasHeld = this.#timer !== undefined;
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      const waitMs = this.#pace.take();
      if (waitMs > 0) {
        if (!wasHeld) this.#hold(true);
        this.#timer = setTimeout(() => this.#drain(), waitMs);
        return;
      }
      this.#deliver(this.#waiting.shift() as Message);
    }
    if (wasHeld) this.#hold(false);
  }
}
