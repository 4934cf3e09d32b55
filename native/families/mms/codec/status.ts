/** Refusals of a terminal as errors; their codes are in reference section 3 and MMS manual table 13. */
import { TillError } from '../../../../electron/contract/index.ts';
import { isSuccess, type MmsResponse } from './message.ts';

export const statusCode = {
  noTransaction: 0x020304,
  cannotCancel: 0x020305,
  transactionInProgress: 0x020308,
} as const;

const words: Readonly<Record<number, string>> = {
  0x000002: 'failed',
  0x000016: 'tampered',
  0x010102: 'bad message',
  0x010109: 'the device is offline: no keys, or tampered',
  0x010110: 'the PIN key is not mapped',
  0x010113: 'this feature is not available',
  0x020102: 'bad parameter',
  0x020103: 'the answer would be too big',
  0x020119: 'no such key',
  0x02011a: 'not secured',
  0x02011c: 'the device is locked',
  [statusCode.noTransaction]: 'no transaction is running',
  [statusCode.cannotCancel]: 'the transaction cannot be cancelled any more',
  [statusCode.transactionInProgress]: 'a transaction is running',
  0x02030d: 'wrong state of the transaction',
  0x02030f: 'PIN entry is running',
  0x020311: 'a barcode read is running',
  0x020314: 'settings are open on the terminal',
  0x020315: 'the buzzer is running',
  0x020316: 'the battery is at 5 percent or less',
};

/** Codes of refusals that are temporary, so that a retry can succeed. */
const busyCodes: ReadonlySet<number> = new Set([
  statusCode.transactionInProgress,
  0x02030f,
  0x020311,
  0x020314,
  0x020315,
]);

/** Error for a refusal: TERM_BUSY when waiting helps, otherwise TERM_REFUSED. */
export function mmsRefusal(response: MmsResponse, what: string): TillError {
  const { severityByte, code } = response.status;
  const status = ((severityByte * 0x1000000 + code) >>> 0).toString(16).toUpperCase().padStart(8, '0');
  return new TillError(
    busyCodes.has(code) ? 'TERM_BUSY' : 'TERM_REFUSED',
    `the terminal refused ${what}: ${words[code] ?? `status ${status}`}`,
    { context: { status } },
  );
}

/** Returns the response when it is a success. @throws TERM_BUSY or TERM_REFUSED otherwise. */
export function requireSuccess(response: MmsResponse, what: string): MmsResponse {
  if (!isSuccess(response.status)) throw mmsRefusal(response, what);
  return response;
}
