import { describe, expect, it } from 'vitest';
import { createKeyRegistry, DEAD_TIME_MS, type Press } from '../../../renderer/components/key-registry.ts';

function setUp() {
  let time = 0;
  const registry = createKeyRegistry(() => time);
  const key = (name: string, shortcut?: string) => ({ name, shortcut, press: () => {} });
  /** Result of a press on a key; by default the press is now, and by touch. */
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

describe('a press meant for the previous screen', () => {
  it('is refused visibly for 400 ms after the key changed', () => {
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
    // The press itself is too old: it began while the key ignored presses.
    expect(press('new-sale', { atMs: DEAD_TIME_MS })).toBe('refused');
    expect(press('new-sale')).toBe('pressed');
  });

  it.each([
    ['the same key twice is one press', 'Enter', 60, 'refused'],
    ['another key is meant for what it shows', 'Escape', 1, 'pressed'],
    ['F3 is meant for what it shows, too', 'F3', 1, 'pressed'],
    ['a key that was pressed before the screen changed is refused', 'Escape', -1, 'refused'],
    ['a finger stays where it was', undefined, 60, 'refused'],
  ] as const)('is judged by its time and key: %s', (_, shortcut, afterMs, expected) => {
    const { registry, key, press, pass } = setUp();
    registry.register('idle', key('charge', 'Enter'));
    pass(5_000);
    press('charge', { shortcut: 'Enter' });
    pass(10);
    registry.enter('question');
    pass(60);
    expect(press('answer', { shortcut, atMs: 5_010 + afterMs })).toBe(expected);
  });

  it('does not answer a question that F7 has just opened when it is Enter', () => {
    const { registry, key, press, pass } = setUp();
    registry.register('idle', key('pay-link', 'F7'));
    pass(5_000);
    press('pay-link', { shortcut: 'F7' });
    registry.register('question', key('yes', 'Enter'));
    pass(96);
    expect(press('yes', { shortcut: 'Enter' })).toBe('refused');
  });

  it('does not block a key that means the same on the next screen', async () => {
    const { registry, key, press } = setUp();
    const remove = registry.register('live/1', key('cancel', 'Escape'));
    remove();
    registry.register('checking', key('cancel', 'Escape'));
    expect(press('cancel')).toBe('pressed');
    await Promise.resolve();
    expect(registry.byShortcut('Escape')?.name).toBe('cancel');
  });

  it('counts the dead time from the first key, on a screen that had to load', () => {
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

  it('does not block a key that appears while the screen stays', () => {
    const { registry, key, press, pass } = setUp();
    registry.register('idle', key('locked', 'Enter'));
    pass(10_000);
    registry.register('idle', key('charge', 'Enter'));
    expect(press('charge')).toBe('pressed');
  });

  it('does not block keys of a screen that typing opened', () => {
    const { registry, key, press } = setUp();
    registry.register('paid/1', key('new-sale', 'Enter'));
    registry.register('idle', key('charge', 'Enter'), true);
    expect(press('charge')).toBe('pressed');
    registry.register('live/2', key('cancel', 'Escape'));
    expect(press('cancel')).toBe('refused');
  });

  it('does not block keys of a screen on which the person has typed', () => {
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

  it('does not block a removed key', async () => {
    const { registry, key } = setUp();
    const remove = registry.register('idle', key('charge', 'Enter'));
    remove();
    await Promise.resolve();
    expect(registry.byShortcut('Enter')).toBeUndefined();
  });
});
