/** Why the platform refused a request, as its answer says it. */
import type { Failure } from './failures.ts';

export interface PlatformReason {
  /** The platform's own sentence, in its own language; cleaned of secrets and card numbers by the client. */
  readonly message: string | null;
  /** Its failure code and the field that it names, for a technician and the platform's hotline. */
  readonly names: readonly string[];
}

/** Null: the platform gave no reason, or it declined the card (402), whose reason belongs to the cardholder. */
export function platformReason({ context }: Failure): PlatformReason | null {
  if (context?.['status'] === undefined || context['status'] === 402) return null;
  const said = (name: string): string | null => {
    const value = context[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const message = said('platformMessage');
  const names = [said('failureCode'), said('field')].filter((name) => name !== null);
  return message === null && names.length === 0 ? null : { message, names };
}

/** For command line and logs. */
export function platformReasonWords(failure: Failure): string | null {
  const reason = platformReason(failure);
  if (!reason) return null;
  const { message, names } = reason;
  const inBrackets = names.length === 0 ? '' : `(${names.join(', ')})`;
  return `The platform says: ${[message, inBrackets].filter(Boolean).join(' ')}`;
}
