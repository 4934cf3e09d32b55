import { describe, expect, it } from 'vitest';
import { afterSilence } from '../../../electron/domain/index.ts';

/** Clock that jumps at each timer by an amount that the test sets. */
class JumpingClock {
  #now = 0;
  #due: { at: number; task: () => void } | undefined;

  monotonic(): number {
    return this.#now;
  }

  after(delayMs: number, task: () => void): () => void {
    const one = { at: this.#now + delayMs, task };
    this.#due = one;
    return () => {
      if (this.#due === one) this.#due = undefined;
    };
  }

  /** Runs the next timer `lateMs` late; false if there is none. */
  tick(lateMs = 0): boolean {
    const due = this.#due;
    if (!due) return false;
    this.#due = undefined;
    this.#now = due.at + lateMs;
    due.task();
    return true;
  }
}

function wait(delayMs: number) {
  const clock = new JumpingClock();
  let endedAt: number | undefined;
  const cancel = afterSilence(clock, delayMs, () => (endedAt = clock.monotonic()));
  return { clock, cancel, endedAt: () => endedAt };
}

describe('a wait for the other side', () => {
  it.each([0, 1, 10, 11, 250, 2_000, 30_000, 345_000])('ends exactly after %i ms', (delayMs) => {
    const { clock, endedAt } = wait(delayMs);
    while (clock.tick());
    expect(endedAt()).toBe(delayMs);
  });

  it.each([500, 30_000, 600_000])('gives the other side its time again after a pause of %i ms', (pauseMs) => {
    for (const at of [0, 1]) {
      const { clock, endedAt } = wait(2_000);
      for (let turn = 0; clock.tick(turn === at ? pauseMs : 0); turn += 1);
      expect(endedAt(), `at step ${at}`).toBe(2_000 + pauseMs + 2_000);
    }
  });

  it('repeats only some seconds of a long wait', () => {
    const { clock, endedAt } = wait(300_000);
    for (let turn = 0; clock.tick(turn === 0 ? 600_000 : 0); turn += 1);
    expect(endedAt()).toBe(905_000);
  });

  it('never ends in the turn in which it began: arrived data is read in between', () => {
    const { clock, endedAt } = wait(2_000);
    clock.tick();
    expect(endedAt()).toBeUndefined();
    clock.tick();
    expect(endedAt()).toBe(2_000);
  });

  it('ends on a computer that is always late', () => {
    const { clock, endedAt } = wait(2_000);
    let steps = 0;
    while (clock.tick(1_000)) steps += 1;
    expect(endedAt()).toBeDefined();
    expect(steps).toBe(8);
  });

  it('can be cancelled at any step', () => {
    for (let at = 0; at < 2; at += 1) {
      const { clock, cancel, endedAt } = wait(2_000);
      for (let turn = 0; turn < at; turn += 1) clock.tick();
      cancel();
      expect(clock.tick()).toBe(false);
      expect(endedAt()).toBeUndefined();
    }
  });
});
