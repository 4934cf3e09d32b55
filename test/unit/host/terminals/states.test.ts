/** Every state of a terminal, on the real driver and a real simulator: its start, reason, and next attempt. */
import { describe, expect, it } from 'vitest';
import { mmsNotification } from '../../../../native/families/mms/codec/tags.ts';
import type { TerminalView } from '../../../../electron/contract/index.ts';
import { polling, realTill, sale, simulator } from './real.ts';

const iso = /^\d{4}-\d\d-\d\dT/;

describe('the explained state', () => {
  it('shows every state with start, reason and next attempt: looking, identifying, ready, busy, rebooting, lost, failed', async () => {
    const first = await simulator({ tcp: 0 });
    const id = first.address;
    const port = Number(id.split(':').at(-1));
    await first.close();
    const startedAt = Date.now();
    const { manager, view, views, states } = realTill([id]);
    const state = () => view(id).state;
    const shown = (wanted: TerminalView['state']) => views.filter((one) => one.state === wanted);

    // looking: no device listens, and the view has the time of the next attempt.
    await expect.poll(() => view(id).failure?.code, polling).toBe('LINK_REFUSED');
    const looking = view(id);
    expect(looking).toMatchObject({ state: 'looking', serialNumber: null, nextTryAt: expect.stringMatching(iso) });
    expect(Date.parse(looking.since)).toBeGreaterThanOrEqual(startedAt - 5);
    expect(Date.parse(looking.nextTryAt ?? '')).toBeGreaterThan(Date.parse(looking.since));

    const terminal = await simulator({ tcp: port });
    await expect.poll(state, polling).toBe('ready');
    // identifying: a link is open and under probe; failure and next attempt are null.
    expect(shown('identifying')[0]).toMatchObject({ failure: null, nextTryAt: null, serialNumber: null });
    const ready = view(id);
    expect(ready).toMatchObject({ failure: null, nextTryAt: null, serialNumber: 'B61378A' });
    expect(ready.health.linkUpSince).toMatch(iso);
    expect(ready.since >= (shown('identifying')[0]?.since ?? '')).toBe(true);

    // busy: from the request on; the payment's end releases it.
    const ended = Promise.withResolvers<void>();
    await manager.port.start(id, sale, (event) => event.type === 'finished' && ended.resolve());
    const busy = view(id);
    expect(busy).toMatchObject({ state: 'busy', failure: null, nextTryAt: null });
    expect(busy.since >= ready.since).toBe(true);
    await manager.port.cancel(id, sale.attempt);
    await ended.promise;
    expect(state()).toBe('ready');

    // rebooting: requested, disconnected, back; never lost.
    await manager.reboot(id);
    const rebooting = view(id);
    expect(rebooting).toMatchObject({ state: 'rebooting', failure: null, serialNumber: 'B61378A' });
    await expect.poll(state, polling).toBe('ready');
    expect(states(id)).not.toContain('lost');

    // lost: the cable was pulled; the view has reason and next attempt, and the identity stays.
    const pulledAt = Date.now();
    await terminal.setPluggedIn(false);
    await expect.poll(state, polling).toBe('lost');
    const lost = shown('lost')[0];
    expect(lost).toMatchObject({ failure: { code: 'LINK_LOST' }, serialNumber: 'B61378A', cableActions: [] });
    expect(Date.parse(lost?.since ?? '')).toBeGreaterThanOrEqual(pulledAt - 5);
    expect(Date.parse(lost?.nextTryAt ?? '')).toBeGreaterThan(Date.parse(lost?.since ?? ''));
    // `since` stays the time of the loss, however often the till retries.
    await expect.poll(() => view(id).failure?.code, polling).toBe('LINK_REFUSED');
    expect(view(id)).toMatchObject({ state: 'lost', since: lost?.since });
    await terminal.setPluggedIn(true);
    await expect.poll(state, polling).toBe('ready');

    // failed: another terminal is in its place, and the reason contains it.
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

    // A technician starts using the new terminal.
    await manager.forget(id);
    await expect.poll(() => view(id), polling).toMatchObject({ state: 'ready', serialNumber: 'B000002' });
  }, 180_000);
});

describe('a restart announced by the terminal', () => {
  it('is in the view before it happens, and the restart is expected and never a loss', async () => {
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
    // Three minutes are enough for a payment.
    expect(view(id).state).toBe('ready');
    expect(manager.port.describe(id).isReady).toBe(true);

    // Payments are refused with a specific reason in the last minute before the restart.
    warn(1);
    await expect.poll(() => Date.parse(view(id).resetAt ?? '') - Date.now(), polling).toBeLessThanOrEqual(60_000);
    expect(() => manager.port.describe(id)).toThrow(expect.objectContaining({ code: 'TERM_RESTARTING' }));
    await expect(manager.port.start(id, sale, () => undefined)).rejects.toMatchObject({ code: 'TERM_RESTARTING' });

    // The terminal restarts without a notice, and its link closes.
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

  it('ends a running payment with its reason; the terminal is rebooting and returns', async () => {
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
