/** A reader's refusals as errors (reference sections 4 and 12). */
import { TillError } from '../../../../electron/contract/index.ts';
import { extendedResult, result } from './codes.ts';

const words: Readonly<Record<number, string>> = {
  [result.failed]: 'failed',
  [result.badParameter]: 'bad parameter',
  [result.cryptography]: 'it wants a message authentication code that is not calculated',
  [result.delayed]: 'it makes everybody wait after wrong guesses',
  [result.noKeys]: 'it holds no keys and must be replaced',
  [result.invalidNow]: 'not now, or a message authentication code is missing',
  [result.notAvailable]: 'it has no answer',
  [result.batteryLow]: 'its battery is too low',
  [result.deprecated]: 'no longer supported',
  [result.notImplemented]: 'not supported',
  0x0e: 'it may have been opened: its guard is not ready',
  0x0f: 'it may have been opened: its guard has a bad signature',
  [extendedResult.noKey]: 'it holds no keys and must be replaced',
  [extendedResult.keysExhausted]: 'its keys are used up: it must be replaced',
  [extendedResult.securityTooLow]: 'it is not set up for encryption and must be replaced',
  [extendedResult.badTime]: 'bad time',
  [extendedResult.badReaders]: 'it does not have these readers',
  [extendedResult.badOptions]: 'bad options',
  [extendedResult.badAmount]: 'bad amount',
  [extendedResult.badType]: 'bad type of transaction',
  [extendedResult.badCashBack]: 'bad cash back',
  [extendedResult.badCurrency]: 'bad currency',
  [extendedResult.noTransaction]: 'no transaction is running',
  [extendedResult.badReporting]: 'bad reporting option',
  [extendedResult.busy]: 'a transaction is running',
  [extendedResult.badSerialNumber]: 'bad serial number',
  [extendedResult.badTagList]: 'its clock is not set, or a bad list of tags',
};

const unsupported: ReadonlySet<number> = new Set([result.deprecated, result.notImplemented, extendedResult.badReaders]);

/**
 * Returns the error for a refusing result: TERM_BUSY when waiting helps, TERM_UNSUPPORTED when the reader lacks the
 * function, otherwise TERM_REFUSED.
 */
export function magnesafeRefusal(code: number, what: string): TillError {
  const name =
    code === extendedResult.busy || code === result.delayed
      ? 'TERM_BUSY'
      : unsupported.has(code)
        ? 'TERM_UNSUPPORTED'
        : 'TERM_REFUSED';
  const status = code
    .toString(16)
    .toUpperCase()
    .padStart(code > 0xff ? 4 : 2, '0');
  return new TillError(name, `the reader refused ${what}: ${words[code] ?? `result ${status}`}`, {
    context: { status },
  });
}
