/** Time as a parameter: whatever waits or dates something is handed one, so that tests move it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Milliseconds since some moment of this process; never goes back or jumps, whatever is done to the clock. What is waited for
   * is measured with it.
   */
  monotonic(): number;
  /** Runs `task` once after `delayMs`; gives a function that cancels it. */
  after(delayMs: number, task: () => void): () => void;
}
