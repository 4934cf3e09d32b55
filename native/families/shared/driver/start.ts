import { TillError } from '../../../../electron/contract/index.ts';
import type { Transaction } from '../terminal.ts';

interface Startable extends Transaction {
  /** Called when start() has returned the transaction to its caller: events may now be delivered. */
  release(): void;
  /** Called when the start was refused or not answered: no event was or will be delivered. */
  abandon(): void;
}

interface StartSteps {
  /** Sends the request to the terminal; rejects with a TillError when the terminal refuses or does not answer. */
  readonly ask: () => Promise<void>;
  /** Called when the terminal no longer runs a transaction. */
  readonly forget: () => void;
  readonly cancel: () => Promise<unknown>;
}

/** @throws the error of `ask`. */
export async function startTransaction<One extends Startable>(
  transaction: One,
  { ask, forget, cancel }: StartSteps,
): Promise<One> {
  try {
    await ask();
  } catch (error) {
    transaction.abandon();
    forget();
    // The transaction may be running nevertheless: the customer must not tap a card for a sale that was abandoned.
    if (error instanceof TillError && error.code === 'TERM_SILENT') await cancelUnanswered(cancel);
    throw error;
  }
  // The caller receives the transaction before its first event.
  setImmediate(() => transaction.release());
  return transaction;
}

async function cancelUnanswered(cancel: () => Promise<unknown>): Promise<void> {
  try {
    await cancel();
  } catch (error) {
    // The terminal is silent again, or disconnected: the caller gets the start's own error, and `closed` reports a lost
    // link.
    if (!(error instanceof TillError)) throw error;
  }
}
