import { open } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { LinkCore, openWithin } from '../../../native/link/link.ts';
import { codeOf, settle, standStill } from './support.ts';

describe('opening', () => {
  it('has a time limit, and discards what opens too late', async () => {
    const late: string[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    const opened = codeOf(
      openWithin(
        'serial:x',
        () => promise,
        (value) => void late.push(value),
        { timeoutMs: 20 },
      ),
    );
    expect(await opened).toBe('LINK_TIMEOUT');
    resolve('port');
    await settle();
    expect(late).toEqual(['port']);
  });

  it('keeps a returned port', async () => {
    const late: string[] = [];
    expect(
      await openWithin(
        'serial:x',
        async () => 'port',
        (value) => void late.push(value),
        {},
      ),
    ).toBe('port');
    await settle();
    expect(late).toEqual([]);
  });
});

describe('a suspended process', () => {
  it('gets the port that was opened during its suspension', async () => {
    const late: string[] = [];
    const opened = openWithin(
      'serial:x',
      async () => (await open(import.meta.filename)).close().then(() => 'port'),
      (value) => void late.push(value),
      { timeoutMs: 1_000 },
    );
    standStill(1_250);
    expect(await opened).toBe('port');
    expect(late).toEqual([]);
  });
});

describe('the shared part of all links', () => {
  it('limits the time of close() even if the binding never answers', async () => {
    vi.useFakeTimers();
    try {
      const core = new LinkCore('serial:x');
      let isClosed = false;
      void core.close(() => new Promise(() => undefined)).then(() => (isClosed = true));
      await vi.advanceTimersByTimeAsync(1_999);
      expect(isClosed).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(isClosed).toBe(true);
      expect(await core.closed).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps the first reason', async () => {
    const core = new LinkCore('serial:x');
    core.lose('unplugged');
    core.lose('something later');
    await core.close(async () => undefined);
    expect((await core.closed)?.message).toBe('serial:x: unplugged (LINK_LOST)');
  });

  it('settles a write with the link, and leaves no handlers when the write settles first', async () => {
    const core = new LinkCore('serial:x');
    const hung = vi.spyOn(core.closed, 'then');
    for (let writes = 0; writes < 100; writes += 1) await core.guard(async () => undefined);
    // Handlers on this promise stay while the cable is plugged in: a till that runs for weeks would run out of memory.
    expect(hung).not.toHaveBeenCalled();
    const stuck = codeOf(core.guard(() => new Promise(() => undefined)));
    core.lose('unplugged');
    expect(await stuck).toBe('LINK_LOST');
    expect(await codeOf(core.guard(async () => undefined))).toBe('LINK_LOST');
  });

  it('delivers no bytes after the end', () => {
    const core = new LinkCore('serial:x');
    const heard: number[] = [];
    core.onData((bytes) => heard.push(...bytes));
    core.deliver(Uint8Array.of(1));
    core.lose('unplugged');
    core.deliver(Uint8Array.of(2));
    expect(heard).toEqual([1]);
  });
});
