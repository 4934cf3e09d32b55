/**
 * Currency signs that paper lacks: the code pages of receipt printers and the standard PDF fonts have `$ € £ ¥` and few
 * others. An amount without its sign is ambiguous, so the ISO code replaces a missing sign. Pure.
 */
import { moneyFormat, numericCurrency } from '../../domain/index.ts';
import { type Receipt, type ReceiptLine } from '../../contract/index.ts';

/** Locales that use their own signs for a currency, such as `￥` and `元`. */
const SIGN_LOCALES = ['en-US', 'ja-JP', 'zh-CN'];

let known: ReadonlyMap<string, string> | null = null;

/** ISO code by sign, for each non-ASCII sign of the currencies that a till can have. */
function codesBySign(): ReadonlyMap<string, string> {
  if (known) return known;
  const signs = new Map<string, string>();
  const currencies = Intl.supportedValuesOf('currency').filter((code) => numericCurrency(code) !== undefined);
  // A locale's default sign has priority over the narrow one, which several currencies share (`¥`).
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const)
    for (const locale of SIGN_LOCALES)
      for (const currency of currencies) {
        const parts = moneyFormat(locale, currency, { currencyDisplay }).formatToParts(1);
        const sign = parts.find(({ type }) => type === 'currency')?.value ?? '';
        if (/^[^\p{ASCII}]$/u.test(sign) && !signs.has(sign)) signs.set(sign, currency);
      }
  return (known = signs);
}

/** Replaces each sign that `isPrintable` rejects: `₹501.25` becomes `INR 501.25`. */
export function withPrintableSigns(text: string, isPrintable: (sign: string) => boolean): string {
  if (/^\p{ASCII}*$/u.test(text)) return text;
  const missing = [...codesBySign().keys()].filter((sign) => text.includes(sign) && !isPrintable(sign)).join('');
  if (missing === '') return text;
  const amount = new RegExp(`(?<before>\\d ?)?(?<sign>[${missing}])(?<after> ?-?\\d)?`, 'gu');
  return text.replaceAll(amount, (whole, before: string | undefined, sign: string, after: string | undefined) => {
    const code = codesBySign().get(sign) ?? sign;
    if (after !== undefined) return `${before ?? ''}${code} ${after.trimStart()}`;
    return before === undefined ? whole : `${before.trimEnd()} ${code}`;
  });
}

/** Replaces missing signs before the layout, because the codes are longer. */
export function withSignsOf(receipt: Receipt, isPrintable: (sign: string) => boolean): Receipt {
  const printable = (text: string) => withPrintableSigns(text, isPrintable);
  const lineOf = (line: ReceiptLine): ReceiptLine => {
    if (line.kind === 'text') return { ...line, text: printable(line.text) };
    return line.kind === 'row' ? { ...line, label: printable(line.label), value: printable(line.value) } : line;
  };
  return { ...receipt, sections: receipt.sections.map((one) => ({ ...one, lines: one.lines.map(lineOf) })) };
}
