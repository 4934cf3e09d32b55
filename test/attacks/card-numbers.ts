/** Published test numbers, one per issuer range, and the ways to write them. */

/**
 * Test numbers from the documentation of payment platforms; none belongs to a person. The last two are invented and
 * pass the check digit.
 */
export const testCards: Readonly<Record<string, string>> = {
  'Visa, 16 digits': '4111111111111111',
  'Visa, 13 digits': '4222222222222',
  'Mastercard 51 to 55': '5105105105105100',
  'Mastercard 2221 to 2720': '2223003122003222',
  'American Express 34': '343434343434343',
  'American Express 37': '378282246310005',
  'Discover 6011': '6011111111111117',
  'Discover 644 to 659': '6510000000001248',
  'Diners Club 300 to 305': '30569309025904',
  'Diners Club 36': '36227206271667',
  JCB: '3530111333300000',
  UnionPay: '6200000000000005',
  Maestro: '6759649826438453',
  Mir: '2200000000000004',
};

const inGroups = (pan: string, size: number, separator: string): string =>
  (pan.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator);
const mixed = (pan: string, separators: readonly string[]): string =>
  (pan.match(/.{1,4}/g) ?? []).reduce(
    (all, group, index) => `${all}${separators[(index - 1) % separators.length]}${group}`,
  );
const inScript = (pan: string, zero: number): string =>
  Array.from(pan, (digit) => String.fromCodePoint(zero + Number(digit))).join('');
const each = (pan: string, write: (digit: string) => string): string => Array.from(pan, write).join('');
const asHex = (pan: string): string => Buffer.from(pan).toString('hex');

export const encodings: Readonly<Record<string, (pan: string) => string>> = {
  plain: (pan) => pan,
  'in a sentence': (pan) => `card ${pan} declined`,
  'between letters': (pan) => `PAN${pan}USD`,
  'between letters and digits': (pan) => `a7b${pan}c9d`,
  'with its expiry': (pan) => `${inGroups(pan, 4, ' ')} 12/30`,
  'after another number': (pan) => `1234 ${inGroups(pan, 4, ' ')}`,
  space: (pan) => inGroups(pan, 4, ' '),
  hyphen: (pan) => inGroups(pan, 4, '-'),
  dot: (pan) => inGroups(pan, 4, '.'),
  underscore: (pan) => inGroups(pan, 4, '_'),
  slash: (pan) => inGroups(pan, 4, '/'),
  backslash: (pan) => inGroups(pan, 4, '\\'),
  comma: (pan) => inGroups(pan, 4, ','),
  colon: (pan) => inGroups(pan, 4, ':'),
  semicolon: (pan) => inGroups(pan, 4, ';'),
  apostrophe: (pan) => inGroups(pan, 4, "'"),
  star: (pan) => inGroups(pan, 4, '*'),
  plus: (pan) => inGroups(pan, 4, '+'),
  bar: (pan) => inGroups(pan, 4, '|'),
  'hash sign': (pan) => inGroups(pan, 4, '#'),
  bullet: (pan) => inGroups(pan, 4, '•'),
  tab: (pan) => inGroups(pan, 4, '\t'),
  newline: (pan) => inGroups(pan, 4, '\n'),
  'carriage return and newline': (pan) => inGroups(pan, 4, '\r\n'),
  'no-break space': (pan) => inGroups(pan, 4, '\u00a0'),
  'narrow no-break space': (pan) => inGroups(pan, 4, '\u202f'),
  'en dash': (pan) => inGroups(pan, 4, '–'),
  'double space': (pan) => inGroups(pan, 4, '  '),
  'hyphen between spaces': (pan) => inGroups(pan, 4, ' - '),
  'mixed separators': (pan) => mixed(pan, [' ', '-', '.']),
  'mixed and doubled separators': (pan) => mixed(pan, ['_ ', '/', ', ']),
  'digit by digit': (pan) => inGroups(pan, 1, ' '),
  pairs: (pan) => inGroups(pan, 2, '-'),
  threes: (pan) => inGroups(pan, 3, ' '),
  fives: (pan) => inGroups(pan, 5, '.'),
  'in brackets': (pan) => `(${inGroups(pan, 4, ') (')})`,
  'soft hyphens': (pan) => inGroups(pan, 4, '\u00ad'),
  'zero-width spaces': (pan) => inGroups(pan, 1, '\u200b'),
  'zero-width joiners and hyphens': (pan) => inGroups(pan, 4, '\u200d-\u2060'),
  'turned by a mark of direction': (pan) => inGroups(pan, 4, '\u202e'),
  'combining strokes': (pan) => each(pan, (digit) => `${digit}\u0336`),
  'keycap emoji': (pan) => each(pan, (digit) => `${digit}\ufe0f\u20e3`),
  'control characters': (pan) => inGroups(pan, 4, '\u0000\u0007'),
  'full-width digits': (pan) => inScript(pan, 0xff10),
  'Arabic digits': (pan) => inScript(pan, 0x0660),
  'Persian digits': (pan) => inScript(pan, 0x06f0),
  'Devanagari digits': (pan) => inScript(pan, 0x0966),
  'bold digits of mathematics': (pan) => inScript(pan, 0x1d7ce),
  'monospaced digits of mathematics': (pan) => inScript(pan, 0x1d7f6),
  superscripts: (pan) => each(pan, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))),
  'circled digits': (pan) => each(pan, (digit) => '⓪①②③④⑤⑥⑦⑧⑨'.charAt(Number(digit))),
  'two scripts': (pan) => `${inScript(pan.slice(0, 6), 0xff10)} ${inScript(pan.slice(6), 0x0660)}`,
  'percent-encoded': (pan) => each(pan, (digit) => `%${asHex(digit)}`),
  'percent-encoded separators': (pan) => encodeURIComponent(inGroups(pan, 4, ' ')),
  'percent-encoded twice': (pan) => each(pan, (digit) => `%25${asHex(digit)}`),
  'percent-encoded full-width digits': (pan) => encodeURIComponent(inScript(pan, 0xff10)),
  'quoted-printable': (pan) => each(pan, (digit) => `=${asHex(digit)}`),
  'HTML, decimal': (pan) => each(pan, (digit) => `&#${digit.charCodeAt(0)};`),
  'HTML, hexadecimal': (pan) => each(pan, (digit) => `&#x${asHex(digit)};`),
  'JavaScript escapes': (pan) => each(pan, (digit) => `\\u00${asHex(digit)}`),
  'byte escapes': (pan) => each(pan, (digit) => `\\x${asHex(digit)}`),
  Base64: (pan) => Buffer.from(pan).toString('base64'),
  'Base64 of a sentence': (pan) => Buffer.from(`{"number":"${pan}"}`).toString('base64'),
  'Base64 for addresses': (pan) => Buffer.from(`?n=${inGroups(pan, 4, '-')}`).toString('base64url'),
  'ASCII as hex': (pan) => asHex(pan),
  'ASCII as a hex dump': (pan) => inGroups(asHex(pan), 2, ' '),
  'track 1': (pan) => `%B${pan}^TEST/CARD^30122010000000000000?`,
  'track 2': (pan) => `;${pan}=30122010000000000000?`,
};
