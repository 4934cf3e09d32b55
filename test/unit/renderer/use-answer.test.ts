// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { TillError } from '../../../electron/contract/index.ts';
import { useAnswer } from '../../../renderer/store/use-answer.ts';

interface Asked {
  isLive: boolean;
  key: string;
}

describe('an answer of the host', () => {
  let answers: Record<string, PromiseWithResolvers<string>> = {};
  const ask = (key: string) => (answers[key] ??= Promise.withResolvers<string>()).promise;
  const show = () =>
    renderHook(({ isLive, key }: Asked) => useAnswer(isLive ? () => ask(key) : null, key), {
      initialProps: { isLive: true, key: 'first' },
    });
  const give = (key: string, value: string) => act(async () => answers[key]?.resolve(value));
  const fail = (key: string) => act(async () => answers[key]?.reject(new TillError('PAY_NOT_FOUND', key)));

  beforeEach(() => {
    answers = {};
  });

  it('is dropped when it arrives after the answer to a newer request', async () => {
    const { result, rerender } = show();
    rerender({ isLive: true, key: 'second' });
    await give('second', 'new');
    await give('first', 'old');
    expect(result.current).toEqual({ value: 'new', failure: null });
  });

  it('is dropped when its request has ended, failures too', async () => {
    const { result, rerender } = show();
    rerender({ isLive: false, key: 'first' });
    await give('first', 'old');
    expect(result.current).toEqual({ value: null, failure: null });
    rerender({ isLive: true, key: 'second' });
    rerender({ isLive: false, key: 'second' });
    await fail('second');
    expect(result.current).toEqual({ value: null, failure: null });
  });

  it('stays next to a later failure, which the next answer removes', async () => {
    const { result, rerender } = show();
    await give('first', 'old');
    rerender({ isLive: true, key: 'second' });
    expect(result.current).toEqual({ value: 'old', failure: null });
    await fail('second');
    expect(result.current).toEqual({ value: 'old', failure: 'PAY_NOT_FOUND' });
    rerender({ isLive: true, key: 'third' });
    await give('third', 'new');
    expect(result.current).toEqual({ value: 'new', failure: null });
  });

  it('is requested once per key, regardless of rendering', async () => {
    let times = 0;
    const { rerender } = renderHook(({ key }: { key: string }) => useAnswer(async () => ++times, key), {
      initialProps: { key: 'first' },
    });
    await act(async () => rerender({ key: 'first' }));
    expect(times).toBe(1);
    await act(async () => rerender({ key: 'second' }));
    expect(times).toBe(2);
  });
});
