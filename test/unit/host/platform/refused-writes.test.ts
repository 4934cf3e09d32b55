/** Creates, captures and voids that are refused with something behind the refusal: what is read after, and believed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answer,
  authorization,
  harnessOf,
  byId,
  captureOf,
  createRequest,
  errors,
  html,
  json,
  KEY,
  listOf,
  type Reply,
  routes,
  startHostile,
  inWords,
  watchRejections,
} from './support.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

const failed = authorization({ state: 'FAILED', failure_code: 'INSUFFICIENT_FUNDS' });
const declined = (more: object = {}): Reply =>
  errors(402, { code: 'DECLINED', failure_code: 'INSUFFICIENT_FUNDS', ...more });
const repeated = (more: object = {}): Reply =>
  errors(422, { code: 'UNPROCESSABLE_ENTITY', field: 'idempotency_id', ...more });
const nothing = json(200, listOf([]));
const ours = json(200, listOf([authorization()]));

/** What a create comes to: `create` answers the POST, `get` and `list` what is read after it. */
const creates: { name: string; reply: Reply; expected: string; reads: string[] }[] = [
  {
    name: '402 that names the authorization',
    reply: routes({ create: declined({ authorization: 'AU1' }), get: json(200, failed) }),
    expected: 'answered FAILED',
    reads: ['/authorizations/AU1'],
  },
  {
    name: '402 that holds the authorization',
    reply: routes({ create: declined({ authorization: { id: 'AU1' } }), get: json(200, failed) }),
    expected: 'answered FAILED',
    reads: ['/authorizations/AU1'],
  },
  {
    name: '402 at the top of the body',
    reply: routes({ create: json(402, { code: 'DECLINED', authorization: 'AU1' }), get: json(200, failed) }),
    expected: 'answered FAILED',
    reads: ['/authorizations/AU1'],
  },
  {
    name: '402 in a plain errors list',
    reply: routes({
      create: json(402, { errors: [{ code: 'DECLINED', authorization: 'AU1' }] }),
      get: json(200, failed),
    }),
    expected: 'answered FAILED',
    reads: ['/authorizations/AU1'],
  },
  {
    name: '402 that names one that cannot be read',
    reply: routes({ create: declined({ authorization: 'AU1' }), get: html(200) }),
    expected: 'unknown API_UNREADABLE',
    reads: ['/authorizations/AU1', '/authorizations/AU1', '/authorizations/AU1', '/authorizations/AU1'],
  },
  {
    name: '402 that names one that is gone',
    reply: routes({ create: declined({ authorization: 'AU1' }) }),
    expected: 'unknown API_NOT_FOUND',
    reads: ['/authorizations/AU1'],
  },
  {
    name: '402 that names one of another payment',
    reply: routes({
      create: declined({ authorization: 'AU1' }),
      get: json(200, authorization({ idempotency_id: 'another' })),
      list: nothing,
    }),
    expected: 'refused API_DECLINED',
    reads: ['/authorizations/AU1', '/authorizations'],
  },
  {
    name: '402 that names no id but a path',
    reply: routes({ create: declined({ authorization: '../devices/DV1' }), list: nothing }),
    expected: 'refused API_DECLINED',
    reads: ['/authorizations'],
  },
  {
    name: '402 that names nothing, and nothing is there',
    reply: routes({ create: declined(), list: nothing }),
    expected: 'refused API_DECLINED',
    reads: ['/authorizations'],
  },
  {
    name: '402 that names nothing, and a hold is there',
    reply: routes({ create: declined(), list: ours }),
    expected: 'answered SUCCEEDED',
    reads: ['/authorizations'],
  },
  {
    name: '402 without a body, and the list is down',
    reply: routes({ create: answer(402), list: html(200) }),
    expected: 'unknown API_UNREADABLE',
    reads: ['/authorizations', '/authorizations', '/authorizations', '/authorizations'],
  },
  {
    name: '402 with an empty errors list',
    reply: routes({ create: json(402, { _embedded: { errors: [] } }), list: nothing }),
    expected: 'refused API_DECLINED',
    reads: ['/authorizations'],
  },
  {
    name: '422 for a repeated key that names the original',
    reply: routes({ create: repeated({ authorization: 'AU1' }), get: json(200, authorization()) }),
    expected: 'answered SUCCEEDED',
    reads: ['/authorizations/AU1'],
  },
  {
    name: '422 for a repeated key that names nothing',
    reply: routes({ create: repeated(), list: ours }),
    expected: 'answered SUCCEEDED',
    reads: ['/authorizations'],
  },
  {
    name: '409 for a repeated key that names nothing',
    reply: routes({ create: errors(409, { code: 'CONFLICT' }), list: ours }),
    expected: 'answered SUCCEEDED',
    reads: ['/authorizations'],
  },
  {
    name: '422 about another field',
    reply: routes({ create: errors(422, { code: 'INVALID_FIELD', field: 'device' }) }),
    expected: 'refused API_INVALID',
    reads: [],
  },
  {
    name: '409 that names nothing, and nothing is there yet',
    reply: routes({ create: errors(409, { code: 'CONFLICT' }), list: nothing }),
    expected: 'unknown API_CONFLICT',
    reads: ['/authorizations'],
  },
  {
    name: '422 for a repeated key, and nothing is there yet',
    reply: routes({ create: repeated(), list: nothing }),
    expected: 'unknown API_INVALID',
    reads: ['/authorizations'],
  },
  {
    name: '422 plain, and nothing is there',
    reply: routes({ create: errors(422, { code: 'UNPROCESSABLE_ENTITY' }), list: nothing }),
    expected: 'refused API_INVALID',
    reads: ['/authorizations'],
  },
];

