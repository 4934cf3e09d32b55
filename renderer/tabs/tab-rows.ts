import type { AttemptView } from '../../electron/contract/index.ts';
import { rowOf } from '../components/payment-rows.ts';
import type { Texts } from '../text/index.ts';

/** Remaining time in milliseconds below which a hold expires soon. */
const SOON_MS = 24 * 60 * 60_000;

/** Remaining time of a hold. */
export interface HoldExpiry {
  words: string;
  isSoon: boolean;
  hasEnded: boolean;
}

export function holdExpiryOf({ expiresAt }: AttemptView, texts: Texts, nowMs: number): HoldExpiry {
  const { tabs } = texts.words;
  if (expiresAt === null) return { words: tabs.endsNever, isSoon: false, hasEnded: false };
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return { words: tabs.ended, isSoon: true, hasEnded: true };
  return { words: texts.duration(leftMs), isSoon: leftMs < SOON_MS, hasEnded: false };
}

/** One tab as a row. */
export interface TabRow {
  id: string;
  order: string;
  note: string;
  card: string;
  opened: string;
  expiry: HoldExpiry;
  held: string;
}

export function tabRowOf(attempt: AttemptView, texts: Texts, nowMs: number): TabRow {
  const { card, time } = rowOf(attempt, texts, nowMs);
  return {
    id: attempt.id,
    order: attempt.order ?? '',
    note: attempt.note ?? '',
    card,
    opened: time,
    expiry: holdExpiryOf(attempt, texts, nowMs),
    held: texts.money(attempt.authorizedMinor ?? attempt.totalMinor, attempt.currency),
  };
}

/** Returns the rows that contain every word of `wanted`. Tabs are few, so the search runs in the window. */
export function matchingTabs(rows: readonly TabRow[], wanted: string): readonly TabRow[] {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  return rows.filter(({ order, note, card, opened, held, id }) => {
    const text = fold([order, note, card, opened, held, held.replace(/[^0-9]/g, ''), id].join(' '));
    return words.every((word) => text.includes(word));
  });
}
