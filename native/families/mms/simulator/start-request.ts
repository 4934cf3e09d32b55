/** Checks a start request (1001) as strictly as a terminal, and returns the readers that it switches on. */
import { findTlv, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import { readStartTransaction, type StartTransaction } from '../codec/commands.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import { refusalCodes } from './status-codes.ts';
import type { MmsModel } from '../models/index.ts';

/** Options byte 2 (reference section 5). */
const optionBit = { quickChip: 0x01, responseFormat: 0x02 } as const;

export interface AcceptedStart {
  start: StartTransaction;
  readers: readonly ReadMode[];
  isQuickChip: boolean;
}

/** The accepted start, or the status code of the refusal. */
export function acceptStart(tlvs: readonly Tlv[], model: MmsModel): AcceptedStart | { refused: number } {
  const bad = { refused: refusalCodes.badParameter };
  const start = readStartTransaction(tlvs);
  const options = findTlv(tlvs, 0x84);
  const timeout = findTlv(tlvs, 0x82);
  if (!start || timeout?.length !== 1 || (options && options.length !== 2)) return bad;
  const readers = parseTlvs(findTlv(tlvs, 0xa3) ?? new Uint8Array());
  if (!readers.ok) return bad;
  const value = (tag: number): number => findTlv(readers.tlvs, tag)?.[0] ?? 0;
  const isBoolean = (tag: number): boolean => value(tag) <= 1;
  if (readers.tlvs.some((tlv) => tlv.value.length === 0) || !isBoolean(0x81) || !isBoolean(0x82)) return bad;
  // 02 enables NFC tags only, which are not cards; 03 enables both.
  const contactless = value(0x83);
  if (contactless > 3) return bad;
  if (contactless === 2) return { refused: refusalCodes.notAvailable };
  if (start.numericCurrency !== undefined && !/^[0-9]{4}$/.test(start.numericCurrency)) return bad;
  if ((start.currencyExponent ?? 0) > 4) return bad;
  const wanted: ReadMode[] = [];
  if (value(0x82) === 1) wanted.push('chip');
  if (contactless === 1 || contactless === 3) wanted.push('contactless');
  if (value(0x81) === 1) wanted.push('swipe');
  if (wanted.length === 0) return bad;
  if (wanted.some((mode) => !model.readers.includes(mode))) return { refused: refusalCodes.notAvailable };
  // The manual also has wallets and another response format, which the simulator does not support.
  if (start.options > 0xff || (start.options & optionBit.responseFormat) === 0) {
    return { refused: refusalCodes.notAvailable };
  }
  return { start, readers: wanted, isQuickChip: (start.options & optionBit.quickChip) !== 0 };
}
