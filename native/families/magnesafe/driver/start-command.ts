import type { EntryMode } from '../../../../electron/contract/index.ts';
import { timeoutSeconds } from '../../shared/driver/payment-request.ts';
import type { TransactionRequest } from '../../shared/terminal.ts';
import { readerBit, reporting, startOption, startTransaction } from '../codec/commands.ts';

/** Encodes the start of a payment (0300) for some entry modes. Full EMV: the card receives the bank's answer. */
export function startCommand(
  request: TransactionRequest,
  readers: readonly EntryMode[],
  numericCurrency: string,
): Uint8Array {
  const bits = readers.map((one): number => (isReader(one) ? readerBit[one] : 0));
  return startTransaction({
    timeoutSeconds: timeoutSeconds(request.cardTimeoutMs),
    readers: bits.reduce((sum, bit) => sum | bit, 0),
    options: startOption.fullEmv,
    amountMinor: request.amountMinor,
    transactionType: 0x00,
    cashBackMinor: 0,
    numericCurrency,
    reporting: reporting.everything,
  });
}

const isReader = (mode: EntryMode): mode is keyof typeof readerBit => mode in readerBit;
