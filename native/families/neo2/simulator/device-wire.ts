/** Reader's end of the cable: frames over a stream or in HID reports, through the stack of behaviours. */
import { asciiBytes, concatBytes } from '../../../framing/bytes.ts';
import { encodeNeo2Event, encodeNeo2Response } from '../../../framing/neo2-frame.ts';
import { NEO2_REPORT_BYTES, Neo2ReportJoiner, splitIntoNeo2Reports } from '../../../framing/neo2-hid.ts';
import { Neo2Deframer } from '../../../framing/neo2-stream.ts';
import { code, status } from '../codec/codes.ts';
import { displayEvent } from '../codec/prompts.ts';
import { DeviceWire, type DeviceWireOptions } from '../../shared/simulator/device-wire.ts';
import type { Neo2Behaviour, Neo2Command, Neo2Controls, Neo2Outgoing } from './behaviour.ts';

/** Maximum length of a command to this reader (guide p40). */
const MAX_COMMAND_BYTES = 1_500;

export class Neo2DeviceWire extends DeviceWire<Neo2Command, Neo2Outgoing, Neo2Controls, Neo2Behaviour> {
  /** True if lights and display are reported to the host (04-00 DFEE7E). */
  sendsEvents = true;
  readonly #onCommand: (command: Neo2Command) => void;
  readonly #onAnswer: (question: number, data: Uint8Array) => void;
  readonly #isHid: boolean;
  #input: Neo2Deframer | Neo2ReportJoiner;

  constructor(
    options: DeviceWireOptions<Neo2Behaviour, Neo2Controls> & {
      link: 'stream' | 'hid';
      onCommand: (command: Neo2Command) => void;
      onAnswer: (question: number, data: Uint8Array) => void;
    },
  ) {
    super(options);
    this.#onCommand = options.onCommand;
    this.#onAnswer = options.onAnswer;
    this.#isHid = options.link === 'hid';
    this.#input = this.#makeInput();
  }

  #makeInput(): Neo2Deframer | Neo2ReportJoiner {
    const bound = { maxDataBytes: MAX_COMMAND_BYTES };
    return this.#isHid ? new Neo2ReportJoiner('device', bound) : new Neo2Deframer('device', bound);
  }

  /** Bytes from the host: cut anywhere on a stream, one report per call in HID. */
  override receive(bytes: Uint8Array): void {
    if (!this.isOn) return;
    for (const item of this.#input.push(bytes)) {
      // Unreadable bytes are noise and get no answer.
      if (item.kind !== 'frame') continue;
      const { frame } = item;
      if (frame.kind === 'command') this.#receiveCommand(frame);
      else if (frame.kind === 'response' && frame.command === code.prompt) this.#onAnswer(frame.status, frame.data);
    }
  }

  override dropPartialFrame(): void {
    this.#input = this.#makeInput();
  }

  answer(command: number, value: number, data: Uint8Array = new Uint8Array()): void {
    const kind = value === status.taken ? 'taken' : 'answer';
    this.send({ kind, code: command, frame: encodeNeo2Response(command, value, data), delayMs: 0 });
  }

  /** Sends a request to the host; `frame` is a command frame 61-xx. */
  ask(frame: Uint8Array): void {
    this.send({ kind: 'prompt', code: code.prompt, frame, delayMs: 0 });
  }

  displayEvent(index: number): void {
    if (!this.sendsEvents) return;
    this.send({ kind: 'event', code: 0, frame: encodeNeo2Event(displayEvent(index)), delayMs: 0 });
  }

  boot(platform: string): void {
    const text = asciiBytes(platform);
    const frame = encodeNeo2Response(code.bootNotification, 0x01, text);
    this.send({ kind: 'boot', code: code.bootNotification, frame, delayMs: 0 });
  }

  /** Sends any frame, bypassing the stack of behaviours. */
  say(frame: Uint8Array): void {
    this.put({ kind: 'answer', code: 0, frame, delayMs: 0 });
  }

  #receiveCommand(command: Neo2Command): void {
    const verdict = this.verdictOn(command);
    if (verdict === 'swallow') return;
    if (verdict !== undefined) return this.answer(command.command, verdict);
    this.#onCommand(command);
  }

  protected override frames(going: Neo2Outgoing): readonly Uint8Array[] {
    const frame = going.cutTo === undefined ? going.frame : going.frame.subarray(0, going.cutTo);
    const noise = going.garbageBefore;
    if (!this.#isHid) return [noise ? concatBytes(noise, frame) : frame];
    const reports = splitIntoNeo2Reports(frame);
    if (!noise) return reports;
    const report = new Uint8Array(NEO2_REPORT_BYTES);
    report.set(noise.subarray(0, NEO2_REPORT_BYTES));
    return [report, ...reports];
  }
}
