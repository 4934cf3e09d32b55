/** Devices of the real sandbox joined with wired terminals: lists, actions by every route, read-backs. */
import { afterEach, describe, expect, it } from 'vitest';
import { TillError, type DeviceView } from '../../../../electron/contract/index.ts';
import { CURSOR_VERSION } from '../../../api/harness.ts';
import { fastClock } from '../platform/support.ts';
import { attemptView, openTestBench, terminalView, type TestBench } from './support.ts';

const opened: TestBench[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function start(speed = 20): Promise<TestBench> {
  const one = await openTestBench(fastClock(speed));
  opened.push(one);
  return one;
}

const routesOf = ({ requests }: TestBench): string[] =>
  requests.map((entry) => (entry.kind === 'request' ? `${entry.method} ${entry.route}` : 'bug'));
const offersOf = (device: DeviceView | undefined): Record<string, string> =>
  Object.fromEntries((device?.offers ?? []).map(({ action, route, reason }) => [action, reason ?? route]));

describe('the list of Devices', () => {
  it('joins terminals by serial number, sorts the till’s merchant first, and shows processor and connection', async () => {
    const world = await start();
    const { service, cable, bench, id } = world;
    cable.terminals = [terminalView({ serialNumber: 'b61378a' }), terminalView({ id: 'tcp', serialNumber: 'B000003' })];
    await bench.control({ type: 'device-connection', device: id('B000003'), connection: 'CLOSED' });
    const views = await service.list();
    expect(
      views.map(({ serialNumber, processor, connection, terminalId, isEnabled }) => [
        serialNumber,
        processor,
        connection,
        terminalId,
        isEnabled,
      ]),
    ).toEqual([
      ['B61378A', 'DUMMY_V1', 'open', 'serial:/dev/ttyUSB0', true],
      ['B000004', 'DUMMY_V1', 'open', null, false],
      ['B000002', 'GATEWAY_B_V1', 'open', null, false],
      // A Device of another merchant is unrelated to the terminal with its number.
      ['B000003', 'GATEWAY_A_V1', 'closed', null, false],
    ]);
    expect(offersOf(views[0])).toMatchObject({ CANCEL: 'nothing-running', REBOOT: 'cable' });
    expect(world.published.at(-1)).toEqual(views);
    // One request per merchant, however many Devices it has.
    expect(routesOf(world).filter((route) => route === 'GET /merchants/:merchant_id')).toHaveLength(3);
    await service.list();
    expect(routesOf(world).filter((route) => route === 'GET /merchants/:merchant_id')).toHaveLength(3);
  });

  it('shows a Device with an unreadable connection as unknown, not as closed or missing', async () => {
    const { service, bench } = await start();
    await bench.control({ type: 'fault', operation: 'fetchDevice', kind: 'status', status: 422, times: 1 });
    const views = await service.list();
    expect(views).toHaveLength(4);
    expect(views.map(({ connection }) => connection).toSorted()).toEqual(['open', 'open', 'open', 'unknown']);
  });

  it('queries a missing processor again', async () => {
    const { service, bench, id } = await start();
    await bench.control({ type: 'fault', operation: 'fetchMerchant', kind: 'status', status: 422, times: 1 });
    expect(await service.get(id('B000002'))).toMatchObject({ processor: null });
    expect(await service.get(id('B000002'))).toMatchObject({ processor: 'GATEWAY_B_V1' });
  });

  it('fails with the platform’s own reason', async () => {
    const { service, bench, published } = await start();
    await bench.control({ type: 'user-enabled', user: bench.sandbox.username, enabled: false });
    await expect(service.list()).rejects.toMatchObject({ code: 'API_UNAUTHORIZED' });
    await bench.sandbox.close();
    await expect(service.list()).rejects.toMatchObject({ code: 'API_UNREACHABLE' });
    expect(published).toEqual([]);
  });
});

describe('a single Device', () => {
  it('is read with its connection, which replaces the shown value', async () => {
    const { service, bench, id, published } = await start();
    await service.list();
    await bench.control({ type: 'device-connection', device: id('B000004'), connection: 'CLOSED' });
    const view = await service.get(id('B000004'));
    expect(view).toMatchObject({ name: 'Spare', connection: 'closed' });
    expect(published.at(-1)?.map((device) => device.connection)).toEqual(['open', 'closed', 'open', 'open']);
    expect(await service.offers(id('B000004'))).toEqual(view.offers);
  });

  it('is a typed error if it does not exist or has no id', async () => {
    const { service } = await start();
    await expect(service.get('DVnone')).rejects.toMatchObject({ code: 'API_NOT_FOUND' });
    await expect(service.get('../merchants')).rejects.toMatchObject({ code: 'API_INVALID' });
    await expect(service.act({ device: 'DVnone', action: 'CANCEL' })).rejects.toMatchObject({ code: 'API_NOT_FOUND' });
    await expect(service.metrics('DVnone', 5)).rejects.toMatchObject({ code: 'API_NOT_FOUND' });
  });

  it('has metrics, newest first, up to the limit', async () => {
    const { service, id } = await start();
    const metrics = await service.metrics(id('B61378A'), 5);
    expect(metrics).toHaveLength(5);
    expect(metrics.map(({ createdAt }) => createdAt)).toEqual(
      metrics.map(({ createdAt }) => createdAt).toSorted((a, b) => ((a ?? '') < (b ?? '') ? 1 : -1)),
    );
    expect(metrics[0]).toMatchObject({ connection: 'OPEN', networkType: expect.any(String) as string });
    expect(await service.metrics(id('B000004'), 5)).toEqual([]);
  });
});

describe('an action by the platform', () => {
  it('reads back ACTIVATE and DEACTIVATE', async () => {
    const world = await start();
    const { service, id } = world;
    const on = await service.act({ device: id('B000003'), action: 'ACTIVATE' });
    expect(on).toMatchObject({
      route: 'platform',
      readBack: { kind: 'changed', changes: [{ field: 'enabled', from: false, to: true }] },
      device: { isEnabled: true },
      attempt: null,
    });
    const off = await service.act({ device: id('B000003'), action: 'DEACTIVATE' });
    expect(off).toMatchObject({
      readBack: { kind: 'changed', changes: [{ field: 'enabled', from: true, to: false }] },
      device: { isEnabled: false },
    });
    expect(world.published.at(-1)?.find((device) => device.id === id('B000003'))?.isEnabled).toBe(false);
    expect(Number.isInteger(off.tookMs)).toBe(true);
  });

  it('accepts only the code on the terminal’s screen for ACTIVATE on Gateway B', async () => {
    const { service, id, lines } = await start();
    const device = id('B000002');
    await expect(service.act({ device, action: 'ACTIVATE' })).rejects.toMatchObject({
      code: 'DEVICE_CODE_MISSING',
      context: {
        field: 'activation_code',
        platformMessage: expect.stringContaining('needs the activation code') as string,
      },
    });
    await expect(service.act({ device, action: 'ACTIVATE', activationCode: '000000' })).rejects.toMatchObject({
      code: 'DEVICE_CODE_WRONG',
      context: { failureCode: 'ACTIVATION_CODE_INVALID' },
    });
    const done = await service.act({ device, action: 'ACTIVATE', activationCode: '123456' });
    expect(done.device?.isEnabled).toBe(true);
    expect(lines.join()).not.toContain('123456');
  });

  it('sets an idle message and sends a cancel that changes nothing', async () => {
    const { service, id } = await start();
    await service.act({ device: id('B000002'), action: 'ACTIVATE', activationCode: '123456' });
    const idle = await service.act({ device: id('B000002'), action: 'CREATE_IDLE_MESSAGE', idleMessage: 'Hello' });
    expect(idle).toMatchObject({
      readBack: { kind: 'changed', changes: [{ field: 'idle-message', from: null, to: 'Hello' }] },
      device: { idleMessage: 'Hello' },
    });
    const cancel = await service.act({ device: id('B61378A'), action: 'CANCEL' });
    expect(cancel).toMatchObject({ route: 'platform', readBack: { kind: 'changed', changes: [] }, attempt: null });
  });

  it('reads back REBOOT by watching the terminal go offline and return', async () => {
    const world = await start();
    const { service, id, bench } = world;
    const device = id('B000002');
    await service.act({ device, action: 'ACTIVATE', activationCode: '123456' });
    world.requests.length = 0;
    const rebooted = service.act({ device, action: 'REBOOT' });
    const reads = (): number => routesOf(world).filter((route) => route === 'GET /devices/:device_id').length;
    await expect.poll(reads).toBeGreaterThan(2);
    bench.clock.advance(3_000);
    expect(await rebooted).toMatchObject({
      route: 'platform',
      readBack: { kind: 'restarted', seenBy: 'platform', tookMs: expect.any(Number) as number },
      device: { connection: 'open' },
    });
  });

  it('reports a terminal that does not return after a minute', async () => {
    const { service, id } = await start();
    await service.act({ device: id('B000002'), action: 'ACTIVATE', activationCode: '123456' });
    const rebooted = await service.act({ device: id('B000002'), action: 'REBOOT' });
    expect(rebooted.readBack).toMatchObject({ kind: 'not-back' });
    expect('afterMs' in rebooted.readBack && rebooted.readBack.afterMs).toBeGreaterThanOrEqual(60_000);
    expect(rebooted.device?.connection).toBe('closed');
  });

  it.each([
    ['ACTIVATE', 'B000004'],
    ['DEACTIVATE', 'B61378A'],
  ] as const)('sends %s for an offline Device and reports the platform’s refusal', async (action, serial) => {
    const world = await start();
    const { service, bench, id } = world;
    await bench.control({ type: 'device-connection', device: id(serial), connection: 'CLOSED' });
    const offer = (await service.offers(id(serial))).find((one) => one.action === action);
    expect(offer).toEqual({ action, route: 'platform', reason: null, isAway: true });
    world.requests.length = 0;
    await expect(service.act({ device: id(serial), action })).rejects.toMatchObject({
      code: 'DEVICE_OFFLINE',
      context: { failureCode: 'DEVICE_NOT_CONNECTED', platformMessage: 'The device is offline.' },
    });
    expect(routesOf(world)).toContain('PUT /devices/:device_id');
  });

  it('throws the platform’s refusal unchanged', async () => {
    const { service, id } = await start();
    // The Device is not enabled: only the platform has this information.
    await expect(service.act({ device: id('B000004'), action: 'CANCEL' })).rejects.toMatchObject({
      code: 'API_INVALID',
      context: { failureCode: 'DEVICE_NOT_ENABLED' },
    });
  });
});

describe('an action is refused before anything is sent', () => {
  it.each<[string, (s: TestBench) => Parameters<TestBench['service']['act']>[0], TillError['code'], string, string]>([
    [
      'not of this processor',
      ({ id }) => ({ device: id('B000003'), action: 'CANCEL' }),
      'TERM_UNSUPPORTED',
      'GATEWAY_A_V1 does not do CANCEL.',
      'processor',
    ],
    [
      'in service already',
      ({ id }) => ({ device: id('B61378A'), action: 'ACTIVATE' }),
      'API_CONFLICT',
      'This device is active already.',
      'already',
    ],
    [
      'out of service already',
      ({ id }) => ({ device: id('B000004'), action: 'DEACTIVATE' }),
      'API_CONFLICT',
      'This device is inactive already.',
      'already',
    ],
    [
      'offline',
      ({ id }) => ({ device: id('B000002'), action: 'REBOOT' }),
      'TERM_NOT_READY',
      'The platform says that this terminal is not online.',
      'offline',
    ],
    [
      'not on the cable any more',
      ({ id, cable }) => {
        cable.terminals = [terminalView({ state: 'lost' })];
        return { device: id('B61378A'), action: 'REBOOT' };
      },
      'TERM_NOT_READY',
      'The terminal is not on the cable.',
      'no-cable',
    ],
    [
      'nothing to cancel',
      ({ id, cable }) => {
        cable.terminals = [terminalView()];
        return { device: id('B61378A'), action: 'CANCEL' };
      },
      'PAY_NOT_FOUND',
      'Nothing is running on this terminal.',
      'nothing-running',
    ],
  ])('%s', async (_, prepare, code, words, reason) => {
    const world = await start();
    await world.bench.control({ type: 'device-connection', device: world.id('B000002'), connection: 'CLOSED' });
    const request = prepare(world);
    world.requests.length = 0;
    const error = await world.service.act(request).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(TillError);
    expect(error).toMatchObject({ code, plainMessage: words, context: { ...request, reason } });
    expect(routesOf(world).filter((route) => !route.startsWith('GET'))).toEqual([]);
    expect([...world.cable.done, ...world.payments.done]).toEqual([]);
  });
});

describe('an action by cable', () => {
  const terminal = 'serial:/dev/ttyUSB0';

  it('waits after REBOOT until the terminal is ready again', async () => {
    const world = await start();
    world.cable.terminals = [terminalView()];
    const done = await world.service.act({ device: world.id('B61378A'), action: 'REBOOT' });
    expect(done).toMatchObject({
      route: 'cable',
      readBack: { kind: 'restarted', seenBy: 'cable', tookMs: expect.any(Number) as number },
    });
    expect(world.cable.done).toEqual([`reboot ${terminal}`, `ready ${terminal} 60000`]);
    expect(routesOf(world).filter((route) => route.startsWith('PUT'))).toEqual([]);
    world.cable.comesBack = false;
    const away = await world.service.act({ device: world.id('B61378A'), action: 'REBOOT' });
    expect(away.readBack).toMatchObject({ kind: 'not-back' });
  });

  it('sends an idle message by cable if the processor has none', async () => {
    const world = await start();
    world.cable.terminals = [terminalView()];
    const { service, id, cable } = world;
    await service.act({ device: id('B61378A'), action: 'CREATE_IDLE_MESSAGE', idleMessage: 'WELCOME' });
    await service.act({ device: id('B61378A'), action: 'CREATE_IDLE_MESSAGE' });
    expect(cable.done).toEqual([`idle ${terminal} WELCOME`, `idle ${terminal} `]);
  });

  it('throws the terminal’s refusal unchanged', async () => {
    const { service, id, cable } = await start();
    cable.terminals = [terminalView()];
    cable.failure = new TillError('TERM_REFUSED', 'it will not');
    await expect(service.act({ device: id('B61378A'), action: 'REBOOT' })).rejects.toBe(cable.failure);
    await expect(service.act({ device: id('B61378A'), action: 'CREATE_IDLE_MESSAGE' })).rejects.toBe(cable.failure);
  });

  it.each([{ state: 'cancelled' }, { state: 'captured', cancelTooLate: true }, { state: 'checking' }] as const)(
    'answers CANCEL with the payment: %o',
    async (ends) => {
      const { service, id, cable, payments } = await start();
      cable.terminals = [terminalView({ state: 'busy' })];
      payments.running = attemptView();
      payments.ends = ends;
      const done = await service.act({ device: id('B61378A'), action: 'CANCEL' });
      expect(done).toMatchObject({ route: 'cable', attempt: { id: 'A-1', ...ends } });
      expect(done.readBack).toEqual({ kind: 'payment', attempt: 'A-1', state: ends.state });
      expect(payments.done).toEqual(['cancel A-1', 'settled A-1 15000']);
    },
  );

  it('reports a CANCEL that is too late', async () => {
    const { service, id, cable, payments } = await start();
    cable.terminals = [terminalView({ state: 'busy' })];
    payments.running = attemptView();
    payments.failure = new TillError('PAY_STATE', 'too late');
    await expect(service.act({ device: id('B61378A'), action: 'CANCEL' })).rejects.toBe(payments.failure);
  });

  it('reports that no payment runs if the payment ends before its cancel', async () => {
    const { service, id, cable, payments } = await start();
    cable.terminals = [terminalView({ state: 'busy' })];
    payments.running = attemptView();
    const openOn = payments.openOn.bind(payments);
    let asked = 0;
    payments.openOn = (on) => ((asked += 1) === 1 ? openOn(on) : null);
    await expect(service.act({ device: id('B61378A'), action: 'CANCEL' })).rejects.toMatchObject({
      code: 'PAY_NOT_FOUND',
    });
  });

  it('fails when the cable is unplugged between check and action', async () => {
    const { service, id, cable } = await start();
    const shown = [terminalView()];
    let asked = 0;
    cable.bySerialNumber = () => ((asked += 1) === 1 ? (shown[0] ?? null) : null);
    await expect(service.act({ device: id('B61378A'), action: 'REBOOT' })).rejects.toMatchObject({
      code: 'TERM_NOT_READY',
    });
    expect(cable.done).toEqual([]);
  });

  it.each(['DEACTIVATE', 'REBOOT', 'CREATE_IDLE_MESSAGE'] as const)(
    'refuses %s during a running payment',
    async (action) => {
      const { service, id, cable, payments, bench } = await start();
      cable.terminals = [terminalView({ state: 'busy' })];
      payments.running = attemptView();
      await expect(service.act({ device: id('B61378A'), action })).rejects.toMatchObject({
        code: 'TERM_BUSY',
        context: { attempt: 'A-1' },
      });
      expect(cable.done).toEqual([]);
      expect(await bench.client.get(`/devices/${id('B61378A')}`, CURSOR_VERSION)).toMatchObject({ enabled: true });
    },
  );

  it('allows taking a Device out of service during a payment in doubt', async () => {
    const { service, id, cable, payments } = await start();
    cable.terminals = [terminalView({ state: 'lost' })];
    payments.running = attemptView({ state: 'checking', prompt: null });
    const done = await service.act({ device: id('B61378A'), action: 'DEACTIVATE' });
    expect(done.device?.isEnabled).toBe(false);
  });
});
