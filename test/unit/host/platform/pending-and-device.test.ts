/** Holds that are PENDING first, and the look-up of a terminal's Device, which must never hold up a customer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../../electron/host/log/index.ts';
import type { Clock } from '../../../../electron/host/time/index.ts';
import { connectPlatform, type Platform } from '../../../../electron/host/platform/index.ts';
import {
  byId,
  authorization,
  harnessOf,
  createRequest,
  errors,
  expectNoSecrets,
  fastClock,
  html,
  json,
  KEY,
  PASSWORD,
  routes,
  startHostile,
  inWords,
  USERNAME,
  watchRejections,
  type HostileServer,
  type Reply,
} from './support.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(reply: Reply): Promise<HostileServer> {
  const server = await startHostile(reply);
  closers.push(() => server.close());
  return server;
}

const pending = authorization({ state: 'PENDING' });

/** Answers reads with each of these in turn, the last one for ever. */
function inTurn(...replies: readonly Reply[]): Reply {
  let count = 0;
  return (socket, asked) => {
    const reply = replies[Math.min(count, replies.length - 1)];
    count += 1;
    reply?.(socket, asked);
  };
}

/** The engine asks again (machine, `polling`): the port passes on what the platform said. */
describe('a hold that is PENDING at once', () => {
  it('is an answer, and nothing else is asked', async () => {
    const server = await serve(routes({ create: json(201, pending), get: json(200, pending) }));
    const harness = harnessOf(server.url);
    closers.push(() => harness.close());
    expect(inWords(await harness.port.authorize(createRequest))).toBe('answered PENDING');
    expect(server.asked.map(({ method }) => method)).toEqual(['POST']);
  });

  it.each([
    ['PENDING', 'answered PENDING'],
    ['SUCCEEDED', 'answered SUCCEEDED'],
    ['FAILED', 'answered FAILED'],
    ['CANCELED', 'answered CANCELED'],
    ['UNKNOWN', 'answered UNKNOWN'],
    ['A_NEW_STATE', 'answered UNKNOWN'],
  ])('is read as %s: %s', async (state, expected) => {
    const server = await serve(routes({ create: json(201, pending), get: json(200, authorization({ state })) }));
    const harness = harnessOf(server.url);
    closers.push(() => harness.close());
    expect(inWords(await harness.port.findPayment(byId('AU1')))).toBe(expected);
  });

  it('never takes another authorization for the answer', async () => {
    const server = await serve(routes({ create: json(201, pending), get: json(200, authorization({ id: 'AU2' })) }));
    const harness = harnessOf(server.url);
    closers.push(() => harness.close());
    expect(inWords(await harness.port.findPayment(byId('AU1')))).toBe('unknown API_UNREADABLE');
  });
});

// --- the device of a terminal ---------------------------------------------------------------------------------------

interface Connected {
  platform: Platform;
  lines: string[];
}

function connected(url: string, clock: Clock): Connected {
  const lines: string[] = [];
  const platform = connectPlatform({
    settings: { url, username: USERNAME, password: PASSWORD, merchant: 'MU1' },
    clock,
    random: () => 0.5,
    log: createLogger('platform', { write: (entry) => void lines.push(JSON.stringify(entry)) }),
    publish: () => undefined,
  });
  closers.push(() => platform.close());
  return { platform, lines };
}

const devices = (...list: readonly object[]): Reply =>
  json(200, { _embedded: { devices: list }, page: { limit: 100, next_cursor: null } });

const withDevices = (list: Reply): Reply => {
  const payments = routes({ create: json(201, authorization()) });
  return (socket, asked) => (asked.path === '/devices' ? list : payments)(socket, asked);
};

const sale = { ...createRequest, terminalSerialNumber: 'B61378A' };
const named = (server: HostileServer): unknown[] =>
  server.asked
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => {
      const { device, merchant } = JSON.parse(body) as { device?: string; merchant?: string };
      return device ?? merchant;
    });
const lookUps = (server: HostileServer): number => server.asked.filter(({ path }) => path === '/devices').length;

