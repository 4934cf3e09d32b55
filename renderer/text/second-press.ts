/**
 * Texts for the cashier who pressed second: the action that was done instead, and the fact that the cashier's own press
 * had no effect.
 */
import type { Failure } from '../../electron/contract/index.ts';
import type { Texts } from './texts.ts';

/** Returns the texts for a press that came second, or undefined if the refusal has another reason. */
export function secondPressText({ context = {} }: Failure, texts: Texts): { what: string; say: string } | undefined {
  const { otherWindow: text } = texts.words.sale;
  const { instead, by, pressedMinor, amountMinor, currency } = context;
  const money = (minor: unknown) => texts.money(Number(minor), String(currency));
  if (pressedMinor !== undefined) return { what: text.pressed({ amount: money(pressedMinor) }), say: text.pressedSay };
  if (instead === 'paid' || instead === 'not-paid')
    return { what: text.decided[instead]({ by: String(by) }), say: text.nothingDone };
  if (instead === 'taken') return { what: text.taken({ amount: money(amountMinor) }), say: text.nothingDone };
  return instead === 'given-back' ? { what: text.givenBack, say: text.nothingDone } : undefined;
}
