/** Reader's end of the cable: sends and receives messages, as frames on a serial line or as reports over USB. */
import { concatBytes } from '../../../framing/bytes.ts';
import { splitNotification } from '../../../framing/magnesafe-packets.ts';
import {
  encodeMagnesafeFrame,
  encodeRuns,
  MagnesafeDeframer,
  magnesafeFrame,
} from '../../../framing/magnesafe-slip.ts';
import { reportType } from '../../../framing/reports.ts';
import { DeviceWire, type DeviceWireOptions } from '../../shared/simulator/device-wire.ts';
import { command, result } from '../codec/codes.ts';
import { encodeExtendedAnswer, encodeMessage, readExtendedPacket, readMessage } from '../codec/message.ts';
import type { Behaviour, Outgoing, ReaderControls, Request } from './behaviour.ts';

/** Bytes of a feature report and of a notification's report, without their ids. */
const FEATURE_BYTES = 60;
const NOTIFICATION_BYTES = 60;

interface Options extends DeviceWireOptions<Behaviour, ReaderControls> {
  /** `stream`: frames. `reports`: reports preceded by their type and id. */
  link: 'stream' | 'reports';
  onRequest: (request: Request) => void;
}

export class MagnesafeDeviceWire extends DeviceWire<Request, Outgoing, ReaderControls, Behaviour> {
  readonly #options: Options;
  readonly #deframer = new MagnesafeDeframer('device');
  /** Packets of an incomplete extended command. */
  #open: { readonly code: number; readonly total: number; pieces: Uint8Array[]; held: number } | undefined;
  /** Packets of an answer that the host has not fetched yet. */
  #rest: Uint8Array[] = [];

  constructor(options: Options) {
    super(options);
    this.#options = options;
  }

  override receive(bytes: Uint8Array): void {
    if (!this.isOn) return;
    if (this.#options.link === 'reports') {
      if (bytes[0] === reportType.feature && bytes[1] === 0x01) this.#receiveMessage(bytes.slice(2), true);
      return;
    }
    for (const item of this.#deframer.push(bytes)) {
      // Discarded bytes are noise.
      if (item.kind === 'frame') this.#receiveMessage(item.message.slice(), false);
    }
  }

  override dropPartialFrame(): void {
    this.#deframer.reset();
    this.#open = undefined;
    this.#rest = [];
  }

  reply(to: number, code: number, data: Uint8Array = new Uint8Array()): void {
    this.send({ kind: 'response', code: to, message: encodeMessage(code, data), delayMs: 0 });
  }

  /** Sends a two-byte result. Data beyond the first packet wait until the host fetches them. */
  answer(to: number, code: number, data: Uint8Array = new Uint8Array()): void {
    const [first, ...rest] = encodeExtendedAnswer(code, data);
    this.#rest = rest;
    if (first) this.send({ kind: 'response', code: to, message: first, delayMs: 0 });
  }

  notify(id: number, data: Uint8Array): void {
    this.send({ kind: 'notification', code: id, message: data, delayMs: 0 });
  }

  swipe(report: Uint8Array): void {
    this.send({ kind: 'swipe', code: 0x01, message: report, delayMs: 0 });
  }

  #receiveMessage(bytes: Uint8Array, mayBePadded: boolean): void {
    const read = readMessage(bytes, mayBePadded);
    if (!read.ok) return this.reply(bytes[0] ?? 0, result.badParameter);
    const { code, data } = read.message;
    if (code === command.nextPacket) {
      const next = this.#rest.shift();
      if (next) this.send({ kind: 'response', code, message: next, delayMs: 0 });
      else this.reply(code, result.notAvailable);
      return;
    }
    if (code !== command.extended) return this.#take({ command: code, data });
    const request = this.#join(data);
    if (request === 'more') this.reply(code, result.moreWanted);
    else if (request === 'bad') this.reply(code, result.badParameter);
    else this.#take(request);
  }

  #join(data: Uint8Array): Request | 'more' | 'bad' {
    const packet = readExtendedPacket(data);
    if (!packet) return 'bad';
    if (packet.offset === 0) this.#open = { code: packet.code, total: packet.total, pieces: [], held: 0 };
    const open = this.#open;
    if (!open || open.code !== packet.code || open.total !== packet.total || open.held !== packet.offset) {
      this.#open = undefined;
      return 'bad';
    }
    open.pieces.push(packet.data.slice());
    open.held += packet.data.length;
    if (open.held < open.total) return 'more';
    this.#open = undefined;
    return { command: open.code, data: concatBytes(...open.pieces) };
  }

  #take(request: Request): void {
    const verdict = this.verdictOn(request);
    if (verdict === 'swallow') return;
    if (verdict === undefined) return this.#options.onRequest(request);
    if (verdict > 0xff) this.answer(request.command, verdict);
    else this.reply(request.command, verdict);
  }

  protected override frames(going: Outgoing): readonly Uint8Array[] {
    const frames = this.#options.link === 'reports' ? reportsOf(going) : framesOf(going);
    const [first = new Uint8Array(), ...rest] = frames;
    if (going.cutTo !== undefined) return [first.subarray(0, going.cutTo)];
    return going.garbageBefore ? [concatBytes(going.garbageBefore, first), ...rest] : frames;
  }
}

function framesOf({ kind, code, message }: Outgoing): Uint8Array[] {
  // Readers on a serial line have no stripe reader.
  if (kind === 'swipe') return [];
  if (kind === 'response') return [encodeMagnesafeFrame(magnesafeFrame.response, message)];
  return splitNotification(code, message, Math.max(1, message.length)).map((packet) => {
    const coded = encodeRuns(packet);
    return coded.length < packet.length
      ? encodeMagnesafeFrame(magnesafeFrame.codedNotification, coded)
      : encodeMagnesafeFrame(magnesafeFrame.notification, packet);
  });
}

function reportsOf({ kind, code, message }: Outgoing): Uint8Array[] {
  const report = (type: number, id: number, content: Uint8Array, bytes: number): Uint8Array => {
    const whole = new Uint8Array(2 + Math.max(bytes, content.length));
    whole.set([type, id]);
    whole.set(content, 2);
    return whole;
  };
  if (kind === 'swipe') return [report(reportType.input, 0x01, message, 0)];
  if (kind === 'response') return [report(reportType.feature, 0x01, message, FEATURE_BYTES)];
  return splitNotification(code, message).map((packet) => report(reportType.input, 0x02, packet, NOTIFICATION_BYTES));
}
