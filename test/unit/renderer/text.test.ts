import { describe, expect, it } from 'vitest';
import { type AmountRefusal } from '../../../electron/domain/index.ts';
import {
  cancelledBySchema,
  doubtReasonSchema,
  entryModeSchema,
  failureCodes,
  mayHaveChargedAfter,
  practiceCardSchema,
  promptSchema,
} from '../../../electron/contract/index.ts';
import { outcomeMessage, spokenOutcome } from '../../../renderer/sale/outcome-message.ts';
import { outcomeOf } from '../../../renderer/store/screen-of.ts';
import { textsFor, textOf } from '../../../renderer/text/index.ts';
import { shownDeclineCode } from '../../../renderer/text/payment-words.ts';
import { finished } from './fixtures/states.ts';
import { kiosk } from '../../../electron/words/generated/en/kiosk.ts';

const texts = textsFor('en-US');
const { words } = texts;

/** Every sentence of a language; functions are called with sample values. */
function allSentences(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const fill = value as (values: object) => unknown;
    return allSentences(fill(new Proxy({}, { get: () => '7' })), path);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => allSentences(inner, `${path}.${key}`));
}

const isSentence = /^\S.*[.?”]$/s;

describe('words for everything the contract can say', () => {
  it.each(failureCodes)('says for %s what happened and what to do', (code) => {
    const failure = words.failures[code];
    expect(failure.what).toMatch(isSentence);
    expect(failure.next).toMatch(isSentence);
  });

  it('has no words for unknown codes', () => {
    expect(Object.keys(words.failures).sort()).toEqual([...failureCodes].sort());
  });

  it.each(['API_TIMEOUT', 'API_BROKEN', 'API_UNREADABLE', 'API_SERVER', 'HOST_INTERNAL'] as const)(
    'does not claim for %s that the customer was not charged',
    (code) => expect(mayHaveChargedAfter(code)).toBe(true),
  );

  it.each(promptSchema.options)('has for the prompt %s a title and a sentence', (prompt) => {
    const { title, say } = words.counter.prompts[prompt];
    expect(title).toMatch(/^\S.*[^.]$/);
    expect(textOf(say, { amount: '$42.60' })).toMatch(isSentence);
  });

  it.each(doubtReasonSchema.options)('has a sentence for checking because of %s', (reason) => {
    expect(words.counter.checkingReasons[reason]).toMatch(isSentence);
  });

  it.each(cancelledBySchema.options)('has a sentence for cancelled by %s', (by) => {
    expect(words.outcomes.cancelled.by[by]).toMatch(isSentence);
    expect(words.outcomes.cancelled.who[by]).not.toBe('');
  });

  it('has a name for every practice card and every entry mode', () => {
    for (const id of practiceCardSchema.shape.id.options)
      expect(textOf(words.counter.practice.cards[id].name, { thirty: '$30' })).not.toBe('');
    for (const mode of entryModeSchema.options) expect(words.outcomes.facts.entry[mode]).toBeDefined();
  });

  it('has a sentence for every refused amount', () => {
    const refusals: Record<AmountRefusal, true> = {
      AMOUNT_MISSING: true,
      AMOUNT_NOT_A_NUMBER: true,
      AMOUNT_NOT_LATIN_DIGITS: true,
      AMOUNT_NEGATIVE: true,
      AMOUNT_ZERO: true,
      AMOUNT_TOO_MANY_DECIMALS: true,
      AMOUNT_OVER_LIMIT: true,
      CURRENCY_UNKNOWN: true,
    };
    for (const code of Object.keys(refusals)) {
      expect(textOf(words.counter.refusals[code as AmountRefusal], { limit: '$99,999.99' })).toMatch(isSentence);
    }
  });

  it('never says please wait, error, failed or oops, and never shouts', () => {
    const { frame, counter, outcomes, failures } = words;
    for (const [path, sentence] of allSentences({ frame, counter, outcomes, failures, kiosk }, 'en')) {
      expect(sentence, path).not.toMatch(/please wait|\berrors?\b|\bfailed\b|oops|!/i);
    }
  });
});

