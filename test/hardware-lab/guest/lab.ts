/** What every case gets: the platform, fresh serial numbers, and places to write measurements down. */
import type { PayingFamily } from '../../../native/index.ts';
import type { Platform } from './platform.ts';
import type { Firmware } from './terminal.ts';

/** Milliseconds that something took, by what it was. */
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
  /** Plays every terminal that is not to be killed. */
  readonly firmware: Firmware;
  readonly measurements: Measurements;
  /** A well-spread part of the large cases is enough. */
  readonly isSample: boolean;
  /** A third of the cut points is enough, with each turn another. Null: all. */
  readonly turn: number | null;
  /** A line under the running case. */
  note(line: string): void;
  /** A serial number no other terminal of this run has. */
  serialNumber(family: LabFamily): string;
}

export interface LabCase {
  /** What is promised. */
  readonly name: string;
  readonly withinMs: number;
  /** Seconds of processor time it takes the computer, about: by them cases are shared among machines. */
  readonly cost: number;
  /** As `cost`, of a sample of it; null: a sample of the cases is without this one. Default: the same. */
  readonly sampleCost?: number | null;
  run(lab: Lab): Promise<void>;
}

/** Those on every kind of cable. A reader of the third has a serial line of its own, which no USB cable is. */
export const labFamilies = ['mms', 'neo2'] as const satisfies readonly PayingFamily[];
export type LabFamily = PayingFamily;

/** Three hexadecimal digits follow. */
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
