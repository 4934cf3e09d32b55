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
  /** Cancels everything and closes what was opened; the promise rejects with LINK_CLOSED. */
  signal?: AbortSignal;
  /** Called once the link is open, before anything is asked. */
  onOpened?: () => void;
  /**
   * Records what passes on the link, card data masked, as long as it is open. Called with each family that is tried, gives
   * the place for its lines; one that throws ends the recording, never the link.
   */
  trace?: (family: Family) => (line: string) => void;
  /** Asked before the others: what was there last time. Default: the order of the list. */
  first?: Family;
  /** Ask nobody but `first`: what is silent may just be starting up, and is soon asked again. Default false. */
  isOnly?: boolean;
  timeouts?: {
    /** Opening the link. Default 5 s. */
    openMs?: number;
    /** One identify request, which may be sent twice; three times as long for a terminal that answers late. Default 1 s. */
    replyMs?: number;
    /** Opening and identifying together. Default 15 s, or what opening, asking every family, and asking a slow one again may take. */
    totalMs?: number;
  };
  /** Stand-ins for tests. */
  families?: readonly TerminalFamily[];
  open?: typeof openLink;
}

const LEAST_TOTAL_MS = 15_000;
const DEFAULT_REPLY_MS = 1_000;
/** One that answers, but late, is given this many times as long: as long as its session waits later on. */
const SLOW_FACTOR = 3;
/** A port that opens at all opens at once; one whose driver hangs is given up on. */
const OPENING_MS = 1_000;

/** 115200 baud carry a hundred times as much. */
const SLOW_BYTES_A_SECOND = 200;
const heardWords = {
  slow: 'what answers comes byte by byte, far too slowly for 115200 baud: check the device server or adapter',
  text: 'something talks there in plain text: it is no terminal known here',
  noise: 'something answers, but not readably: check that its line is set to 115200 baud, 8N1',
} as const;

/** How long looking at one port may take: opening it, and asking each of these families in turn. */
export function portBudgetMs(asked: readonly TerminalFamily[] = families): number {
  return OPENING_MS + identificationMs(asked);
}

function identificationMs(asked: readonly TerminalFamily[]): number {
  return asked.reduce((sum, { identifyMs }) => sum + identifyMs, 0);
}

/** One of them may be asked once more, with a longer timeout. */
function slowIdentificationMs(asked: readonly TerminalFamily[]): number {
  return SLOW_FACTOR * Math.max(...asked.map(({ identifyMs }) => identifyMs));
}

/**
 * Opens a link and identifies the terminal on it. Bounded in time. Rejects with a TillError:
 * CFG_INVALID (no address), LINK_NOT_FOUND, LINK_BUSY, LINK_PERMISSION, LINK_REFUSED, LINK_TIMEOUT (opening),
 * TERM_SILENT (nothing answers), FRAME_GARBAGE (what answers speaks no protocol we know; context `heard`: text, slow or noise), TERM_REFUSED (it will not say
 * who it is), LINK_LOST, LINK_CLOSED (cancelled). Nothing stays open after a rejection.
 */
