/** Card data of another payment, played back: a terminal that is broken or was tampered with. Nothing of it goes to the bank. */
import { toFailure } from '../../contract/index.ts';
import type { Attempt } from './machine/index.ts';

export interface ReplayOptions {
  /** The payment that a card read was for: `attempt`, or another one that it was seen with before. Left out: nobody looks. */
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
