/** The tills of one lane of cases: opened on demand, and reused. */
import { freemem } from 'node:os';
import type { PayingFamily } from '../../native/index.ts';
import type { Case } from './cases.ts';
import { Runner, type CaseResult } from './runner.ts';
import { familyOf } from './test-bench.ts';
import type { Finding } from './verdict.ts';

export interface TillsOptions {
  /** Maximum concurrent tills. */
  most: number;
  /** Each till has one terminal, of the family of its cases, over a serial line; by default all families over TCP. */
  isSerial?: boolean;
  /** Limits the active tills of all lanes; stopped tills do not count. */
  turns?: Turns;
}

interface Till {
  runner: Runner;
  serial: PayingFamily | null;
}

/**
 * Measured memory of a till with its sandbox, its terminal and its line, in mebibytes; and the memory that is left to
 * everything else.
 */
const TILL_MIB = 220;
const LEFT_MIB = 2_560;
const MIB = 1024 * 1024;

/** Number of tills that fit into the free memory. */
export const tillsInMemory = (): number => Math.max(3, Math.floor((freemem() / MIB - LEFT_MIB) / TILL_MIB));

/** Allows a limited number of turns at once; later callers wait. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Returns a function that ends the turn; calling it twice ends it once. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}

/** A case goes to the first free till. Tills mostly wait, so several can be active. */
export class Tills {
  readonly #options: TillsOptions;
  readonly #places: Turns;
  #free: Till[] = [];
  readonly #open = new Set<Till>();
  readonly #found: Finding[] = [];

  constructor(options: TillsOptions) {
    this.#options = options;
    this.#places = new Turns(options.most);
  }

  /** Resolves once there is a till for the case, with the promise of its result. */
  async begin(one: Case): Promise<{ result: Promise<CaseResult> }> {
    const leave = await this.#places.take();
    const rest = (await this.#options.turns?.take()) ?? (() => undefined);
    try {
      const till = await this.#tillFor(this.#options.isSerial ? familyOf(one.route) : null);
      const result = till.runner.run(one, rest).finally(() => {
        this.#free.push(till);
        rest();
        leave();
      });
      return { result };
    } catch (error) {
      rest();
      leave();
      throw error;
    }
  }

  async #tillFor(serial: PayingFamily | null): Promise<Till> {
    const at = this.#free.findIndex((one) => one.serial === serial);
    if (at >= 0) return this.#free.splice(at, 1)[0]!;
    const other = this.#open.size >= this.#options.most ? this.#free.shift() : undefined;
    if (other) {
      this.#found.push(...(await other.runner.audit()));
      this.#open.delete(other);
      await other.runner.close();
    }
    const till = { runner: await Runner.open({ serial }), serial };
    this.#open.add(till);
    return till;
  }

  async audit(): Promise<Finding[]> {
    for (const { runner } of this.#open) this.#found.push(...(await runner.audit()));
    return this.#found;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map(({ runner }) => runner.close()));
  }
}
