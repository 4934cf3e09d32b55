/**
 * The fuzz run of one framing: mutated chunks, thousands of cases, each on a fresh decoder and with a seed of its own.
 *
 * What must hold, checked at every chunk: nothing throws; no chunk takes longer than the bound; what is held stays within the
 * bound; every discard has a name from the framing's list; bytes neither vanish nor appear; a clean frame behind all the
 * rubbish comes out whole. What comes out is read further (codec, masking, decoder), under the same rules.
 */
import { toHex } from '../../native/framing/bytes.ts';
import { mix, Random } from './random.ts';

/** One decoder under test. */
export interface Opened {
  /** Gives the reasons of discards and the messages (in hexadecimal) that became whole. Throws a BrokenRule. */
  push(chunk: Uint8Array): { readonly discards: readonly string[]; readonly frames: readonly string[] };
  readonly heldBytes: number;
  readonly maxHeldBytes: number;
  /** Gives up on what is under way, as a session does when it resynchronises; checks the account of bytes. */
  settle(): readonly string[];
}

export interface Framing {
  readonly name: string;
  readonly reasons: ReadonlySet<string>;
  open(random: Random): Opened;
  /** Mutated chunks. */
  chunks(random: Random): Uint8Array[];
  /** A message and its clean chunks. */
  clean(random: Random): { readonly message: string; readonly chunks: readonly Uint8Array[] };
  /** Whether a clean frame is found right behind rubbish; otherwise only after settle(). */
  readonly findsNextFrame: boolean;
}

/** A rule that did not hold. */
export class BrokenRule extends Error {
  override readonly name = 'BrokenRule';
}

export interface Figures {
  readonly framing: string;
  readonly seed: number;
  readonly cases: number;
  /** Chunks, bytes and frames of the mutated part of each case only. */
  readonly chunks: number;
  readonly bytes: number;
  readonly frames: number;
  readonly discards: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly slowestChunkMs: number;
  readonly maxHeldBytes: number;
  readonly maxHeapGrowthBytes: number;
}

export interface Failure {
  readonly framing: string;
  readonly seed: number;
  readonly case: number;
  /** Counts the chunks of the case from 1. */
  readonly chunk: number;
  readonly what: string;
  /** The chunks up to and including the last, hexadecimal, shortened when long. */
  readonly input: readonly string[];
}

export interface FuzzOptions {
  readonly seed: number;
  /** How many mutated chunks; the case under way is finished. */
  readonly units: number;
  /** Only this case, as a failure names it. */
  readonly onlyCase?: number;
  /** Called before each case: a watchdog's sign of life. */
  readonly onCase?: (number: number) => void;
  /** Frees what is unused; without it heap growth includes what the collector has not come to yet. */
  readonly collect?: () => void;
}

/** Far above any pause of the machine, far below a hang. */
const MAX_CHUNK_MS = 2_000;
const SAMPLE_EVERY_CHUNKS = 50_000;
/** What decoders may add to the heap however long they run. */
const MAX_HEAP_GROWTH_BYTES = 32 * 1024 * 1024;

export type FuzzResult =
  | { readonly ok: true; readonly figures: Figures }
  | { readonly ok: false; readonly failure: Failure };

