/** Reason why the platform refused a request, according to its answer. */
import type { Failure } from './failures.ts';

export interface PlatformReason {
  /** The platform's own sentence, in its own language; the client removes secrets and card numbers from it. */
  readonly message: string | null;
  /** The platform's failure code and the field in its reply, for a technician and the platform's hotline. */
  readonly names: readonly string[];
}

/**
 * Extracts the platform's reason. Returns null if the platform gave no reason, or declined the card (402), because that
 * reason is the cardholder's.
 */
export function platformReason({ context }: Failure): PlatformReason | null {
  if (context?.['status'] === undefined || context['status'] === 402) return null;
  const textOf = (name: string): string | null => {
    const value = context[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const message = textOf('platformMessage');
  const names = [textOf('failureCode'), textOf('field')].filter((name) => name !== null);
  return message === null && names.length === 0 ? null : { message, names };
}
