/** Message box for a failed start: a user at the computer has no console to read. */
import type { MessageBoxOptions } from 'electron';
import type { Failure } from '../contract/index.ts';

export function startFailure({ code, message }: Pick<Failure, 'code' | 'message'>): MessageBoxOptions {
  return {
    type: 'error',
    title: 'Tillbridge',
    message: 'Tillbridge could not start.',
    detail: [
      `${message} (${code})`,
      '',
      'No new payment was started. The next start resumes a payment that was open before.',
    ].join('\n'),
    buttons: ['Close'],
    noLink: true,
  };
}
