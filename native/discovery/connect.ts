import { TillError, type Family } from '../../electron/contract/index.ts';
import { startDeadline } from '../time/deadline.ts';
import { families, familyOfUsb, refusedUsb } from '../families/index.ts';
import type { TerminalFamily } from '../families/shared/family.ts';
import { parseTerminalAddress } from '../link/address.ts';
import { DEFAULT_OPEN_TIMEOUT_MS, type Link } from '../link/link.ts';
import { openLink } from '../link/open.ts';
import type { Terminal } from '../families/shared/terminal.ts';
import { recordTrace } from '../trace/recorder.ts';

export interface ConnectOptions {
  /** Cancels everything and closes the link; the promise rejects with LINK_CLOSED. */
  signal?: AbortSignal;
  /** Called once the link is open, before the first query. */
  onOpened?: () => void;
  /**
   * Records the link's traffic while the link is open, with card data masked. Called with each family that is tried,
   * and returns the sink for its lines. A sink that throws ends the recording, but never the link.
   */
  trace?: (family: Family) => (line: string) => void;
  /** Family to try first: the family found last time. Default: the order of the list. */
  first?: Family;
  /** Tries only `first`: a silent terminal may just be starting up, and is queried again soon. Default false. */
  onlyFirst?: boolean;
  timeouts?: {
    /** Time to open the link. Default 5 s. */
    openMs?: number;
    /**
     * Time for an identify request, which may be sent twice. A terminal that answers late gets three times as long.
     * Default 1 s.
     */
    replyMs?: number;
    /**
     * Time to open and identify. Default 15 s, or more if opening, querying every family and querying a slow family
     * again may take longer.
     */
    totalMs?: number;
  };
  /** Replacements for tests. */
  families?: readonly TerminalFamily[];
  open?: typeof openLink;
}

const MIN_TOTAL_MS = 15_000;
const DEFAULT_REPLY_MS = 1_000;
/** Timeout factor for a terminal that answers late: its session later waits as long. */
const SLOW_FACTOR = 3;
/** A working port opens at once; a port whose driver hangs is abandoned after this time. */
const OPENING_MS = 1_000;

/** 115200 baud carry a hundred times as much. */
const SLOW_BYTES_A_SECOND = 200;
const receivedText = {
  slow: 'the device answers far too slowly for 115200 baud: check the device server or adapter',
  text: 'a device sends plain text there: it is not a terminal that the till knows',
  noise: 'a device answers unreadably: check that its line is set to 115200 baud, 8N1',
} as const;

/** Maximum time to identify the terminal on a port: opening it, and querying each of these families in turn. */
export function portBudgetMs(asked: readonly TerminalFamily[] = families): number {
  return OPENING_MS + identificationMs(asked);
}

function identificationMs(asked: readonly TerminalFamily[]): number {
  return asked.reduce((sum, { identifyMs }) => sum + identifyMs, 0);
}

/** A single family may be queried again, with a longer timeout. */
function slowIdentificationMs(asked: readonly TerminalFamily[]): number {
  return SLOW_FACTOR * Math.max(...asked.map(({ identifyMs }) => identifyMs));
}

/**
 * Opens a link and identifies the terminal on it, within a bounded time. Nothing stays open after a rejection.
 * @throws CFG_INVALID when the address is invalid; LINK_NOT_FOUND, LINK_BUSY, LINK_PERMISSION, LINK_REFUSED or
 * LINK_TIMEOUT from opening; TERM_SILENT when nothing answers; FRAME_GARBAGE when the answer is in no known protocol
 * (context `heard`: text, slow or noise); TERM_REFUSED when the terminal does not identify itself; LINK_LOST;
 * LINK_CLOSED when cancelled
 */
