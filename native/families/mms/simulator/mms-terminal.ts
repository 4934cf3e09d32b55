/**
 * A terminal of the MMS family in software: SLIP frames in and out (reference section 2), commands (section 4),
 * properties (section 7), transactions (sections 5, 6), notifications (section 8). Bytes arrive through `receive` and
 * leave through `onSend`; the caller provides cable, time and randomness.
 */
import { TillError } from '../../../../electron/contract/index.ts';
import { packSerialNumber } from '../codec/properties.ts';
import { mmsNotification } from '../codec/tags.ts';
import type { TestCard } from '../../shared/simulator/card/test-cards.ts';
import type { Gesture } from '../../shared/simulator/simulated-terminal.ts';
import {
  modeOf,
  TerminalBody,
  type BodyOptions,
  type ControllableTerminal,
} from '../../shared/simulator/terminal-body.ts';
import type { Behaviour, CardReading, TerminalControls, TransactionStep } from './behaviour.ts';
import { answerCommand, type CommandedTerminal } from './commands.ts';
import { MmsDeviceWire } from './device-wire.ts';
import { refusalCodes } from './status-codes.ts';
import { simulatedModel } from '../../shared/models.ts';
import { mmsModels, type MmsModel } from '../models/index.ts';
import { defaultPace, type Pace } from './pace.ts';
import { healthySensors, PropertyStore, type TerminalSensors } from './property-store.ts';
import { fixedString, READY, screenText } from './screens.ts';
import type { AcceptedStart } from './start-request.ts';
import { MmsTransaction, type TransactionHost } from './transaction.ts';

export interface MmsTerminalOptions extends BodyOptions<Behaviour> {
  /** Seven hexadecimal digits. Default `B61378A`. */
  serialNumber?: string;
  /** Default `DynaFlex II PED`. */
  model?: string;
  /** Default `1000007183-A1-PCI`. */
  firmware?: string;
  pace?: Partial<Pace>;
  sensors?: Partial<TerminalSensors>;
  /**
   * When true, the terminal shows USE CHIP READER for a swiped chip card. Default false, because all test cards have
   * chips.
   */
  refusesStripeOfChipCard?: boolean;
  /**
   * When true, the terminal sends notifications without a subscription (1F02). Default true; see the assumptions in the
   * README.
   */
  notifiesUnsubscribed?: boolean;
}

/** Simulated terminal with the controls that only tests and faults use. */
export type MmsTerminal = ControllableTerminal<Behaviour, TerminalControls, TransactionStep>;

/** @throws CFG_INVALID when the serial number, model or card is invalid. */
export function createMmsTerminal(options: MmsTerminalOptions = {}): MmsTerminal {
  return new SimulatedMmsTerminal(options);
}

