/** Parses amounts typed into a search, including partly typed amounts, to ranges of minor units. Pure. */
import { currencyDecimals, moneyFormat } from '../../domain/index.ts';
import { foldText } from '../journal/index.ts';

export interface AmountRange {
  currency: string;
  minMinor: number;
  maxMinor: number;
}

/** Maximum digits in an amount. */
const MAX_DIGITS = 12;

/**
 * All amounts that folded text may mean: "42.60", "42,60", "$42.6", "1.234,50 €", "(42.60)", "42" (any 42.xx), and
 * "4260", as typed on the keypad. Empty if the text is no amount.
 */
export function amountRanges(text: string, currencies: readonly string[], locale: string): AmountRange[] {
  return currencies.flatMap((currency) => {
    const decimals = currencyDecimals(currency) ?? 2;
    const digits = withoutSigns(text, currency, locale);
    return rangesOf(digits, decimals).map(([minMinor, maxMinor]) => ({ currency, minMinor, maxMinor }));
  });
}

type Range = readonly [number, number];

function rangesOf(text: string, decimals: number): Range[] {
  if (!/^[0-9.,'’ ]+$/.test(text) || !/[0-9]/.test(text)) return [];
  // A space separates groups of three digits only; otherwise "20 4412" would be an amount.
  if (text.includes(' ') && !/^[0-9]{1,3}(?: [0-9]{3})+(?:[.,][0-9]*)?$/.test(text)) return [];
  const sign = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const head = digitsOf(sign < 0 ? text : text.slice(0, sign));
  const tail = sign < 0 ? '' : text.slice(sign + 1);
  if (!/^[0-9]*$/.test(tail) || head.length + tail.length > MAX_DIGITS) return [];
  const unit = 10 ** decimals;
  const whole = (digits: string): Range => [Number(digits) * unit, Number(digits) * unit + unit - 1];
  if (sign < 0) {
    const minor = Number(head);
    return decimals === 0 ? [[minor, minor]] : [whole(head), [minor, minor]];
  }
  const found: Range[] = [];
  if (tail.length <= decimals) {
    const first = Number(head) * unit + Number(tail.padEnd(decimals, '0') || '0');
    found.push([first, first + 10 ** (decimals - tail.length) - 1]);
  }
  // "1,234" is a group of three digits, unless the currency has that many decimals.
  if (tail.length === 3 && head !== '') found.push(whole(`${head}${tail}`));
  return found;
}

const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '');

/** Minus signs and brackets around an amount. */
const outer = /^[-−–+(]+\s*|\s*[-−–)]+$/g;

/** Removes brackets, minus signs and currency signs. */
function withoutSigns(text: string, currency: string, locale: string): string {
  // Letters next to a sign belong to the sign: "US$42", "R$ 42", "42 $us".
  let rest = text
    .replace(/^([-−–+(]?\s*)\p{L}{0,3}\p{Sc}/u, '$1')
    .replace(/\p{Sc}\p{L}{0,3}(\s*[)−–-]?)$/u, '$1')
    .trim();
  rest = rest.replace(outer, '');
  for (const sign of signsOf(currency, locale)) {
    if (rest.startsWith(sign)) rest = rest.slice(sign.length).trim();
    else if (rest.endsWith(sign)) rest = rest.slice(0, -sign.length).trim();
    rest = rest.replace(outer, '');
  }
  return rest.trim();
}

const known = new Map<string, string[]>();

/** Folded signs of a currency, longest first: "us$", "usd", "$". */
function signsOf(currency: string, locale: string): string[] {
  const key = `${currency} ${locale}`;
  const had = known.get(key);
  if (had) return had;
  const shown = (['narrowSymbol', 'symbol', 'code'] as const).flatMap((currencyDisplay) =>
    [locale, 'en'].map((one) => {
      const parts = moneyFormat(one, currency, { currencyDisplay }).formatToParts(1);
      return foldText(parts.find(({ type }) => type === 'currency')?.value ?? '');
    }),
  );
  const signs = [...new Set(shown)].filter((sign) => sign !== '' && !/^[0-9.,' ]+$/.test(sign));
  signs.sort((a, b) => b.length - a.length);
  known.set(key, signs);
  return signs;
}