export async function connectTerminal(address: string, options: ConnectOptions = {}): Promise<Terminal> {
  const { signal, timeouts = {} } = options;
  const parsed = parseTerminalAddress(address);
  const order = inOrder(options);
  const totalMs =
    timeouts.totalMs ??
    Math.max(MIN_TOTAL_MS, DEFAULT_OPEN_TIMEOUT_MS + identificationMs(order) + slowIdentificationMs(order));
  const deadline = startDeadline(totalMs, signal);
  let hasOpened = false;
  try {
    const link = await (options.open ?? openLink)(parsed, {
      // All families use the same speed (shared/family.ts); only the lines are set again for each.
      serial: order[0]?.serial ?? families[0].serial,
      signal: deadline.signal,
      timeoutMs: timeouts.openMs ?? DEFAULT_OPEN_TIMEOUT_MS,
      hid: {
        reportsOf: ({ vendorId, productId }) => familyOfUsb(vendorId, productId)?.reports ?? 'output',
        refusalOf: ({ vendorId, productId }) => refusedUsb(vendorId, productId),
      },
    });
    hasOpened = true;
    return await closedOnFailure(link, deadline.signal, () => {
      options.onOpened?.();
      return identify(link, familiesForLink(link, order), timeouts.replyMs, options.trace);
    });
  } catch (error) {
    if (!deadline.hasPassed || signal?.aborted) throw error;
    const [code, what] = hasOpened ? (['TERM_SILENT', 'identified'] as const) : (['LINK_TIMEOUT', 'opened'] as const);
    throw new TillError(code, `${address} could not be ${what} within ${totalMs} ms`, {
      context: { address },
      cause: error,
    });
  } finally {
    deadline.release();
  }
}

