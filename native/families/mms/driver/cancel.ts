import { cancelTransaction } from '../codec/commands.ts';
import { isSuccess } from '../codec/message.ts';
import { mmsRefusal, statusCode } from '../codec/status.ts';
import type { TransactionContext } from './transaction-context.ts';

/**
 * Asks the terminal to stop (1008). `taken`: its last notification follows. `over`: no transaction runs there.
 * `cannot`: the transaction can no longer be stopped. Rejects with any other refusal, TERM_SILENT, LINK_LOST or
 * LINK_CLOSED.
 */
export async function requestCancel({ session, limits }: TransactionContext): Promise<'taken' | 'over' | 'cannot'> {
  const response = await session.request(cancelTransaction, {
    timeoutMs: limits.replyMs,
    isUrgent: true,
    isRepeatable: true,
  });
  if (isSuccess(response.status)) return 'taken';
  if (response.status.code === statusCode.noTransaction) return 'over';
  if (response.status.code === statusCode.cannotCancel) return 'cannot';
  throw mmsRefusal(response, 'to cancel');
}
