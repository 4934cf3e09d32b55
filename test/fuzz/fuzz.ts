/**
 * Fuzz run of one framing: thousands of cases with mutated chunks, each with a fresh decoder and its own seed.
 *
 * Rules that are checked at every chunk: no exception; no chunk takes longer than the limit; buffered bytes stay within
 * the limit; every discard has a name from the framing's list; the byte counts match; a clean frame after all the
 * garbage comes out whole. The output is decoded further (codec, masking, decoder) under the same rules.
 */
import { toHex } from '../../native/framing/bytes.ts';
import { mix, Random } from './random.ts';

export interface Opened {
  /** Returns the reasons of discards and the completed messages in hexadecimal. @throws BrokenRule */
  push(chunk: Uint8Array): { readonly discards: readonly string[]; readonly frames: readonly string[] };
  readonly heldBytes: number;
  readonly maxHeldBytes: number;
  /** Drops the incomplete input, like a session that resynchronizes, and checks the byte count. */
  settle(): readonly string[];
}

export interface Framing {
  readonly name: string;
  readonly reasons: ReadonlySet<string>;
  open(random: Random): Opened;
  chunks(random: Random): Uint8Array[];
  clean(random: Random): { readonly message: string; readonly chunks: readonly Uint8Array[] };
  /** True if a clean frame is found directly after garbage; false if only after settle(). */
  readonly findsNextFrame: boolean;
}

export class BrokenRule extends Error {
  override readonly name = 'BrokenRule';
}

export interface Figures {
  readonly framing: string;
  readonly seed: number;
  readonly cases: number;
  /** Counts of the mutated part of each case only. */
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
  /** Number of the chunk in its case, counted from 1. */
  readonly chunk: number;
  readonly what: string;
  /** Chunks up to and including the last chunk, in hexadecimal, shortened if long. */
  readonly input: readonly string[];
}

/** Elapsed time, and CPU time of this thread, both in milliseconds. */
export interface Timing {
  wallMs(): number;
  cpuMs(): number;
}

export interface FuzzOptions {
  readonly seed: number;
  /** Number of mutated chunks; the last case is completed. */
  readonly units: number;
  /** Number of the only case to run, as a failure reports it. */
  readonly onlyCase?: number;
  /** Called before each case, so that a watchdog sees progress. */
  readonly onCase?: (number: number) => void;
  /** Measures chunks; replaced by tests of this run, which must not occupy a processor. */
  readonly timing?: Timing;
  /** Runs the garbage collector; without it, heap growth includes uncollected garbage. */
  readonly collect?: () => void;
}

/** Limit far above any pause of the machine, and far below a hang. */
const MAX_CHUNK_MS = 2_000;
const SAMPLE_EVERY_CHUNKS = 50_000;
/** Maximum heap growth of a run of any length. */
const MAX_HEAP_GROWTH_BYTES = 32 * 1024 * 1024;

export type FuzzResult =
  | { readonly ok: true; readonly figures: Figures }
  | { readonly ok: false; readonly failure: Failure };

export function fuzz(framing: Framing, options: FuzzOptions): FuzzResult {
  const { seed, units, onlyCase, onCase = () => undefined, collect = () => undefined, timing = realTiming } = options;
  const count = new Counter(framing, timing);
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
      // The first sample is the baseline of all others.
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

/** Sums of a run, and the rules for every chunk. */
class Counter {
  readonly #framing: Framing;
  readonly #discards: Record<string, number> = {};
  chunks = 0;
  #bytes = 0;
  #frames = 0;
  #slowestChunkMs = 0;
  #maxHeldBytes = 0;
  readonly #timing: Timing;
  #cpuAtBegin = 0;

  constructor(framing: Framing, timing: Timing) {
    this.#framing = framing;
    this.#timing = timing;
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
    this.#cpuAtBegin = this.#timing.cpuMs();
  }

  /**
   * With `isMutated` false, the chunk is a clean chunk after mutated chunks: the same rules apply, but it is not
   * counted.
   */
  push(opened: Opened, chunk: Uint8Array, isMutated: boolean): readonly string[] {
    // Like a binding, this lends a Buffer whose memory is reused when push() has returned.
    const lent = Buffer.from(chunk);
    const before = this.#timing.wallMs();
    const { discards, frames } = opened.push(lent);
    const tookMs = this.#timing.wallMs() - before;
    lent.fill(0xee);
    if (isMutated) {
      this.chunks += 1;
      this.#bytes += chunk.length;
      this.#frames += frames.length;
    }
    this.#slowestChunkMs = Math.max(this.#slowestChunkMs, tookMs);
    // Another program may have used the processor at the same time, so the decoder's own CPU time decides.
    if (tookMs > MAX_CHUNK_MS && this.#timing.cpuMs() - this.#cpuAtBegin > MAX_CHUNK_MS)
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

/** Runs one case from its own seed. Returns the violation, if any. */
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

const realTiming: Timing = {
  wallMs: () => performance.now(),
  cpuMs() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

function wordsOf(error: unknown): string {
  if (error instanceof BrokenRule) return error.message;
  return error instanceof Error ? `it threw: ${error.stack ?? error.message}` : `it threw: ${String(error)}`;
}

function shorten(chunk: Uint8Array): string {
  return chunk.length <= 200 ? toHex(chunk) : `${toHex(chunk.subarray(0, 200))}… (${chunk.length} bytes)`;
}
