/**
 * Sends commands one after the other: a long command goes out in packets that must not be interrupted, and a long
 * answer is fetched in packets (reference section 4).
 */
import { TillError } from '../../../../electron/contract/index.ts';
import { concatBytes } from '../../../framing/bytes.ts';
import { result } from '../codec/codes.ts';
import { getNextPacket } from '../codec/commands.ts';
import { encodeExtendedCommand, readExtendedPacket, type Message } from '../codec/message.ts';
import { magnesafeRefusal } from '../codec/results.ts';
import type { MagnesafeSession } from './wire.ts';

interface Options {
  readonly timeoutMs?: number;
  readonly isRepeatable?: boolean;
  /** Called with the result, in order with notifications: before any notification after the result. */
  readonly onResult?: (result: number) => void;
}

export interface ExtendedAnswer {
  /** Two bytes, or a result of the outer layer, below 0x100, when the outer layer refused. */
  readonly result: number;
  readonly data: Uint8Array;
}

/** Above the packet count of any answer. */
const MAX_PACKETS = 80;

export class Dialogue {
  readonly session: MagnesafeSession;
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: MagnesafeSession) {
    this.session = session;
  }

  /**
   * Sends a one-byte command.
   * @throws TERM_SILENT, LINK_CLOSED or LINK_LOST
   */
  ask(message: Uint8Array, options: Options = {}): Promise<Message> {
    return this.#next(() => this.#exchange(message, options));
  }

  /**
   * Sends a two-byte command from encodeExtendedCommand.
   * @throws errors of ask(), and FRAME_GARBAGE for an invalid answer
   */
  askExtended(packets: readonly Uint8Array[], options: Options = {}): Promise<ExtendedAnswer> {
    return this.#next(() => this.#extended(packets, options));
  }

  /** Sends a two-byte command with its data, like askExtended. */
  command(code: number, data: Uint8Array, options: Options = {}): Promise<ExtendedAnswer> {
    return this.askExtended(encodeExtendedCommand(code, data), options);
  }

  #next<T>(task: () => Promise<T>): Promise<T> {
    const next = this.#last.then(task);
    this.#last = next.catch(() => undefined);
    return next;
  }

  #exchange(message: Uint8Array, { timeoutMs, isRepeatable, onResult }: Options): Promise<Message> {
    return this.session.request(message, {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(isRepeatable === undefined ? {} : { isRepeatable }),
      ...(onResult ? { onReply: (reply) => onResult(resultOf(reply)) } : {}),
    });
  }

  async #extended(packets: readonly Uint8Array[], options: Options): Promise<ExtendedAnswer> {
    const rest = [...packets];
    const last = rest.pop();
    if (!last) throw new RangeError('a command has no packets');
    for (const packet of rest) {
      const reply = await this.#exchange(packet, { ...options, isRepeatable: false });
      // The reader refused before the command was whole, or took a part of it for a whole, different command.
      if (reply.code !== result.moreWanted) return this.#read(reply, options);
    }
    return this.#read(
      await this.#exchange(last, { ...options, isRepeatable: (options.isRepeatable ?? false) && rest.length === 0 }),
      options,
    );
  }

  async #read(reply: Message, options: Options): Promise<ExtendedAnswer> {
    if (reply.code !== result.extended) {
      if (reply.code === result.done || reply.code === result.moreWanted) throw this.#garbage();
      return { result: reply.code, data: new Uint8Array() };
    }
    const first = readExtendedPacket(reply.data);
    if (!first || first.offset !== 0) throw this.#garbage();
    const pieces = [first.data];
    let held = first.data.length;
    for (let count = 1; held < first.total; count += 1) {
      const more = await this.#exchange(
        getNextPacket(),
        options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs },
      );
      const packet = more.code === result.extended ? readExtendedPacket(more.data) : undefined;
      const fits = packet && packet.offset === held && packet.total === first.total && packet.data.length > 0;
      if (!fits || count > MAX_PACKETS) throw this.#garbage();
      pieces.push(packet.data);
      held += packet.data.length;
    }
    return { result: first.code, data: concatBytes(...pieces) };
  }

  #garbage(): TillError {
    const { address } = this.session.link;
    return new TillError('FRAME_GARBAGE', `${address} gave an unreadable answer`, { context: { address } });
  }
}

/** Returns the two-byte result of an extended answer, or the one-byte result of any other answer. */
function resultOf(reply: Message): number {
  return reply.code === result.extended ? (readExtendedPacket(reply.data)?.code ?? result.failed) : reply.code;
}

/**
 * Returns the data of a completed one-byte command.
 * @throws the refusal otherwise
 */
export function requireDone(reply: Message, what: string): Uint8Array {
  if (reply.code !== result.done) throw magnesafeRefusal(reply.code, what);
  return reply.data;
}