/** Runs a task on an open link. Closes the link when the task fails, and as soon as `stop` aborts. */
async function closedOnFailure<T>(link: Link, stop: AbortSignal, task: () => Promise<T>): Promise<T> {
  const onStop = () => void link.close();
  stop.addEventListener('abort', onStop, { once: true });
  try {
    if (stop.aborted) throw new TillError('LINK_CLOSED', `connecting to ${link.address} was cancelled`);
    return await task();
  } catch (error) {
    await link.close();
    throw error;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

function inOrder(options: ConnectOptions): readonly TerminalFamily[] {
  const known = options.families ?? families;
  const first = known.find(({ family }) => family === options.first);
  if (!first) return known;
  return options.onlyFirst ? [first] : [first, ...known.filter((one) => one !== first)];
}

/**
 * Returns the families that may be queried on this link. A USB device with a family's ids is queried for that family
 * only. A family with feature reports is queried only on its own ids: its reports may mean anything to another device.
 */
function familiesForLink(link: Link, order: readonly TerminalFamily[]): readonly TerminalFamily[] {
  if (link.kind !== 'hid') return order;
  const owner = link.usb && familyOfUsb(link.usb.vendorId, link.usb.productId);
  return order.filter((family) => (owner ? family === owner : family.reports === undefined));
}

/**
 * Queries each family in turn on an open link. A late answer is not garbage: a family whose own messages arrived, even
 * during another family's turn, is slow and is queried again with a longer timeout. Otherwise the most informative
 * failure is kept: garbage says more than silence.
 */
async function identify(
  link: Link,
  order: readonly TerminalFamily[],
  replyMs: number | undefined,
  trace: ConnectOptions['trace'],
): Promise<Terminal> {
  const failures = new Map<TerminalFamily, TillError>();
  const ears = new ProtocolListener(link, order);
  const isSlow = (family: TerminalFamily): boolean => {
    const code = failures.get(family)?.code;
    return (code === 'TERM_SILENT' || code === 'FRAME_GARBAGE') && ears.hasHeard(family);
  };
  let lines = order[0]?.serial;
  const ask = async (family: TerminalFamily, waitMs: number | undefined): Promise<Terminal> => {
    const recorded = trace ? recorder(link, trace, family.family) : null;
    try {
      // The link was opened with the first family's lines; other families may need other lines.
      if (family.serial.dtr !== lines?.dtr || family.serial.rts !== lines?.rts) {
        lines = family.serial;
        await link.setLines?.(lines);
      }
      return await family.connect(recorded?.link ?? link, waitMs === undefined ? {} : { replyMs: waitMs });
    } catch (error) {
      // The next family's recording owns the link now.
      recorded?.stop();
      throw error;
    }
  };
  try {
    for (const family of order) {
      try {
        return await ask(family, replyMs);
      } catch (error) {
        if (!(error instanceof TillError) || error.code.startsWith('LINK_')) throw error;
        failures.set(family, error);
      }
      if (isSlow(family)) break;
    }
    const slow = order.find(isSlow);
    if (slow) {
      const waitMs = SLOW_FACTOR * (replyMs ?? DEFAULT_REPLY_MS);
      return await ask(slow, waitMs).catch((error: unknown) => {
        if (!(error instanceof TillError) || error.code !== 'FRAME_GARBAGE') throw error;
        // The end of a late answer looks like garbage to a family that starts listening in the middle of that answer.
        const context = { address: link.address };
        throw new TillError('TERM_SILENT', `${link.address} answers too late`, { context, cause: error });
      });
    }
  } finally {
    ears.close();
  }
  const all = [...failures.values()];
  const mostSpecific =
    all.find(({ code }) => code === 'TERM_REFUSED' || code === 'TERM_BUSY') ??
    all.find(({ code }) => code === 'FRAME_GARBAGE') ??
    all[0];
  if (mostSpecific?.code === 'FRAME_GARBAGE') throw ears.describe(mostSpecific);
  throw mostSpecific ?? new TillError('TERM_UNKNOWN_MODEL', `there is no driver for the device at ${link.address}`);
}

/** Listens on a link to detect which families' messages arrive, no matter which family is being queried. */
class ProtocolListener {
  readonly #heard = new Set<TerminalFamily>();
  readonly #stops: readonly (() => void)[];
  readonly #address: string;
  #bytes = 0;
  #readable = 0;
  #chunks = 0;
  #startedAt = 0;
  #endedAt = 0;

  constructor(link: Link, order: readonly TerminalFamily[]) {
    this.#address = link.address;
    const count = link.onData((bytes) => this.#count(bytes));
    const each = order.map((family) => {
      const wire = family.wire(link.kind);
      return link.onData((bytes) => {
        const isMessage = wire.decode(bytes).some(({ kind }) => kind === 'reply' || kind === 'note');
        if (isMessage) this.#heard.add(family);
      });
    });
    this.#stops = [count, ...each];
  }

  #count(bytes: Uint8Array): void {
    this.#endedAt = performance.now();
    if (this.#chunks === 0) this.#startedAt = this.#endedAt;
    this.#chunks += 1;
    this.#bytes += bytes.length;
    this.#readable += bytes.filter((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d).length;
  }

  /** Describes the received bytes, and thereby the remedy. */
  describe(garbage: TillError): TillError {
    const seconds = (this.#endedAt - this.#startedAt) / 1_000;
    const isSlow = this.#chunks > 4 && this.#bytes / this.#chunks < 3 && this.#bytes / seconds < SLOW_BYTES_A_SECOND;
    const isText = this.#bytes > 0 && this.#readable / this.#bytes > 0.9;
    const heard = isSlow ? 'slow' : isText ? 'text' : 'noise';
    return new TillError('FRAME_GARBAGE', `${this.#address}: ${receivedText[heard]}`, {
      context: { address: this.#address, heard },
      cause: garbage,
    });
  }

  hasHeard(family: TerminalFamily): boolean {
    return this.#heard.has(family);
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }
}

/** Returns a recorded link, and a function that ends the recording while the link continues. */
function recorder(
  link: Link,
  trace: NonNullable<ConnectOptions['trace']>,
  family: Family,
): { link: Link; stop: () => void } {
  let sink: ((line: string) => void) | null = trace(family);
  return {
    // A failing sink must not close the payment's link: the recorder counts the lines that it could not write.
    link: recordTrace(link, (line) => sink?.(line), family, { onFailure: () => (sink = null) }),
    stop: () => (sink = null),
  };
}