export async function connectTerminal(address: string, options: ConnectOptions = {}): Promise<Terminal> {
  const { signal, timeouts = {} } = options;
  const parsed = parseTerminalAddress(address);
  const order = inOrder(options);
  const totalMs =
    timeouts.totalMs ??
    Math.max(LEAST_TOTAL_MS, DEFAULT_OPEN_TIMEOUT_MS + identificationMs(order) + slowIdentificationMs(order));
  const deadline = startDeadline(totalMs, signal);
  let hasOpened = false;
  try {
    const link = await (options.open ?? openLink)(parsed, {
      // The same speed for every family (shared/family.ts); only the lines are set anew for each.
      serial: order[0]?.serial ?? families[0].serial,
      signal: deadline.signal,
      timeoutMs: timeouts.openMs ?? DEFAULT_OPEN_TIMEOUT_MS,
      hid: {
        reportsOf: ({ vendorId, productId }) => familyOfUsb(vendorId, productId)?.reports ?? 'output',
        refusedAs: ({ vendorId, productId }) => refusedUsb(vendorId, productId),
      },
    });
    hasOpened = true;
    return await closedOnFailure(link, deadline.signal, () => {
      options.onOpened?.();
      return identify(link, askable(link, order), timeouts.replyMs, options.trace);
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

/** Runs a task on an open link. The link is closed when the task fails, and as soon as `stop` aborts. */
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

/** All families, the named one first, or that one alone. */
function inOrder(options: ConnectOptions): readonly TerminalFamily[] {
  const known = options.families ?? families;
  const first = known.find(({ family }) => family === options.first);
  if (!first) return known;
  return options.isOnly ? [first] : [first, ...known.filter((one) => one !== first)];
}

/**
 * Who may be asked on this link. A USB device whose ids belong to a family is that family's, and one that is asked by feature reports is
 * asked where its ids are known: another's reports may mean anything to it.
 */
function askable(link: Link, order: readonly TerminalFamily[]): readonly TerminalFamily[] {
  if (link.kind !== 'hid') return order;
  const owner = link.usb && familyOfUsb(link.usb.vendorId, link.usb.productId);
  return order.filter((family) => (owner ? family === owner : family.reports === undefined));
}

/**
 * Asks each family in turn on one open link. A late answer is no rubbish: whoever was heard in a family's own messages,
 * also while another was asked, is slow, and is asked again with a longer timeout. Otherwise the most telling failure is
 * kept: rubbish says more than silence.
 */
async function identify(
  link: Link,
  order: readonly TerminalFamily[],
  replyMs: number | undefined,
  trace: ConnectOptions['trace'],
): Promise<Terminal> {
  const failures = new Map<TerminalFamily, TillError>();
  const ears = new Ears(link, order);
  const isSlow = (family: TerminalFamily): boolean => {
    const code = failures.get(family)?.code;
    return (code === 'TERM_SILENT' || code === 'FRAME_GARBAGE') && ears.hasHeard(family);
  };
  let lines = order[0]?.serial;
  const ask = async (family: TerminalFamily, waitMs: number | undefined): Promise<Terminal> => {
    const recorded = trace ? recorder(link, trace, family.family) : null;
    try {
      // Opened as the first family wants it; the lines of the others may rest otherwise.
      if (family.serial.dtr !== lines?.dtr || family.serial.rts !== lines?.rts) {
        lines = family.serial;
        await link.setLines?.(lines);
      }
      return await family.connect(recorded?.link ?? link, waitMs === undefined ? {} : { replyMs: waitMs });
    } catch (error) {
      // The next family's recording has the link from here on.
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
        // The end of a late answer looks like rubbish to whoever listens from there on.
        const context = { address: link.address };
        throw new TillError('TERM_SILENT', `${link.address} answers too late`, { context, cause: error });
      });
    }
  } finally {
    ears.close();
  }
  const all = [...failures.values()];
  const telling =
    all.find(({ code }) => code === 'TERM_REFUSED' || code === 'TERM_BUSY') ??
    all.find(({ code }) => code === 'FRAME_GARBAGE') ??
    all[0];
  if (telling?.code === 'FRAME_GARBAGE') throw ears.describe(telling);
  throw telling ?? new TillError('TERM_UNKNOWN_MODEL', `there is no driver for what is on ${link.address}`);
}

/** Hears on one link whose messages arrive, whoever is being asked. */
class Ears {
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

  /** Says what was heard, and so what to mend. */
  describe(garbage: TillError): TillError {
    const seconds = (this.#endedAt - this.#startedAt) / 1_000;
    const isSlow = this.#chunks > 4 && this.#bytes / this.#chunks < 3 && this.#bytes / seconds < SLOW_BYTES_A_SECOND;
    const isText = this.#bytes > 0 && this.#readable / this.#bytes > 0.9;
    const heard = isSlow ? 'slow' : isText ? 'text' : 'noise';
    return new TillError('FRAME_GARBAGE', `${this.#address}: ${heardWords[heard]}`, {
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

/** A recorded link, and how its recording is ended while the link goes on. */
function recorder(
  link: Link,
  trace: NonNullable<ConnectOptions['trace']>,
  family: Family,
): { link: Link; stop: () => void } {
  let sink: ((line: string) => void) | null = trace(family);
  return {
    // A sink that fails must not take the payment's link with it: what could not be written is counted there.
    link: recordTrace(link, (line) => sink?.(line), family, { onFailure: () => (sink = null) }),
    stop: () => (sink = null),
  };
}
