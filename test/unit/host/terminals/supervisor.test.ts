/** One terminal kept connected: first contact, loss, silence, restarts, health, stop. */
import { describe, expect, it } from 'vitest';
import type { Reader } from '../../../../electron/contract/index.ts';
import { failing, held, ready, sale, settle, StandInTerminal, supervised } from './support.ts';

describe('first contact', () => {
  it('connects, clears the remains of an earlier run, and only then is ready', async () => {
    const { supervisor, next, states, views, clock } = supervised();
    const terminal = new StandInTerminal();
    const [connecting, clearing] = [held(), held()];
    terminal.answers.clear = clearing.wait;
    next.push(async () => {
      await connecting.wait();
      return terminal;
    });
    supervisor.start();
    await settle();
    expect(supervisor.view()).toMatchObject({ state: 'looking', serialNumber: null, cableActions: [], failure: null });
    await expect(supervisor.run(sale(), () => undefined)).rejects.toMatchObject({ code: 'TERM_NOT_READY' });
    connecting.release();
    await settle();
    // Connected, but perhaps still busy with a customer's card: payments and restarts must wait.
    expect([terminal.calls, supervisor.view().state]).toEqual([['clear'], 'looking']);
    await expect(supervisor.run(sale(), () => undefined)).rejects.toMatchObject({
      code: 'TERM_NOT_READY',
      context: { terminal: 'counter', state: 'looking' },
    });
    await expect(supervisor.reboot()).rejects.toMatchObject({ code: 'TERM_NOT_READY' });
    clearing.release();
    await settle();
    expect(states()).toEqual(['looking', 'ready']);
    expect(views.at(-1)).toMatchObject({
      id: 'counter',
      state: 'ready',
      family: 'mms',
      model: 'DynaFlex II PED',
      serialNumber: 'B61378A',
      firmware: '1',
      cableActions: ['CANCEL', 'REBOOT'],
      failure: null,
      nextTryAt: null,
      lastHeardAt: new Date(clock.now()).toISOString(),
      health: { linkUpSince: new Date(clock.now()).toISOString(), reconnects: 0 },
    });
  });

  it('reports the readers of a terminal if it lacks some', async () => {
    const ways: Reader[][] = [['swipe', 'chip'], ['contactless'], ['chip', 'contactless', 'swipe']];
    const shown = ways.map(async (readers) => {
      const { supervisor, next } = supervised();
      const terminal = new StandInTerminal();
      terminal.capabilities.readers = readers;
      next.push(async () => terminal);
      supervisor.start();
      await settle();
      return supervisor.view().readers;
    });
    expect(await Promise.all(shown)).toEqual([['chip', 'swipe'], ['contactless'], undefined]);
  });

  it('never starts a cable payment on a terminal without a reader', async () => {
    const { supervisor, next } = supervised();
    const terminal = new StandInTerminal();
    terminal.capabilities.readers = [];
    next.push(async () => terminal);
    supervisor.start();
    await settle();
    expect(supervisor.view()).toMatchObject({ state: 'ready', takesPayments: false });
    expect(supervisor.refusal()).toMatchObject({ code: 'TERM_UNSUPPORTED' });
    expect(supervisor.refusal(false)).toBeNull();
    await expect(supervisor.run(sale(), () => undefined)).rejects.toMatchObject({ code: 'TERM_UNSUPPORTED' });
    expect(terminal.calls).not.toContain('start');
    expect(supervisor.view().state).toBe('ready');
  });

  it('retries with back-off, and reports the next attempt', async () => {
    const { supervisor, clock, tries, views } = supervised();
    supervisor.start();
    await clock.advance(11_999);
    const gaps = tries.map(({ at }, index) => at - (tries[index - 1]?.at ?? at));
    expect(gaps).toEqual([0, 200, 400, 800, 1600, 3000, 3000]);
    expect(views.at(-1)).toMatchObject({
      state: 'failed',
      failure: { code: 'LINK_NOT_FOUND' },
      nextTryAt: new Date((tries.at(-1)?.at ?? 0) + 3000).toISOString(),
    });
  });

  it('keeps tills from retrying in lockstep', async () => {
    const { supervisor, clock, tries } = supervised({ random: 0.5 });
    supervisor.start();
    await clock.advance(700);
    expect(tries.map(({ at }) => at - (tries[0]?.at ?? 0))).toEqual([0, 220, 660]);
  });

  it('is looking while there is no terminal, and failed once that lasts', async () => {
    const { supervisor, states, clock } = supervised();
    supervisor.start();
    await clock.advance(600);
    expect([states(), supervisor.view().state]).toEqual([['looking', 'failed'], 'failed']);
  });

  it.each(['LINK_BUSY', 'LINK_PERMISSION', 'FRAME_GARBAGE', 'TERM_UNKNOWN_MODEL', 'CFG_INVALID'] as const)(
    'the code %s fails the terminal at once, and it is still retried',
    async (code) => {
      const { supervisor, next, clock } = supervised();
      next.push(code, new StandInTerminal());
      supervisor.start();
      await settle();
      expect(supervisor.view()).toMatchObject({ state: 'failed', failure: { code } });
      await clock.advance(200);
      expect(supervisor.view()).toMatchObject({ state: 'ready', failure: null, nextTryAt: null });
    },
  );

  it('a terminal that refuses to clear is ready; a silent or disconnected terminal is not', async () => {
    for (const [code, expected] of [
      ['TERM_REFUSED', 'ready'],
      ['TERM_SILENT', 'looking'],
      ['LINK_LOST', 'looking'],
    ] as const) {
      const { supervisor, next, states, clock } = supervised();
      const terminal = new StandInTerminal();
      terminal.answers.clear = failing(code);
      next.push(terminal, new StandInTerminal());
      supervisor.start();
      await settle();
      expect([code, supervisor.view().state, terminal.isClosed]).toEqual([code, expected, expected !== 'ready']);
      if (expected === 'ready') continue;
      expect(states()).toEqual(['looking']);
      await clock.advance(200);
      expect(supervisor.view()).toMatchObject({ state: 'ready', health: { reconnects: 0 } });
    }
  });
});

