import { describe, expect, it } from 'vitest';
import { lessonNow, lessonOf, stepNow, taughtBy, withTaught } from '../../../../renderer/counter/training/lessons.ts';
import { newProgress } from '../../../../renderer/counter/training/progress.ts';
import { at, attempt, finished, visa } from '../fixtures/states.ts';

const sale = finished({ id: 'A-sale', state: 'captured', startedAt: at(60_000) });
const decline = finished({ id: 'A-decline', state: 'declined', startedAt: at(50_000) });
const checking = [{ step: 'checking', atMs: 9_000 }];
const checked = finished({ id: 'A-checked', state: 'captured', timings: checking, startedAt: at(40_000) });

describe('lessons taught by a payment', () => {
  it('are a sale, a decline or a checking, once it has ended; a cancelled payment teaches nothing', () => {
    expect(taughtBy(sale)).toEqual(['sale']);
    expect(taughtBy(decline)).toEqual(['decline']);
    expect(taughtBy(checked)).toEqual(['sale', 'checking']);
    expect(taughtBy(attempt({ state: 'checking', timings: checking }))).toEqual([]);
    expect(taughtBy(finished({ state: 'cancelled' }))).toEqual([]);
  });

  it('belong to the first payment of their kind, in any order of arrival', () => {
    const all = withTaught(newProgress, [checked, decline, sale]);
    expect(all.done).toEqual({ sale: 'A-sale', decline: 'A-decline', checking: 'A-checked' });
    expect(lessonNow(all)).toBeNull();
    expect(lessonNow(withTaught(newProgress, [decline]))).toBe('sale');
    expect(lessonNow(withTaught(newProgress, [decline, sale]))).toBe('checking');
  });

  it('count only later payments after a restart', () => {
    const again = { ...newProgress, since: at(45_000) };
    expect(withTaught(again, [checked, decline, sale]).done).toEqual({ sale: 'A-checked', checking: 'A-checked' });
    expect(withTaught(again, [decline, sale])).toBe(again);
  });

  it('stay skipped, and then belong to no payment', () => {
    const skipped = { ...newProgress, done: { sale: '' } };
    expect(withTaught(skipped, [sale])).toBe(skipped);
    expect(lessonOf(skipped, sale)).toBeNull();
  });

  it('are shown at the outcome of the payment that taught them first', () => {
    const progress = withTaught(newProgress, [checked, sale]);
    expect(lessonOf(progress, sale)).toBe('sale');
    expect(lessonOf(progress, checked)).toBe('checking');
    expect(lessonOf(progress, finished({ id: 'A-other', state: 'captured' }))).toBeNull();
  });
});

describe('the current line', () => {
  const open = attempt();
  const read = attempt({ card: visa, prompt: 'asking-bank' });
  it.each([
    ['sale', { open: undefined, amountMinor: 0, card: 'approve' }, 1],
    ['sale', { open: undefined, amountMinor: 1, card: 'approve' }, 2],
    ['sale', { open, amountMinor: 1, card: 'approve' }, 3],
    ['decline', { open: undefined, amountMinor: 1, card: 'no-funds' }, 1],
    ['decline', { open, amountMinor: 1, card: 'approve' }, 2],
    ['decline', { open, amountMinor: 1, card: 'no-funds' }, 3],
    ['decline', { open: read, amountMinor: 1, card: 'no-funds' }, 3],
    ['checking', { open, amountMinor: 1, card: 'lost-reply' }, 3],
    ['checking', { open: read, amountMinor: 1, card: 'lost-reply' }, 4],
    ['checking', { open: attempt({ state: 'checking', prompt: null }), amountMinor: 1, card: 'lost-reply' }, 4],
  ] as const)('is found for the lesson %s in the case %#', (lesson, now, step) => {
    expect(stepNow(lesson, now)).toBe(step);
  });
});
