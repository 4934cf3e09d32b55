/**
 * Platform records in a reply, and their owners: an authorization, Transfer or reversal belongs to one payment. A reply
 * about another payment's record, or in another currency, is no answer (money rule 7). Pure.
 */
import { reversalIdempotencyIdOf } from '../../../domain/index.ts';
import { type Failure } from '../../../contract/index.ts';
import type { FailedCall, TimedEvent } from './events.ts';
import type { Intent } from './state.ts';

/** A platform record and its owner: a payment, a link, or a reversal by its key. */
interface NamedRecord {
  id: string;
  owner: string;
}

/** Payments through the same link have the link as their owner. */
const ownerOf = ({ attempt, paidByLink }: Intent): string => paidByLink?.link ?? attempt;

/** Records in an event, each with the owner that it would get. */
export function recordsNamedBy(event: TimedEvent, intent: Intent): NamedRecord[] {
  const owner = ownerOf(intent);
  if (event.type === 'begin' || event.type === 'adopted')
    return intent.paidByLink ? [{ id: intent.paidByLink.transfer, owner }] : [];
  const answer = answerIn(event);
  if (!answer) return [];
  const of = 'reversal' in event && event.reversal ? reversalIdempotencyIdOf(intent.attempt, event.reversal) : owner;
  return [answer.id, answer.transfer ?? null].filter((id) => id !== null).map((id) => ({ id, owner: of }));
}

/**
 * Reason why a reply is not about this payment, or null if it may be about this payment.
 * @param ownerOfRecord owner of a record that appeared before
 */
export function notAboutIt(
  event: TimedEvent,
  intent: Intent,
  ownerOfRecord: (id: string) => string | undefined,
): Failure | null {
  for (const { id, owner } of recordsNamedBy(event, intent)) {
    const known = ownerOfRecord(id);
    if (known !== undefined && known !== owner) {
      const context = { record: id, owner: known };
      return { code: 'API_OTHER_RECORD', message: `The platform named ${id}, a record of ${known}.`, context };
    }
  }
  const answer = answerIn(event);
  if (!answer || answer.currency === undefined || answer.currency === intent.currency) return null;
  const { id: record, currency } = answer;
  const message = `The platform's record ${record} is in ${currency} and not in ${intent.currency}.`;
  return { code: 'API_OTHER_CURRENCY', message, context: { record, currency } };
}

function answerIn(event: TimedEvent): { id: string; transfer?: string | null; currency?: string } | null {
  if (event.type === 'transfer') return event.transfer;
  return 'answer' in event ? event.answer : null;
}

const failedCallTypes = {
  authorization: 'authorization-missing',
  found: 'lookup-missing',
  capture: 'capture-missing',
  void: 'void-missing',
  transfer: 'transfer-missing',
  reversal: 'reversal-missing',
  'reversal-found': 'reversal-lookup-missing',
} as const;

/** Event of a call with unknown outcome, in place of the event that accepts the reply. */
export function asUnknownOutcome(event: TimedEvent, failure: Failure): TimedEvent {
  const type = failedCallTypes[event.type as keyof typeof failedCallTypes];
  const call: FailedCall = { kind: 'unknown', failure };
  const { at } = event;
  const of = 'reversal' in event ? { reversal: event.reversal } : {};
  return { type, ...of, missing: call, at } as TimedEvent;
}
