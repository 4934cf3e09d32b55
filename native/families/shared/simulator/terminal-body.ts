/**
 * Everything around the protocol of a simulated terminal: cable, display, card slot, the customer's gestures, keys and
 * power. A family adds its wire, its commands and its transaction.
 */
import { randomBytes as systemRandomBytes } from 'node:crypto';
import { TillError, type Family } from '../../../../electron/contract/index.ts';
import { systemClock, type Clock } from '../../../../electron/domain/index.ts';
import { Timers } from '../../../time/timers.ts';
import type { CommonControls, TerminalBehaviour } from './behaviour.ts';
import { deriveInitialKey, DukptDevice, type TransactionKeys } from './card/dukpt-device.ts';
import { TEST_BASE_KEY, TEST_INITIAL_KSN } from './card/key-injection.ts';
import type { ReadMode } from './card/online-data.ts';
import { describeCard, testDeck, type TestCard } from './card/test-cards.ts';
import { Display } from './display.ts';
import type { Ask, Gesture, SimulatedTerminal, TerminalFace } from './simulated-terminal.ts';

export interface BodyOptions<Behaviour> {
  firmware?: string;
  clock?: Clock;
  randomBytes?: (count: number) => Uint8Array;
  /** Test cards of the customer. `chosenCard`, or else the first card, is chosen. */
  cards?: readonly TestCard[];
  chosenCard?: string;
  /** Key serial number whose counter is that of the last completed transaction; defaults to a new terminal's. */
  ksn?: Uint8Array;
  behaviours?: readonly Behaviour[];
}

/** Controls that only tests and faults use. */
export interface ControllableTerminal<Behaviour, Controls, Step> extends SimulatedTerminal {
  /** Adds a behaviour to the stack; the result removes it. */
  addBehaviour(behaviour: Behaviour): () => void;
  readonly controls: Controls;
  /** Current step of the running transaction, or null. */
  readonly step: Step | null;
}

interface RunningTransaction<Step> {
  readonly step: Step;
  readonly asks: Ask;
  readonly can: readonly Gesture[];
  present(card: TestCard, mode: ReadMode): void;
  pressCancel(): void;
  enterPin(): void;
  cardRemoved(): void;
  /** Ends without a message, because the power has failed. */
  abort(): void;
}

export interface TransactionBody<Step, Reading> {
  readonly clock: Clock;
  step(step: Step): void;
  nextKeys(): TransactionKeys | undefined;
  randomBytes(count: number): Uint8Array;
  nextTransactionCounter(card: TestCard): number;
  reads(mode: ReadMode): Reading | 'ok';
  cardDeclines(): boolean;
  isCardInside(): boolean;
}

interface BodyWire<Behaviour> {
  behaviours: readonly Behaviour[];
  isOn: boolean;
  receive(bytes: Uint8Array): void;
  onSend(listener: (bytes: Uint8Array) => void): () => void;
  dropPartialFrame(): void;
  addBehaviour(behaviour: Behaviour): () => void;
  close(): void;
}

interface BodyModel {
  readonly name: string;
  readonly hasDisplay: boolean;
}

export const modeOf: Readonly<Partial<Record<Gesture, ReadMode>>> = {
  insert: 'chip',
  tap: 'contactless',
  swipe: 'swipe',
};

export abstract class TerminalBody<
  Step,
  Reading extends string,
  Sensors extends object,
  Controls extends CommonControls<Sensors>,
  Behaviour extends Pick<
    TerminalBehaviour<never, never, Step, Reading, Controls>,
    'onStep' | 'onRead' | 'cardDeclines'
  >,
  Transaction extends RunningTransaction<Step>,
  Model extends BodyModel,
