import type { PaymentEngine } from './engine.ts';

/** How long a stop waits for payments that a cancel can still end cleanly, milliseconds. */
const SETTLE_WITHIN_MS = 2_500;

/** Stopping in the middle of a sale: payments that still wait for a card are cancelled, so that the terminal stops asking. */
export async function abortOnShutdown(engine: PaymentEngine, isKiosk: boolean): Promise<void> {
  // A part that waits for the cashier stays on disk for the next start; in a kiosk nobody will decide about it.
  const open = engine.running().filter(({ canCancel, state }) => canCancel && (isKiosk || state !== 'partial'));
  await Promise.all(
    open.map(async (attempt) => {
      engine.cancel(attempt.id, 'shutdown');
      await engine.settled(attempt.id, SETTLE_WITHIN_MS);
    }),
  );
}
