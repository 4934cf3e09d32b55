/**
 * Somebody sets the clock on the wall whenever a wait begins: `setTimeout`, `setInterval`, `timers/promises`, and `after` of the
 * clocks that tests move. What `Date` says then jumps; `performance.now()` does not, and no timer ends sooner or later.
 *
 * Each wait takes the next of six steps, in rounds that put all six in an order of their own: so the clock is back where it
 * belongs after every round, never more than a day and a half off, and waits that begin in turns do not always meet the same step.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';
import { platformClock } from '../../electron/sandbox/time/clock.ts';

/** Half a minute, an hour, a day, either way. */
const STEPS_MS = [-30_000, 30_000, -3_600_000, 3_600_000, -86_400_000, 86_400_000];

/** Where a wait of the product began, `native/link/link.ts:112`, and how often one did there; `-` stands for all others. */
export type Places = Record<string, number>;

interface Wall {
  aheadMs: number;
  isStill: boolean;
  round: number[];
  seed: number;
  places: Places;
}

// One for the process, however often this module is loaded in it.
const global = globalThis as { tillbridgeWall?: Wall };

const realNow = Date.now.bind(Date);

const product = /\/((?:native|electron)\/(?!(?:host|sandbox)\/time\/|domain\/(?:system-)?clock)[\w/.-]+\.ts)$/;
const clocks = /^native\/time\//;

/** The nearest line of the product that waits, but for the clocks that do it for others. */
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

/** A wait begins. */
function step(wall: Wall): void {
  const place = placeOfWait();
  wall.places[place] = (wall.places[place] ?? 0) + 1;
  if (wall.isStill) return;
  if (wall.round.length === 0) wall.round = [...STEPS_MS];
  wall.seed = (Math.imul(wall.seed, 1_664_525) + 1_013_904_223) >>> 0;
  wall.aheadMs += wall.round.splice(wall.seed % wall.round.length, 1)[0] ?? 0;
}

/** Each test begins with the right time and goes its own way from there, the same in every run. `isStill`: nobody sets the clock. */
export function beginTest(name: string, isStill: boolean): void {
  const wall = global.tillbridgeWall;
  let seed = 1;
  for (const letter of name) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0;
  if (wall) Object.assign(wall, { aheadMs: 0, round: [], seed, isStill });
}

/** By how much the clock on the wall is off just now. For the clocks that tests move; 0 where nothing is stepped. */
export const wallAheadMs = (): number => global.tillbridgeWall?.aheadMs ?? 0;

export const isWallStepped = (): boolean => global.tillbridgeWall?.isStill === false;

/** A wait begins on a clock that a test moves. */
export function stepWall(): void {
  if (global.tillbridgeWall) step(global.tillbridgeWall);
}

/** The waits since the last call. */
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

/** From now on, in this process. */
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
  // The platform is elsewhere, and so is its clock.
  platformClock.now = realNow;
}
