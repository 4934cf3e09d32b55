/**
 * A reader of the NEO 2 family in software: frames (reference sections 1 and 2), commands (section 4), transactions
 * (section 5), card data (section 6). It runs no carrier and no process: bytes come by `receive` and leave by `onSend`,
 * time and randomness come by parameter.
 */
import { randomBytes as systemRandomBytes } from 'node:crypto';
import { TillError } from '../../../../electron/contract/index.ts';
import { status } from '../codec/codes.ts';
import type { PaymentStart } from '../codec/commands.ts';
import { displayMode, encodeDisplayControl } from '../codec/prompts.ts';
import { deriveInitialKey, DukptDevice } from '../../shared/simulator/card/dukpt-device.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import { describeCard, testDeck, type TestCard } from '../../shared/simulator/card/test-cards.ts';
import { systemClock, type Clock } from '../../../time/clock.ts';
import { TEST_BASE_KEY, TEST_INITIAL_KSN } from '../../shared/simulator/card/key-injection.ts';
import { Timers } from '../../../time/timers.ts';
import type { Ask, Gesture, SimulatedTerminal, TerminalFace } from '../../shared/simulator/simulated-terminal.ts';
import {
  healthyNeo2Sensors,
  type Neo2Behaviour,
  type Neo2CardReading,
  type Neo2Controls,
  type Neo2Sensors,
  type Neo2Step,
} from './behaviour.ts';
import { answerNeo2Command } from './commands.ts';
import { Neo2DeviceWire } from './device-wire.ts';
import { neo2SimulatorModel, neo2SimulatorModels, type Neo2Model, type Neo2ModelName } from './models.ts';
import { defaultNeo2Pace, type Neo2Pace } from './pace.ts';
import { text } from './texts.ts';
import { Neo2SimulatedTransaction, type Neo2Host } from './transaction.ts';

/** As real readers name themselves after power-up (guide p150). */
const PLATFORM = 'NEO 2.0 v1.00\0';
const LOW_BATTERY_PERCENT = 5;

export interface Neo2TerminalOptions {
  /** 1 to 15 printable characters. Default `630Z000001`, the guide's example. */
  serialNumber?: string;
  /** Default `VP6800`. */
  model?: Neo2ModelName;
  firmware?: string;
  clock?: Clock;
  randomBytes?: (count: number) => Uint8Array;
  /** The deck in the customer's hand; the first one, or `chosenCard`, is chosen. */
  cards?: readonly TestCard[];
  chosenCard?: string;
  /** Key serial number with the counter of the last transaction done; a fresh reader's by default. */
  ksn?: Uint8Array;
  pace?: Partial<Neo2Pace>;
  sensors?: Partial<Neo2Sensors>;
  behaviours?: readonly Neo2Behaviour[];
  /** What the bytes of `receive` and `onSend` are: a stream (default), or one HID report each. */
  link?: 'stream' | 'hid';
  /** False for a reader that cannot be told to say 63. Default true. */
  knowsFirstResponses?: boolean;
  /** A long-running command that the host cancels also gets its own last answer. Default false; see README, assumptions. */
  answersCancelledCommand?: boolean;
  /** Who asks for the stripe when a chip cannot be read: the reader, where the host allows it (default), or the host. */
  fallbackDrivenBy?: 'host' | 'device';
  /** After power-up the reader says so (14-01 set to 02). Default true. */
  notifiesBoot?: boolean;
}

/** A simulated reader with the handles that only tests and faults use. */
export interface Neo2Terminal extends SimulatedTerminal {
  /** Puts a behaviour on the stack; the result takes it off again. */
  addBehaviour(behaviour: Neo2Behaviour): () => void;
  readonly controls: Neo2Controls;
  /** Where the running transaction stands; null when none runs. */
  readonly step: Neo2Step | null;
}

/** Throws a TillError (CFG_INVALID) on a serial number, model or card that cannot be. */
export function createNeo2Terminal(options: Neo2TerminalOptions = {}): Neo2Terminal {
  return new SimulatedNeo2Terminal(options);
}

