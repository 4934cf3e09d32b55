/** Actions by cable only, and offers that follow cable and payments without a platform request. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { fastClock } from '../platform/support.ts';
import { attemptView, openTestBench, terminalView, type TestBench } from './support.ts';

let one: TestBench;
beforeEach(async () => {
  one = await openTestBench(fastClock());
});
afterEach(() => one.close());

const terminal = 'serial:/dev/ttyUSB0';

describe('a terminal without a Device', () => {
  it('restarts and gets its idle message by cable, without a platform request', async () => {
    const { service, cable, requests } = one;
    cable.terminals = [terminalView({ serialNumber: 'C0FFEE1' })];
    expect(await service.actByCable({ terminal, action: 'REBOOT' })).toMatchObject({
      action: 'REBOOT',
      route: 'cable',
      device: null,
      readBack: { kind: 'restarted', seenBy: 'cable', tookMs: expect.any(Number) as number },
    });
    await service.actByCable({ terminal, action: 'CREATE_IDLE_MESSAGE', idleMessage: 'Hello' });
    expect(cable.done).toEqual([`reboot ${terminal}`, `ready ${terminal} 60000`, `idle ${terminal} Hello`]);
    expect(requests).toEqual([]);
  });

  it.each([
    ['that does not exist', [], 'REBOOT', 'TERM_NOT_FOUND'],
    ['that is away', [terminalView({ state: 'lost' })], 'REBOOT', 'TERM_NOT_READY'],
    ['that cannot', [terminalView({ cableActions: ['CANCEL'] })], 'CREATE_IDLE_MESSAGE', 'TERM_UNSUPPORTED'],
    ['that only the platform can', [terminalView()], 'DEACTIVATE', 'TERM_UNSUPPORTED'],
    ['with nothing to cancel', [terminalView()], 'CANCEL', 'PAY_NOT_FOUND'],
  ] as const)('refuses %s with its code and does nothing', async (_, terminals, action, code) => {
    const { service, cable } = one;
    cable.terminals = [...terminals];
    await expect(service.actByCable({ terminal, action })).rejects.toMatchObject({ code });
    expect(cable.done).toEqual([]);
  });

  it('is unaffected while a payment is open; the payment’s cancel goes through the engine', async () => {
    const { service, cable, payments } = one;
    cable.terminals = [terminalView({ state: 'busy' })];
    payments.running = attemptView();
    await expect(service.actByCable({ terminal, action: 'REBOOT' })).rejects.toMatchObject({
      code: 'TERM_BUSY',
      context: { attempt: 'A-1' },
    });
    expect(await service.actByCable({ terminal, action: 'CANCEL' })).toMatchObject({
      readBack: { kind: 'payment', attempt: 'A-1', state: 'cancelled' },
      attempt: { id: 'A-1' },
    });
    expect(cable.done).toEqual([]);
  });

  it('returns the terminal’s own failure', async () => {
    const { service, cable } = one;
    cable.terminals = [terminalView()];
    cable.failure = new TillError('TERM_REFUSED', 'it will not');
    await expect(service.actByCable({ terminal, action: 'REBOOT' })).rejects.toBe(cable.failure);
  });
});

describe('offers', () => {
  const offers = () =>
    Object.fromEntries(
      (one.published.at(-1) ?? [])
        .find(({ id }) => id === one.id('B61378A'))
        ?.offers.map(({ action, route, reason }) => [action, reason ?? route]) ?? [],
    );

  it('follow cable and payment at once, without a request', async () => {
    const { service, cable, payments, requests, published } = one;
    await service.list();
    requests.length = 0;
    expect(offers()).toMatchObject({ REBOOT: 'processor' });
    cable.terminals = [terminalView()];
    service.cablesChanged();
    expect(offers()).toMatchObject({ REBOOT: 'cable', CANCEL: 'nothing-running' });
    expect(published.at(-1)?.find(({ id }) => id === one.id('B61378A'))?.terminalId).toBe(terminal);
    cable.terminals = [terminalView({ state: 'busy' })];
    payments.running = attemptView();
    service.cablesChanged();
    expect(offers()).toMatchObject({ REBOOT: 'busy', DEACTIVATE: 'busy', CANCEL: 'cable' });
    payments.running = attemptView({ state: 'checking', prompt: null });
    cable.terminals = [terminalView({ state: 'lost' })];
    service.cablesChanged();
    expect(offers()).toMatchObject({ REBOOT: 'no-cable', DEACTIVATE: 'platform' });
    // An unchanged view is not published.
    const count = published.length;
    cable.terminals = [terminalView({ state: 'lost', lastHeardAt: '2026-11-21T09:00:01.000Z' })];
    service.cablesChanged();
    expect([published.length, requests]).toEqual([count, []]);
  });
});
