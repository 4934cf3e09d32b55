/**
 * The terminal's end of the cable: frames and messages in and out, the stack of behaviours on both ways, and which
 * notifications the host wants to hear.
 */
import { concatBytes } from '../../../framing/bytes.ts';
import { encodeCapabilityExceeded, encodeSlip, slipInfo, SlipDeframer } from '../../../framing/slip.ts';
import type { Tlv } from '../../../framing/tlv.ts';
import { parseMmsMessage, type MmsRequest } from '../codec/message.ts';
import { mmsNotification } from '../codec/tags.ts';
import { passThrough, type Behaviour, type Outgoing, type TerminalControls } from './behaviour.ts';
import { refusal } from './status-codes.ts';
import type { Timers } from '../../../time/timers.ts';
import { encodeNotice, encodeReply, type NotificationStatus, type ReplyOptions } from './wire.ts';

/** The longest message this terminal takes; longer ones are answered with "hardware capability exceeded". */
export const MAX_MESSAGE_BYTES = 4096;

/** What 1F02 asks for. */
export interface SubscriptionChange {
  isOn: boolean;
  codes: 'all' | readonly number[];
}

export class DeviceWire {
  /** The stack, oldest first. */
  behaviours: readonly Behaviour[];
  /** Off while the terminal is down: nothing is heard and nothing is said. */
  isOn = true;
  readonly #timers: Timers;
  readonly #controls: TerminalControls;
  readonly #onRequest: (request: MmsRequest) => void;
  readonly #notifiesUnasked: boolean;
  readonly #deframer = new SlipDeframer('device', { maxMessageBytes: MAX_MESSAGE_BYTES });
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  /** Notifications that the host does not want. */
  #muted: 'all' | ReadonlySet<number> = new Set();

  constructor(options: {
    timers: Timers;
    controls: TerminalControls;
    behaviours: readonly Behaviour[];
    notifiesUnasked: boolean;
    onRequest: (request: MmsRequest) => void;
  }) {
    this.#timers = options.timers;
    this.#controls = options.controls;
    this.#onRequest = options.onRequest;
    this.#notifiesUnasked = options.notifiesUnasked;
    this.behaviours = options.behaviours;
    this.forget();
  }

  /** Bytes from the host, cut anywhere. */
  receive(bytes: Uint8Array): void {
    if (!this.isOn) return;
    for (const item of this.#deframer.push(bytes)) {
      if (item.kind === 'frame') this.#receiveMessage(item.message);
      // Other discards are noise. What was too long is answered (reference section 2, info 03).
      else if (item.kind === 'discard' && item.reason === 'oversize') {
        this.#emit(encodeCapabilityExceeded(MAX_MESSAGE_BYTES));
      }
    }
  }

  /** Half a frame from before means nothing any more. */
  dropPartialFrame(): void {
    this.#deframer.reset();
  }

  onSend(listener: (bytes: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  reply(to: Pick<MmsRequest, 'reference' | 'command'>, options: ReplyOptions = {}): void {
    this.#send('response', to.command, encodeReply(to, options));
  }

  notify(
    code: number,
    status: NotificationStatus,
    tlvs: readonly Tlv[] = [],
    payload: 'shortest' | 'long-length' = 'shortest',
  ): void {
    if (this.#muted === 'all' || this.#muted.has(code)) return;
    this.#send('notification', code, encodeNotice(code, status, tlvs, payload));
  }

  subscribe(change: SubscriptionChange): void {
    if (change.codes === 'all') {
      this.#muted = change.isOn ? new Set() : 'all';
      return;
    }
    const muted = new Set(this.#muted === 'all' ? Object.values(mmsNotification) : this.#muted);
    for (const code of change.codes) {
      if (change.isOn) muted.delete(code);
      else muted.add(code);
    }
    this.#muted = muted;
  }

  /** What a power cycle forgets: half a frame and the subscriptions. */
  forget(): void {
    this.#deframer.reset();
    this.#muted = this.#notifiesUnasked ? new Set() : 'all';
  }

  close(): void {
    this.isOn = false;
    this.#listeners.clear();
  }

  #receiveMessage(message: Uint8Array): void {
    const parsed = parseMmsMessage(message);
    if (!parsed.ok || parsed.message.kind !== 'request') {
      const header = requestHeader(message);
      if (header) this.reply(header, { severity: 'not-started', code: refusal.badMessage });
      return;
    }
    const request = parsed.message;
    for (const behaviour of this.behaviours) {
      const verdict = behaviour.onRequest?.(request, this.#controls);
      if (verdict === 'swallow') return;
      if (verdict !== undefined) return this.reply(request, { severity: 'not-started', code: verdict });
    }
    this.#onRequest(request);
  }

  #send(kind: Outgoing['kind'], code: number, message: Uint8Array): void {
    for (const going of passThrough(this.behaviours, { kind, code, message, delayMs: 0 }, this.#controls)) {
      if (going.delayMs > 0) this.#timers.after(going.delayMs, () => this.#put(going));
      else this.#put(going);
    }
  }

  #put(going: Outgoing): void {
    if (!this.isOn) return;
    const frame = encodeSlip(slipInfo.toHost, going.message);
    const cut = going.cutTo === undefined ? frame : frame.subarray(0, going.cutTo);
    this.#emit(going.garbageBefore ? concatBytes(going.garbageBefore, cut) : cut);
    going.whenSent?.();
  }

  #emit(bytes: Uint8Array): void {
    for (const listener of this.#listeners) listener(bytes);
  }
}

/** Reference and command of something that begins as a request but cannot be read: enough to say so. */
function requestHeader(message: Uint8Array): { reference: number; command: number } | undefined {
  const [start, , tag, length, type, reference, high, low] = message;
  if (start !== 0xaa || tag !== 0x81 || length !== 0x04 || type !== 0x01) return undefined;
  if (reference === undefined || high === undefined || low === undefined) return undefined;
  return { reference, command: high * 256 + low };
}
