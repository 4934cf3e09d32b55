/**
 * A session for protocols whose messages carry a reference number (MMS).
 *
 *     request ─► queue ─► [resync, if the last exchange timed out] ─► write ─► wait ─► reply | TERM_SILENT
 *                                                                                │
 *     note    ◄──────────────────────── notifications, in the order they came ◄──┘
 *
 * Beyond the rules of exchange-queue.ts: a reply without the reference of the pending request is dropped. These
 * terminals allow one outstanding request (MMS manual 3.1).
 */
import { TillError } from '../../electron/contract/index.ts';
import type { Link } from '../link/link.ts';
import type { Clock } from '../../electron/domain/index.ts';
import {
  defaultSessionTimes,
  Exchange,
  ExchangeQueue,
  runListener,
  type ExchangeOptions,
  type SessionTimes,
} from './exchange-queue.ts';
import type { Protocol } from './protocol.ts';

interface RequestOptions<Reply> extends ExchangeOptions {
  /** Called with the reply in order with notifications, before any later notification. */
  readonly onReply?: (reply: Reply) => void;
}

interface Awaited<Reply> {
  readonly request: Uint8Array;
  readonly exchange: Exchange<Reply>;
  readonly isProbe: boolean;
  readonly onReply: ((reply: Reply) => void) | undefined;
  /** Largest message that the terminal accepts, as reported during this exchange. */
  largestBytes?: number;
}

export class Session<Reply, Note> extends ExchangeQueue<Note, SessionTimes> {
  readonly #protocol: Protocol<Reply, Note>;
  #awaited: Awaited<Reply> | undefined;
  #lastReference = 0;

  constructor(
    link: Link,
    protocol: Protocol<Reply, Note>,
    options: { clock?: Clock; times?: Partial<SessionTimes> } = {},
  ) {
    const times = { ...defaultSessionTimes, ...options.times };
    super(link, (message) => protocol.encode(message), { clock: options.clock, times });
    this.#protocol = protocol;
  }

  /**
   * Runs one exchange. `build` gets the message's reference number, 1..255. Rejects with TERM_SILENT (no reply in
   * time), TERM_REFUSED (the terminal reported that the message is too long; context: largestBytes), LINK_CLOSED or
   * LINK_LOST. Errors of `build` are passed on.
   */
  request(build: (reference: number) => Uint8Array, options: RequestOptions<Reply> = {}): Promise<Reply> {
    return this.enqueue(async () => {
      if (this.isDirty) await this.#resync();
      return this.#exchange(build(this.#nextReference()), options.timeoutMs ?? this.times.replyMs, options.onReply);
    }, options);
  }

  async #resync(): Promise<void> {
    await this.awaitQuietLine();
    const discard = this.#protocol.reset();
    if (discard) this.discard(discard);
    await this.#exchange(this.#protocol.probe(this.#nextReference()), this.times.probeMs, undefined, true);
    this.isDirty = false;
  }

  #exchange(
    request: Uint8Array,
    timeoutMs: number,
    onReply: ((reply: Reply) => void) | undefined,
    isProbe = false,
  ): Promise<Reply> {
    this.requireOpen();
    const exchange: Exchange<Reply> = new Exchange(this.clock, timeoutMs, (waitedMs) => {
      const silence = this.timeoutError(waitedMs);
      exchange.fail(awaited.largestBytes === undefined ? silence : this.#tooLong(awaited.largestBytes));
    });
    const awaited: Awaited<Reply> = { request, exchange, isProbe, onReply };
    this.#awaited = awaited;
    return this.ask(request, exchange);
  }

  protected override receive(bytes: Uint8Array): void {
    for (const item of this.#protocol.decode(bytes)) {
      if (this.hasEnded) return;
      if (item.kind === 'discard') {
        this.discard(item);
        continue;
      }
      this.countMessage();
      if (item.kind === 'reply') this.#takeReply(item.reply);
      else if (item.kind === 'note') this.note(item.note);
      else this.#takeTooLong(item.largestBytes);
    }
  }

  get #open(): Awaited<Reply> | undefined {
    return this.#awaited?.exchange.isOpen ? this.#awaited : undefined;
  }

  #takeReply(reply: Reply): void {
    const open = this.#open;
    if (!open || !this.#protocol.isAnswer(open.request, reply)) return this.discardReply('unmatched-reply');
    runListener(() => {
      open.exchange.close();
      open.onReply?.(reply);
      open.exchange.settle(reply);
    });
  }

  #takeTooLong(largestBytes: number): void {
    const open = this.#open;
    // The report lacks both reference and checksum, so noise may look like it. It therefore counts only for a
    // message longer than the limit, and only if no reply follows. A probe is never too long: the report is then late,
    // and belongs to the previous request.
    if (!open || open.isProbe || largestBytes >= open.request.length) return this.discardReply('unmatched-reply');
    open.largestBytes = largestBytes;
  }

  #tooLong(largestBytes: number): TillError {
    return new TillError('TERM_REFUSED', `the terminal takes messages of at most ${largestBytes} bytes`, {
      context: { address: this.link.address, largestBytes },
    });
  }

  #nextReference(): number {
    // Notifications carry 0, so requests do not use it.
    this.#lastReference = (this.#lastReference % 255) + 1;
    return this.#lastReference;
  }
}
