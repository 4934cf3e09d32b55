/** Simulated terminals of the MMS family, for tests, the practice terminal and the simulator process. */
import type { SimulatorFamily } from '../../shared/simulator/simulator-family.ts';
import { createMmsTerminal, type MmsTerminal, type MmsTerminalOptions } from './mms-terminal.ts';
import { simulatedNames } from '../../shared/models.ts';
import { mmsModels } from '../models/index.ts';

export { createMmsTerminal, type MmsTerminal, type MmsTerminalOptions };
export type { Behaviour, TransactionStep } from './behaviour.ts';
export * as mmsFaults from './faults.ts';
export { refusalCodes as mmsRefusal } from './status-codes.ts';

export const mmsSimulator = {
  family: 'mms',
  models: simulatedNames(mmsModels),
  serialNumber: {
    format: 'seven hexadecimal digits',
    byDefault: 'B61378A',
    read: (text) => (/^[0-9A-Fa-f]{7}$/.test(text) ? text.toUpperCase() : undefined),
  },
  create: createMmsTerminal,
} satisfies SimulatorFamily<MmsTerminalOptions, MmsTerminal>;
