/** The reader's end of the cable: frames in and out, over a stream or in HID reports, and the stack of behaviours. */
import { concatBytes } from '../../../framing/bytes.ts';
import { encodeNeo2Event, encodeNeo2Response } from '../../../framing/neo2-frame.ts';
import { NEO2_REPORT_BYTES, Neo2ReportJoiner, splitIntoNeo2Reports } from '../../../framing/neo2-hid.ts';
import { Neo2Deframer } from '../../../framing/neo2-stream.ts';
import { code, status } from '../codec/codes.ts';
import { displayEvent } from '../codec/prompts.ts';
import type { Timers } from '../../../time/timers.ts';
import { passNeo2, type Neo2Behaviour, type Neo2Controls, type Neo2Outgoing } from './behaviour.ts';

/** The longest command this reader takes (guide p40). */
const MAX_COMMAND_BYTES = 1_500;

export interface Neo2Command {
  readonly command: number;
  readonly subcommand: number;
  readonly data: Uint8Array;
}

export class Neo2DeviceWire {
  /** The stack, oldest first. */
  behaviours: readonly Neo2Behaviour[];
  /** Off while the reader is down: nothing is heard and nothing is said. */
  isOn = true;
  /** Lights and display are reported to the host (04-00 DFEE7E). */
  sendsEvents = true;
  readonly #timers: Timers;
  readonly #controls: Neo2Controls;
  readonly #onCommand: (command: Neo2Command) => void;
  readonly #onAnswer: (question: number, data: Uint8Array) => void;
  readonly #isHid: boolean;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  #input: Neo2Deframer | Neo2ReportJoiner;

  constructor(options: {
    timers: Timers;
    controls: Neo2Controls;
    behaviours: readonly Neo2Behaviour[];
    link: 'stream' | 'hid';
    onCommand: (command: Neo2Command) => void;
    /** The host's answer to a question of the reader: its sub-command and data. */
    onAnswer: (question: number, data: Uint8Array) => void;
  }) {
    this.#timers = options.timers;
    this.#controls = options.controls;
    this.#onCommand = options.onCommand;
    this.#onAnswer = options.onAnswer;
    this.#isHid = options.link === 'hid';
    this.behaviours = options.behaviours;
    this.#input = this.#makeInput();
  }

  #makeInput(): Neo2Deframer | Neo2ReportJoiner {
    const bound = { maxDataBytes: MAX_COMMAND_BYTES };
    return this.#isHid ? new Neo2ReportJoiner('device', bound) : new Neo2Deframer('device', bound);
  }

  /** Bytes from the host: cut anywhere on a stream, one report a call in HID. */
  receive(bytes: Uint8Array): void {
    if (!this.isOn) return;
    for (const item of this.#input.push(bytes)) {
      // What cannot be read is noise, and nothing is said to it.
      if (item.kind !== 'frame') continue;
      const { frame } = item;
      if (frame.kind === 'command') this.#receiveCommand(frame);
      else if (frame.kind === 'response' && frame.command === code.prompt) this.#onAnswer(frame.status, frame.data);
    }
  }

  /** Half a frame from before means nothing any more. */
  forget(): void {
    this.#input = this.#makeInput();
  }

  onSend(listener: (bytes: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  answer(command: number, value: number, data: Uint8Array = new Uint8Array()): void {
    const kind = value === status.taken ? 'taken' : 'answer';
    this.#send(kind, command, encodeNeo2Response(command, value, data));
  }

  /** The reader asks its host; `frame` is a command frame 61-xx. */
  ask(frame: Uint8Array): void {
    this.#send('prompt', code.prompt, frame);
  }

  displayEvent(index: number): void {
    if (this.sendsEvents) this.#send('event', 0, encodeNeo2Event(displayEvent(index)));
  }

  boot(platform: string): void {
    const text = Uint8Array.from(platform, (character) => character.charCodeAt(0));
    this.#send('boot', code.bootNotification, encodeNeo2Response(code.bootNotification, 0x01, text));
  }

  /** Any frame, past the stack of behaviours. */
  put(frame: Uint8Array): void {
    this.#put({ kind: 'answer', code: 0, frame, delayMs: 0 });
  }

  close(): void {
    this.isOn = false;
    this.#listeners.clear();
  }

  #receiveCommand(command: Neo2Command): void {
    for (const behaviour of this.behaviours) {
      const verdict = behaviour.onCommand?.(command, this.#controls);
      if (verdict === 'swallow') return;
      if (verdict !== undefined) return this.answer(command.command, verdict);
    }
    this.#onCommand(command);
  }

  #send(kind: Neo2Outgoing['kind'], command: number, frame: Uint8Array): void {
    const outgoing: Neo2Outgoing = { kind, code: command, frame, delayMs: 0 };
    for (const going of passNeo2(this.behaviours, outgoing, this.#controls)) {
      if (going.delayMs > 0) this.#timers.after(going.delayMs, () => this.#put(going));
      else this.#put(going);
    }
  }

  #put(going: Neo2Outgoing): void {
    if (!this.isOn) return;
    const frame = going.cutTo === undefined ? going.frame : going.frame.subarray(0, going.cutTo);
    if (!this.#isHid) this.#emit(going.garbageBefore ? concatBytes(going.garbageBefore, frame) : frame);
    else {
      if (going.garbageBefore) {
        const report = new Uint8Array(NEO2_REPORT_BYTES);
        report.set(going.garbageBefore.subarray(0, NEO2_REPORT_BYTES));
        this.#emit(report);
      }
      for (const report of splitIntoNeo2Reports(frame)) this.#emit(report);
    }
    going.whenSent?.();
  }

  #emit(bytes: Uint8Array): void {
    for (const listener of this.#listeners) listener(bytes);
  }
}