describe('a create that is refused', () => {
  it.concurrent.each(creates)('$name', { timeout: 180_000 }, async ({ reply, expected, reads }) => {
    const server = await startHostile(reply);
    const harness = harnessOf(server.url);
    expect(inWords(await harness.port.authorize(createRequest))).toBe(expected);
    const [post, ...after] = server.asked;
    expect(JSON.parse(post?.body ?? '')).toMatchObject({ idempotency_id: KEY, amount: 1234, currency: 'USD' });
    // That nothing stands under a key is said after three looks: by key, by tag, and through the window.
    const looks = after.map(({ method, path, query }) => `${method} ${path}${query.has('idempotency_id') ? '' : '-'}`);
    const lists = looks.filter((look) => look === 'GET /authorizations-').length;
    expect([0, 2]).toContain(lists);
    const first = looks.filter((look) => look !== 'GET /authorizations-').map((look) => look.replace(/-$/, ''));
    expect(first).toEqual(reads.map((path) => `GET ${path}`));
    await harness.close();
    await server.close();
  });
});

const captured = json(200, authorization({ transfer: 'TR1' }));
const voided = json(200, authorization({ is_void: true, void_state: 'SUCCEEDED' }));
const conflict = errors(409, { code: 'CONFLICT' });
const already = errors(422, {
  code: 'UNPROCESSABLE_ENTITY',
  failure_code: 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED',
});

