import { TillError } from '../../../../electron/contract/index.ts';
import type { Transaction } from '../terminal.ts';

interface Startable extends Transaction {
  /** The caller of start() has the transaction: events may flow. */
  release(): void;
  /** The start was refused or not answered: no event was and will be delivered. */
  abandon(): void;
}

interface StartSteps {
  /** Brings the request to the terminal; rejects with a TillError when it is refused or not answered. */
  readonly ask: () => Promise<void>;
  /** The terminal runs no transaction any more. */
  readonly forget: () => void;
  /** Tells the terminal to cancel. */
  readonly cancel: () => Promise<unknown>;
}

/** Starts a transaction. Rejects as `ask` does. */
export async function startTransaction<One extends Startable>(
  transaction: One,
  { ask, forget, cancel }: StartSteps,
): Promise<One> {
  try {
    await ask();
  } catch (error) {
    transaction.abandon();
    forget();
    // It may be running all the same: nobody must tap a card on a sale that was given up.
    if (error instanceof TillError && error.code === 'TERM_SILENT') await cancelUnanswered(cancel);
    throw error;
  }
  // The caller gets the transaction first, then its events.
  setImmediate(() => transaction.release());
  return transaction;
}

async function cancelUnanswered(cancel: () => Promise<unknown>): Promise<void> {
  try {
    await cancel();
  } catch (error) {
    // Silent again, or gone: the start's own error tells the caller, and `closed` tells of a lost link.
    if (!(error instanceof TillError)) throw error;
  }
}
