/** Entry point of the host's terminals: the only module of the host that uses native. */
export {
  adviseOnSerialPort,
  discoverTerminals,
  listSerialPorts,
  lockHolder,
  watchPorts,
} from '../../../native/index.ts';
export * from './manager.ts';
export * from './pairings.ts';
export * from './practice.ts';
export * from './trace-files.ts';
export { notAskedOf, openDecisions } from './port-rules.ts';
export { platformCheckOf } from './self-test.ts';
