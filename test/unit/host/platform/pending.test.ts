/** Holds that are PENDING first, and a till without a platform. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../../electron/host/log/index.ts';
import { connectPlatform } from '../../../../electron/host/platform/index.ts';
import {
  byId,
  authorization,
  harnessOf,
  createRequest,
  fastClock,
  json,
  routes,
  startHostile,
  inWords,
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

/** The engine polls (machine, `polling`): the port passes on the platform's answer. */
describe('a hold that is PENDING at once', () => {
  it('is an answer, without further requests', async () => {
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

  it('never accepts another authorization as the answer', async () => {
    const server = await serve(routes({ create: json(201, pending), get: json(200, authorization({ id: 'AU2' })) }));
    const harness = harnessOf(server.url);
    closers.push(() => harness.close());
    expect(inWords(await harness.port.findPayment(byId('AU1')))).toBe('unknown API_UNREADABLE');
  });
});

it('a till without a platform sends nothing and can be closed', async () => {
  const platform = connectPlatform({
    settings: null,
    clock: fastClock(),
    random: () => 0.5,
    log: createLogger('platform', { write: () => undefined }),
    publish: () => undefined,
  });
  platform.start();
  expect(platform.devices).toBeNull();
  expect(inWords(await platform.payments.authorize(createRequest))).toBe('not-sent API_NOT_CONFIGURED');
  await platform.close();
});