describe('loss', () => {
  it('is published at once with its reason and the time of the next attempt; the identity stays', async () => {
    const { supervisor, terminal, next, clock, tries } = await ready();
    await clock.advance(5_000);
    terminal.unplug();
    await settle();
    const { state, since, failure, serialNumber, cableActions, nextTryAt, health } = supervisor.view();
    expect({ state, code: failure?.code, serialNumber, cableActions }).toEqual({
      state: 'lost',
      code: 'LINK_LOST',
      serialNumber: 'B61378A',
      cableActions: [],
    });
    expect([since, health.linkUpSince]).toEqual([new Date(clock.now()).toISOString(), null]);
    expect(nextTryAt).toBe(new Date(clock.now() + 200).toISOString());
    expect(terminal.listeners.size).toBe(0);
    next.push('LINK_NOT_FOUND', new StandInTerminal());
    await clock.advance(200);
    expect(supervisor.view()).toMatchObject({ state: 'lost', since });
    await clock.advance(400);
    expect(supervisor.view()).toMatchObject({ state: 'ready', failure: null, health: { reconnects: 1 } });
    expect(tries).toHaveLength(3);
  });

  it('resets the back-off after every success', async () => {
    const { terminal, next, clock, tries } = await ready();
    const second = new StandInTerminal();
    next.push('LINK_NOT_FOUND', 'LINK_NOT_FOUND', second);
    terminal.unplug();
    await clock.advance(200 + 400 + 800);
    second.unplug();
    await settle();
    const at = clock.now();
    await clock.advance(200);
    expect(tries.at(-1)?.at).toBe(at + 200);
  });

  it('includes a link that closes without a reason', async () => {
    const { supervisor, terminal } = await ready();
    await terminal.close();
    await settle();
    expect(supervisor.view()).toMatchObject({ state: 'lost', failure: { code: 'LINK_LOST' } });
  });

  it('includes silence, which keeps its reason and closes the link to start the reconnect', async () => {
    const { supervisor, terminal, next, clock, views } = await ready();
    terminal.answers.ping = failing('TERM_SILENT');
    next.push(new StandInTerminal());
    await clock.advance(2_000);
    expect(terminal.isClosed).toBe(true);
    const lost = views.filter(({ state }) => state === 'lost');
    expect(new Set(lost.map(({ failure }) => failure?.code))).toEqual(new Set(['TERM_SILENT']));
    expect(lost.at(-1)?.nextTryAt).not.toBeNull();
    await clock.advance(200);
    expect(supervisor.view().state).toBe('ready');
  });

  it.each(['TERM_REFUSED', 'TERM_UNSUPPORTED', 'TERM_BUSY'] as const)(
    'excludes a ping answered with %s',
    async (code) => {
      const { supervisor, terminal, clock } = await ready();
      terminal.answers.ping = failing(code);
      await clock.advance(10_000);
      expect([supervisor.view().state, terminal.isClosed]).toEqual(['ready', false]);
    },
  );
});

