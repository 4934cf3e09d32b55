export interface BackoffOptions {
  /** Delay after the first failure, milliseconds. */
  firstMs: number;
  /** No delay is longer than this, before jitter, milliseconds. */
  maxMs: number;
  /** The share of the delay that is really waited, at chance 0 and at chance 1. Default `[1, 1]`: no jitter. */
  jitter?: readonly [least: number, most: number];
}

/**
 * How long to wait before something is tried again: twice as long after each failure in a row. Pure. Who uses it, and with which numbers: electron/host/README.md.
 * @returns the delay in whole milliseconds after so many `failures` in a row (from 1); `chance` in [0, 1) decides the jitter
 */
export function backoff({ firstMs, maxMs, jitter = [1, 1] }: BackoffOptions) {
  const [least, most] = jitter;
  return (failures: number, chance = 0): number => {
    const whole = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
    return Math.round(whole * (least + (most - least) * chance));
  };
}
