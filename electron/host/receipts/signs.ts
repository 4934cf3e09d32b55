/**
 * Currency signs that paper lacks: code pages of receipt printers and the standard fonts of a PDF have `$ € £ ¥` and few more. An amount
 * without its sign is ambiguous, so the ISO code takes the sign's place. Pure.
 */
import { moneyFormat, numericCurrency } from '../../domain/index.ts';
import { type Receipt, type ReceiptLine } from '../../contract/index.ts';

/** Locales that write signs of their own for a currency, as `￥` and `元`. */
const SIGN_LOCALES = ['en-US', 'ja-JP', 'zh-CN'];

let known: ReadonlyMap<string, string> | null = null;

/** ISO code by sign, for each sign beyond ASCII of the currencies a till can have. */
function codesBySign(): ReadonlyMap<string, string> {
  if (known) return known;
  const signs = new Map<string, string>();
  const currencies = Intl.supportedValuesOf('currency').filter((code) => numericCurrency(code) !== undefined);
  // The sign that a locale writes by itself goes before the short one, which several currencies share (`¥`).
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const)
    for (const locale of SIGN_LOCALES)
      for (const currency of currencies) {
        const parts = moneyFormat(locale, currency, { currencyDisplay }).formatToParts(1);
        const sign = parts.find(({ type }) => type === 'currency')?.value ?? '';
        if (/^[^\p{ASCII}]$/u.test(sign) && !signs.has(sign)) signs.set(sign, currency);
      }
  return (known = signs);
}

/** Replaces each sign of an amount that `isPrintable` denies: `₹501.25` becomes `INR 501.25`. */
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

/** The same receipt with the signs that its paper has: the lines are laid out with the longer codes. */
export function withSignsOf(receipt: Receipt, isPrintable: (sign: string) => boolean): Receipt {
  const printable = (text: string) => withPrintableSigns(text, isPrintable);
  const lineOf = (line: ReceiptLine): ReceiptLine => {
    if (line.kind === 'text') return { ...line, text: printable(line.text) };
    return line.kind === 'row' ? { ...line, label: printable(line.label), value: printable(line.value) } : line;
  };
  return { ...receipt, sections: receipt.sections.map((one) => ({ ...one, lines: one.lines.map(lineOf) })) };
}
