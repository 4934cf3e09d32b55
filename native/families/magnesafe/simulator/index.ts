/** Simulated MagneSafe readers for tests and the simulator's process. */
import type { SimulatorFamily } from '../../shared/simulator/simulator-family.ts';
import {
  createMagnesafeTerminal,
  readableSerialNumber,
  READER_SERIAL_NUMBER,
  type MagnesafeTerminal,
  type MagnesafeTerminalOptions,
} from './magnesafe-terminal.ts';
import { simulatedNames } from '../../shared/models.ts';
import { magnesafeModels } from '../models/index.ts';

export { createMagnesafeTerminal, type MagnesafeTerminal, type MagnesafeTerminalOptions };
export type { Behaviour as MagnesafeBehaviour, TransactionStep as MagnesafeStep } from './behaviour.ts';
export * as magnesafeFaults from './faults.ts';

export const magnesafeSimulator = {
  family: 'magnesafe',
  models: simulatedNames(magnesafeModels),
  serialNumber: {
    format: 'up to 15 letters and digits',
    byDefault: READER_SERIAL_NUMBER,
    read: (text) => (readableSerialNumber.test(text.toUpperCase()) ? text.toUpperCase() : undefined),
  },
  create: createMagnesafeTerminal,
} satisfies SimulatorFamily<MagnesafeTerminalOptions, MagnesafeTerminal>;
