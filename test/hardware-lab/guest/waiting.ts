/** Waits with a time limit, and shows the awaited event in the failure. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 15;
const OUTSIDE_POLL_MS = 500;

/**
 * Time limit before anything counts as stuck. It is far above real durations: on a busy computer the guest's processor
 * is a hundred times slower than a real processor. Durations are measured, not tested.
 */
export const TIMEOUT_MS = 90_000;

/**
 * The machine's clock counts the work of its processor, so it runs ahead while the host computer makes it wait: a time
 * limit passes only when this time has also passed on the host computer.
 */
const OUTSIDE_S = 10;

/** Seconds since 1970 outside, from the clock that a computer keeps while it is off. */
const outside = (): number => Number(readFileSync('/sys/class/rtc/rtc0/since_epoch', 'utf8'));

class Late extends Error {}

/**
 * Returns the first value of `look` that is not undefined, null or false.
 * @throws Late after `withinMs`
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string,
  withinMs = TIMEOUT_MS,
): Promise<Exclude<T, undefined | null | false>> {
  const endOutside = outside() + OUTSIDE_S;
  for (const end = Date.now() + withinMs; ; await sleep(POLL_MS)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) {
      return found as Exclude<T, undefined | null | false>;
    }
    if (Date.now() > end && outside() > endOutside) throw new Late(`not within ${withinMs} ms: ${what}`);
  }
}

/** Rejects with Late when `work` takes longer; its later result is ignored. */
export async function within<T>(work: Promise<T>, withinMs: number, what: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const endOutside = outside() + OUTSIDE_S;
  const look = (): void => {
    if (outside() > endOutside) reject(new Late(`not within ${withinMs} ms: ${what}`));
    else timer = setTimeout(look, OUTSIDE_POLL_MS);
  };
  let timer = setTimeout(look, withinMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
