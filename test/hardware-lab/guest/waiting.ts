/** Waiting with a bound, and saying in the failure what was waited for. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 15;
const OUTSIDE_LOOK_MS = 500;

/**
 * How long anything may take before it counts as stuck. Far above what it takes: on a busy computer the guest's processor is a
 * hundred times slower than a real one. How long things did take is measured, not tested.
 */
export const TIMEOUT_MS = 90_000;

/**
 * The machine's clock, kept by what its processor does, runs ahead while the computer outside lets it wait: a bound is reached
 * only when so much time has passed outside as well.
 */
const OUTSIDE_S = 10;

/** Seconds since 1970 outside: the clock that a computer keeps while it is off. */
const outside = (): number => Number(readFileSync('/sys/class/rtc/rtc0/since_epoch', 'utf8'));

class Late extends Error {}

/** The first value of `look` that is not undefined, null or false. Rejects with Late when `withinMs` is over. */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string,
  withinMs = TIMEOUT_MS,
): Promise<Exclude<T, undefined | null | false>> {
  const endOutside = outside() + OUTSIDE_S;
  for (const end = Date.now() + withinMs; ; await sleep(LOOK_MS)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) {
      return found as Exclude<T, undefined | null | false>;
    }
    if (Date.now() > end && outside() > endOutside) throw new Late(`not within ${withinMs} ms: ${what}`);
  }
}

/** Rejects with Late when `work` takes longer; whatever it does later is nobody's. */
export async function within<T>(work: Promise<T>, withinMs: number, what: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const endOutside = outside() + OUTSIDE_S;
  const look = (): void => {
    if (outside() > endOutside) reject(new Late(`not within ${withinMs} ms: ${what}`));
    else timer = setTimeout(look, OUTSIDE_LOOK_MS);
  };
  let timer = setTimeout(look, withinMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws an Error with `what` unless `holds`. */
export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