class SimulatedMmsTerminal
  extends TerminalBody<
    TransactionStep,
    CardReading,
    TerminalSensors,
    TerminalControls,
    Behaviour,
    MmsTransaction,
    MmsModel
  >
  implements CommandedTerminal
{
  readonly family = 'mms';
  readonly properties: PropertyStore;
  readonly wire: MmsDeviceWire;
  readonly controls: TerminalControls;
  readonly packedSerialNumber: Uint8Array;
  readonly #options: MmsTerminalOptions;
  readonly #pace: Pace;
  isFixedTextRunning = false;

  constructor(options: MmsTerminalOptions) {
    const serialNumber = options.serialNumber ?? 'B61378A';
    if (!/^[0-9A-F]{7}$/.test(serialNumber)) {
      throw new TillError('CFG_INVALID', 'an MMS serial number is seven hexadecimal digits in capitals');
    }
    const { model, firmware } = simulatedModel(mmsModels, options.model);
    const sensors = { ...healthySensors, ...options.sensors };
    super(options, { serialNumber, firmware, model, ready: READY, sensors });
    this.#options = options;
    this.#pace = { ...defaultPace, ...options.pace };
    this.packedSerialNumber = packSerialNumber(serialNumber);
    this.properties = new PropertyStore({ serialNumber, model: this.model, firmware: this.firmware, sensors });
    this.controls = {
      ...this.commonControls(),
      notify: (code, status, tlvs) => this.wire.notify(code, status, tlvs),
    };
    this.wire = new MmsDeviceWire({
      timers: this.timers,
      controls: this.controls,
      behaviours: options.behaviours ?? [],
      notifiesUnsubscribed: options.notifiesUnsubscribed ?? true,
      onRequest: (request) => answerCommand(request, this),
    });
  }

  protected override get bootMs(): number {
    return this.#pace.bootMs;
  }

  override cableChanged(isConnected: boolean): void {
    super.cableChanged(isConnected);
    // A terminal that its host switched off starts again when the cable brings power back.
    if (isConnected && this.power === 'off') this.boot();
  }

  override showIdle(): void {
    if (this.cardInside) this.display.show([fixedString(0x10)]);
    else this.display.showIdle();
  }

  // --- Gestures -------------------------------------------------------------------------------------------------

  /** Card shown to a terminal that did not ask for one: noticed only if the host enabled it (1.2.7.1.2.1). */
  protected override idleGesture(gesture: Gesture, card: TestCard): boolean {
    const mode = modeOf[gesture];
    if (!mode || this.transaction || this.power !== 'on' || this.cardInside) return false;
    const reasons = { contactless: [0x00, 0x01], chip: [0x02], swipe: [0x04] }[mode];
    const isNoticed = reasons.some((reason) => this.properties.reportsIdleEvent(reason));
    if (!this.facts.readers.includes(mode) || !isNoticed) return false;
    if (mode === 'chip') this.cardInside = card;
    for (const reason of reasons) this.#noticeIdleEvent(reason);
    this.showIdle();
    return true;
  }

  #noticeIdleEvent(reason: number): void {
    if (!this.properties.reportsIdleEvent(reason)) return;
    this.wire.notify(mmsNotification.deviceInfo, [0x01, reason, 0x00, 0x00]);
  }

  protected override onCardRemoved(): void {
    this.#noticeIdleEvent(0x03);
    // A result that is still shown stays; REMOVE CARD disappears.
    const rest = this.display.lines.filter((line) => line !== fixedString(0x10));
    if (rest.length === 0) this.showIdle();
    else this.display.showFor(rest, this.#pace.resultMs, () => this.showIdle());
  }

  // --- Transactions ---------------------------------------------------------------------------------------------

  get startRefusal(): number | undefined {
    if (this.sensors.isTampered) return refusalCodes.deviceOffline;
    return this.sensors.batteryPercent <= 5 ? refusalCodes.lowBattery : undefined;
  }

  beginTransaction(accepted: AcceptedStart): void {
    this.begin(new MmsTransaction(accepted, this.#transactionHost(), this.chipFailed));
  }

  #transactionHost(): TransactionHost {
    return {
      ...this.transactionBody(),
      properties: this.properties,
      pace: this.#pace,
      model: this.facts,
      serialNumber: this.packedSerialNumber,
      refusesStripeOfChipCard: this.#options.refusesStripeOfChipCard ?? false,
      notify: (code, status, tlvs, payload) => this.wire.notify(code, status, tlvs, payload),
      show: (lines, options) => this.#showInTransaction(lines, options?.offersCancel ?? false),
      ended: (result) => {
        this.ended(result.chipFailed);
        if (!this.facts.hasDisplay) this.wire.notify(mmsNotification.uiHostAction, [0x02, 0x01, 0x00, 0x00]);
        const reminder = this.cardInside ? [fixedString(0x10)] : [];
        this.display.showFor([...result.lines, ...reminder], this.#pace.resultMs, () => this.showIdle());
      },
    };
  }

  /**
   * Shows the lines on the terminal's display, and also on the host's if the model has none (notification 1803,
   * reference section 8).
   */
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

  shutDownSoon(kind: 'reset' | 'power-off'): void {
    this.timers.after(this.#pace.resetDelayMs, () => {
      this.wire.notify(mmsNotification.deviceInfo, [0x00, 0x03, 0x00, 0x00]);
      if (kind === 'reset') this.reboot();
      else this.powerDown('off');
    });
  }

  protected override powerDown(power: 'booting' | 'off'): void {
    this.isFixedTextRunning = false;
    super.powerDown(power);
  }

  protected override boot(): void {
    this.power = 'on';
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
}
