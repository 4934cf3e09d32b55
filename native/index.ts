/** Public entry point of native/ for host/terminals, the command line and tests. */
export type * from './families/shared/terminal.ts';
export { connectTerminal, portBudgetMs, type ConnectOptions } from './discovery/connect.ts';
export { discoverTerminals, type Candidate, type DiscoverOptions, type NotAsked } from './discovery/discover.ts';
export { knownKindOf } from './discovery/known-adapters.ts';
export { watchPorts, type PortChange, type PortWatcher, type WatchOptions } from './discovery/port-watcher.ts';
export { payingFamilies, type PayingFamily } from './families/index.ts';
export { lockHolder } from './link/locked.ts';
export { adviseOnSerialPort } from './link/permission.ts';
export { listSerialPorts } from './link/serial-link.ts';
export { parseTerminalAddress } from './link/address.ts';
export { recordTrace } from './trace/recorder.ts';
export { replayTrace, ReplayDifference } from './trace/replayer.ts';
export { readTrace } from './trace/trace-text.ts';
export { decodeLines, decodeLinksOf } from './trace/decode.ts';
export { decodeLinks, type DecodeLink } from './families/shared/trace/trace-family.ts';
