/**
 * A terminal of the MMS family in software: SLIP frames in, SLIP frames out (reference section 2), commands
 * (section 4), properties (section 7), transactions (sections 5, 6), notifications (section 8). It runs no carrier and
 * no process: bytes come by `receive` and leave by `onSend`, time and randomness come by parameter.
 */
import { randomBytes as systemRandomBytes } from 'node:crypto';
import { TillError } from '../../../../electron/contract/index.ts';
import { packSerialNumber } from '../codec/properties.ts';
import { mmsNotification } from '../codec/tags.ts';
import { deriveInitialKey, DukptDevice } from '../../shared/simulator/card/dukpt-device.ts';
import { TEST_BASE_KEY, TEST_INITIAL_KSN } from '../../shared/simulator/card/key-injection.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import { describeCard, testDeck, type TestCard } from '../../shared/simulator/card/test-cards.ts';
import { systemClock, type Clock } from '../../../time/clock.ts';
import type { Ask, Gesture, SimulatedTerminal, TerminalFace } from '../../shared/simulator/simulated-terminal.ts';
import type { Behaviour, CardReading, TerminalControls, TransactionStep } from './behaviour.ts';
import { answerCommand } from './commands.ts';
import { DeviceWire } from './device-wire.ts';
import { Display } from './display.ts';
import { refusal } from './status-codes.ts';
import { mmsModel, mmsModels, type MmsModel, type MmsModelName } from './models.ts';
import { defaultPace, type Pace } from './pace.ts';
import { healthySensors, PropertyStore, type TerminalSensors } from './property-store.ts';
import { fixedString, screenText } from './screens.ts';
import type { AcceptedStart } from './start-request.ts';
import { Timers } from '../../../time/timers.ts';
import { MmsTransaction, type TransactionHost } from './transaction.ts';

export interface MmsTerminalOptions {
  /** Seven hexadecimal digits. Default `B61378A`. */
  serialNumber?: string;
  /** Default `DynaFlex II PED`. */
  model?: MmsModelName;
  /** Default `1000007183-A1-PCI`. */
  firmware?: string;
  clock?: Clock;
  randomBytes?: (count: number) => Uint8Array;
  /** The deck in the customer's hand; the first one, or `chosenCard`, is chosen. */
  cards?: readonly TestCard[];
  chosenCard?: string;
  /** Key serial number with the counter of the last transaction done; a fresh terminal's by default. */
  ksn?: Uint8Array;
  pace?: Partial<Pace>;
  sensors?: Partial<TerminalSensors>;
  behaviours?: readonly Behaviour[];
  /** True makes the terminal say USE CHIP READER when a chip card is swiped. Default false: all test cards have chips. */
  refusesStripeOfChipCard?: boolean;
  /** Notifications go out without a subscription (1F02). Default true; see README, assumptions. */
  notifiesUnasked?: boolean;
}

/** A simulated terminal with the handles that only tests and faults use. */
export interface MmsTerminal extends SimulatedTerminal {
  /** Puts a behaviour on the stack; the result takes it off again. */
  addBehaviour(behaviour: Behaviour): () => void;
  readonly controls: TerminalControls;
  /** Where the running transaction stands; null when none runs. */
  readonly step: TransactionStep | null;
}

/** Throws a TillError (CFG_INVALID) on a serial number, model or card that cannot be. */
export function createMmsTerminal(options: MmsTerminalOptions = {}): MmsTerminal {
  return new SimulatedMmsTerminal(options);
}

/** The terminal as its commands see it (commands.ts). */
export class SimulatedMmsTerminal implements MmsTerminal {
  readonly family = 'mms';
  readonly serialNumber: string;
  readonly firmware: string;
  readonly facts: MmsModel;
  readonly properties: PropertyStore;
  readonly wire: DeviceWire;
  readonly display: Display;
  readonly timers: Timers;
  readonly controls: TerminalControls;
  /** DFDF25. */
  readonly packedSerialNumber: Uint8Array;
  readonly #options: MmsTerminalOptions;
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #sensors: TerminalSensors;
  readonly #dukpt: DukptDevice;
  readonly #cards: readonly TestCard[];
  readonly #transactionCounters = new Map<string, number>();
  readonly #unplugListeners = new Set<() => void>();
  readonly #changeListeners = new Set<() => void>();
  #chosen: TestCard;
  #cardInside: TestCard | null = null;
  #transaction: MmsTransaction | null = null;
  #chipFailed = false;
  #power: 'on' | 'booting' | 'off' = 'on';
  /** A fixed text with a time limit stands: no other command until it is over (reference section 4). */
  isFixedTextRunning = false;