/** A clock with hands: what the cache does after minutes is seen in milliseconds. */
function movableClock(): Clock & { skip(ms: number): void } {
  const base = fastClock(1);
  let skipped = 0;
  return {
    now: () => base.now() + skipped,
    after: (ms, task) => base.after(ms, task),
    skip: (ms) => void (skipped += ms),
  };
}

describe('the device of a terminal', () => {
  it('is found by serial number in any case, and asked for once in ten minutes', async () => {
    const server = await serve(
      withDevices(devices({ id: 'DV7', serial_number: 'OTHER' }, { id: 'DV1', serial_number: 'b61378a' })),
    );
    const clock = movableClock();
    const { platform } = connected(server.url, clock);
    for (let sales = 0; sales < 3; sales += 1) await platform.payments.authorize(sale);
    expect([named(server), lookUps(server)]).toEqual([['DV1', 'DV1', 'DV1'], 1]);
    expect(server.asked[0]?.query.get('serial_number')).toBe('B61378A');
    clock.skip(10 * 60_000 + 1);
    await platform.payments.authorize(sale);
    expect([named(server).at(-1), lookUps(server)]).toEqual(['DV1', 2]);
  });

  it('that the platform does not know: the merchant is named instead, and it is asked for again soon', async () => {
    const server = await serve(withDevices(inTurn(devices(), devices({ id: 'DV1', serial_number: 'B61378A' }))));
    const clock = movableClock();
    const { platform } = connected(server.url, clock);
    await platform.payments.authorize(sale);
    await platform.payments.authorize(sale);
    expect([named(server), lookUps(server)]).toEqual([['MU1', 'MU1'], 1]);
    clock.skip(30_001);
    await platform.payments.authorize(sale);
    expect(named(server)).toEqual(['MU1', 'MU1', 'DV1']);
  });

  it('is not asked for when the terminal has no serial number', async () => {
    const server = await serve(withDevices(devices()));
    const { platform } = connected(server.url, fastClock(1));
    await platform.payments.authorize(createRequest);
    expect([named(server), lookUps(server)]).toEqual([['MU1'], 0]);
  });

  it.each<[string, Reply]>([
    ['silent', () => undefined],
    [
      'slow',
      (socket, asked) => void setTimeout(() => devices({ id: 'DV1', serial_number: 'B61378A' })(socket, asked), 600),
    ],
    ['a web page', html(200)],
    ['forbidden', errors(403, { code: 'FORBIDDEN' })],
    ['down', html(503)],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])(
    'whose list is %s holds the payment for five seconds at most, and the payment goes without it',
    async (_, list) => {
      const server = await serve(withDevices(list));
      const clock = fastClock(20);
      const { platform, lines } = connected(server.url, clock);
      const startedAt = clock.now();
      expect(inWords(await platform.payments.authorize(sale))).toBe('answered SUCCEEDED');
      // Five seconds, and what twenty times as fast a clock makes of a busy machine's work; a list alone may take 60 s.
      expect(clock.now() - startedAt).toBeLessThan(5_000 + 25_000);
      expect(named(server)).toEqual(['MU1']);
      expectNoSecrets(lines);
    },
  );

  it('that was known stays known while the list is down', async () => {
    const server = await serve(withDevices(inTurn(devices({ id: 'DV1', serial_number: 'B61378A' }), errors(403, {}))));
    const clock = movableClock();
    const { platform, lines } = connected(server.url, clock);
    await platform.payments.authorize(sale);
    clock.skip(10 * 60_000 + 1);
    await platform.payments.authorize({ ...sale, idempotencyId: KEY });
    expect(named(server)).toEqual(['DV1', 'DV1']);
    expect(lines.join()).toContain('could not be looked up');
  });
});

it('a till without a platform: nothing is sent, and closing is harmless', async () => {
  const platform = connectPlatform({
    settings: null,
    clock: fastClock(),
    random: () => 0.5,
    log: createLogger('platform', { write: () => undefined }),
    publish: () => undefined,
  });
  platform.start();
  expect(platform.devices).toBeNull();
  expect(inWords(await platform.payments.authorize(sale))).toBe('not-sent API_NOT_CONFIGURED');
  await platform.close();
});
