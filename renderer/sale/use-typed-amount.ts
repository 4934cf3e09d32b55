import { useState } from 'react';
import { parseAmount } from '../../electron/contract/index.ts';
import { useTexts } from '../text/index.ts';
import { useTill } from '../store/index.ts';

/** An amount as typed: minor units, or the sentence for why it is none. Empty is `empty`. */
export function useTypedAmount(currency: string, first: string) {
  const texts = useTexts();
  const [text, setText] = useState(first);
  const maxAmountMinor = useTill((state) => state.mirror.host?.till.maxAmountMinor);
  const read = (emptySentence: string): { amountMinor: number; wrong: string | null } => {
    if (text.trim() === '') return { amountMinor: 0, wrong: emptySentence };
    const parsed = parseAmount(text, currency, maxAmountMinor);
    if (parsed.ok) return { amountMinor: parsed.amountMinor, wrong: null };
    const limit = maxAmountMinor === undefined ? '' : texts.money(maxAmountMinor, currency);
    return { amountMinor: 0, wrong: texts.words.counter.refusals[parsed.code](limit) };
  };
  return { text, setText, read };
}

/** True where a manager's PIN is asked for. */
export function useHasManagers(): boolean {
  return useTill((state) => state.mirror.host?.till.hasManagers ?? false);
}
