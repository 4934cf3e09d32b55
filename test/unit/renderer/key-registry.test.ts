import { describe, expect, it } from 'vitest';
import { createKeyRegistry, DEAD_TIME_MS, type Press } from '../../../renderer/components/key-registry.ts';

function setUp() {
  let time = 0;
  const registry = createKeyRegistry(() => time);
  const key = (name: string, shortcut?: string) => ({ name, shortcut, press: () => {} });
  /** Whether a press on a key counts: now, on its shortcut, unless said otherwise. */
  const press = (name: string, by: Partial<Press> = {}) => {
    let did = 'nothing';
    registry.press(
      { name, press: () => (did = 'pressed'), refuse: () => (did = 'refused') },
      { atMs: time, shortcut: undefined, ...by },
    );
    return did;
  };
  return { registry, key, press, pass: (ms: number) => (time += ms) };
}

describe('a press that was meant for the screen before', () => {
  it('is refused and says so for 400 ms, where the key changed', () => {
    const { registry, key, press, pass } = setUp();
    const removeCharge = registry.register('idle', key('charge', 'Enter'));
    pass(5_000);
    expect(press('charge')).toBe('pressed');
    pass(5_000);
    removeCharge();
    registry.register('paid', key('new-sale', 'Enter'));
    expect(press('new-sale', { shortcut: 'Enter' })).toBe('refused');
    pass(DEAD_TIME_MS - 1);
    expect(press('new-sale')).toBe('refused');
    pass(1);
    // By its own age: it began before the key was there for long enough.
    expect(press('new-sale', { atMs: DEAD_TIME_MS })).toBe('refused');
    expect(press('new-sale')).toBe('pressed');
  });

  it.each([
    ['the same key twice is one press', 'Enter', 60, 'refused'],
    ['another key is meant for what it shows', 'Escape', 1, 'pressed'],
    ['so is F3', 'F3', 1, 'pressed'],
    ['but not where it began before that was there', 'Escape', -1, 'refused'],
    ['a finger stays where it was', undefined, 60, 'refused'],
  ] as const)('after the person’s own press: %s', (_, shortcut, afterMs, expected) => {
    const { registry, key, press, pass } = setUp();
    registry.register('idle', key('charge', 'Enter'));
    pass(5_000);
    press('charge', { shortcut: 'Enter' });
    pass(10);
    registry.enter('question');
    pass(60);
    expect(press('answer', { shortcut, atMs: 5_010 + afterMs })).toBe(expected);
  });

  it('no Enter answers what F7 has just asked', () => {
    const { registry, key, press, pass } = setUp();
    registry.register('idle', key('pay-link', 'F7'));
    pass(5_000);
    press('pay-link', { shortcut: 'F7' });
    registry.register('question', key('yes', 'Enter'));
    pass(96);
    expect(press('yes', { shortcut: 'Enter' })).toBe('refused');
  });

  it('does not hold a key that means the same on the next screen', async () => {
    const { registry, key, press } = setUp();
    const remove = registry.register('live/1', key('cancel', 'Escape'));
    remove();
    registry.register('checking', key('cancel', 'Escape'));
    expect(press('cancel')).toBe('pressed');
    await Promise.resolve();
    expect(registry.byShortcut('Escape')?.name).toBe('cancel');
  });

  it('counts from when the first key is there, on a screen that had to be loaded', () => {
    const { registry, key, press, pass } = setUp();
    registry.register('idle', key('charge', 'Enter'));
    pass(5_000);
    press('charge', { shortcut: 'Enter' });
    registry.enter('question');
    pass(2_000);
    registry.register('question', key('yes', 'Enter'));
    expect(press('yes', { shortcut: 'Enter' })).toBe('refused');
    pass(DEAD_TIME_MS);
    expect(press('yes', { shortcut: 'Enter' })).toBe('pressed');
  });

  it('does not hold a key that appears while the screen stays', () => {
    const { registry, key, press, pass } = setUp();
    registry.register('idle', key('locked', 'Enter'));
    pass(10_000);
    registry.register('idle', key('charge', 'Enter'));
    expect(press('charge')).toBe('pressed');
  });

  it('does not hold keys of a screen the person got to by typing on', () => {
    const { registry, key, press } = setUp();
    registry.register('paid/1', key('new-sale', 'Enter'));
    registry.register('idle', key('charge', 'Enter'), true);
    expect(press('charge')).toBe('pressed');
    registry.register('live/2', key('cancel', 'Escape'));
    expect(press('cancel')).toBe('refused');
  });

  it('does not hold keys of a screen on which the person has typed', () => {
    const { registry, key, press, pass } = setUp();
    registry.register('paid/1', key('new-sale', 'Enter'));
    pass(5_000);
    press('new-sale', { shortcut: 'Enter' });
    registry.register('idle', key('typed', 'Enter'));
    pass(95);
    expect(press('charge', { shortcut: 'Enter' })).toBe('refused');
    registry.enter('idle', true);
    pass(95);
    expect(press('charge', { shortcut: 'Enter' })).toBe('pressed');
  });

  it('forgets a key that went away', async () => {
    const { registry, key } = setUp();
    const remove = registry.register('idle', key('charge', 'Enter'));
    remove();
    await Promise.resolve();
    expect(registry.byShortcut('Enter')).toBeUndefined();
  });
});
