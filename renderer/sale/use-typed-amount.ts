import { useState } from 'react';
import { decimalSignOf, parseAmount } from '../../electron/domain/index.ts';
import { useTexts, textOf } from '../text/index.ts';
import { useTill } from '../store/index.ts';

/** Reads a typed amount: minor units, or the sentence why it is invalid. An empty text returns `emptySentence`. */
export function useTypedAmount(currency: string, first: string) {
  const texts = useTexts();
  const [text, setText] = useState(() => first.replace('.', decimalSignOf(texts.locale) ?? '.'));
  const maxAmountMinor = useTill((state) => state.mirror.host?.till.maxAmountMinor);
  const read = (emptySentence: string): { amountMinor: number; wrong: string | null } => {
    if (text.trim() === '') return { amountMinor: 0, wrong: emptySentence };
    const parsed = parseAmount(text, currency, maxAmountMinor, texts.locale);
    if (parsed.ok) return { amountMinor: parsed.amountMinor, wrong: null };
    const limit = maxAmountMinor === undefined ? '' : texts.money(maxAmountMinor, currency);
    return { amountMinor: 0, wrong: textOf(texts.words.counter.refusals[parsed.code], { limit }) };
  };
  return { text, setText, read };
}