/** The reader as its commands see it (commands.ts). */
export class SimulatedNeo2Terminal implements Neo2Terminal {
  readonly family = 'neo2';
  readonly serialNumber: string;
  readonly firmware: string;
  readonly facts: Neo2Model;
  readonly wire: Neo2DeviceWire;
  readonly controls: Neo2Controls;
  readonly sensors: Neo2Sensors;
  readonly knowsFirstResponses: boolean;
  /** The reader says 63 when it has taken a command that lasts. */
  saysTaken = false;
  readonly #options: Neo2TerminalOptions;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #pace: Neo2Pace;
  readonly #dukpt: DukptDevice;
  readonly #cards: readonly TestCard[];
  readonly #transactionCounters = new Map<string, number>();
  readonly #unplugListeners = new Set<() => void>();
  readonly #changeListeners = new Set<() => void>();
  #chosen: TestCard;
  #cardInside: TestCard | null = null;
  #transaction: Neo2SimulatedTransaction | null = null;
  #lastContactAnswer: { value: number; data: Uint8Array } | null = null;
  /** The last transaction ended on a chip that could not be read. */
  #chipFailed = false;
  #power: 'on' | 'booting' = 'on';
  #display: readonly string[] = [text.welcome];
  #callOffDisplay: () => void = () => {};
  /** Text of the label on the reader's own screen, and whether it is shown. */
  #label = text.welcome as string;
  #idleLine = text.welcome as string;

  constructor(options: Neo2TerminalOptions) {
    this.#options = options;
    this.serialNumber = options.serialNumber ?? '630Z000001';
    if (!/^[\x21-\x7e]{1,15}$/.test(this.serialNumber)) {
      throw new TillError('CFG_INVALID', 'a NEO 2 serial number is 1 to 15 printable characters');
    }
    const model = neo2SimulatorModel(options.model ?? neo2SimulatorModels[0].name);
    if (!model) throw new TillError('CFG_INVALID', `no NEO 2 model is called ${options.model}`);
    this.#cards = options.cards ?? testDeck;
    const chosen = this.#cards.find((card) => card.id === (options.chosenCard ?? card.id));
    if (!chosen) throw new TillError('CFG_INVALID', 'the chosen card is not in the deck');
    this.#chosen = chosen;
    this.facts = model;
    this.firmware = options.firmware ?? model.firmware;
    this.sensors = { ...healthyNeo2Sensors, ...options.sensors };
    this.knowsFirstResponses = options.knowsFirstResponses ?? true;
    this.#pace = { ...defaultNeo2Pace, ...options.pace };
    this.#clock = options.clock ?? systemClock;
    this.#timers = new Timers(this.#clock);
    const ksn = options.ksn ?? TEST_INITIAL_KSN;
    this.#dukpt = new DukptDevice(deriveInitialKey(TEST_BASE_KEY, ksn), ksn);
    this.controls = {
      removeCard: () => this.#removeCard(),
      reboot: () => this.#reboot(),
      unplug: () => {
        for (const listener of this.#unplugListeners) listener();
      },
      sense: (changes) => void Object.assign(this.sensors, changes),
      say: (frame) => this.wire.put(frame),
    };
    this.wire = new Neo2DeviceWire({
      timers: this.#timers,
      controls: this.controls,
      behaviours: options.behaviours ?? [],
      link: options.link ?? 'stream',
      onCommand: (command) => answerNeo2Command(command, this),
      onAnswer: (question, data) => this.#transaction?.takeAnswer(question, data),
    });
  }

  get model(): string {
    return this.facts.name;
  }

  get step(): Neo2Step | null {
    return this.#transaction?.step ?? null;
  }

  // --- Cable ----------------------------------------------------------------------------------------------------

  receive(bytes: Uint8Array): void {
    this.wire.receive(bytes);
  }

  onSend(listener: (bytes: Uint8Array) => void): () => void {
    return this.wire.onSend(listener);
  }

  onUnplug(listener: () => void): () => void {
    this.#unplugListeners.add(listener);
    return () => void this.#unplugListeners.delete(listener);
  }

  cableMoved(): void {
    this.wire.forget();
  }

  addBehaviour(behaviour: Neo2Behaviour): () => void {
    this.wire.behaviours = [...this.wire.behaviours, behaviour];
    return () => {
      this.wire.behaviours = this.wire.behaviours.filter((one) => one !== behaviour);
    };
  }

  // --- Face -----------------------------------------------------------------------------------------------------

  get face(): TerminalFace {
    return {
      display: this.facts.hasDisplay ? this.#display : [],
      cards: this.#cards.map(describeCard),
      chosenCard: this.#chosen.id,
      can: this.#can,
    };
  }

  get asks(): Ask {
    if (this.#power !== 'on') return null;
    if (this.#transaction) return this.#transaction.asks;
    return this.#cardInside ? 'remove' : null;
  }

  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => void this.#changeListeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#changeListeners) listener();
  }

  #show(lines: readonly string[]): void {
    this.#callOffDisplay();
    this.#display = lines;
    this.#changed();
  }

  #showIdle(): void {
    this.#show([this.#cardInside ? text.removeCard : this.#idleLine]);
  }

