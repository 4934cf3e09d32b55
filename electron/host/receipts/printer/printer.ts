/**
 * The receipt printer: one job after another, each within its time, each with its own connection. Whatever goes wrong is a
 * failure of that job and of nothing else.
 */
import { TillError, toFailure, type PrinterView } from '../../../contract/index.ts';
import { parsePrinter, type PrinterPlace } from './address.ts';
import { openPath } from './path.ts';
import { openSerial } from './serial.ts';
import { askStatus, notReady } from './status.ts';
import { openTcp } from './tcp.ts';
import { tooSlow, unreachable, type Wire } from './wire.ts';

export interface PrinterOptions {
  /** As configured; null: none. */
  address: string | null;
  now: () => number;
  /** Language in which it can be asked how it is. */
  isEscPos: boolean;
  openWithinMs?: number;
  jobWithinMs?: number;
}

export interface Printed {
  printer: string;
  tookMs: number;
  /** The printer itself said afterwards that it is well. */
  isConfirmed: boolean;
}

export interface Printer {
  /** @throws TillError PRINTER_…, CFG_INVALID */
  print(bytes: Uint8Array): Promise<Printed>;
  state(): Pick<PrinterView, 'address' | 'isBusy' | 'last'>;
  /** Takes nothing new and gives the running job a moment to end. */
  close(): Promise<void>;
}

const OPEN_WITHIN_MS = 5_000;
/** From the first byte to the last: a slow printer takes two seconds for a receipt. */
const JOB_WITHIN_MS = 15_000;
/** A device that does not let itself be closed is left to the operating system. */
const CLOSE_WITHIN_MS = 2_000;
const STOP_WITHIN_MS = 1_000;
/** Bits on the line for one byte, start and stop bits included. */
const BITS_A_BYTE = 10;

export function createPrinter(options: PrinterOptions): Printer {
  const { address, now, isEscPos, openWithinMs = OPEN_WITHIN_MS, jobWithinMs = JOB_WITHIN_MS } = options;
  let last: PrinterView['last'] = null;
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  /** A printer that did not answer once is not asked before every receipt: each time would cost the customer a wait. */
  let isSilent = false;

  async function job(printer: string, bytes: Uint8Array): Promise<Printed> {
    const startedAt = now();
    const place = parsePrinter(printer);
    const lineMs = place.kind === 'serial' ? Math.ceil((bytes.length * BITS_A_BYTE * 1000) / place.baudRate) : 0;
    const withinMs = jobWithinMs + lineMs;
    const giveUp = new AbortController();
    const wire = await opened(printer, place, openWithinMs, giveUp.signal);
    const late = Promise.withResolvers<never>();
    late.promise.catch(() => undefined);
    const timer = setTimeout(() => {
      giveUp.abort();
      late.reject(tooSlow(printer, withinMs));
    }, withinMs);
    try {
      const isConfirmed = await Promise.race([talk(printer, wire, bytes), late.promise]);
      return { printer, isConfirmed, tookMs: now() - startedAt };
    } finally {
      clearTimeout(timer);
      await within(wire.close(), CLOSE_WITHIN_MS);
    }
  }

  /** How it is, the job, how it is now. */
  async function talk(printer: string, wire: Wire, bytes: Uint8Array): Promise<boolean> {
    const asks = isEscPos && !isSilent && wire.canAnswer;
    const before = asks ? await askStatus(wire) : 'silent';
    if (asks) isSilent = before === 'silent';
    if (before !== 'fine' && before !== 'silent') throw notReady(printer, before, false);
    await wire.write(bytes);
    await wire.drain();
    if (before === 'silent') return false;
    const after = await askStatus(wire);
    if (after !== 'fine' && after !== 'silent') throw notReady(printer, after, true);
    return after === 'fine';
  }

  return {
    print(bytes) {
      if (address === null) {
        return Promise.reject(new TillError('PRINTER_NOT_CONFIGURED', 'No receipt printer is set up on this till.'));
      }
      if (isClosed) return Promise.reject(new TillError('HOST_STOPPING', 'The till is closing.'));
      waiting += 1;
      const printed = queue.then(async () => {
        const startedAt = now();
        try {
          const done = await job(address, bytes);
          last = { at: iso(now()), tookMs: done.tookMs, isConfirmed: done.isConfirmed, failure: null };
          return done;
        } catch (error) {
          // A printer that could not be reached may be another one when it is back.
          isSilent = false;
          last = { at: iso(now()), tookMs: now() - startedAt, isConfirmed: false, failure: toFailure(error) };
          throw error;
        } finally {
          waiting -= 1;
        }
      });
      queue = printed.catch(() => undefined);
      return printed;
    },
    state: () => ({ address, isBusy: waiting > 0, last }),
    async close() {
      isClosed = true;
      await within(queue, STOP_WITHIN_MS);
    },
  };
}

async function opened(printer: string, place: PrinterPlace, withinMs: number, giveUp: AbortSignal): Promise<Wire> {
  const late = new AbortController();
  const opening = wireTo(printer, place, AbortSignal.any([late.signal, giveUp]));
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    tooLate.reject(unreachable(printer, 'no answer'));
  }, withinMs);
  try {
    return await Promise.race([opening, tooLate.promise]);
  } catch (error) {
    // One that opens after all is let go of.
    void opening.then((wire) => wire.close()).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function wireTo(printer: string, place: PrinterPlace, signal: AbortSignal): Promise<Wire> {
  switch (place.kind) {
    case 'tcp':
      return openTcp(printer, place, signal);
    case 'serial':
      return openSerial(printer, place);
    case 'path':
      return openPath(printer, place.path, signal);
  }
}

/** Waits for `task`, but no longer: a device that hangs may not hold the till. */
async function within(task: Promise<unknown>, limitMs: number): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(() => limit.resolve(), limitMs);
  await Promise.race([task, limit.promise]);
  clearTimeout(timer);
}

const iso = (at: number): string => new Date(at).toISOString();
