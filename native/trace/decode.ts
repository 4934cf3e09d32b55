import type { Family } from '../../electron/contract/index.ts';
import { fromHex } from '../framing/bytes.ts';
import { familyNamed } from '../families/index.ts';
import type { Decoded, DecodeLink } from '../families/shared/trace/trace-family.ts';

/**
 * Output line of `tillbridge decode`. `line` counts input lines from 1; a joined message has the number of its last
 * line.
 */
interface DecodedLine extends Decoded {
  readonly line: number;
}

export interface LineDecoder {
  /**
   * Decodes one line, a unit in hexadecimal in either case, with spaces anywhere. An empty line yields no output. Never
   * throws.
   */
  push(text: string): DecodedLine[];
  /** Decodes what is left at the end of the input. An input without any unit is an error. */
  end(): DecodedLine[];
}

/** Limit of a line, longer than any unit of any family. */
const MAX_DIGITS = 1_000_000;

export const decodeLinksOf = (family: Family): readonly DecodeLink[] => familyNamed(family).trace.links;

/**
 * @param link wrapping of the units, which the family must support (decodeLinksOf): `serial` (one frame per line),
 * `hid` (one 64-byte report per line; consecutive reports are joined), `message` (one whole message per line, without
 * link framing), or `command`, `response`, `notification` when the message itself does not reveal its sender
 */
export function decodeLines(options: { family: Family; link: DecodeLink }): LineDecoder {
  const decoder = familyNamed(options.family).trace.decoder(options.link);
  let line = 0;
  let units = 0;
  const numbered = (decoded: readonly Decoded[]): DecodedLine[] => decoded.map((one) => ({ line, ...one }));
  const fault = (code: string, message: string): DecodedLine[] => numbered([{ error: { code, message } }]);
  return {
    push(text) {
      line += 1;
      const digits = text.replace(/\s+/g, '');
      if (digits === '') return [];
      units += 1;
      const stranger = /[^0-9A-Fa-f]/.exec(digits);
      if (stranger) return fault('HEX_INVALID', 'not hexadecimal: only 0 to 9, A to F and spaces can stand here');
      if (digits.length % 2 === 1) return fault('HEX_ODD', `${digits.length} digits are not whole bytes`);
      if (digits.length > MAX_DIGITS) return fault('HEX_TOO_LONG', 'longer than any unit');
      return numbered(decoder.push(fromHex(digits)));
    },
    end() {
      const left = decoder.end();
      return units === 0 ? fault('INPUT_EMPTY', 'there was nothing to decode') : numbered(left);
    },
  };
}
