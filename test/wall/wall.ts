/**
 * Steps the wall clock whenever a wait starts: `setTimeout`, `setInterval`, `timers/promises`, and `after` of the
 * clocks that tests move. `Date` then jumps; `performance.now()` and timers are unaffected.
 *
 * Each wait takes one of six steps. A round contains all six in a random order, so the clock is right again after every
 * round, and never more than a day and a half off. The random order ensures that alternating waits get different steps.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';
import { platformClock } from '../../electron/sandbox/time/clock.ts';

/** Half a minute, an hour and a day, in both directions. */
const STEPS_MS = [-30_000, 30_000, -3_600_000, 3_600_000, -86_400_000, 86_400_000];

/**
 * Number of waits by the place in the product that started them, e.g. `native/link/link.ts:112`; `-` for all others.
 */
export type Places = Record<string, number>;

interface Wall {
  aheadMs: number;
  isStill: boolean;
  round: number[];
  seed: number;
  places: Places;
}

// Shared by the whole process, even if this module is loaded several times.
const global = globalThis as { tillbridgeWall?: Wall };

const realNow = Date.now.bind(Date);

const product = /\/((?:native|electron)\/(?!(?:host|sandbox)\/time\/|domain\/(?:system-)?clock)[\w/.-]+\.ts)$/;
const clocks = /^native\/time\//;

/** The nearest line of the product that waits, except for the clocks, which wait on behalf of others. */
function placeOfWait(): string {
  const { prepareStackTrace: before, stackTraceLimit } = Error;
  Error.stackTraceLimit = 12;
  Error.prepareStackTrace = (_error, sites) => sites;
  const sites = new Error('where').stack as unknown as NodeJS.CallSite[];
  Object.assign(Error, { prepareStackTrace: before, stackTraceLimit });
  for (const site of sites) {
    const path = product.exec(site.getFileName() ?? '')?.[1];
    if (path !== undefined && !clocks.test(path)) return `${path}:${site.getLineNumber()}`;
  }
  return '-';
}

/** Counts a wait, and steps the clock. */
function step(wall: Wall): void {
  const place = placeOfWait();
  wall.places[place] = (wall.places[place] ?? 0) + 1;
  if (wall.isStill) return;
  if (wall.round.length === 0) wall.round = [...STEPS_MS];
  wall.seed = (Math.imul(wall.seed, 1_664_525) + 1_013_904_223) >>> 0;
  wall.aheadMs += wall.round.splice(wall.seed % wall.round.length, 1)[0] ?? 0;
}

/**
 * Starts a test with the right time and with its own sequence of steps, which is the same in every run.
 * @param isStill true if the clock must not be stepped
 */
export function beginTest(name: string, isStill: boolean): void {
  const wall = global.tillbridgeWall;
  let seed = 1;
  for (const letter of name) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0;
  if (wall) Object.assign(wall, { aheadMs: 0, round: [], seed, isStill });
}

/** Current offset of the wall clock, for the clocks that tests move; 0 without steps. */
export const wallAheadMs = (): number => global.tillbridgeWall?.aheadMs ?? 0;

export const isWallStepped = (): boolean => global.tillbridgeWall?.isStill === false;

/** Steps the clock for a wait on a clock that a test moves. */
export function stepWall(): void {
  if (global.tillbridgeWall) step(global.tillbridgeWall);
}

export function takeWaits(): Places {
  const places = global.tillbridgeWall?.places ?? {};
  if (global.tillbridgeWall) global.tillbridgeWall.places = {};
  return places;
}

function steppedDate(wall: Wall): DateConstructor {
  const now = (): number => realNow() + wall.aheadMs;
  return new Proxy(Date, {
    get: (real, name, self) => (name === 'now' ? now : Reflect.get(real, name, self)),
    construct: (real, given) => Reflect.construct(real, given.length > 0 ? given : [now()]),
    apply: () => new Date(now()).toString(),
  });
}

type Wait = (...given: never[]) => unknown;

/** Enables the steps in this process. */
export function stepAtEveryWait(): void {
  if (global.tillbridgeWall) return;
  const wall: Wall = (global.tillbridgeWall = { aheadMs: 0, isStill: false, round: [], seed: 1, places: {} });
  const stepped = <T extends Wait>(real: T): T =>
    Object.assign((...given: never[]) => {
      step(wall);
      return real(...given);
    }, real);
  const { setTimeout, setInterval } = timers;
  Object.assign(promises, { setTimeout: stepped(promises.setTimeout), setInterval: stepped(promises.setInterval) });
  const mine = { setTimeout: stepped(setTimeout), setInterval: stepped(setInterval) };
  Object.defineProperty(mine.setTimeout, promisify.custom, { value: promises.setTimeout });
  Object.assign(timers, mine);
  syncBuiltinESMExports();
  Object.assign(globalThis, mine, { Date: steppedDate(wall) });
  // The platform runs elsewhere, so its clock is independent.
  platformClock.now = realNow;
}
