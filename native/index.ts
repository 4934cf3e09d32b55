/** The door of native: what host/terminals, the command line and tests may use. */
export type * from './terminal.ts';
export { connectTerminal, type ConnectOptions } from './connect.ts';
export { discoverTerminals, type DiscoverOptions } from './discovery/discover.ts';
export { parseTerminalAddress, type ParsedAddress } from './link/address.ts';