describe('outcomes as text', () => {
  const ends = [
    finished({ state: 'captured', capturedMinor: 4260 }),
    finished({ state: 'captured', capturedMinor: 3000 }),
    finished({ state: 'captured', capturedMinor: 4260, cancelTooLate: true }),
    finished({ state: 'authorized' }),
    finished({ state: 'declined', declineCode: 'EXPIRED_CARD' }),
    ...cancelledBySchema.options.map((by) => finished({ state: 'cancelled', cancelledBy: by })),
    finished({ state: 'voided', failure: { code: 'PAY_NOT_COMPLETED', message: '' } }),
    ...failureCodes.map((code) => finished({ state: 'failed', failure: { code, message: '' } })),
    finished({ state: 'failed' }),
  ];

  it.each(ends.map((end) => [`${end.state} ${end.cancelledBy ?? ''}${end.failure?.code ?? ''}`, end] as const))(
    'says for %s whether the customer was charged and what to do',
    (_name, end) => {
      const outcome = outcomeOf(end);
      if (!outcome) throw new Error('not an outcome');
      const message = outcomeMessage(outcome, end, texts, 60_000);
      expect(message.next).toMatch(isSentence);
      // The largest text is the truth about the money: the amount that moved, or the sentence that the customer was not
      // charged.
      if (message.movedMinor === null) expect(message.charged).toBe('The customer was not charged.');
      else expect(end.state === 'captured' || end.state === 'authorized').toBe(true);
      expect(spokenOutcome(message, end, texts)).toContain(message.next);
    },
  );

  it('shows lost and stolen cards as any other decline, in words and in code', () => {
    const generic = outcomeMessage(
      'declined',
      finished({ state: 'declined', declineCode: 'GENERIC_DECLINE' }),
      texts,
      0,
    );
    for (const code of ['LOST_OR_STOLEN_CARD', 'PICK_UP_CARD', 'SOMETHING_NEW', null]) {
      const attempt = finished({ state: 'declined', declineCode: code });
      expect(outcomeMessage('declined', attempt, texts, 0)).toEqual(generic);
      if (code !== null && code !== 'SOMETHING_NEW') expect(shownDeclineCode(attempt)).toBe('GENERIC_DECLINE');
    }
  });

  it('keys declines by code', () => {
    const say = (code: string) =>
      outcomeMessage('declined', finished({ state: 'declined', declineCode: code }), texts, 0).say;
    expect(say('INSUFFICIENT_FUNDS')).toBe('There is not enough money on this card.');
    expect(say('EXPIRED_CARD')).toBe('This card has expired.');
    expect(say('ALLOWABLE_NUMBER_OF_PIN_ENTRY_TRIES_EXCEEDED')).toBe('The PIN was wrong too often.');
    expect(say('MAX_TRANSACTION_AMOUNT_EXCEEDED')).toBe('$42.60 is above this shop’s limit.');
  });
});

describe('figures', () => {
  it('formats and speaks amounts in the locale', () => {
    expect(texts.money(4260, 'USD')).toBe('$42.60');
    expect(texts.money(1500, 'JPY')).toBe('¥1,500');
    expect(texts.roundMoney(3000, 'USD')).toBe('$30');
    expect(textsFor('de-DE').money(123456, 'EUR')).toBe('1.234,56\u00a0€');
    expect(texts.moneyParts(4260, 'USD')).toEqual({ sign: '$', digits: '42.60', signFirst: true });
    expect(textsFor('de-DE').moneyParts(4260, 'EUR')).toEqual({ sign: '€', digits: '42,60', signFirst: false });
    expect(texts.spoken(4260, 'USD')).toBe('42 dollars 60 cents');
    expect(texts.spoken(100, 'USD')).toBe('1 dollar');
    expect(texts.spoken(1, 'GBP')).toBe('1 penny');
    expect(texts.spoken(0, 'USD')).toBe('0 dollars');
    expect(texts.spoken(4260, 'SEK')).toContain('Swedish');
  });

  it('never rounds an age up', () => {
    expect(texts.duration(59_999)).toBe('59 s');
    expect(texts.duration(119_999)).toBe('1 min');
    expect(texts.duration(7_199_999)).toBe('1 h');
    expect(texts.duration(-5)).toBe('0 s');
    expect(texts.ageAgo(1_999)).toBe('now');
    expect(texts.ageAgo(2_000)).toBe('2 s ago');
    expect(texts.stopwatch(47_999)).toBe('0:47');
    expect(texts.stopwatch(3_723_000)).toBe('1:02:03');
    expect(texts.tenths(399)).toBe('0.3 s');
  });

  it('survives an invalid locale', () => {
    expect(textsFor('not a locale').money(4260, 'USD')).toBe('$42.60');
  });
});
