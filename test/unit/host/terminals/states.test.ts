/** Every state of a terminal, walked through on the real driver and a real simulator: since when, why, and when next. */
import { describe, expect, it } from 'vitest';
import { mmsNotification } from '../../../../native/families/mms/codec/tags.ts';
import type { TerminalView } from '../../../../electron/contract/index.ts';
import { polling, realTill, sale, simulator } from './real.ts';

const iso = /^\d{4}-\d\d-\d\dT/;

describe('the explainable state', () => {
  it('looking, identifying, ready, busy, rebooting, lost, failed: each with its since, its why and its next try', async () => {
    const first = await simulator({ tcp: 0 });
    const id = first.address;
    const port = Number(id.split(':').at(-1));
    await first.close();
    const startedAt = Date.now();
    const { manager, view, views, states } = realTill([id]);
    const state = () => view(id).state;
    const shown = (wanted: TerminalView['state']) => views.filter((one) => one.state === wanted);

    // looking: nobody listens there, and it says when it tries again.
    await expect.poll(() => view(id).failure?.code, polling).toBe('LINK_REFUSED');
    const looking = view(id);
    expect(looking).toMatchObject({ state: 'looking', serialNumber: null, nextTryAt: expect.stringMatching(iso) });
    expect(Date.parse(looking.since)).toBeGreaterThanOrEqual(startedAt - 5);
    expect(Date.parse(looking.nextTryAt ?? '')).toBeGreaterThan(Date.parse(looking.since));

    const terminal = await simulator({ tcp: port });
    await expect.poll(state, polling).toBe('ready');
    // identifying: something is open and is being asked; no failure stands, no try is due.
    expect(shown('identifying')[0]).toMatchObject({ failure: null, nextTryAt: null, serialNumber: null });
    const ready = view(id);
    expect(ready).toMatchObject({ failure: null, nextTryAt: null, serialNumber: 'B61378A' });
    expect(ready.health.linkUpSince).toMatch(iso);
    expect(ready.since >= (shown('identifying')[0]?.since ?? '')).toBe(true);

    // busy: from the asking on; the payment's end gives it back.
    const ended = Promise.withResolvers<void>();
    await manager.port.start(id, sale, (event) => event.type === 'finished' && ended.resolve());
    const busy = view(id);
    expect(busy).toMatchObject({ state: 'busy', failure: null, nextTryAt: null });
    expect(busy.since >= ready.since).toBe(true);
    await manager.port.cancel(id, sale.attempt);
    await ended.promise;
    expect(state()).toBe('ready');

    // rebooting: asked for, gone, back; never lost.
    await manager.reboot(id);
    const rebooting = view(id);
    expect(rebooting).toMatchObject({ state: 'rebooting', failure: null, serialNumber: 'B61378A' });
    await expect.poll(state, polling).toBe('ready');
    expect(states(id)).not.toContain('lost');

    // lost: the cable is gone, the reason and the next try stand there, who it was stays known.
    const pulledAt = Date.now();
    await terminal.setPluggedIn(false);
    await expect.poll(state, polling).toBe('lost');
    const lost = shown('lost')[0];
    expect(lost).toMatchObject({ failure: { code: 'LINK_LOST' }, serialNumber: 'B61378A', cableActions: [] });
    expect(Date.parse(lost?.since ?? '')).toBeGreaterThanOrEqual(pulledAt - 5);
    expect(Date.parse(lost?.nextTryAt ?? '')).toBeGreaterThan(Date.parse(lost?.since ?? ''));
    // It stays lost since the same moment, however often it is tried.
    await expect.poll(() => view(id).failure?.code, polling).toBe('LINK_REFUSED');
    expect(view(id)).toMatchObject({ state: 'lost', since: lost?.since });
    await terminal.setPluggedIn(true);
    await expect.poll(state, polling).toBe('ready');

    // failed: another terminal is where ours should be, and it says which.
    await terminal.close();
    await simulator({ tcp: port }, 'B000002');
    await expect.poll(state, polling).toBe('failed');
    expect(view(id)).toMatchObject({
      failure: { code: 'TERM_OTHER', context: { paired: 'B61378A', found: 'B000002' } },
      serialNumber: 'B61378A',
      nextTryAt: expect.stringMatching(iso),
    });
    expect(new Set(states(id))).toEqual(
      new Set(['looking', 'identifying', 'ready', 'busy', 'rebooting', 'lost', 'failed']),
    );
    await expect(manager.port.start(id, sale, () => undefined)).rejects.toMatchObject({ code: 'TERM_NOT_READY' });
    expect(() => manager.port.describe(id)).toThrow(expect.objectContaining({ code: 'TERM_OTHER' }));

    // A technician takes the new one into service.
    await manager.forget(id);
    await expect.poll(() => view(id), polling).toMatchObject({ state: 'ready', serialNumber: 'B000002' });
  }, 180_000);
});

