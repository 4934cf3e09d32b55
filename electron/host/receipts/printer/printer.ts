/**
 * Receipt printer: jobs run one after another, each with a time limit and its own connection. A failure affects only
 * its own job.
 */
import { afterSilence, systemClock } from '../../../domain/index.ts';
import { TillError, toFailure, type Failure, type PrinterView } from '../../../contract/index.ts';
import { within } from '../../time/index.ts';
import { parsePrinter, type PrinterAddress } from './address.ts';
import { openPath } from './path.ts';
import { openSerial } from './serial.ts';
import { openSystem } from './system.ts';
import { askStatus, notReady, STATUS_WITHIN_MS, type PrinterTrouble } from './status.ts';
import { openTcp } from './tcp.ts';
import { tooSlow, unreachable, type Wire } from './wire.ts';

export interface PrinterOptions {
  /** Configured address, or null if there is no printer. */
  address: string | null;
  now: () => number;
  /** True if the printer's language supports status queries. */
  isEscPos: boolean;
  openWithinMs?: number;
  /** Time limit of a status query without a job. */
  statusWithinMs?: number;
  jobWithinMs?: number;
  /** Factor for all timeouts; tests on busy computers raise it. */
  timeoutFactor?: number;
}

export interface Printed {
  printer: string;
  tookMs: number;
  /** True if the printer reported "ready" after the job. */
  isConfirmed: boolean;
}

/** State of a printer, determined without printing. */
export interface PrinterHealth {
  /** Reported fault, or null if there is none or the printer is silent. */
  trouble: PrinterTrouble | null;
  /** Reason why the printer is unreachable, or null. */
  failure: Failure | null;
  /** True if the printer answers status queries; many never do. */
  isHeard: boolean;
}

const OPEN_WITHIN_MS = 5_000;
/**
 * Time limit of the first status query. It is longer than later time limits: after silence the till stops querying this
 * printer, and then misses an empty paper roll.
 */
const FIRST_STATUS_WITHIN_MS = 1_000;
/** Time limit from first to last byte; a slow printer takes two seconds for a receipt. */
const JOB_WITHIN_MS = 15_000;
/** If close hangs, abandon the handle. */
const CLOSE_WITHIN_MS = 2_000;
const STOP_WITHIN_MS = 1_000;
/** Bits on the line per byte, including start and stop bits. */
const BITS_A_BYTE = 10;

const tookMs = (startedAt: number): number => Math.round(performance.now() - startedAt);

export class Printer {
  readonly #options: PrinterOptions;
  #last: PrinterView['last'] = null;
  #waiting = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /**
   * True if the printer answered the last status query; null before the first query and after an outage. A silent
   * printer is not queried again: each query would make the customer wait.
   */
  #answers: boolean | null = null;

  constructor(options: PrinterOptions) {
    this.#options = options;
  }