describe('keep-alive and health', () => {
  it('reads health at once and every minute, and pings every two seconds in between', async () => {
    const { supervisor, terminal, clock } = await ready();
    await clock.advance(0);
    expect(supervisor.view().health).toMatchObject({ batteryPercent: 80, isOperational: true });
    await clock.advance(58_000);
    expect(terminal.calls.slice(0, 4)).toEqual(['clear', 'health', 'ping', 'ping']);
    expect(terminal.calls.filter((call) => call === 'ping')).toHaveLength(29);
    await clock.advance(2_000);
    expect(terminal.calls.at(-1)).toBe('health');
    expect(supervisor.view().lastHeardAt).toBe(new Date(clock.now()).toISOString());
  });

  it('leaves the terminal alone during a payment, from the request on', async () => {
    const { supervisor, terminal, clock } = await ready();
    await clock.advance(0);
    const starting = held();
    terminal.answers.start = starting.wait;
    const running = supervisor.run(sale(), () => undefined);
    await clock.advance(10_000);
    starting.release();
    await running;
    await clock.advance(10_000);
    expect(terminal.calls).toEqual(['clear', 'health', 'start']);
    terminal.transactions[0]?.finish({ kind: 'approved', wantsSignature: false });
    await clock.advance(2_000);
    expect(terminal.calls).toEqual(['clear', 'health', 'start', 'ping']);
  });

  it('keeps a terminal whose ping fails because a payment began', async () => {
    const { supervisor, terminal, clock } = await ready();
    await clock.advance(0);
    const pinging = held();
    terminal.answers.ping = pinging.wait;
    await clock.advance(2_000);
    await supervisor.run(sale(), () => undefined);
    pinging.fail('TERM_SILENT');
    await settle();
    expect(supervisor.view().state).toBe('busy');
  });

  it('ignores health requested before a loss for the next terminal', async () => {
    const { supervisor, terminal, clock } = await ready();
    const asking = held();
    terminal.answers.health = asking.wait;
    await clock.advance(0);
    terminal.unplug();
    await settle();
    asking.release();
    await settle();
    expect(supervisor.view()).toMatchObject({ state: 'lost', health: { batteryPercent: null } });
  });

  it('merges health, counts read errors, passes on unmatched messages and records contact', async () => {
    const { supervisor, terminal, clock, unmatched, views } = await ready();
    await clock.advance(0);
    terminal.notice({ type: 'health', health: { batteryPercent: 5 } });
    terminal.notice({ type: 'read-error' });
    terminal.notice({ type: 'read-error' });
    terminal.notice({ type: 'unmatched', what: 'completed 0105' });
    expect(views.at(-1)?.health).toMatchObject({ batteryPercent: 5, temperatureCelsius: 30, readErrors: 2 });
    expect(unmatched).toEqual(['completed 0105']);
    await clock.advance(500);
    const count = views.length;
    terminal.notice({ type: 'heard' });
    expect([views.length, supervisor.view().lastHeardAt]).toEqual([count, new Date(clock.now()).toISOString()]);
  });
});