  constructor(options: MmsTerminalOptions) {
    this.#options = options;
    this.serialNumber = options.serialNumber ?? 'B61378A';
    if (!/^[0-9A-F]{7}$/.test(this.serialNumber)) {
      throw new TillError('CFG_INVALID', 'an MMS serial number is seven hexadecimal digits in capitals');
    }
    const model = mmsModel(options.model ?? mmsModels[0].name);
    if (!model) throw new TillError('CFG_INVALID', `no MMS model is called ${options.model}`);
    this.#cards = options.cards ?? testDeck;
    const chosen = this.#cards.find((card) => card.id === (options.chosenCard ?? card.id));
    if (!chosen) throw new TillError('CFG_INVALID', 'the chosen card is not in the deck');
    this.#chosen = chosen;
    this.facts = model;
    this.firmware = options.firmware ?? '1000007183-A1-PCI';
    this.packedSerialNumber = packSerialNumber(this.serialNumber);
    this.#sensors = { ...healthySensors, ...options.sensors };
    this.properties = new PropertyStore({
      serialNumber: this.serialNumber,
      model: this.model,
      firmware: this.firmware,
      sensors: this.#sensors,
    });
    this.#pace = { ...defaultPace, ...options.pace };
    this.#clock = options.clock ?? systemClock;
    const ksn = options.ksn ?? TEST_INITIAL_KSN;
    this.#dukpt = new DukptDevice(deriveInitialKey(TEST_BASE_KEY, ksn), ksn);
    this.timers = new Timers(this.#clock);
    this.display = new Display(this.timers, () => this.#changed());
    this.controls = {
      removeCard: () => this.#removeCard(),
      reboot: () => this.#reboot(),
      unplug: () => {
        for (const listener of this.#unplugListeners) listener();
      },
      sense: (changes) => void Object.assign(this.#sensors, changes),
      notify: (code, status, tlvs) => this.wire.notify(code, status, tlvs),
    };
    this.wire = new DeviceWire({
      timers: this.timers,
      controls: this.controls,
      behaviours: options.behaviours ?? [],
      notifiesUnasked: options.notifiesUnasked ?? true,
      onRequest: (request) => answerCommand(request, this),
    });
  }

  get model(): string {
    return this.facts.name;
  }

  get step(): TransactionStep | null {
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

  cableMoved(isConnected: boolean): void {
    this.wire.dropPartialFrame();
    // A terminal that its host switched off wakes up when power comes back with the cable.
    if (isConnected && this.#power === 'off') this.#boot();
  }

  addBehaviour(behaviour: Behaviour): () => void {
    this.wire.behaviours = [...this.wire.behaviours, behaviour];
    return () => {
      this.wire.behaviours = this.wire.behaviours.filter((one) => one !== behaviour);
    };
  }

  // --- Face -----------------------------------------------------------------------------------------------------

  get face(): TerminalFace {
    return {
      display: this.facts.hasDisplay ? this.display.lines : [],
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

  /** The idle screen, or the reminder that a card was left behind. */
  showIdle(): void {
    if (this.#cardInside) this.display.show([fixedString(0x10)]);
    else this.display.showIdle();
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
    if (!this.#can.includes(gesture)) return this.#idleGesture(gesture);
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

  /** A card shown to a terminal that did not ask for one: noticed only where the host asked for that (1.2.7.1.2.1). */
  #idleGesture(gesture: Gesture): boolean {
    const mode = modeOf[gesture];
    if (!mode || this.#transaction || this.#power !== 'on' || this.#cardInside) return false;
    const reasons = { contactless: [0x00, 0x01], chip: [0x02], swipe: [0x04] }[mode];
    const isNoticed = reasons.some((reason) => this.properties.reportsIdleEvent(reason));
    if (!this.facts.readers.includes(mode) || !isNoticed) return false;
    if (mode === 'chip') this.#cardInside = this.#chosen;
    for (const reason of reasons) this.#noticeIdleEvent(reason);
    this.showIdle();
    return true;
  }

  #noticeIdleEvent(reason: number): void {
    if (!this.properties.reportsIdleEvent(reason)) return;
    this.wire.notify(mmsNotification.deviceInfo, [0x01, reason, 0x00, 0x00]);
  }

  #removeCard(): void {
    if (!this.#cardInside) return;
    this.#cardInside = null;
    if (this.#transaction) this.#transaction.cardRemoved();
    else if (this.#power === 'on') {
      this.#noticeIdleEvent(0x03);
      // A result that is still shown stays; REMOVE CARD does not.
      const rest = this.display.lines.filter((line) => line !== fixedString(0x10));
      if (rest.length === 0) this.showIdle();
      else this.display.showFor(rest, this.#pace.resultMs, () => this.showIdle());
    }
    this.#changed();
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  get transaction(): MmsTransaction | null {
    return this.#transaction;
  }

  /** Why no transaction can start now, as a status code; undefined when one can. */
  get startObstacle(): number | undefined {
    if (this.#sensors.isTampered) return refusal.deviceOffline;
    return this.#sensors.batteryPercent <= 5 ? refusal.lowBattery : undefined;
  }

  beginTransaction(accepted: AcceptedStart): void {
    const transaction = new MmsTransaction(accepted, this.#transactionHost(), this.#chipFailed);
    this.#chipFailed = false;
    this.#transaction = transaction;
    transaction.begin();
    this.#changed();
  }

  #transactionHost(): TransactionHost {
    return {
      clock: this.#clock,
      properties: this.properties,
      pace: this.#pace,
      model: this.facts,
      serialNumber: this.packedSerialNumber,
      refusesStripeOfChipCard: this.#options.refusesStripeOfChipCard ?? false,
      notify: (code, status, tlvs, payload) => this.wire.notify(code, status, tlvs, payload),
      show: (lines, options) => this.#showInTransaction(lines, options?.offersCancel ?? false),
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
      ended: (result) => {
        this.#transaction = null;
        this.#chipFailed = result.chipFailed;
        if (!this.facts.hasDisplay) this.wire.notify(mmsNotification.uiHostAction, [0x02, 0x01, 0x00, 0x00]);
        const reminder = this.#cardInside ? [fixedString(0x10)] : [];
        this.display.showFor([...result.lines, ...reminder], this.#pace.resultMs, () => this.showIdle());
      },
    };
  }

  /** On our own display, or on the host's where the model has none (notification 1803, reference section 8). */
  #showInTransaction(lines: readonly string[], offersCancel: boolean): void {
    this.display.show(lines);
    if (this.facts.hasDisplay) return;
    this.wire.notify(
      mmsNotification.uiHostAction,
      [0x02, 0x01, offersCancel ? 0x02 : 0x01, 0x00],
      [
        { tag: 0x81, value: Uint8Array.of(0x00) },
        { tag: 0x82, value: Uint8Array.of(0x01) },
        { tag: 0x83, value: screenText(lines) },
      ],
    );
  }

  // --- Power ----------------------------------------------------------------------------------------------------

  /** On a command that is answered already: goes down within 500 ms (reference section 4). */
  goDownSoon(kind: 'reset' | 'power-off'): void {
    this.timers.after(this.#pace.resetDelayMs, () => {
      this.wire.notify(mmsNotification.deviceInfo, [0x00, 0x03, 0x00, 0x00]);
      if (kind === 'reset') this.#reboot();
      else this.#goDown('off');
    });
  }

  #reboot(): void {
    if (this.#power !== 'on') return;
    this.#goDown('booting');
    this.timers.after(this.#pace.bootMs, () => this.#boot());
  }

  #goDown(power: 'booting' | 'off'): void {
    this.#transaction?.abort();
    this.#transaction = null;
    this.timers.cancelAll();
    this.isFixedTextRunning = false;
    this.#chipFailed = false;
    this.#power = power;
    this.wire.isOn = false;
    this.display.show([]);
  }

  #boot(): void {
    this.#power = 'on';
    this.wire.isOn = true;
    this.wire.forget();
    this.properties.afterReset();
    this.display.setIdleLines(null);
    this.showIdle();
    const state = (name: string): Uint8Array => this.properties.get(name) ?? Uint8Array.of(0x00);
    this.wire.notify(
      mmsNotification.deviceInfo,
      [0x00, 0x00, 0x00, 0x00],
      [
        { tag: 0x81, value: state('2.3.1.2.1.1') },
        { tag: 0x82, value: state('2.3.1.2.1.2') },
      ],
    );
  }

  close(): void {
    this.#transaction?.abort();
    this.#transaction = null;
    this.timers.cancelAll();
    this.wire.close();
    this.#unplugListeners.clear();
    this.#changeListeners.clear();
  }
}

const modeOf: Readonly<Partial<Record<Gesture, ReadMode>>> = { insert: 'chip', tap: 'contactless', swipe: 'swipe' };

function firstOpinion(behaviours: readonly Behaviour[], mode: ReadMode): CardReading {
  for (const behaviour of behaviours) {
    const reading = behaviour.onRead?.(mode);
    if (reading) return reading;
  }
  return 'ok';
}