  /**
   * Prints a job. `onSending` is called just before the first byte of the job leaves; without this call, the printer
   * received no data.
   * @throws PRINTER_… or CFG_INVALID
   */
  async print(bytes: Uint8Array, onSending: () => void = () => undefined): Promise<Printed> {
    const { address } = this.#options;
    if (address === null) throw new TillError('PRINTER_NOT_CONFIGURED', 'No receipt printer is set up on this till.');
    if (this.#isClosed) throw new TillError('HOST_STOPPING', 'The till is closing.');
    this.#waiting += 1;
    const printed = this.#queue.then(() => this.#next(address, bytes, onSending));
    this.#queue = printed.catch(() => undefined);
    return printed;
  }

  /** Queries the state, queued behind the jobs. Never prints or rejects. */
  async health(): Promise<PrinterHealth> {
    const { address, isEscPos, openWithinMs = OPEN_WITHIN_MS, statusWithinMs = STATUS_WITHIN_MS } = this.#options;
    const { timeoutFactor = 1 } = this.#options;
    const asked = this.#queue.then(async (): Promise<PrinterHealth> => {
      const printer = address ?? '';
      const wire = await opened(
        printer,
        parsePrinter(printer),
        openWithinMs * timeoutFactor,
        new AbortController().signal,
      );
      try {
        const status = isEscPos ? await askStatus(wire, statusWithinMs * timeoutFactor) : 'silent';
        const isHeard = status !== 'silent';
        return { trouble: status === 'fine' || status === 'silent' ? null : status, failure: null, isHeard };
      } finally {
        await within(systemClock, CLOSE_WITHIN_MS, wire.close());
      }
    });
    this.#queue = asked.catch(() => undefined);
    return asked.catch((error: unknown) => ({ trouble: null, failure: toFailure(error), isHeard: false }));
  }

  state(): Pick<PrinterView, 'address' | 'isBusy' | 'last'> {
    return { address: this.#options.address, isBusy: this.#waiting > 0, last: this.#last };
  }

  /** Rejects new jobs and gives the running job a moment to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await within(systemClock, STOP_WITHIN_MS, this.#queue);
  }

  async #next(printer: string, bytes: Uint8Array, onSending: () => void): Promise<Printed> {
    const { now } = this.#options;
    const startedAt = performance.now();
    try {
      const done = await this.#job(printer, bytes, onSending);
      this.#last = { at: iso(now()), tookMs: done.tookMs, isConfirmed: done.isConfirmed, failure: null };
      return done;
    } catch (error) {
      // After an outage the printer may be a different one, so query its status again.
      this.#answers = null;
      this.#last = { at: iso(now()), tookMs: tookMs(startedAt), isConfirmed: false, failure: toFailure(error) };
      throw error;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #job(printer: string, bytes: Uint8Array, onSending: () => void): Promise<Printed> {
    const { openWithinMs = OPEN_WITHIN_MS, jobWithinMs = JOB_WITHIN_MS, timeoutFactor = 1 } = this.#options;
    const startedAt = performance.now();
    const address = parsePrinter(printer);
    const lineMs = address.kind === 'serial' ? Math.ceil((bytes.length * BITS_A_BYTE * 1000) / address.baudRate) : 0;
    const withinMs = (jobWithinMs + lineMs) * timeoutFactor;
    const giveUp = new AbortController();
    const wire = await opened(printer, address, openWithinMs * timeoutFactor, giveUp.signal);
    const late = Promise.withResolvers<never>();
    late.promise.catch(() => undefined);
    const cancelTimer = afterSilence(systemClock, withinMs, () => {
      giveUp.abort();
      late.reject(tooSlow(printer, withinMs));
    });
    try {
      const isConfirmed = await Promise.race([this.#talk(printer, wire, bytes, onSending), late.promise]);
      return { printer, isConfirmed, tookMs: tookMs(startedAt) };
    } finally {
      cancelTimer();
      // Bounded, because a hanging device must not block the till.
      await within(systemClock, CLOSE_WITHIN_MS, wire.close());
    }
  }

  /** Queries the status, prints, and queries the status again. */
  async #talk(printer: string, wire: Wire, bytes: Uint8Array, onSending: () => void): Promise<boolean> {
    const { isEscPos, timeoutFactor = 1 } = this.#options;
    const asks = isEscPos && this.#answers !== false && wire.canAnswer;
    const statusMs = STATUS_WITHIN_MS * timeoutFactor;
    const firstMs = this.#answers === null ? FIRST_STATUS_WITHIN_MS * timeoutFactor : statusMs;
    const before = asks ? await askStatus(wire, firstMs) : 'silent';
    if (asks) this.#answers = before !== 'silent';
    if (before !== 'fine' && before !== 'silent') throw notReady(printer, before, false);
    onSending();
    await wire.write(bytes);
    await wire.drain();
    if (before === 'silent') return false;
    const after = await askStatus(wire, statusMs);
    if (after !== 'fine' && after !== 'silent') throw notReady(printer, after, true);
    return after === 'fine';
  }
}

async function opened(printer: string, address: PrinterAddress, withinMs: number, giveUp: AbortSignal): Promise<Wire> {
  const late = new AbortController();
  let why = 'no answer';
  const opening = wireTo(printer, address, AbortSignal.any([late.signal, giveUp]), (busy) => (why = busy));
  const tooLate = Promise.withResolvers<never>();
  const cancelTimer = afterSilence(systemClock, withinMs, () => {
    late.abort();
    tooLate.reject(unreachable(printer, why));
  });
  try {
    return await Promise.race([opening, tooLate.promise]);
  } catch (error) {
    // Close a connection that opens too late.
    void opening.then((wire) => wire.close()).catch(() => undefined);
    throw error;
  } finally {
    cancelTimer();
  }
}

function wireTo(
  printer: string,
  address: PrinterAddress,
  signal: AbortSignal,
  onBusy: (why: string) => void,
): Promise<Wire> {
  switch (address.kind) {
    case 'tcp':
      return openTcp(printer, address, signal);
    case 'serial':
      return openSerial(printer, address, signal, onBusy);
    case 'path':
      return openPath(printer, address.path, signal, onBusy);
    case 'system':
      return openSystem(printer, address.queue, signal);
  }
}

const iso = (at: number): string => new Date(at).toISOString();
