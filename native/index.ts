/** The entry point of native: what host/terminals, the command line and tests may use. */
export type * from './families/shared/terminal.ts';
export { connectTerminal, type ConnectOptions } from './discovery/connect.ts';
export { discoverTerminals, type Candidate, type DiscoverOptions } from './discovery/discover.ts';
export { watchPorts, type PortChange, type PortWatcher, type WatchOptions } from './discovery/port-watcher.ts';
export { parseTerminalAddress, type ParsedAddress } from './link/address.ts';
export { recordTrace, type RecordOptions } from './trace/recorder.ts';
export { replayTrace, ReplayDifference, type ReplayLink } from './trace/replayer.ts';
export { readTrace, type Trace, type TraceLine } from './trace/trace-text.ts';
export { decodeLines, type DecodedLine, type LineDecoder } from './trace/decode.ts';