describe('a restart that the terminal announces', () => {
  it('is in the view before it happens; the restart itself is ridden through, never lost', async () => {
    const terminal = await simulator({ tcp: 0 });
    const id = terminal.address;
    const { manager, view, states } = realTill([id]);
    await expect.poll(() => view(id).state, polling).toBe('ready');
    const before = Date.now();
    const warn = (minutes: number) =>
      terminal.terminal.controls.notify(
        mmsNotification.deviceInfo,
        [0x00, 0x01, 0x00, 0x00],
        [{ tag: 0x81, value: Uint8Array.of(minutes) }],
      );
    warn(3);
    await expect.poll(() => view(id).resetAt ?? null, polling).not.toBeNull();
    expect(Date.parse(view(id).resetAt ?? '') - before).toBeGreaterThanOrEqual(179_000);
    // Three minutes are time enough for a payment.
    expect(view(id).state).toBe('ready');
    expect(manager.port.describe(id).isReady).toBe(true);

    // A minute before it, none is begun any more, and why is said in its own words.
    warn(1);
    await expect.poll(() => Date.parse(view(id).resetAt ?? '') - Date.now(), polling).toBeLessThanOrEqual(60_000);
    expect(() => manager.port.describe(id)).toThrow(expect.objectContaining({ code: 'TERM_RESTARTING' }));
    await expect(manager.port.start(id, sale, () => undefined)).rejects.toMatchObject({ code: 'TERM_RESTARTING' });

    // It goes without another word, link and all.
    terminal.terminal.controls.reboot();
    await terminal.setPluggedIn(false);
    await expect.poll(() => view(id).state, polling).toBe('rebooting');
    await terminal.setPluggedIn(true);
    await expect.poll(() => view(id).state, polling).toBe('ready');
    expect(states(id)).toEqual(['looking', 'identifying', 'ready', 'rebooting', 'ready']);
    expect(view(id).resetAt).toBeNull();
    await manager.port.start(id, sale, () => undefined);
    expect(view(id).state).toBe('busy');
  }, 180_000);

  it('in the middle of a payment: the payment ends with its reason, the terminal is rebooting and comes back', async () => {
    const terminal = await simulator({ tcp: 0 });
    const id = terminal.address;
    const { manager, view, states } = realTill([id]);
    await expect.poll(() => view(id).state, polling).toBe('ready');
    const ended = Promise.withResolvers<string>();
    await manager.port.start(id, sale, (event) => event.type === 'finished' && ended.resolve(event.result.kind));
    terminal.terminal.controls.notify(
      mmsNotification.deviceInfo,
      [0x00, 0x01, 0x00, 0x00],
      [{ tag: 0x81, value: Uint8Array.of(1) }],
    );
    await expect.poll(() => view(id).resetAt ?? null, polling).not.toBeNull();
    expect(view(id).state).toBe('busy');
    terminal.terminal.controls.reboot();
    await terminal.setPluggedIn(false);
    expect(await ended.promise).toBe('lost');
    await expect.poll(() => view(id).state, polling).toBe('rebooting');
    await terminal.setPluggedIn(true);
    await expect.poll(() => view(id).state, polling).toBe('ready');
    expect(states(id)).not.toContain('lost');
  }, 180_000);
});
