/** The one file that reads the computer's clock for everything that takes a `Clock`. */
import type { Clock } from './clock.ts';

// Node and browsers have these alike; the domain knows neither.
declare const performance: { now(): number };
declare function setTimeout(task: () => void, delayMs: number): object | number;
declare function clearTimeout(timer: object | number): void;

/** The computer's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