const changes: { name: string; call: 'capture' | 'void'; reply: Reply; expected: string }[] = [
  {
    name: '409 on a capture that was done',
    call: 'capture',
    reply: routes({ put: conflict, get: captured }),
    expected: 'answered SUCCEEDED TR1',
  },
  {
    name: '422 on a capture that was done',
    call: 'capture',
    reply: routes({ put: already, get: captured }),
    expected: 'answered SUCCEEDED TR1',
  },
  {
    name: '409 on a capture of what is void',
    call: 'capture',
    reply: routes({ put: conflict, get: voided }),
    expected: 'unknown API_CONFLICT',
  },
  {
    name: '409 on a capture that was not done',
    call: 'capture',
    reply: routes({ put: conflict, get: json(200, authorization()) }),
    expected: 'unknown API_CONFLICT',
  },
  {
    name: '409 on a capture, then nothing readable',
    call: 'capture',
    reply: routes({ put: conflict, get: html(200) }),
    expected: 'unknown API_CONFLICT',
  },
  {
    name: '402 on a capture',
    call: 'capture',
    reply: routes({ put: errors(402, { code: 'PAYMENT_DECLINED', transfer: 'TR1' }), get: json(200, authorization()) }),
    expected: 'refused PAY_NOT_CAPTURED',
  },
  ...[
    ['402 of the processor', errors(402, { code: 'UPSTREAM_PROCESSOR_ERROR' }), 'unknown API_DECLINED'],
    ['402 that declines without a code of its own', errors(402, { code: 'DECLINED' }), 'refused PAY_NOT_CAPTURED'],
    ['a page of a gateway with 404', html(404), 'unknown API_NOT_FOUND'],
    ['404 that names no reason', errors(404, { code: 'NOT_FOUND' }), 'unknown API_NOT_FOUND'],
    ['422 that names no reason', errors(422, { code: 'UNPROCESSABLE_ENTITY' }), 'unknown API_INVALID'],
    ['422 because it ran out', already, 'refused PAY_NOT_CAPTURED'],
    [
      '422 about its amount',
      errors(422, { code: 'INVALID_FIELD', field: 'capture_amount' }),
      'refused PAY_NOT_CAPTURED',
    ],
    ['422 about its tags', errors(422, { code: 'INVALID_FIELD', field: 'tags' }), 'unknown API_INVALID'],
    [
      '422 while the Device is away',
      errors(422, { code: 'UNPROCESSABLE_ENTITY', failure_code: 'DEVICE_NOT_CONNECTED' }),
      'unknown API_INVALID',
    ],
    ['a reason outside the envelope', json(409, { failure_code: 'EXPIRED_CARD' }), 'unknown API_CONFLICT'],
  ].map(([name, put, expected]) => ({
    name: `capture of what is still held: ${name as string}`,
    call: 'capture' as const,
    reply: routes({ put: put as Reply, get: json(200, authorization()) }),
    expected: expected as string,
  })),
  {
    name: '409 on a void that was done',
    call: 'void',
    reply: routes({ put: conflict, get: voided }),
    expected: 'answered SUCCEEDED void',
  },
  {
    name: '409 on a void of what was captured',
    call: 'void',
    reply: routes({ put: conflict, get: captured }),
    expected: 'answered SUCCEEDED TR1',
  },
  {
    name: '409 on a void that was not done',
    call: 'void',
    reply: routes({ put: conflict, get: json(200, authorization()) }),
    expected: 'refused API_CONFLICT',
  },
  {
    name: 'an answer about another authorization',
    call: 'capture',
    reply: routes({ put: json(200, authorization({ id: 'AU2', transfer: 'TR9' })) }),
    expected: 'unknown API_UNREADABLE',
  },
  {
    name: 'a void answered with another authorization',
    call: 'void',
    reply: routes({ put: json(200, authorization({ id: 'AU2', is_void: true })) }),
    expected: 'unknown API_UNREADABLE',
  },
];

describe('a capture or void that is refused', () => {
  it.concurrent.each(changes)('$name', { timeout: 180_000 }, async ({ call, reply, expected }) => {
    const server = await startHostile(reply);
    const harness = harnessOf(server.url);
    const outcome =
      call === 'capture'
        ? await harness.port.capture(captureOf('AU1', 1234))
        : await harness.port.void({ authorization: 'AU1' });
    expect(inWords(outcome)).toBe(expected);
    expect(server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    await harness.close();
    await server.close();
  });
});

it('a read that is asked to wait waits, and then succeeds', async () => {
  let count = 0;
  const server = await startHostile((socket, asked) => {
    count += 1;
    const reply = count === 1 ? errors(429, {}, { 'retry-after': '5' }) : json(200, authorization());
    reply(socket, asked);
  });
  const harness = harnessOf(server.url);
  const startedAt = harness.clock.now();
  expect(inWords(await harness.port.findPayment(byId('AU1')))).toBe('answered SUCCEEDED');
  expect(harness.clock.now() - startedAt).toBeGreaterThanOrEqual(4_900);
  await harness.close();
  await server.close();
});

it('an id that is none is refused before anything is sent', async () => {
  const server = await startHostile(json(200, authorization()));
  const harness = harnessOf(server.url);
  for (const id of ['', '../devices', 'AU1/x', 'AU1?x=1', 'AU 1', 'AU1\r\nX: y', 'x'.repeat(200)]) {
    expect(inWords(await harness.port.findPayment(byId(id)))).toBe('refused API_INVALID');
    expect(inWords(await harness.port.capture(captureOf(id, 1)))).toBe('refused API_INVALID');
    expect(inWords(await harness.port.void({ authorization: id }))).toBe('refused API_INVALID');
    expect(inWords(await harness.port.findTransfer(id))).toBe('refused API_INVALID');
  }
  expect(inWords(await harness.port.authorize({ ...createRequest, attempt: 'a "quoted" one' }))).toBe(
    'refused API_INVALID',
  );
  expect(server.asked).toEqual([]);
  await harness.close();
  await server.close();
});
