/** Time by parameter, so that tests move it by hand. */
export interface SimulatorClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` once after `delayMs`; gives a function that calls it off. */
  after(delayMs: number, task: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: SimulatorClock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
