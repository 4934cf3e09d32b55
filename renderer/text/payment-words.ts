/** Words and figures of one payment that more than one screen says. */
import {
  readers as allReaders,
  type AmountRefusal,
  type AttemptView,
  type Prompt,
  type Reader,
} from '../../electron/contract/index.ts';
import type { Words } from './languages.ts';
import type { Texts } from './texts.ts';

/** A card's brand in words; as the platform writes it where we have none. */
export function brandName(brand: string | null, texts: Texts): string {
  return brand === null ? '' : (texts.words.outcomes.facts.brands[brand] ?? brand);
}

/** What is asked of a card where the reader does not have all three ways; null otherwise. */
export function presentTitle(prompt: Prompt, readers: readonly Reader[] | undefined, texts: Texts): string | null {
  if (prompt !== 'present-card' || !readers) return null;
  const { presentTo } = texts.words.counter;
  const ways = allReaders.filter((one) => readers.includes(one)).join('-');
  return Object.entries(presentTo).find(([name]) => name === ways)?.[1] ?? null;
}

/** The code a decline shows: never one that tells on the customer. */
export function shownDeclineCode(attempt: AttemptView, texts: Texts): string | null {
  const code = attempt.declineCode;
  if (code === null) return null;
  return texts.words.outcomes.hiddenCodes.includes(code) ? 'GENERIC_DECLINE' : code;
}

/** Why an amount was refused. `limit`: the till's own, formatted. */
export function refusalSentence(
  refusal: AmountRefusal | keyof Words['sale']['refusals'],
  limit: string,
  { counter, sale }: Words,
): string {
  return isOfScan(refusal, sale.refusals) ? sale.refusals[refusal] : counter.refusals[refusal](limit);
}

function isOfScan<Known extends object>(refusal: PropertyKey, known: Known): refusal is keyof Known {
  return refusal in known;
}

/** "Sale $42.60, tip $7.67" of an amount that tip and surcharge are part of; null where it is goods alone. */
export function partsOf(attempt: AttemptView, wholeMinor: number, texts: Texts): string | null {
  const { tipMinor, surchargeMinor, currency, tipRoomMinor = 0 } = attempt;
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  // Before anything is taken the whole has room for a tip in it.
  if (tipRoomMinor > 0 && attempt.capturedMinor === null) {
    return texts.words.sale.tipRoom(money(wholeMinor - tipRoomMinor), money(tipRoomMinor));
  }
  const saleMinor = wholeMinor - tipMinor - surchargeMinor;
  if (tipMinor + surchargeMinor === 0 || saleMinor < 0) return null;
  return texts.words.counter.parts(
    money(saleMinor),
    tipMinor > 0 ? money(tipMinor) : null,
    surchargeMinor > 0 ? money(surchargeMinor) : null,
  );
}
