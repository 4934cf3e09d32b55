/** Reads the computer's clock; all other code receives a `Clock`. */
import type { Clock } from './clock.ts';

// Node and browsers share these functions; the domain has types for neither.
declare const performance: { now(): number };
declare function setTimeout(task: () => void, delayMs: number): object | number;
declare function clearTimeout(timer: object | number): void;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
