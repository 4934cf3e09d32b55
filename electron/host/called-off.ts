import type { PaymentEngine } from './payments/index.ts';

/** How long a stop waits for payments that a cancel can still end cleanly, milliseconds. */
const STOP_PATIENCE_MS = 2_500;

/** A stop in the middle of a sale: what still waits for a card is called off, so that the terminal does not go on asking. */
export async function cancelWhatWaits(engine: PaymentEngine, isKiosk: boolean): Promise<void> {
  // A part that waits for the cashier stays on disk for the next start; in a kiosk nobody will decide about it.
  const open = engine.running().filter(({ canCancel, state }) => canCancel && (isKiosk || state !== 'partial'));
  await Promise.all(
    open.map(async (attempt) => {
      engine.cancel(attempt.id, 'shutdown');
      await engine.settled(attempt.id, STOP_PATIENCE_MS);
    }),
  );
}
