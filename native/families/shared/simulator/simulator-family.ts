/** Simulator of one terminal family. Each family's folder exports one; `families/simulators.ts` lists them. */
import type { Family } from '../../../../electron/contract/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import type { SimulatedTerminal } from './simulated-terminal.ts';

/** Options of the simulator's command line that every family has. */
export interface CommonTerminalOptions {
  serialNumber?: string;
  model?: string;
  /** Firmware text; defaults to the model's. */
  firmware?: string;
  /** Key serial number whose counter is that of the last completed transaction; defaults to a new terminal's. */
  ksn?: Uint8Array;
  clock?: Clock;
}

export interface SimulatorFamily<Options, T extends SimulatedTerminal> {
  readonly family: Family;
  /** Names of the models, the default first. */
  readonly models: readonly string[];
  readonly serialNumber: {
    readonly format: string;
    readonly byDefault: string;
    /** Serial number as the terminal reports it, or undefined if the format is wrong. */
    read(text: string): string | undefined;
  };
  /** @throws CFG_INVALID when the serial number, model or card is invalid. */
  create(options?: Options): T;
}
