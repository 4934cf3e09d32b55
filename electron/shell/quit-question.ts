/** Question before quitting with an unfinished payment. A native dialog asks it, because the page may be hung. */
import type { MessageBoxOptions } from 'electron';
import { moneyFormat } from '../domain/index.ts';
import type { OpenPayment } from '../starter/index.ts';

/** Index of the button that quits. */
export const QUIT_BUTTON = 1;

/**
 * Staying is the default, including for Escape and for a closed dialog.
 * @param locale BCP 47, for amounts
 */
export function quitQuestion(open: readonly OpenPayment[], locale: string): MessageBoxOptions {
  const isOne = open.length === 1;
  return {
    type: 'warning',
    title: 'Tillbridge',
    message: isOne ? 'A payment is not finished.' : `${open.length} payments are not finished.`,
    detail: [
      ...open.map((payment) => `${amountOf(payment, locale)}: ${words[payment.state]}`),
      '',
      `If you quit now, a customer may be left waiting. Tillbridge resumes ${isOne ? 'it' : 'them'} at the next start.`,
    ].join('\n'),
    buttons: ['Stay', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
}

const words: Readonly<Record<OpenPayment['state'], string>> = {
  working: 'running',
  checking: 'being checked: not known yet whether the customer was charged',
  partial: 'partly approved, waiting for a decision',
  asking: 'held, waiting for the cashier to confirm another payment',
};

function amountOf({ totalMinor, currency }: OpenPayment, locale: string): string {
  const format = moneyFormat(locale, currency);
  return format.format(totalMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