  /** Shows lines for a moment, then the idle screen. */
  showForAWhile(lines: readonly string[]): void {
    this.#show(this.#cardInside ? [...lines, text.removeCard] : lines);
    this.#callOffDisplay = this.#timers.after(this.#pace.resultMs, () => this.#showIdle());
  }

  /** A new text for the label; seen when its screen is shown. */
  setLabel(label: string): void {
    this.#label = label;
  }

  showLabel(): void {
    this.#idleLine = this.#label;
    if (!this.#transaction) this.#showIdle();
  }

  // --- Hands ----------------------------------------------------------------------------------------------------

  get #can(): readonly Gesture[] {
    const running = this.#power === 'on' ? (this.#transaction?.can ?? []) : [];
    return this.#cardInside ? [...running, 'remove'] : running;
  }

  choose(card: string): boolean {
    const chosen = this.#cards.find(({ id }) => id === card);
    if (!chosen) return false;
    this.#chosen = chosen;
    this.#changed();
    return true;
  }

  gesture(gesture: Gesture): boolean {
    if (!this.#can.includes(gesture)) return false;
    const mode = modeOf[gesture];
    if (mode) {
      if (mode === 'chip') this.#cardInside = this.#chosen;
      this.#transaction?.present(this.#chosen, mode);
    } else if (gesture === 'remove') this.#removeCard();
    else if (gesture === 'press-cancel') this.#transaction?.pressCancel();
    else this.#transaction?.enterPin();
    this.#changed();
    return true;
  }

  #removeCard(): void {
    if (!this.#cardInside) return;
    this.#cardInside = null;
    if (this.#transaction) this.#transaction.cardRemoved();
    else if (this.#power === 'on') this.#showIdle();
    this.#changed();
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  get transaction(): Neo2SimulatedTransaction | null {
    return this.#transaction;
  }

  get lastContactAnswer(): { value: number; data: Uint8Array } | null {
    return this.#transaction?.lastAnswer ?? this.#lastContactAnswer;
  }

  /** The status a start is refused with; undefined when one can begin. */
  get startObstacle(): number | undefined {
    if (!this.sensors.isActivated) return status.notAllowed;
    const isEmpty = this.facts.hasBattery && this.sensors.batteryPercent <= LOW_BATTERY_PERCENT;
    return isEmpty ? status.failed : undefined;
  }

  /** Says 63, where the host has asked for that. */
  sayTaken(command: number): void {
    if (this.saysTaken) this.wire.answer(command, status.taken);
  }

  beginTransaction(payment: PaymentStart, readers: readonly ReadMode[]): void {
    this.#transaction?.abort();
    const transaction = new Neo2SimulatedTransaction(payment, readers, this.#transactionHost(), this.#chipFailed);
    this.#chipFailed = false;
    this.#transaction = transaction;
    this.#lastContactAnswer = null;
    transaction.begin();
    this.#changed();
  }

  #transactionHost(): Neo2Host {
    return {
      clock: this.#clock,
      model: this.facts,
      pace: this.#pace,
      answersCancelledCommand: this.#options.answersCancelledCommand ?? false,
      fallsBackItself: this.#options.fallbackDrivenBy !== 'host',
      answer: (command, value, data) => this.wire.answer(command, value, data),
      ask: (frame) => this.wire.ask(frame),
      event: (index) => this.wire.displayEvent(index),
      show: (lines) => this.#showInTransaction(lines),
      // The face changes with the screen that follows each step, so that nobody sees keys without their prompt.
      step: (step) => {
        for (const behaviour of this.wire.behaviours) behaviour.onStep?.(step, this.controls);
      },
      nextKeys: () => this.#dukpt.next(),
      randomBytes: (count) => (this.#options.randomBytes ?? systemRandomBytes)(count),
      nextTransactionCounter: (card) => {
        const next = (this.#transactionCounters.get(card.id) ?? 0) + 1;
        this.#transactionCounters.set(card.id, next);
        return next;
      },
      reads: (mode) => firstOpinion(this.wire.behaviours, mode),
      cardDeclines: () => this.wire.behaviours.some((behaviour) => behaviour.cardDeclines?.() ?? false),
      isCardInside: () => this.#cardInside !== null,
      ended: (lines, chipFailed) => {
        this.#chipFailed = chipFailed;
        this.#lastContactAnswer = this.#transaction?.lastAnswer ?? this.#lastContactAnswer;
        this.#transaction = null;
        if (lines.length === 0) this.#showIdle();
        else this.showForAWhile(lines);
      },
    };
  }

  /** On our own display, and told to the host, which mirrors it or has to show it (61-01 mode 03). */
  #showInTransaction(lines: readonly string[]): void {
    this.#show(lines);
    const plain = lines.map((line) => line.replace(/[^\x20-\x7e]/g, '?'));
    this.wire.ask(encodeDisplayControl({ mode: displayMode.text, lines: plain }));
  }

  // --- Power ----------------------------------------------------------------------------------------------------

  resetSettings(): void {
    this.saysTaken = false;
    this.wire.sendsEvents = true;
  }

  /** On a command that is answered already. */
  goDownSoon(): void {
    this.#timers.after(this.#pace.restartDelayMs, () => this.#reboot());
  }

  #reboot(): void {
    if (this.#power !== 'on') return;
    this.#transaction?.abort();
    this.#transaction = null;
    this.#lastContactAnswer = null;
    this.#chipFailed = false;
    this.#timers.cancelAll();
    this.#power = 'booting';
    this.wire.isOn = false;
    this.#show([]);
    this.#timers.after(this.#pace.bootMs, () => this.#boot());
  }

  #boot(): void {
    this.#power = 'on';
    this.wire.isOn = true;
    this.wire.forget();
    this.#showIdle();
    if (this.#options.notifiesBoot ?? true) this.wire.boot(PLATFORM);
  }

  close(): void {
    this.#transaction?.abort();
    this.#transaction = null;
    this.#timers.cancelAll();
    this.wire.close();
    this.#unplugListeners.clear();
    this.#changeListeners.clear();
  }
}

const modeOf: Readonly<Partial<Record<Gesture, ReadMode>>> = { insert: 'chip', tap: 'contactless', swipe: 'swipe' };

function firstOpinion(behaviours: readonly Neo2Behaviour[], mode: ReadMode): Neo2CardReading {
  for (const behaviour of behaviours) {
    const reading = behaviour.onRead?.(mode);
    if (reading) return reading;
  }
  return 'ok';
}
