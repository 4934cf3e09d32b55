/** Texts and figures of one payment that several screens share. */
import { type AmountRefusal } from '../../electron/domain/index.ts';
import { readers as allReaders, type AttemptView, type Prompt, type Reader } from '../../electron/contract/index.ts';
import { textOf } from '../../electron/words/runtime.ts';
import type { Words } from './languages.ts';
import type { Texts } from './texts.ts';

const brands: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMERICAN_EXPRESS: 'American Express',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  DINERS_CLUB_INTERNATIONAL: 'Diners Club',
  CHINA_UNION_PAY: 'UnionPay',
  INTERAC: 'Interac',
};

/** Decline codes that the till never shows: it must be hidden from the cashier that a card was reported lost. */
const hiddenCodes: readonly string[] = ['LOST_OR_STOLEN_CARD', 'PICK_UP_CARD'];

/** Returns the name of a card's brand; an unknown brand stays as the platform writes it. */
export function brandName(brand: string | null): string {
  return brand === null ? '' : (brands[brand] ?? brand);
}

/** Returns brand and last four digits of a payment's card, as far as they are known. */
export function cardName({ card }: Pick<AttemptView, 'card'>): string {
  return [brandName(card?.brand ?? null), card?.lastFour].filter(Boolean).join(' ');
}

/** Returns the prompt for a card when the reader lacks one of the three ways; null otherwise. */
export function presentTitle(prompt: Prompt, readers: readonly Reader[] | undefined, texts: Texts): string | null {
  if (prompt !== 'present-card' || !readers) return null;
  const { presentTo } = texts.words.counter;
  const ways = allReaders.filter((one) => readers.includes(one)).join('-');
  return Object.entries(presentTo).find(([name]) => name === ways)?.[1] ?? null;
}

/** Returns the shown code of a decline, without codes that expose the customer. */
export function shownDeclineCode(attempt: AttemptView): string | null {
  const code = attempt.declineCode;
  if (code === null) return null;
  return hiddenCodes.includes(code) ? 'GENERIC_DECLINE' : code;
}

/** Explains why an amount was refused. `limit` is the till's own, formatted. */
export function refusalSentence(
  refusal: AmountRefusal | keyof Words['sale']['refusals'],
  limit: string,
  { counter, sale }: Words,
): string {
  return isOfScan(refusal, sale.refusals) ? sale.refusals[refusal] : textOf(counter.refusals[refusal], { limit });
}

function isOfScan<Known extends object>(refusal: PropertyKey, known: Known): refusal is keyof Known {
  return refusal in known;
}

/** Returns "Sale $42.60, tip $7.67" for an amount with tip or surcharge, or null for goods alone. */
export function partsOf(attempt: AttemptView, wholeMinor: number, texts: Texts): string | null {
  const { tipMinor, surchargeMinor, currency, tipRoomMinor = 0 } = attempt;
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  // Before the capture, the total includes room for a tip.
  if (tipRoomMinor > 0 && attempt.capturedMinor === null) {
    return texts.words.sale.tipRoom({ sale: money(wholeMinor - tipRoomMinor), room: money(tipRoomMinor) });
  }
  const saleMinor = wholeMinor - tipMinor - surchargeMinor;
  if (tipMinor + surchargeMinor === 0 || saleMinor < 0) return null;
  const { parts } = texts.words.counter;
  const [sale, tip, surcharge] = [money(saleMinor), money(tipMinor), money(surchargeMinor)];
  if (surchargeMinor === 0) return parts.tip({ sale, tip });
  return tipMinor > 0 ? parts.both({ sale, tip, surcharge }) : parts.surcharge({ sale, surcharge });
}

/** Time since an earlier payment. `minutes` is null if the time is not known to the minute. */
export function agoOf(
  words: { earlier: string; ago: (values: { minutes: number }) => string },
  minutes: number | null,
): string {
  return minutes === null ? words.earlier : words.ago({ minutes });
}

/** Returns the order and the time of a payment; the time alone if it has no order. */
export function orderAt(order: string | null, time: string, { words }: Texts): string {
  return order === null ? time : words.history.orderAt({ order, time });
}

/** Returns the lead above an amount that the customer pays or gets back. */
export function leadOf(lead: 'toPay' | 'toGiveBack', order: string | null, { words: { counter } }: Texts): string {
  return order ? counter[`${lead}Order`]({ order }) : counter[lead];
}

/** Returns the name of a tab, made of its order and note. */
export function tabName({ order, note }: Pick<AttemptView, 'order' | 'note'>, { words }: Texts): string {
  return [words.tabs.tab, order, note].filter(Boolean).join(' ');
}

/** States when a PIN may be typed again. */
export function tryAgainIn(waitMs: number, { words }: Texts): string {
  const { tryAgainInSeconds, tryAgainInMinutes } = words.payments.form;
  const seconds = Math.ceil(waitMs / 1000);
  return seconds < 120 ? tryAgainInSeconds({ seconds }) : tryAgainInMinutes({ minutes: Math.ceil(seconds / 60) });
}
