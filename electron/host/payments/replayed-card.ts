/**
 * Detects card data of another payment that a broken or tampered terminal plays back. Such data never goes to the bank.
 */
import { toFailure } from '../../contract/index.ts';
import type { Attempt } from './machine/index.ts';

export interface ReplayOptions {
  /**
   * Payment that a card read belongs to: `attempt`, or another payment that it was seen with before. Absent if there is
   * no check.
   */
  cardReads?: { ownerOf(keySerialNumber: string, attempt: string): string };
  log: (level: 'error', message: string, context?: Record<string, unknown>) => void;
}

export function isReplayed(options: ReplayOptions, { intent, phase }: Attempt, keySerialNumber: string): boolean {
  const { cardReads, log } = options;
  if (!cardReads || (phase.name !== 'starting' && phase.name !== 'waiting')) return false;
  const { attempt } = intent;
  try {
    const owner = cardReads.ownerOf(keySerialNumber, attempt);
    if (owner === attempt) return false;
    log('error', 'card data of another payment refused', { attempt, owner, terminal: intent.terminal });
    return true;
  } catch (error) {
    // A journal that cannot be written stops this payment by itself, before anything is sent.
    log('error', 'card read could not be written', { attempt, failure: toFailure(error) });
    return false;
  }
}
