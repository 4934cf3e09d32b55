/** Announced restarts, on a stepped clock: when payments are held back, and for how long at most. */
import { describe, expect, it } from 'vitest';
import { failing, ready, sale, settle, StandInTerminal } from './support.ts';

describe('an announced restart', () => {
  it('holds payments back from a minute before, and no longer than a minute after', async () => {
    const { supervisor, terminal, clock } = await ready();
    const resetAt = clock.now() + 180_000;
    terminal.notice({ type: 'resetting', inSeconds: 180 });
    expect(supervisor.view()).toMatchObject({ state: 'ready', resetAt: new Date(resetAt).toISOString() });
    await clock.advance(119_999);
    expect(supervisor.refusal()).toBeNull();
    await clock.advance(1);
    expect(supervisor.refusal()).toMatchObject({
      code: 'TERM_RESTARTING',
      context: { resetAt: new Date(resetAt).toISOString() },
    });
    await expect(supervisor.run(sale(), () => undefined)).rejects.toMatchObject({ code: 'TERM_RESTARTING' });
    expect(terminal.transactions).toEqual([]);
    await clock.advance(119_999);
    expect(supervisor.refusal()).not.toBeNull();
    // The planned reset did not come: the terminal takes payments again.
    await clock.advance(1);
    expect([supervisor.refusal(), supervisor.view().resetAt]).toEqual([null, null]);
    await supervisor.run(sale(), () => undefined);
    expect(supervisor.view().state).toBe('busy');
  });

  it.each([-86_400_000, -3_600_000, -30_000, 30_000, 3_600_000, 86_400_000])(
    'holds payments back equally long if the clock is set by %i ms',
    async (byMs) => {
      const { supervisor, terminal, clock } = await ready();
      terminal.notice({ type: 'resetting', inSeconds: 180 });
      await clock.advance(60_000);
      clock.set(byMs);
      expect(supervisor.view().resetAt).toBe(new Date(clock.now() + 120_000).toISOString());
      await clock.advance(59_999);
      expect(supervisor.refusal()).toBeNull();
      await clock.advance(1);
      expect(supervisor.refusal()).toMatchObject({ code: 'TERM_RESTARTING' });
      clock.set(-byMs);
      await clock.advance(119_999);
      expect(supervisor.refusal()).not.toBeNull();
      await clock.advance(1);
      expect(supervisor.refusal()).toBeNull();
    },
  );

  it('is a loss after the same time if the terminal does not return and the clock was set back', async () => {
    const { supervisor, terminal, clock } = await ready();
    terminal.notice({ type: 'resetting', inSeconds: 0 });
    terminal.unplug();
    await settle();
    expect(supervisor.view().state).toBe('rebooting');
    clock.set(-86_400_000);
    await clock.advance(300_000);
    expect(supervisor.view().state).not.toBe('rebooting');
  });

  it('leaves a running payment alone', async () => {
    const { supervisor, terminal, clock } = await ready();
    await supervisor.run(sale(), () => undefined);
    terminal.notice({ type: 'resetting', inSeconds: 30 });
    await clock.advance(10_000);
    expect(supervisor.view()).toMatchObject({ state: 'busy', resetAt: expect.any(String) as string });
    terminal.transactions[0]?.finish({ kind: 'approved', wantsSignature: false });
    expect(supervisor.view().state).toBe('ready');
    await expect(supervisor.run(sale('A-2'), () => undefined)).rejects.toMatchObject({ code: 'TERM_RESTARTING' });
  });

  it('stays announced if the terminal is unplugged long before and comes back', async () => {
    const { supervisor, terminal, clock, next } = await ready();
    terminal.notice({ type: 'resetting', inSeconds: 180 });
    next.push(new StandInTerminal());
    terminal.unplug();
    await settle();
    expect(supervisor.view().state).toBe('lost');
    await clock.advance(200);
    expect(supervisor.view()).toMatchObject({ state: 'ready', resetAt: expect.any(String) as string });
  });

  it('explains silence at its time; a terminal that does not return is lost', async () => {
    const { supervisor, terminal, clock, states } = await ready();
    terminal.notice({ type: 'resetting', inSeconds: 60 });
    terminal.answers.ping = failing('TERM_SILENT');
    terminal.answers.health = failing('TERM_SILENT');
    await clock.advance(2_000);
    expect(supervisor.view()).toMatchObject({ state: 'rebooting', failure: null });
    expect(terminal.isClosed).toBe(true);
    await clock.advance(30_000);
    expect(states()).toEqual(['looking', 'ready', 'rebooting']);
    await clock.advance(40_000);
    expect(supervisor.view()).toMatchObject({ state: 'lost', failure: { code: 'LINK_NOT_FOUND' } });
  });

  it('ends with the terminal’s report', async () => {
    const { supervisor, terminal } = await ready();
    terminal.notice({ type: 'resetting', inSeconds: 30 });
    expect(supervisor.refusal()).not.toBeNull();
    terminal.notice({ type: 'reset' });
    expect([supervisor.refusal(), supervisor.view().resetAt, supervisor.view().state]).toEqual([null, null, 'ready']);
  });
});

describe('a nudge', () => {
  it('tries a disconnected terminal at once, and resets the back-off', async () => {
    const { supervisor, terminal, clock, tries } = await ready();
    terminal.unplug();
    await clock.advance(20_000);
    const before = tries.length;
    const due = Date.parse(supervisor.view().nextTryAt ?? '') - clock.now();
    expect(due).toBeGreaterThan(0);
    supervisor.connectNow();
    await settle();
    expect(tries.length).toBe(before + 1);
    await clock.advance(200);
    await clock.advance(400);
    expect(tries.length).toBe(before + 3);
  });

  it('leaves a connected terminal alone, and starts no second attempt next to a running attempt', async () => {
    const { supervisor, tries, terminal, clock, next } = await ready();
    supervisor.connectNow();
    await settle();
    expect(tries).toHaveLength(1);
    next.push(() => new Promise(() => undefined));
    terminal.unplug();
    await clock.advance(200);
    supervisor.connectNow();
    await settle();
    expect(tries).toHaveLength(2);
    expect(clock.waiting).toBe(0);
  });
});

describe('a terminal connected by another attempt', () => {
  it('is accepted if there is none, and a terminal found by the older attempt is closed', async () => {
    const { supervisor, terminal, clock, next } = await ready();
    const [late, found] = [new StandInTerminal(), new StandInTerminal()];
    const { promise, resolve } = Promise.withResolvers<StandInTerminal>();
    next.push(() => promise);
    terminal.unplug();
    await clock.advance(200);
    expect(supervisor.offer(found)).toBe(true);
    await settle();
    expect(supervisor.view().state).toBe('ready');
    resolve(late);
    await settle();
    expect([late.isClosed, found.isClosed, supervisor.terminal()]).toEqual([true, false, found]);
    expect(supervisor.offer(new StandInTerminal())).toBe(false);
  });
});
