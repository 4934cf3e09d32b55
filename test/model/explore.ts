/**
 * Searches breadth-first through every state that a scenario can reach, so that the trace to a broken rule has minimum
 * length.
 */
import { expand } from './actions.ts';
import { brokenInTheEnd, storyOf } from './fair.ts';
import { Book, realMachine, type Machine } from './machine.ts';
import { realPort, refusalsOf, type Port } from './refusals.ts';
import { broken } from './rules.ts';
import { decode, encode, start, type Context, type Deviations, type Scenario, type World } from './world.ts';

export interface Options {
  /** Stops after this many states; the last layer is then incomplete. */
  maxStates?: number;
  machine?: Machine;
  deviations?: Deviations;
  port?: Port;
  /** Stops at this many violations (default: the first). */
  maxViolations?: number;
  /** Called with the steps to every n-th state. A returned text is a violation. */
  audit?: { every: number; check: (steps: readonly number[]) => string | null };
}

export interface Replay {
  journaled: NonNullable<Context['journaled']>;
  timePassed: NonNullable<Context['timePassed']>;
  diskStops: NonNullable<Context['diskStops']>;
  wentBack: NonNullable<Context['wentBack']>;
}

export interface Violation {
  what: string;
  /** Index of the chosen event at each step, in order; `replay` takes this list. */
  steps: readonly number[];
  /** The steps as text. */
  trace: readonly string[];
}

export interface Explored {
  scenario: string;
  states: number;
  edges: number;
  /** Number of complete layers. */
  depth: number;
  /** True when every reachable state was explored. */
  isComplete: boolean;
  /** Number of distinct states of attempts. */
  attempts: number;
  violations: readonly Violation[];
  elapsedMs: number;
}

export function contextOf(
  scenario: Scenario,
  { machine = realMachine, deviations = {}, port = realPort }: Options = {},
): Context {
  return { scenario, book: new Book(machine), deviations, refusals: refusalsOf(port) };
}

export function explore(scenario: Scenario, options: Options = {}): Explored {
  const ctx = contextOf(scenario, options);
  const { maxStates = Infinity, maxViolations = 1, audit } = options;
  const startedAt = performance.now();
  const keys: string[] = [];
  const parents: number[] = [];
  const choices: number[] = [];
  const known = new Set<string>();
  const good = new Set<string>();
  const violations: Violation[] = [];
  let edges = 0;

  const first = encode(start(scenario), ctx.book);
  keys.push(first);
  parents.push(-1);
  choices.push(-1);
  known.add(first);

  function wayTo(from: number): number[] {
    const steps: number[] = [];
    for (let at = from; at > 0; at = parents[at] ?? 0) steps.unshift(choices[at] ?? 0);
    return steps;
  }

  function report(what: string, from: number, choice: number): void {
    const steps = choice < 0 ? wayTo(from) : [...wayTo(from), choice];
    const again = replay(scenario, steps, options);
    const last = again.worlds.at(-1);
    const story = choice < 0 && last ? storyOf(again.ctx, last) : [];
    violations.push({ what, steps, trace: [...again.trace, ...story] });
  }

  let depth = 0;
  let layerEnd = 1;
  let at = 0;
  for (; at < keys.length && keys.length < maxStates && violations.length < maxViolations; at += 1) {
    if (at === layerEnd) {
      depth += 1;
      layerEnd = keys.length;
    }
    const key = keys[at] ?? '';
    const world = decode(key, ctx.book);
    const stuck = brokenInTheEnd(ctx, world, key, good);
    if (stuck !== null) {
      report(`once the world is well: ${stuck}`, at, -1);
      continue;
    }
    const differs = audit && at % audit.every === 0 ? audit.check(wayTo(at)) : null;
    if (differs !== null) {
      report(differs, at, -1);
      continue;
    }
    let choice = 0;
    expand(ctx, world, (next) => {
      const mine = choice;
      choice += 1;
      edges += 1;
      if (next.breach !== null) {
        if (violations.length < maxViolations) report(next.breach, at, mine);
        return;
      }
      const to = encode(next, ctx.book);
      if (known.has(to)) return;
      const wrong = broken(ctx, next);
      if (wrong !== null) {
        if (violations.length < maxViolations) report(wrong, at, mine);
        return;
      }
      known.add(to);
      keys.push(to);
      parents.push(at);
      choices.push(mine);
    });
  }
  return {
    scenario: scenario.name,
    states: keys.length,
    edges,
    depth,
    isComplete: at >= keys.length,
    attempts: ctx.book.attempts.length,
    violations,
    elapsedMs: performance.now() - startedAt,
  };
}

/** Repeats the events of `steps`. */
export function replay(
  scenario: Scenario,
  steps: readonly number[],
  options: Options = {},
  replayed?: Replay,
): { trace: string[]; worlds: World[]; ctx: Context } {
  const ctx = contextOf(scenario, options);
  const trace: string[] = [];
  const worlds = [start(scenario)];
  for (const step of steps) {
    const from = worlds.at(-1);
    if (!from) break;
    let choice = 0;
    let taken: World | null = null;
    expand(ctx, from, (next, label) => {
      if (choice === step) {
        taken = next;
        trace.push(label());
      }
      choice += 1;
    });
    if (!taken) throw new Error(`there is no choice ${step} after ${trace.length} steps`);
    // The chosen step runs again with the callbacks, which must not see the others.
    if (replayed) only(ctx, replayed, from, step);
    worlds.push(decode(encode(taken, ctx.book), ctx.book));
  }
  return { trace, worlds, ctx };
}

function only(ctx: Context, replayed: Replay, from: World, step: number): void {
  let heard: (() => void)[] = [];
  let choice = 0;
  const listening: Context = {
    ...ctx,
    journaled: (...what) => heard.push(() => replayed.journaled(...what)),
    timePassed: () => heard.push(replayed.timePassed),
    diskStops: (index) => heard.push(() => replayed.diskStops(index)),
    wentBack: (index) => heard.push(() => replayed.wentBack(index)),
  };
  expand(listening, from, () => {
    if (choice === step) for (const report of heard) report();
    heard = [];
    choice += 1;
  });
}
