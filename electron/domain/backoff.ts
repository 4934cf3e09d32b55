export interface BackoffOptions {
  /** Delay after the first failure. */
  firstMs: number;
  /** Maximum delay before jitter. */
  maxMs: number;
  /** Factors of the delay at chance 0 and chance 1. Default `[1, 1]`: no jitter. */
  jitter?: readonly [least: number, most: number];
}

/**
 * Creates a retry delay that doubles after each consecutive failure. Pure. Uses and parameters:
 * electron/host/README.md.
 * @returns function that returns whole milliseconds for the number of consecutive `failures` (from 1); `chance` in [0,
 * 1) selects the jitter
 */
export function backoff({ firstMs, maxMs, jitter = [1, 1] }: BackoffOptions) {
  const [least, most] = jitter;
  return (failures: number, chance = 0): number => {
    const whole = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
    return Math.round(whole * (least + (most - least) * chance));
  };
}
