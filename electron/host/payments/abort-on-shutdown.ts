import type { PaymentEngine } from './engine.ts';

/** Longest wait of a shutdown for payments that a cancel can still end cleanly. */
const SETTLE_WITHIN_MS = 2_500;

/**
 * Cancels every payment that can still be cancelled when the host stops during a sale, so that the terminal stops
 * asking for a card.
 */
export async function abortOnShutdown(engine: PaymentEngine, isKiosk: boolean): Promise<void> {
  // A partial approval that awaits the cashier stays on disk for the next start. A kiosk has no cashier, so it is
  // cancelled there.
  const open = engine.running().filter(({ canCancel, state }) => canCancel && (isKiosk || state !== 'partial'));
  await Promise.all(
    open.map(async (attempt) => {
      engine.cancel(attempt.id, 'shutdown');
      await engine.settled(attempt.id, SETTLE_WITHIN_MS);
    }),
  );
}