export function fuzz(framing: Framing, options: FuzzOptions): FuzzResult {
  const { seed, units, onlyCase, onCase = () => undefined, collect = () => undefined } = options;
  const count = new Counter(framing);
  let cases = 0;
  let nextSample = SAMPLE_EVERY_CHUNKS;
  let heapBefore: number | undefined;
  let maxHeapGrowthBytes = 0;
  const startedAt = performance.now();
  for (let number = onlyCase ?? 0; count.chunks < units; number++) {
    onCase(number);
    cases += 1;
    const broken = runCase(framing, seed, number, count);
    if (broken) return { ok: false, failure: { framing: framing.name, seed, case: number, ...broken } };
    if (heapBefore === undefined || count.chunks >= nextSample) {
      nextSample = count.chunks + SAMPLE_EVERY_CHUNKS;
      collect();
      const heap = process.memoryUsage().heapUsed;
      // The first sample is the level everything else is measured against.
      heapBefore ??= heap;
      maxHeapGrowthBytes = Math.max(maxHeapGrowthBytes, heap - heapBefore);
      if (maxHeapGrowthBytes > MAX_HEAP_GROWTH_BYTES && options.collect) {
        const what = `the heap grew by ${maxHeapGrowthBytes} bytes`;
        return { ok: false, failure: { framing: framing.name, seed, case: number, chunk: 0, what, input: [] } };
      }
    }
    if (onlyCase !== undefined) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { ok: true, figures: { ...count.figures, seed, cases, seconds, maxHeapGrowthBytes } };
}

/** Sums of a run, and the rules that hold for every chunk. */
class Counter {
  readonly #framing: Framing;
  readonly #discards: Record<string, number> = {};
  chunks = 0;
  #bytes = 0;
  #frames = 0;
  #slowestChunkMs = 0;
  #maxHeldBytes = 0;
  /** Of this thread, when the case began. */
  #cpuAtBegin = cpuMs();

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  get figures(): Pick<
    Figures,
    'framing' | 'chunks' | 'bytes' | 'frames' | 'discards' | 'slowestChunkMs' | 'maxHeldBytes'
  > {
    return {
      framing: this.#framing.name,
      chunks: this.chunks,
      bytes: this.#bytes,
      frames: this.#frames,
      discards: this.#discards,
      slowestChunkMs: this.#slowestChunkMs,
      maxHeldBytes: this.#maxHeldBytes,
    };
  }

  begin(): void {
    this.#cpuAtBegin = cpuMs();
  }

  /** `isMutated` false: a clean chunk behind the mutated ones, under the same rules but not counted as work done. */
  push(opened: Opened, chunk: Uint8Array, isMutated: boolean): readonly string[] {
    // As bindings do it: a Buffer, whose memory is used again as soon as push() is back.
    const lent = Buffer.from(chunk);
    const before = performance.now();
    const { discards, frames } = opened.push(lent);
    const tookMs = performance.now() - before;
    lent.fill(0xee);
    if (isMutated) {
      this.chunks += 1;
      this.#bytes += chunk.length;
      this.#frames += frames.length;
    }
    this.#slowestChunkMs = Math.max(this.#slowestChunkMs, tookMs);
    // Another program may have had the processor meanwhile: what counts is the time that the decoder had it.
    if (tookMs > MAX_CHUNK_MS && cpuMs() - this.#cpuAtBegin > MAX_CHUNK_MS)
      throw new BrokenRule(`one chunk took ${Math.round(tookMs)} ms`);
    this.discards(discards);
    this.#maxHeldBytes = Math.max(this.#maxHeldBytes, opened.heldBytes);
    if (opened.heldBytes > opened.maxHeldBytes) throw new BrokenRule(`${opened.heldBytes} bytes are held`);
    return frames;
  }

  discards(reasons: readonly string[]): void {
    for (const reason of reasons) {
      if (!this.#framing.reasons.has(reason)) throw new BrokenRule(`a discard is called "${reason}"`);
      this.#discards[reason] = (this.#discards[reason] ?? 0) + 1;
    }
  }
}

/** One case from its own seed. Gives what broke, or nothing. */
function runCase(
  framing: Framing,
  seed: number,
  number: number,
  count: Counter,
): Pick<Failure, 'chunk' | 'what' | 'input'> | undefined {
  const random = new Random(mix(seed, framing.name, number));
  const fed: Uint8Array[] = [];
  const feed = (opened: Opened, chunk: Uint8Array, isMutated: boolean): readonly string[] => {
    fed.push(chunk);
    return count.push(opened, chunk, isMutated);
  };
  try {
    count.begin();
    const opened = framing.open(random);
    for (const chunk of framing.chunks(random)) feed(opened, chunk, true);
    if (!framing.findsNextFrame || random.once(2)) {
      count.discards(opened.settle());
      if (opened.heldBytes !== 0) throw new BrokenRule(`${opened.heldBytes} bytes are held after settling`);
    }
    const clean = framing.clean(random);
    const found = clean.chunks.flatMap((chunk) => feed(opened, chunk, false));
    if (found.at(-1) !== clean.message) throw new BrokenRule('a clean frame behind it did not come out whole');
    count.discards(opened.settle());
    return undefined;
  } catch (error) {
    return { chunk: fed.length, what: wordsOf(error), input: fed.map(shorten) };
  }
}

/** The time that this thread had a processor, milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function wordsOf(error: unknown): string {
  if (error instanceof BrokenRule) return error.message;
  return error instanceof Error ? `it threw: ${error.stack ?? error.message}` : `it threw: ${String(error)}`;
}

function shorten(chunk: Uint8Array): string {
  return chunk.length <= 200 ? toHex(chunk) : `${toHex(chunk.subarray(0, 200))}… (${chunk.length} bytes)`;
}
