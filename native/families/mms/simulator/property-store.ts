/**
 * Properties of the simulated terminal (reference section 7): fixed facts, live health, and settings that the host may
 * change. Settings survive a reset because they are in flash memory; only the rebooted flag is cleared by a reset.
 */
import { asciiBytes } from '../../../framing/bytes.ts';
import { packSerialNumber } from '../codec/properties.ts';
import { defaultMask, type MaskOptions } from '../../shared/simulator/card/masked-track.ts';

/** Readings of the terminal's sensors. Tests and faults change them at run time. */
export interface TerminalSensors {
  /** 0..100. */
  batteryPercent: number;
  temperatureCelsius: number;
  hasExternalPower: boolean;
  isTampered: boolean;
}

export const healthySensors: Readonly<TerminalSensors> = {
  batteryPercent: 100,
  temperatureCelsius: 31,
  hasExternalPower: true,
  isTampered: false,
};

const setting = {
  arpcTimeout: '1.1.1.1.1.5',
  arpcRetries: '1.1.1.1.1.6',
  maskLeading: '1.1.2.2.1.3',
  maskTrailing: '1.1.2.2.1.4',
  maskPassesLuhn: '1.1.2.2.1.5',
  fallback: '1.2.1.1.1.1',
  rebooted: '1.2.7.1.1.2',
  userEventsOnIdle: '1.2.7.1.2.1',
} as const;

/** Initial value and validation of each setting. */
const settings: Readonly<Record<string, { initial: readonly number[]; isValid(value: Uint8Array): boolean }>> = {
  [setting.arpcTimeout]: { initial: [0xff], isValid: oneByte(0xff) },
  [setting.arpcRetries]: { initial: [0x00], isValid: oneByte(0xff) },
  [setting.maskLeading]: { initial: [defaultMask.leading], isValid: oneByte(8) },
  [setting.maskTrailing]: { initial: [defaultMask.trailing], isValid: oneByte(4) },
  [setting.maskPassesLuhn]: { initial: [1], isValid: oneByte(1) },
  [setting.fallback]: { initial: [0x00], isValid: oneByte(1) },
  [setting.rebooted]: { initial: [0x00], isValid: oneByte(1) },
  [setting.userEventsOnIdle]: { initial: [0, 0, 0, 0], isValid: (value) => value.length === 4 },
};

export class PropertyStore {
  readonly #fixed: ReadonlyMap<string, Uint8Array>;
  readonly #settings = new Map<string, Uint8Array>();
  readonly #sensors: TerminalSensors;

  constructor(options: { serialNumber: string; model: string; firmware: string; sensors: TerminalSensors }) {
    this.#sensors = options.sensors;
    this.#fixed = new Map([
      ['2.2.1.1.1.1', packSerialNumber(options.serialNumber)],
      // Texts end in zero bytes: one after the model, two after the firmware (manual tables 1037, 1040).
      ['2.1.2.2.2.1', asciiBytes(`${options.model}\0`)],
      ['2.1.2.2.2.2', asciiBytes(`${options.firmware}\0\0`)],
      ['2.2.1.1.1.3', asciiBytes('36PCI450A0')],
    ]);
    for (const [name, { initial }] of Object.entries(settings)) this.#settings.set(name, Uint8Array.from(initial));
  }

  /** Encoded value, or undefined for a property that this terminal does not have. */
  get(name: string): Uint8Array | undefined {
    return this.#fixed.get(name) ?? this.#settings.get(name) ?? this.#measured(name);
  }

  /** `unknown`: this terminal does not have the property. `bad-value`: the value does not fit the property. */
  set(name: string, value: Uint8Array): 'ok' | 'unknown' | 'read-only' | 'bad-value' {
    const known = settings[name];
    if (!known) return this.get(name) ? 'read-only' : 'unknown';
    if (!known.isValid(value)) return 'bad-value';
    this.#settings.set(name, value.slice());
    return 'ok';
  }

  afterReset(): void {
    this.#settings.set(setting.rebooted, Uint8Array.of(0x00));
  }

  /** Seconds to wait for the bank's answer, or null for the transaction's own timeout. */
  get arpcTimeoutSeconds(): number | null {
    const value = this.#byte(setting.arpcTimeout);
    return value === 0xff ? null : value;
  }

  /** Number of times the terminal repeats its online request. */
  get arpcRetries(): number {
    return this.#byte(setting.arpcRetries);
  }

  /**
   * Which side starts the swipe when a chip cannot be read: the host with a new transaction, or the terminal itself.
   */
  get fallbackDrivenBy(): 'host' | 'device' {
    return this.#byte(setting.fallback) === 0x01 ? 'device' : 'host';
  }

  get mask(): MaskOptions {
    return {
      leading: this.#byte(setting.maskLeading),
      trailing: this.#byte(setting.maskTrailing),
      passesLuhn: this.#byte(setting.maskPassesLuhn) !== 0,
    };
  }

  /** True if the idle terminal sends notification 1001 category 01 with that reason (0 tap … 4 swipe). */
  reportsIdleEvent(reason: number): boolean {
    const first = this.#settings.get(setting.userEventsOnIdle)?.[0] ?? 0;
    return (first & (1 << reason)) !== 0;
  }

  #byte(name: string): number {
    return this.#settings.get(name)?.[0] ?? 0;
  }

  #measured(name: string): Uint8Array | undefined {
    const { batteryPercent, temperatureCelsius, hasExternalPower, isTampered } = this.#sensors;
    switch (name) {
      case '2.3.1.2.1.1':
        return Uint8Array.of(isTampered ? 0x01 : 0x02);
      case '2.3.1.2.1.2':
        return Uint8Array.of(isTampered ? 0x01 : 0x00);
      case '2.3.1.2.1.3':
        return Uint8Array.of(hasExternalPower ? 0x01 : 0x00);
      case '2.3.1.2.1.4':
        return Uint8Array.of(batteryPercent);
      case '2.3.1.2.1.5':
        return Uint8Array.of(!hasExternalPower ? 0x08 : batteryPercent >= 100 ? 0x04 : 0x01);
      case '2.3.1.2.1.6':
        return Uint8Array.of(temperatureCelsius & 0xff);
      case '2.3.1.1.2.3':
        return Uint8Array.of(isTampered ? 0x01 : 0x00);
      default:
        return undefined;
    }
  }
}

function oneByte(largest: number): (value: Uint8Array) => boolean {
  return (value) => value.length === 1 && (value[0] ?? 0) <= largest;
}
