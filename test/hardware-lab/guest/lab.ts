/** What every case gets: the platform, fresh serial numbers, and places to write measurements down. */
import type { Family } from '../../../electron/contract/index.ts';
import type { Platform } from './platform.ts';
import type { Firmware } from './terminal.ts';

/** Milliseconds that something took, by what it was. */
export class Measurements {
  readonly #values = new Map<string, number[]>();

  add(what: string, ms: number): void {
    this.#values.set(what, [...(this.#values.get(what) ?? []), ms]);
  }

  rows(): { what: string; count: number; p50: number; max: number }[] {
    return [...this.#values].map(([what, values]) => {
      const sorted = values.toSorted((a, b) => a - b);
      const p50 = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
      return { what, count: values.length, p50: Math.round(p50), max: Math.round(sorted.at(-1) ?? 0) };
    });
  }
}

export interface Lab {
  readonly platform: Platform;
  /** Plays every terminal that is not to be killed. */
  readonly firmware: Firmware;
  readonly measurements: Measurements;
  /** A line under the running case. */
  note(line: string): void;
  /** A serial number no other terminal of this run has. */
  serialNumber(family: Family): string;
}

export interface LabCase {
  /** What is promised. */
  readonly name: string;
  readonly withinMs: number;
  run(lab: Lab): Promise<void>;
}

export function createLab(platform: Platform, firmware: Firmware, note: (line: string) => void): Lab {
  let made = 0;
  return {
    platform,
    firmware,
    measurements: new Measurements(),
    note,
    serialNumber(family) {
      made += 1;
      const digits = made.toString(16).toUpperCase().padStart(3, '0');
      return family === 'mms' ? `B61A${digits}` : `630Z000${digits}`;
    },
  };
}
