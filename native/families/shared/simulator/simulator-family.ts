/** The simulator of one terminal family. Each family's folder gives one; `families/simulators.ts` lists them. */
import type { Family } from '../../../../electron/contract/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import type { SimulatedTerminal } from './simulated-terminal.ts';

/** What the simulator's command line sets, whatever the family. */
export interface CommonTerminalOptions {
  serialNumber?: string;
  model?: string;
  /** Text of the firmware; the model's by default. */
  firmware?: string;
  /** Key serial number with the counter of the last transaction done; a fresh terminal's by default. */
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
    /** The number as the terminal says it; undefined when it has another format. */
    read(text: string): string | undefined;
  };
  /** Throws a TillError (CFG_INVALID) on a serial number, model or card that cannot be. */
  create(options?: Options): T;
}
