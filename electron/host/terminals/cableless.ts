/**
 * Pairing without a cable: the platform drives the terminal over its own network (cloud route), so this till has no
 * connection to open, keep alive or lose. The Device's state is shown by the platform's status light.
 */
import { unknownHealth, type TerminalView } from '../../contract/index.ts';

const PREFIX = 'device:';

/** Serial number in `device:SERIALNUMBER`, or null for the address of a cable. */
export function cablelessSerialNumber(address: string): string | null {
  return address.startsWith(PREFIX) ? address.slice(PREFIX.length) : null;
}

/**
 * View of the pairing: always ready, because it needs nothing on the till's side.
 * @param since milliseconds since 1970
 */
export function cablelessView(id: string, serialNumber: string, since: number): TerminalView {
  return {
    id,
    address: `${PREFIX}${serialNumber}`,
    link: null,
    route: 'cloud',
    state: 'ready',
    since: new Date(since).toISOString(),
    failure: null,
    lastHeardAt: null,
    nextTryAt: null,
    family: null,
    model: null,
    serialNumber,
    firmware: null,
    isPractice: false,
    cableActions: [],
    health: unknownHealth,
  };
}
