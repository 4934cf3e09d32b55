/**
 * Records of the platform that a reply names, and what each belongs to: an authorization, Transfer or reversal is of one
 * payment. A reply about another payment's record, or in another currency, is no answer (money rule 7). Pure.
 */
import { reversalIdempotencyIdOf } from '../../../domain/index.ts';
import { type Failure } from '../../../contract/index.ts';
import type { FailedCall, TimedEvent } from './events.ts';
import type { Intent } from './state.ts';

/** A record of the platform and what it belongs to: a payment, a link, or a reversal by its key. */
interface NamedRecord {
  id: string;
  owner: string;
}

/** The payments through one link share its name. */
const ownerOf = ({ attempt, paidByLink }: Intent): string => paidByLink?.link ?? attempt;

/** What an event names, each with what it would belong to. */
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
 * Why a reply is not about this payment; null where it may be.
 * @param ownerOfRecord what a record belongs to, as far as it was named before
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

/** The event of a reply that is no answer, in the place of the one that believes it. */
export function asUnknownOutcome(event: TimedEvent, failure: Failure): TimedEvent {
  const type = failedCallTypes[event.type as keyof typeof failedCallTypes];
  const call: FailedCall = { kind: 'unknown', failure };
  const { at } = event;
  const of = 'reversal' in event ? { reversal: event.reversal } : {};
  return { type, ...of, missing: call, at } as TimedEvent;
}
