/** The simulator of every family in index.ts; compilation requires a simulator for each family. */
import type { Family } from '../../electron/contract/index.ts';
import { magnesafeSimulator } from './magnesafe/simulator/index.ts';
import { mmsSimulator } from './mms/simulator/index.ts';
import { neo2Simulator } from './neo2/simulator/index.ts';
import type { SimulatedTerminal } from './shared/simulator/simulated-terminal.ts';
import type { SimulatorFamily } from './shared/simulator/simulator-family.ts';

export * from './magnesafe/simulator/index.ts';
export * from './mms/simulator/index.ts';
export * from './neo2/simulator/index.ts';

export const simulators = {
  mms: mmsSimulator,
  neo2: neo2Simulator,
  magnesafe: magnesafeSimulator,
} as const satisfies Readonly<Record<Family, SimulatorFamily<never, SimulatedTerminal>>>;
