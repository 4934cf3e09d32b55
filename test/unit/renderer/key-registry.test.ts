import { describe, expect, it } from 'vitest';
import { createKeyRegistry, DEAD_TIME_MS } from '../../../renderer/components/key-registry.ts';

function setUp() {
  let time = 0;
  const registry = createKeyRegistry(() => time);
  const key = (name: string, shortcut?: string) => ({ name, shortcut, press: () => {} });
  return { registry, key, pass: (ms: number) => (time += ms) };
}

describe('dead time', () => {
  it('holds keys that changed with the screen for 400 ms', () => {
    const { registry, key, pass } = setUp();
    const removeCharge = registry.register('idle', key('charge', 'Enter'));
    expect(registry.isAlive('charge')).toBe(true);
    removeCharge();
    registry.register('live', key('cancel', 'Escape'));
    expect(registry.isAlive('cancel')).toBe(false);
    pass(DEAD_TIME_MS - 1);
    expect(registry.isAlive('cancel')).toBe(false);
    pass(1);
    expect(registry.isAlive('cancel')).toBe(true);
  });

  it('does not hold a key that means the same on the next screen', async () => {
    const { registry, key } = setUp();
    const remove = registry.register('live/1', key('cancel', 'Escape'));
    remove();
    registry.register('checking', key('cancel', 'Escape'));
    expect(registry.isAlive('cancel')).toBe(true);
    await Promise.resolve();
    expect(registry.byShortcut('Escape')?.name).toBe('cancel');
  });

  it('does not hold a key that appears while the screen stays', () => {
    const { registry, key, pass } = setUp();
    registry.register('idle', key('locked', 'Enter'));
    pass(10_000);
    registry.register('idle', key('charge', 'Enter'));
    expect(registry.isAlive('charge')).toBe(true);
  });

  it('does not hold keys of a screen the person got to by typing on', () => {
    const { registry, key } = setUp();
    registry.register('paid/1', key('new-sale', 'Enter'));
    registry.register('idle', key('charge', 'Enter'), true);
    expect(registry.isAlive('charge')).toBe(true);
    registry.register('live/2', key('cancel', 'Escape'));
    expect(registry.isAlive('cancel')).toBe(false);
  });

  it('forgets a key that went away', async () => {
    const { registry, key } = setUp();
    const remove = registry.register('idle', key('charge', 'Enter'));
    remove();
    await Promise.resolve();
    expect(registry.byShortcut('Enter')).toBeUndefined();
  });
});
