/**
 * A simulated NEO 2 reader: frames (reference sections 1 and 2), commands (section 4), transactions (section 5), card
 * data (section 6). Bytes arrive through `receive` and leave through `onSend`; the caller provides cable, time and
 * randomness.
 */
import { TillError } from '../../../../electron/contract/index.ts';
import { status } from '../codec/codes.ts';
import type { PaymentStart } from '../codec/commands.ts';
import { displayMode, encodeDisplayControl } from '../codec/prompts.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import { TerminalBody, type BodyOptions, type ControllableTerminal } from '../../shared/simulator/terminal-body.ts';
import {
  healthyNeo2Sensors,
  type Neo2Behaviour,
  type Neo2CardReading,
  type Neo2Controls,
  type Neo2Sensors,
  type Neo2Step,
} from './behaviour.ts';
import type { ClearOutput } from './card-blob.ts';
import { answerNeo2Command, type CommandedReader } from './commands.ts';
import { Neo2DeviceWire } from './device-wire.ts';
import { simulatedModel } from '../../shared/models.ts';
import { neo2Models, type Neo2Model } from '../models/index.ts';
import { defaultNeo2Pace, type Neo2Pace } from './pace.ts';
import { text } from './texts.ts';
import { Neo2SimulatedTransaction, type Neo2Host } from './transaction.ts';

/** Platform name that real readers send after power-up (guide p150). */
const PLATFORM = 'NEO 2.0 v1.00\0';
const LOW_BATTERY_PERCENT = 5;

export interface Neo2TerminalOptions extends BodyOptions<Neo2Behaviour> {
  /** 1 to 15 printable characters. Default `630Z000001`, the guide's example. */
  serialNumber?: string;
  /** Default `VP6800`. */
  model?: string;
  pace?: Partial<Neo2Pace>;
  sensors?: Partial<Neo2Sensors>;
  /** Format of the bytes of `receive` and `onSend`: a stream (default), or a HID report each. */
  link?: 'stream' | 'hid';
  /** False for a reader that cannot be set to send 63. Default true. */
  knowsFirstResponses?: boolean;
  /** True if a cancelled long-running command also gets its own last answer. Default false; see README, assumptions. */
  answersCancelledCommand?: boolean;
  /** Requests the stripe for an unreadable chip: the reader, if the host allows it (default), or the host. */
  fallbackDrivenBy?: 'host' | 'device';
  /**
   * Which settable elements (amount, currency, kind, date, cryptogram information) are sent in clear. Default `all`.
   */
  clearOutput?: ClearOutput;
  /** False for a reader that refuses a start with an output list (DFEE1A). Default true. */
  knowsOutputTags?: boolean;
  /** True if the reader reports its start after power-up (14-01 set to 02). Default true. */
  notifiesBoot?: boolean;
}

/** A simulated reader with controls that only tests and faults use. */
export type Neo2Terminal = ControllableTerminal<Neo2Behaviour, Neo2Controls, Neo2Step>;

/** @throws CFG_INVALID for an impossible serial number, model or card */
export function createNeo2Terminal(options: Neo2TerminalOptions = {}): Neo2Terminal {
  return new SimulatedNeo2Terminal(options);
}

