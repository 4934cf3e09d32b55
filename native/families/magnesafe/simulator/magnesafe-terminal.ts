/**
 * A simulated MagneSafe V5 reader: commands (reference section 5), transactions (sections 6, 7), notifications (section
 * 8). Bytes arrive through `receive` and leave through `onSend`: frames of a serial line, or reports preceded by type
 * and id.
 */
import { TillError } from '../../../../electron/contract/index.ts';
import type { TestCard } from '../../shared/simulator/card/test-cards.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import { TEST_INITIAL_KSN } from '../../shared/simulator/card/key-injection.ts';
import { maskedTrack2 } from '../../shared/simulator/card/masked-track.ts';
import type { Gesture } from '../../shared/simulator/simulated-terminal.ts';
import {
  modeOf,
  TerminalBody,
  type BodyOptions,
  type ControllableTerminal,
} from '../../shared/simulator/terminal-body.ts';
import { event, notificationId, progress } from '../codec/codes.ts';
import type { StartTransaction } from '../codec/commands.ts';
import { encodeStatus } from '../codec/notifications.ts';
import type { Behaviour, CardReading, ReaderControls, ReaderSensors, TransactionStep } from './behaviour.ts';
import { encodeSwipeReport } from './card-blob.ts';
import { answerCommand, type CommandedReader } from './commands.ts';
import { MagnesafeDeviceWire } from './device-wire.ts';
import { simulatedModel } from '../../shared/models.ts';
import { magnesafeModels, type MagnesafeModel } from '../models/index.ts';
import { defaultPace, type Pace } from './pace.ts';
import { ReaderTransaction } from './transaction.ts';

export interface MagnesafeTerminalOptions extends BodyOptions<Behaviour> {
  /** Up to 15 letters and digits. Default `B35E2D80811AA`. */
  serialNumber?: string;
  /** Default `mDynamo`, the model with a serial line. */
  model?: string;
  firmware?: string;
  pace?: Partial<Pace>;
  sensors?: Partial<ReaderSensors>;
  /** Default `stream`. */
  link?: 'stream' | 'reports';
  /** True if swipes use the reader's own flow. Default true. Readable manual pages omit which models do. */
  hasStripeFlow?: boolean;
}

export type MagnesafeTerminal = ControllableTerminal<Behaviour, ReaderControls, TransactionStep>;

export const READER_SERIAL_NUMBER = 'B35E2D80811AA';
export const readableSerialNumber = /^[0-9A-Z]{1,15}$/;

/** @throws CFG_INVALID for an impossible serial number, model or card */
export function createMagnesafeTerminal(options: MagnesafeTerminalOptions = {}): MagnesafeTerminal {
  return new SimulatedReader(options);
}

const healthy: ReaderSensors = { batteryPercent: 80, securityLevel: 3, hasKeys: true, messageFormat: 1 };

class SimulatedReader
  extends TerminalBody<
    TransactionStep,
    CardReading,
    ReaderSensors,
    ReaderControls,
    Behaviour,
    ReaderTransaction,
    MagnesafeModel
  >
  implements CommandedReader
{
  readonly family = 'magnesafe';
  readonly wire: MagnesafeDeviceWire;
  readonly controls: ReaderControls;
  readonly ksn: Uint8Array;
  readonly #options: MagnesafeTerminalOptions;
  readonly #pace: Pace;
  isClockSet = false;

  constructor(options: MagnesafeTerminalOptions) {
    const serialNumber = options.serialNumber ?? READER_SERIAL_NUMBER;
    if (!readableSerialNumber.test(serialNumber)) {
      throw new TillError('CFG_INVALID', 'a MagneSafe serial number is up to 15 capital letters and digits');
    }
    const { model, firmware } = simulatedModel(magnesafeModels, options.model);
    const sensors = { ...healthy, ...options.sensors };
    super(options, { serialNumber, firmware, model, ready: '', sensors });
    this.#options = options;
    this.#pace = { ...defaultPace, ...options.pace };
    this.ksn = options.ksn ?? TEST_INITIAL_KSN;
    this.controls = this.commonControls();
    this.wire = new MagnesafeDeviceWire({
      timers: this.timers,
      controls: this.controls,
      behaviours: options.behaviours ?? [],
      link: options.link ?? 'stream',
      onRequest: (request) => answerCommand(request, this),
    });
  }

  protected override get bootMs(): number {
    return this.#pace.bootMs;
  }

  override showIdle(): void {
    this.changed();
  }

  // --- Gestures -------------------------------------------------------------------------------------------------

  /** Handles a card that is inserted or swiped without a sale: the reader nevertheless reports the card. */
  protected override idleGesture(gesture: Gesture, card: TestCard): boolean {
    const mode = modeOf[gesture];
    if (!mode || this.transaction || this.power !== 'on' || this.cardInside) return false;
    if (!this.facts.readers.includes(mode) || mode === 'contactless') return false;
    if (mode === 'chip') {
      this.cardInside = card;
      this.#idleStatus(event.cardInserted);
      this.changed();
      return true;
    }
    const keys = this.transactionBody().nextKeys();
    if (keys)
      this.wire.swipe(
        encodeSwipeReport({ card, keys, maskedTrack2: maskedTrack2(card), serialNumber: this.serialNumber }),
      );
    return true;
  }

  #idleStatus(what: number): void {
    this.wire.notify(notificationId.status, encodeStatus({ event: what, secondsLeft: 0, progress: progress.none }));
  }

  protected override onCardRemoved(): void {
    this.#idleStatus(event.cardRemoved);
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  beginTransaction(start: StartTransaction, readers: readonly ReadMode[]): void {
    const body = this.transactionBody();
    const host = {
      ...body,
      // The reader has no display, so its visible state changes with each step.
      step: (step: TransactionStep) => {
        this.changed();
        body.step(step);
      },
      pace: this.#pace,
      serialNumber: this.serialNumber,
      hasStripeFlow: this.#options.hasStripeFlow ?? true,
      notify: (id: number, data: Uint8Array) => this.wire.notify(id, data),
      swipe: (report: Uint8Array) => this.wire.swipe(report),
      changed: () => this.changed(),
      ended: (chipFailed: boolean) => {
        this.ended(chipFailed);
        this.changed();
      },
    };
    this.begin(new ReaderTransaction(start, readers, host, this.chipFailed));
  }

  // --- Power ----------------------------------------------------------------------------------------------------

  restartSoon(): void {
    this.timers.after(0, () => this.reboot());
  }

  protected override boot(): void {
    this.power = 'on';
    this.wire.isOn = true;
    this.wire.dropPartialFrame();
    // The clock lacks a battery, and the reader restarts silently.
    this.isClockSet = false;
    this.changed();
  }
}
