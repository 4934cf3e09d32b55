/** The tills of one lane of cases: opened as they are wanted, used again and again. */
import { freemem } from 'node:os';
import type { PayingFamily } from '../../native/index.ts';
import type { Case } from './cases.ts';
import { Runner, type CaseResult } from './runner.ts';
import { familyOf } from './stand.ts';
import type { Finding } from './verdict.ts';

export interface TillsOptions {
  /** Tills at once. */
  most: number;
  /** Each has one terminal, of the family of its cases, over a serial line; without, both over TCP. */
  isSerial?: boolean;
  /** Bounds how many of all lanes are at work at once; those that stand still are not. */
  turns?: Turns;
}

interface Till {
  runner: Runner;
  serial: PayingFamily | null;
}

/** What a till takes with its sandbox, its terminal and its line, mebibytes, as measured; and what is left to everybody else. */
const TILL_MIB = 220;
const LEFT_MIB = 2_560;
const MIB = 1024 * 1024;

/** How many tills fit into the memory that is free now. */
export const tillsInMemory = (): number => Math.max(3, Math.floor((freemem() / MIB - LEFT_MIB) / TILL_MIB));

/** So many at once; whoever comes later waits for one to be over. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Gives what ends the turn; ending it twice is once. */
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

/** A case goes to the first till that is free: most of its time it waits, and another has its turn. */
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

  /** Resolves once there is a till for it, with what will be the result. */
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