class SimulatedNeo2Terminal
  extends TerminalBody<
    Neo2Step,
    Neo2CardReading,
    Neo2Sensors,
    Neo2Controls,
    Neo2Behaviour,
    Neo2SimulatedTransaction,
    Neo2Model
  >
  implements CommandedReader
{
  readonly family = 'neo2';
  readonly wire: Neo2DeviceWire;
  readonly controls: Neo2Controls;
  readonly knowsFirstResponses: boolean;
  readonly knowsOutputTags: boolean;
  confirmsCommands = false;
  readonly #options: Neo2TerminalOptions;
  readonly #pace: Neo2Pace;
  #lastContactAnswer: { value: number; data: Uint8Array } | null = null;
  #label = text.welcome as string;

  constructor(options: Neo2TerminalOptions) {
    const serialNumber = options.serialNumber ?? '630Z000001';
    if (!/^[\x21-\x7e]{1,15}$/.test(serialNumber)) {
      throw new TillError('CFG_INVALID', 'a NEO 2 serial number is 1 to 15 printable characters');
    }
    const { model, firmware } = simulatedModel(neo2Models, options.model);
    const sensors = { ...healthyNeo2Sensors, ...options.sensors };
    super(options, { serialNumber, firmware, model, ready: text.welcome, sensors });
    this.#options = options;
    this.#pace = { ...defaultNeo2Pace, ...options.pace };
    this.knowsFirstResponses = options.knowsFirstResponses ?? true;
    this.knowsOutputTags = options.knowsOutputTags ?? true;
    this.controls = { ...this.commonControls(), say: (frame) => this.wire.say(frame) };
    this.wire = new Neo2DeviceWire({
      timers: this.timers,
      controls: this.controls,
      behaviours: options.behaviours ?? [],
      link: options.link ?? 'stream',
      onCommand: (command) => answerNeo2Command(command, this),
      onAnswer: (question, data) => this.transaction?.takeAnswer(question, data),
    });
  }

  protected override get bootMs(): number {
    return this.#pace.bootMs;
  }

  override showIdle(): void {
    if (this.cardInside) this.display.show([text.removeCard]);
    else this.display.showIdle();
  }

  showForAWhile(lines: readonly string[]): void {
    const all = this.cardInside ? [...lines, text.removeCard] : lines;
    this.display.showFor(all, this.#pace.resultMs, () => this.showIdle());
  }

  setLabel(label: string): void {
    this.#label = label;
  }

  showLabel(): void {
    this.display.setIdleLines([this.#label]);
    if (!this.transaction) this.showIdle();
  }

  protected override onCardRemoved(): void {
    this.showIdle();
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  get lastContactAnswer(): { value: number; data: Uint8Array } | null {
    return this.transaction?.lastAnswer ?? this.#lastContactAnswer;
  }

  get startRefusal(): number | undefined {
    if (!this.sensors.isActivated) return status.notAllowed;
    const isEmpty = this.facts.hasBattery && this.sensors.batteryPercent <= LOW_BATTERY_PERCENT;
    return isEmpty ? status.failed : undefined;
  }

  sayTaken(command: number): void {
    if (this.confirmsCommands) this.wire.answer(command, status.taken);
  }

  beginTransaction(payment: PaymentStart, readers: readonly ReadMode[]): void {
    this.transaction?.abort();
    this.#lastContactAnswer = null;
    this.begin(new Neo2SimulatedTransaction(payment, readers, this.#transactionHost(), this.chipFailed));
  }

  #transactionHost(): Neo2Host {
    return {
      ...this.transactionBody(),
      model: this.facts,
      pace: this.#pace,
      answersCancelledCommand: this.#options.answersCancelledCommand ?? false,
      clearOutput: this.#options.clearOutput ?? 'all',
      fallsBackItself: this.#options.fallbackDrivenBy !== 'host',
      answer: (command, value, data) => this.wire.answer(command, value, data),
      ask: (frame) => this.wire.ask(frame),
      event: (index) => this.wire.displayEvent(index),
      show: (lines) => this.#showInTransaction(lines),
      ended: (lines, chipFailed) => {
        this.#lastContactAnswer = this.transaction?.lastAnswer ?? this.#lastContactAnswer;
        this.ended(chipFailed);
        if (lines.length === 0) this.showIdle();
        else this.showForAWhile(lines);
      },
    };
  }

  /** Shows lines on the display and sends them to the host, which mirrors them or must show them (61-01 mode 03). */
  #showInTransaction(lines: readonly string[]): void {
    this.display.show(lines);
    const plain = lines.map((line) => line.replace(/[^\x20-\x7e]/g, '?'));
    this.wire.ask(encodeDisplayControl({ mode: displayMode.text, lines: plain }));
  }

  // --- Power ----------------------------------------------------------------------------------------------------

  resetSettings(): void {
    this.confirmsCommands = false;
    this.wire.sendsEvents = true;
  }

  restartSoon(): void {
    this.timers.after(this.#pace.restartDelayMs, () => this.reboot());
  }

  protected override powerDown(power: 'booting' | 'off'): void {
    super.powerDown(power);
    this.#lastContactAnswer = null;
  }

  protected override boot(): void {
    this.power = 'on';
    this.wire.isOn = true;
    this.wire.dropPartialFrame();
    this.showIdle();
    if (this.#options.notifiesBoot ?? true) this.wire.boot(PLATFORM);
  }
}
