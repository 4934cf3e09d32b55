/** Ctrl+C while a payment is prepared, and while it runs. */
import { toFailure } from '../contract/index.ts';
import { pressFilter } from '../starter/index.ts';
import type { Cli } from './cli.ts';

/** Thrown by `unless`: the command was stopped before its payment began. */
export const stopped = Symbol('stopped');

export interface Interrupts {
  /**
   * Waits for work before the payment.
   * @throws `stopped`, and the work's own error
   */
  unless<Done>(work: Promise<Done>): Promise<Done>;
  /** Waits for the payment itself; `cancel` is called after the first Ctrl+C, once the payment has started. */
  during(starting: Promise<unknown>, cancel: () => Promise<unknown>): Promise<unknown>;
  end(): void;
}

/**
 * The first Ctrl+C stops the command before its payment, or cancels the payment. The second one exits: the journal
 * keeps the attempt, and the next start resumes it. Listens before anything is started, so that no signal can leave a
 * terminal waiting for a card, and until the very end of the process: an echo of the key press that cancelled must not
 * end it before its result is printed.
 */
export function watchInterrupts(cli: Cli): Interrupts {
  const { promise: isStopped, reject: stop } = Promise.withResolvers<never>();
  isStopped.catch(() => undefined); // the error is thrown where the caller awaits
  let interrupted = (): void => stop(stopped);
  let count = 0;
  let isOver = false;
  const isPress = pressFilter();
  cli.io.onInterrupt(() => {
    // A key press arrives from the terminal, and again from npm and from the start script.
    if (!isPress(performance.now())) return;
    count += 1;
    if (count > 1) cli.io.quit(130);
    else if (!isOver) interrupted();
  });
  return {
    unless(work) {
      work.catch(() => undefined); // a failure after the stop is ignored
      return Promise.race([isStopped, work]);
    },
    during(starting, cancel) {
      interrupted = () => {
        cli.note('Asking the terminal to stop…');
        // A payment that failed to start reports its own failure.
        starting.then(
          () => cancel().catch((error: unknown) => cli.note(toFailure(error).message)),
          () => undefined,
        );
      };
      return starting;
    },
    end: () => (isOver = true),
  };
}
