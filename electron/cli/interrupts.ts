/** Ctrl+C while a payment is prepared, and while it runs. */
import { toFailure } from '../contract/index.ts';
import { pressFilter } from '../starter/index.ts';
import type { Cli } from './cli.ts';

/** Thrown by `unless`: the command was stopped before its payment was begun. */
export const stopped = Symbol('stopped');

export interface Interrupts {
  /** The outcome of work before the payment. @throws `stopped`, and the work's own error */
  unless<Done>(work: Promise<Done>): Promise<Done>;
  /** The payment itself; `cancel` follows the first Ctrl+C once it is known to have started. */
  during(starting: Promise<unknown>, cancel: () => Promise<unknown>): Promise<unknown>;
  end(): void;
}

/**
 * The first Ctrl+C stops the command before its payment, or cancels the payment. The second one leaves: the journal keeps the
 * attempt and the next start recovers it. Listens before anything is started, so that no signal can leave a terminal waiting for
 * a card, and to the very end of the process: an echo of the key press that cancelled must not end it before its result is printed.
 */
export function watchInterrupts(cli: Cli): Interrupts {
  const { promise: isStopped, reject: stop } = Promise.withResolvers<never>();
  isStopped.catch(() => undefined); // thrown where it is awaited
  let interrupted = (): void => stop(stopped);
  let count = 0;
  let isOver = false;
  const isPress = pressFilter();
  cli.io.onInterrupt(() => {
    // One key press reaches us from the terminal, and again from npm and from the script that started us.
    if (!isPress(performance.now())) return;
    count += 1;
    if (count > 1) cli.io.quit(130);
    else if (!isOver) interrupted();
  });
  return {
    unless(work) {
      work.catch(() => undefined); // after the command was stopped it fails unheard
      return Promise.race([isStopped, work]);
    },
    during(starting, cancel) {
      interrupted = () => {
        cli.note('Asking the terminal to stop…');
        // A payment that could not be started reports that itself.
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
