/** Answers to an application choice that a terminal delegates to its host: command 1802 (reference section 4). */
import { cardholderChoice } from '../codec/commands.ts';
import { isSuccess } from '../codec/message.ts';
import { mmsRefusal } from '../codec/status.ts';
import type { TransactionContext } from './transaction-context.ts';

/** Answers a choice. `taken` is called in order with notifications. Rejects with the terminal's refusal. */
export async function sendChoice(context: TransactionContext, index: number, taken: () => void): Promise<void> {
  const { session, limits } = context;
  const response = await session.request((reference) => cardholderChoice(reference, { status: 'chosen', index }), {
    timeoutMs: limits.replyMs,
    onReply: ({ status }) => {
      if (isSuccess(status)) taken();
    },
  });
  if (!isSuccess(response.status)) throw mmsRefusal(response, 'the choice');
}

/** Notifies the terminal that the cardholder chose too late. Rejects when the terminal refuses. */
export async function giveUpChoice({ session, limits }: TransactionContext): Promise<void> {
  const response = await session.request(
    (reference) => cardholderChoice(reference, { status: 'timed-out', index: 0 }),
    { timeoutMs: limits.replyMs },
  );
  if (!isSuccess(response.status)) throw mmsRefusal(response, 'to give up the choice');
}
