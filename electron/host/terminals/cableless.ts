/**
 * A pairing without a cable: the platform drives the terminal over its own network (cloud route), so there is nothing to
 * open, to keep alive or to lose here. How its Device is doing is the platform's light, not this one's.
 */
import { unknownHealth, type TerminalView } from '../../contract/index.ts';

const PREFIX = 'device:';

/** The serial number in `device:SERIALNUMBER`; null for the address of a cable. */
export function cablelessSerialNumber(address: string): string | null {
  return address.startsWith(PREFIX) ? address.slice(PREFIX.length) : null;
}

/** How screens see it: always ready, since nothing on this side can be missing. @param since milliseconds since 1970 */
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
