/** Simulated NEO 2 readers for tests, the practice terminal and the simulator's process. */
import type { SimulatorFamily } from '../../shared/simulator/simulator-family.ts';
import { simulatedNames } from '../../shared/models.ts';
import { neo2Models } from '../models/index.ts';
import { createNeo2Terminal, type Neo2Terminal, type Neo2TerminalOptions } from './neo2-terminal.ts';

export { createNeo2Terminal, type Neo2Terminal, type Neo2TerminalOptions };
export type { Neo2Behaviour, Neo2Step } from './behaviour.ts';
export * as neo2Faults from './faults.ts';

export const neo2Simulator = {
  family: 'neo2',
  models: simulatedNames(neo2Models),
  serialNumber: {
    format: 'up to 15 printable characters',
    byDefault: '630Z000001',
    read: (text) => (/^[\x21-\x7e]{1,15}$/.test(text) ? text : undefined),
  },
  create: createNeo2Terminal,
} satisfies SimulatorFamily<Neo2TerminalOptions, Neo2Terminal>;
