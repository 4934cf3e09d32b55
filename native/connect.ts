import { TillError } from '../electron/contract/index.ts';
import { families, type FamilyDriver } from './drivers/families.ts';
import { parseTerminalAddress } from './link/address.ts';
import type { Link } from './link/link.ts';
import { openLink } from './link/open.ts';
import type { SerialSettings } from './link/serial-link.ts';
import type { Terminal } from './terminal.ts';

export interface ConnectOptions {
  /** Calls everything off and closes what was opened; the promise rejects with LINK_CLOSED. */
  signal?: AbortSignal;
  timeouts?: {
    /** Opening the link. Default 5 s. */
    openMs?: number;
    /** One identify request, which may be sent twice. Default 1 s. */
    replyMs?: number;
    /** Opening and identifying together. Default 15 s. */
    totalMs?: number;
  };
}

const DEFAULT_TOTAL_MS = 15_000;
/** Both families so far speak 115200 8N1; one that does not will need its own opening. */
const defaultSerial: SerialSettings = { baudRate: 115_200, dtr: true, rts: true, hupcl: false };

/**
 * Opens a link and identifies the terminal on it. Bounded in time. Rejects with a TillError:
 * CFG_INVALID (no address), LINK_NOT_FOUND, LINK_BUSY, LINK_PERMISSION, LINK_REFUSED, LINK_TIMEOUT (opening),
 * TERM_SILENT (nothing answers), FRAME_GARBAGE (what answers speaks no protocol we know), TERM_REFUSED (it will not say
 * who it is), LINK_LOST, LINK_CLOSED (called off). Nothing stays open after a rejection.
 */
export async function connectTerminal(address: string, options: ConnectOptions = {}): Promise<Terminal> {
  const { signal, timeouts = {} } = options;
  const totalMs = timeouts.totalMs ?? DEFAULT_TOTAL_MS;
  const parsed = parseTerminalAddress(address);
  // One signal for both reasons to stop: the caller's, and the bound.
  const deadline = AbortSignal.timeout(totalMs);
  const stop = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const tooLong = () =>
    new TillError('TERM_SILENT', `${address} could not be identified within ${totalMs} ms`, { context: { address } });
  let link: Link;
  try {
    link = await openLink(parsed, {
      serial: families[0]?.serial ?? defaultSerial,
      signal: stop,
      ...(timeouts.openMs === undefined ? {} : { timeoutMs: timeouts.openMs }),
    });
  } catch (error) {
    throw deadline.aborted && !signal?.aborted ? tooLong() : error;
  }
  const onStop = () => void link.close();
  stop.addEventListener('abort', onStop, { once: true });
  try {
    if (stop.aborted) throw new TillError('LINK_CLOSED', `connecting to ${address} was called off`);
    return await identify(link, timeouts.replyMs);
  } catch (error) {
    await link.close();
    throw deadline.aborted && !signal?.aborted ? tooLong() : error;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

/** Asks each family in turn on one open link. The most telling failure is kept: rubbish says more than silence. */
async function identify(link: Link, replyMs: number | undefined): Promise<Terminal> {
  const failures: TillError[] = [];
  for (const family of families) {
    try {
      return await family.connect(link, replyMs === undefined ? {} : { replyMs });
    } catch (error) {
      if (!(error instanceof TillError) || error.code.startsWith('LINK_')) throw error;
      failures.push(error);
    }
  }
  const telling =
    failures.find(({ code }) => code === 'TERM_REFUSED' || code === 'TERM_BUSY') ??
    failures.find(({ code }) => code === 'FRAME_GARBAGE') ??
    failures[0];
  throw telling ?? new TillError('TERM_UNKNOWN_MODEL', `there is no driver for what is on ${link.address}`);
}

/** The family a USB device belongs to by its ids; undefined for strangers. */
export function familyOfUsb(vendorId: number, productId: number): FamilyDriver | undefined {
  return families.find(({ usb }) => usb.vendorId === vendorId && usb.productIds.includes(productId));
}
