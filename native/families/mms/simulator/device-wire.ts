/**
 * The terminal's end of the cable: MMS frames and messages in both directions, and the host's notification
 * subscriptions.
 */
import { concatBytes } from '../../../framing/bytes.ts';
import { encodeCapabilityExceeded, encodeSlip, slipInfo, SlipDeframer } from '../../../framing/slip.ts';
import type { Tlv } from '../../../framing/tlv.ts';
import { parseMmsMessage, type MmsRequest } from '../codec/message.ts';
import { mmsNotification } from '../codec/tags.ts';
import { DeviceWire, type DeviceWireOptions } from '../../shared/simulator/device-wire.ts';
import type { Behaviour, Outgoing, TerminalControls } from './behaviour.ts';
import { refusalCodes } from './status-codes.ts';
import { encodeNotice, encodeReply, type NotificationStatus, type ReplyOptions } from './wire.ts';

/** Longest message that this terminal accepts; it answers a longer one with "hardware capability exceeded". */
const MAX_MESSAGE_BYTES = 4096;

/** Subscription change that command 1F02 requests. */
interface SubscriptionChange {
  isOn: boolean;
  codes: 'all' | readonly number[];
}

export class MmsDeviceWire extends DeviceWire<MmsRequest, Outgoing, TerminalControls, Behaviour> {
  readonly #onRequest: (request: MmsRequest) => void;
  readonly #notifiesUnsubscribed: boolean;
  readonly #deframer = new SlipDeframer('device', { maxMessageBytes: MAX_MESSAGE_BYTES });
  /** Notifications that the host has unsubscribed. */
  #muted: 'all' | ReadonlySet<number> = new Set();

  constructor(
    options: DeviceWireOptions<Behaviour, TerminalControls> & {
      notifiesUnsubscribed: boolean;
      onRequest: (request: MmsRequest) => void;
    },
  ) {
    super(options);
    this.#onRequest = options.onRequest;
    this.#notifiesUnsubscribed = options.notifiesUnsubscribed;
    this.forget();
  }

  override receive(bytes: Uint8Array): void {
    if (!this.isOn) return;
    for (const item of this.#deframer.push(bytes)) {
      if (item.kind === 'frame') this.#receiveMessage(item.message);
      // Other discards are noise; a message that is too long is answered (reference section 2, info 03).
      else if (item.kind === 'discard' && item.reason === 'oversize') {
        this.emit(encodeCapabilityExceeded(MAX_MESSAGE_BYTES));
      }
    }
  }

  override dropPartialFrame(): void {
    this.#deframer.reset();
  }

  reply(to: Pick<MmsRequest, 'reference' | 'command'>, options: ReplyOptions = {}): void {
    this.send({ kind: 'response', code: to.command, message: encodeReply(to, options), delayMs: 0 });
  }

  notify(
    code: number,
    status: NotificationStatus,
    tlvs: readonly Tlv[] = [],
    payload: 'shortest' | 'long-length' = 'shortest',
  ): void {
    if (this.#muted === 'all' || this.#muted.has(code)) return;
    this.send({ kind: 'notification', code, message: encodeNotice(code, status, tlvs, payload), delayMs: 0 });
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

  /** Drops the state that a power cycle loses: a partial frame and the subscriptions. */
  forget(): void {
    this.#deframer.reset();
    this.#muted = this.#notifiesUnsubscribed ? new Set() : 'all';
  }

  #receiveMessage(message: Uint8Array): void {
    const parsed = parseMmsMessage(message);
    if (!parsed.ok || parsed.message.kind !== 'request') {
      const header = requestHeader(message);
      if (header) this.reply(header, { severity: 'not-started', code: refusalCodes.badMessage });
      return;
    }
    const request = parsed.message;
    const verdict = this.verdictOn(request);
    if (verdict === 'swallow') return;
    if (verdict !== undefined) return this.reply(request, { severity: 'not-started', code: verdict });
    this.#onRequest(request);
  }

  protected override frames(going: Outgoing): readonly Uint8Array[] {
    const frame = encodeSlip(slipInfo.toHost, going.message);
    const cut = going.cutTo === undefined ? frame : frame.subarray(0, going.cutTo);
    return [going.garbageBefore ? concatBytes(going.garbageBefore, cut) : cut];
  }
}

/** Reference and command of an unreadable request, which suffice to report it. */
function requestHeader(message: Uint8Array): { reference: number; command: number } | undefined {
  const [start, , tag, length, type, reference, high, low] = message;
  if (start !== 0xaa || tag !== 0x81 || length !== 0x04 || type !== 0x01) return undefined;
  if (reference === undefined || high === undefined || low === undefined) return undefined;
  return { reference, command: high * 256 + low };
}
