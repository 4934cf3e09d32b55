/** The lab that every case receives: platform, unused serial numbers, and measurements. */
import type { PayingFamily } from '../../../native/index.ts';
import type { Platform } from './platform.ts';
import type { Firmware } from './terminal.ts';

/** Durations in milliseconds, by name. */
class Measurements {
  readonly #values: Record<string, number[]> = {};

  add(what: string, ms: number): void {
    (this.#values[what] ??= []).push(Math.round(ms));
  }

  all(): Readonly<Record<string, readonly number[]>> {
    return this.#values;
  }
}

export interface Lab {
  readonly platform: Platform;
  /** Simulates every terminal that is not to be killed. */
  readonly firmware: Firmware;
  readonly measurements: Measurements;
  /** True if a well-spread part of the large cases is enough. */
  readonly isSample: boolean;
  /** Number of the turn, which selects a different third of the cut points each time, or null for all cut points. */
  readonly turn: number | null;
  /** Prints a line below the running case. */
  note(line: string): void;
  serialNumber(family: LabFamily): string;
}

export interface LabCase {
  /** Statement that the case checks. */
  readonly name: string;
  readonly withinMs: number;
  /** Approximate seconds of processor time on the computer; cases are distributed among machines by cost. */
  readonly cost: number;
  /** `cost` of the case in a sample, or null if samples skip this case. Default: the same as `cost`. */
  readonly sampleCost?: number | null;
  run(lab: Lab): Promise<void>;
}

/** Families tested on every kind of cable. A reader of the third family has a serial line without USB. */
export const labFamilies = ['mms', 'neo2'] as const satisfies readonly PayingFamily[];
export type LabFamily = PayingFamily;

/** Start of a serial number; three hexadecimal digits follow. */
const serialNumberStart: Readonly<Record<LabFamily, string>> = { mms: 'B61A', neo2: '630Z000', magnesafe: 'B35E2D80' };

export function createLab(parts: Pick<Lab, 'platform' | 'firmware' | 'isSample' | 'turn' | 'note'>): Lab {
  let made = 0;
  return {
    ...parts,
    measurements: new Measurements(),
    serialNumber(family) {
      made += 1;
      const digits = made.toString(16).toUpperCase().padStart(3, '0');
      return `${serialNumberStart[family]}${digits}`;
    },
  };
}
