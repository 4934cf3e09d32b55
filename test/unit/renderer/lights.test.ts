import { describe, expect, it } from 'vitest';
import { terminalStateSchema, type PlatformView } from '../../../electron/contract/index.ts';
import { cableLight, platformLight } from '../../../renderer/frame/light-views.ts';
import { textsFor } from '../../../renderer/text/index.ts';
import { at, hostState, NOW, terminal } from './fixtures/states.ts';

const texts = textsFor('en-US');
const platform = (change: Partial<PlatformView>) => ({ ...hostState().platform, ...change });

describe('the light of the cable', () => {
  it('is fine while the terminal answers, and stale after more than five seconds of silence', () => {
    expect(cableLight(terminal({ lastHeardAt: at(5_000) }), NOW, texts)).toEqual({ state: 'ok', age: '5 s ago' });
    expect(cableLight(terminal({ lastHeardAt: at(5_001) }), NOW, texts)).toEqual({ state: 'stale', age: '5 s ago' });
  });

  it('is a cross with its age when the cable is unplugged', () => {
    expect(cableLight(terminal({ state: 'lost', since: at(6_400) }), NOW, texts)).toEqual({
      state: 'down',
      age: 'out 6 s',
    });
  });

  it('never looks fresh while the host is away, and is off without a terminal', () => {
    expect(cableLight(terminal(), NOW, texts, false).state).toBe('stale');
    expect(cableLight(undefined, NOW, texts).state).toBe('off');
  });

  it.each(terminalStateSchema.options)('has a state for %s', (state) => {
    expect(['ok', 'stale', 'down']).toContain(cableLight(terminal({ state }), NOW, texts).state);
  });
});

describe('the light of the platform', () => {
  it('is stale when its last answer is older than a minute or reports the terminal as not connected', () => {
    expect(platformLight(platform({ askedAt: at(60_000) }), undefined, NOW, texts)).toEqual({
      state: 'ok',
      age: '1 min ago',
    });
    expect(platformLight(platform({ askedAt: at(60_001) }), undefined, NOW, texts).state).toBe('stale');
  });

  it('is down with its age when unreachable or refused, and off when not set up', () => {
    expect(platformLight(platform({ state: 'unreachable', since: at(146_000) }), undefined, NOW, texts)).toEqual({
      state: 'down',
      age: 'out 2 min',
    });
    expect(platformLight(platform({ state: 'refused' }), undefined, NOW, texts).state).toBe('down');
    expect(platformLight(platform({ state: 'not-configured' }), undefined, NOW, texts).state).toBe('off');
  });
});