describe('restart', () => {
  it('is rebooting after a request until it is back, however often it is unreachable', async () => {
    const { supervisor, terminal, next, clock, states } = await ready();
    await supervisor.reboot();
    expect(supervisor.view()).toMatchObject({ state: 'rebooting', failure: null });
    await expect(supervisor.run(sale(), () => undefined)).rejects.toMatchObject({ code: 'TERM_NOT_READY' });
    terminal.unplug();
    next.push('LINK_NOT_FOUND', 'LINK_REFUSED', 'TERM_SILENT', new StandInTerminal());
    await clock.advance(200 + 400 + 800 + 1600);
    expect(states()).toEqual(['looking', 'ready', 'rebooting', 'ready']);
  });

  it('changes nothing if it is refused', async () => {
    const { supervisor, terminal } = await ready();
    terminal.answers.reboot = failing('TERM_BUSY');
    await expect(supervisor.reboot()).rejects.toMatchObject({ code: 'TERM_BUSY' });
    expect(supervisor.view().state).toBe('ready');
  });

  it('is rebooting, then ready, even if the link goes down before the answer is read', async () => {
    const { supervisor, terminal, next, clock } = await ready();
    const answering = held();
    terminal.answers.reboot = answering.wait;
    const rebooting = supervisor.reboot();
    terminal.unplug();
    await settle();
    answering.release();
    await rebooting;
    expect(supervisor.view().state).toBe('rebooting');
    next.push(new StandInTerminal());
    await clock.advance(200);
    expect(supervisor.view().state).toBe('ready');
  });

  it('is rebooting, then ready, without a ping in between if the link stays open', async () => {
    const { supervisor, terminal, clock, views } = await ready();
    await clock.advance(1_000);
    terminal.notice({ type: 'resetting', inSeconds: null });
    expect(views.at(-1)).toMatchObject({ state: 'rebooting', since: new Date(clock.now()).toISOString() });
    const calls = terminal.calls.length;
    await clock.advance(20_000);
    expect(terminal.calls).toHaveLength(calls);
    terminal.notice({ type: 'reset' });
    expect(supervisor.view()).toMatchObject({ state: 'ready', since: new Date(clock.now()).toISOString() });
  });

  it('changes nothing yet if it is announced for later', async () => {
    const { supervisor, terminal } = await ready();
    terminal.notice({ type: 'resetting', inSeconds: 300 });
    expect(supervisor.view().state).toBe('ready');
  });

  it('ends with a ping after a minute if its end was missed', async () => {
    const { supervisor, terminal, clock } = await ready();
    await clock.advance(0);
    terminal.notice({ type: 'resetting', inSeconds: 1 });
    await clock.advance(59_000);
    expect(supervisor.view().state).toBe('rebooting');
    await clock.advance(3_000);
    expect(supervisor.view().state).toBe('ready');
  });

  it('is a loss after a minute if it never ends, with or without a link', async () => {
    const open = await ready();
    await open.clock.advance(0);
    open.terminal.notice({ type: 'resetting', inSeconds: 0 });
    open.terminal.answers.ping = failing('TERM_SILENT');
    open.terminal.answers.health = failing('TERM_SILENT');
    await open.clock.advance(63_000);
    expect([open.supervisor.view().state, open.terminal.isClosed]).toEqual(['lost', true]);

    const gone = await ready();
    await gone.supervisor.reboot();
    gone.terminal.unplug();
    await gone.clock.advance(59_000);
    expect(gone.supervisor.view().state).toBe('rebooting');
    await gone.clock.advance(6_000);
    expect(gone.supervisor.view()).toMatchObject({ state: 'lost', failure: { code: 'LINK_NOT_FOUND' } });
  });
});

describe('stop', () => {
  it('aborts an attempt to connect, and closes a terminal found later', async () => {
    const { supervisor, next, tries, clock, views } = supervised();
    const connecting = held();
    const terminal = new StandInTerminal();
    next.push(async () => {
      await connecting.wait();
      return terminal;
    });
    supervisor.start();
    await settle();
    const count = views.length;
    const stopped = supervisor.stop();
    expect(tries[0]?.signal.aborted).toBe(true);
    connecting.release();
    await stopped;
    expect([terminal.isClosed, views.length, clock.waiting]).toEqual([true, count, 0]);
  });

  it('makes no further attempt after an attempt without success', async () => {
    const { supervisor, next, clock, tries } = supervised();
    const connecting = held();
    next.push(async () => {
      await connecting.wait();
      return new StandInTerminal();
    });
    supervisor.start();
    await settle();
    const stopped = supervisor.stop();
    connecting.fail('LINK_CLOSED');
    await stopped;
    await clock.advance(10_000);
    expect([tries.length, clock.waiting]).toEqual([1, 0]);
  });

  it('leaves a terminal that is being cleared without ever reporting it as ready', async () => {
    const { supervisor, next, clock, states } = supervised();
    const terminal = new StandInTerminal();
    const clearing = held();
    terminal.answers.clear = clearing.wait;
    next.push(terminal);
    supervisor.start();
    await settle();
    const stopped = supervisor.stop();
    expect(terminal.isClosed).toBe(true);
    clearing.release();
    await stopped;
    expect([states(), clock.waiting, terminal.listeners.size]).toEqual([['looking'], 0, 0]);
  });

  it('closes a ready terminal, leaves no timer, and publishes nothing any more', async () => {
    const { supervisor, terminal, clock, views } = await ready();
    await clock.advance(0);
    const count = views.length;
    await supervisor.stop();
    await clock.advance(60_000);
    expect([terminal.isClosed, terminal.listeners.size, views.length, clock.waiting]).toEqual([true, 0, count, 0]);
  });

  it('cancels the wait for the next attempt', async () => {
    const { supervisor, clock, tries } = supervised();
    supervisor.start();
    await clock.advance(300);
    await supervisor.stop();
    await clock.advance(60_000);
    expect([tries.length, clock.waiting]).toEqual([2, 0]);
  });
});
