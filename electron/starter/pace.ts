/** Limits a rate: `burst` at once, and then `perSecond`. */
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

  /** Takes `count` if at least 1 is left. @returns 0 if taken, else milliseconds until 1 is left */
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
 * Delivers messages in order, at most at the given pace. `hold(true)` asks the carrier of the sender to stop reading
 * until `hold(false)`. Messages that arrive anyway wait here; `overflow` is called when more than `most` wait.
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

  /** Drops the waiting messages and all later messages. */
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