> implements ControllableTerminal<Behaviour, Controls, Step> {
  abstract readonly family: Family;
  abstract readonly wire: BodyWire<Behaviour>;
  abstract readonly controls: Controls;
  readonly serialNumber: string;
  readonly firmware: string;
  readonly facts: Model;
  readonly display: Display;
  readonly timers: Timers;
  readonly sensors: Sensors;
  protected readonly clock: Clock;
  protected cardInside: TestCard | null = null;
  /** True when the last transaction ended because its chip could not be read. */
  protected chipFailed = false;
  protected power: 'on' | 'booting' | 'off' = 'on';
  #transaction: Transaction | null = null;
  readonly #randomBytes: (count: number) => Uint8Array;
  readonly #dukpt: DukptDevice;
  readonly #cards: readonly TestCard[];
  readonly #transactionCounters = new Map<string, number>();
  readonly #unplugListeners = new Set<() => void>();
  readonly #changeListeners = new Set<() => void>();
  #chosen: TestCard;

  constructor(
    options: BodyOptions<Behaviour>,
    facts: { serialNumber: string; firmware: string; model: Model; ready: string; sensors: Sensors },
  ) {
    this.serialNumber = facts.serialNumber;
    this.firmware = options.firmware ?? facts.firmware;
    this.facts = facts.model;
    this.sensors = facts.sensors;
    this.#cards = options.cards ?? testDeck;
    const chosen = this.#cards.find((card) => card.id === (options.chosenCard ?? card.id));
    if (!chosen) throw new TillError('CFG_INVALID', 'the chosen card is not in the deck');
    this.#chosen = chosen;
    this.clock = options.clock ?? systemClock;
    this.#randomBytes = options.randomBytes ?? systemRandomBytes;
    const ksn = options.ksn ?? TEST_INITIAL_KSN;
    this.#dukpt = new DukptDevice(deriveInitialKey(TEST_BASE_KEY, ksn), ksn);
    this.timers = new Timers(this.clock);
    this.display = new Display(this.timers, facts.ready, () => this.changed());
  }

  /** Shows the idle screen, or the reminder that a card was left behind. */
  abstract showIdle(): void;
  /** Called when a card is removed while no transaction runs. */
  protected abstract onCardRemoved(): void;
  protected abstract boot(): void;
  protected abstract readonly bootMs: number;

  protected commonControls(): CommonControls<Sensors> {
    return {
      removeCard: () => this.#removeCard(),
      reboot: () => this.reboot(),
      unplug: () => {
        for (const listener of this.#unplugListeners) listener();
      },
      sense: (changes) => void Object.assign(this.sensors, changes),
    };
  }

  get model(): string {
    return this.facts.name;
  }

  get step(): Step | null {
    return this.#transaction?.step ?? null;
  }

  get transaction(): Transaction | null {
    return this.#transaction;
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

  cableChanged(_isConnected: boolean): void {
    this.wire.dropPartialFrame();
  }

  addBehaviour(behaviour: Behaviour): () => void {
    return this.wire.addBehaviour(behaviour);
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
    if (this.power !== 'on') return null;
    if (this.#transaction) return this.#transaction.asks;
    return this.cardInside ? 'remove' : null;
  }

  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => void this.#changeListeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of this.#changeListeners) listener();
  }

  // --- Gestures -------------------------------------------------------------------------------------------------

  get #can(): readonly Gesture[] {
    const running = this.power === 'on' ? (this.#transaction?.can ?? []) : [];
    return this.cardInside ? [...running, 'remove'] : running;
  }

  choose(card: string): boolean {
    const chosen = this.#cards.find(({ id }) => id === card);
    if (!chosen) return false;
    this.#chosen = chosen;
    this.changed();
    return true;
  }

  gesture(gesture: Gesture): boolean {
    if (!this.#can.includes(gesture)) return this.idleGesture(gesture, this.#chosen);
    const mode = modeOf[gesture];
    if (mode) {
      if (mode === 'chip') this.cardInside = this.#chosen;
      this.#transaction?.present(this.#chosen, mode);
    } else if (gesture === 'remove') this.#removeCard();
    else if (gesture === 'press-cancel') this.#transaction?.pressCancel();
    else this.#transaction?.enterPin();
    this.changed();
    return true;
  }

  /** Handles a gesture for which the terminal is not waiting; returns false when it has no effect. */
  protected idleGesture(_gesture: Gesture, _card: TestCard): boolean {
    return false;
  }

  #removeCard(): void {
    if (!this.cardInside) return;
    this.cardInside = null;
    if (this.#transaction) this.#transaction.cardRemoved();
    else if (this.power === 'on') this.onCardRemoved();
    this.changed();
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  protected begin(transaction: Transaction & { begin(): void }): void {
    // The power may fail while the acceptance is being sent.
    if (this.power !== 'on') return;
    this.chipFailed = false;
    this.#transaction = transaction;
    transaction.begin();
    this.changed();
  }

  protected ended(chipFailed: boolean): void {
    this.#transaction = null;
    this.chipFailed = chipFailed;
  }

  protected transactionBody(): TransactionBody<Step, Reading> {
    return {
      clock: this.clock,
      // Only the screen that follows notifies listeners, so that keys always appear with their prompt.
      step: (step) => {
        for (const behaviour of this.wire.behaviours) behaviour.onStep?.(step, this.controls);
      },
      nextKeys: () => this.#dukpt.next(),
      randomBytes: (count) => this.#randomBytes(count),
      nextTransactionCounter: (card) => {
        const next = (this.#transactionCounters.get(card.id) ?? 0) + 1;
        this.#transactionCounters.set(card.id, next);
        return next;
      },
      reads: (mode) => {
        for (const behaviour of this.wire.behaviours) {
          const reading = behaviour.onRead?.(mode);
          if (reading) return reading;
        }
        return 'ok';
      },
      cardDeclines: () => this.wire.behaviours.some((behaviour) => behaviour.cardDeclines?.() ?? false),
      isCardInside: () => this.cardInside !== null,
    };
  }

  // --- Power ----------------------------------------------------------------------------------------------------

  protected reboot(): void {
    if (this.power !== 'on') return;
    this.powerDown('booting');
    this.timers.after(this.bootMs, () => this.boot());
  }

  protected powerDown(power: 'booting' | 'off'): void {
    this.#transaction?.abort();
    this.ended(false);
    this.timers.cancelAll();
    this.power = power;
    this.wire.isOn = false;
    this.display.show([]);
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
