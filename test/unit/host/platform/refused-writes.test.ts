/** Refused creates, captures and voids with a record behind the refusal: the reads that follow, and the outcome. */
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
  type Routes,
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
const held = json(200, authorization());
const ours = json(200, listOf([authorization()]));

const LIST = '/authorizations';
const ONE = '/authorizations/AU1';
const four = (path: string): string[] => Array.from({ length: 4 }, () => path);
const create = (name: string, replies: Routes, expected: string, ...reads: readonly string[]) => ({
  name,
  reply: routes(replies),
  expected,
  reads,
});

/** Outcome of a create: `create` answers the POST; `get` and `list` answer the reads after it. */
const creates = [
  create(
    '402 that names the authorization',
    { create: declined({ authorization: 'AU1' }), get: json(200, failed) },
    'answered FAILED',
    ONE,
  ),
  create(
    '402 that holds the authorization',
    { create: declined({ authorization: { id: 'AU1' } }), get: json(200, failed) },
    'answered FAILED',
    ONE,
  ),
  create(
    '402 at the top of the body',
    { create: json(402, { code: 'DECLINED', authorization: 'AU1' }), get: json(200, failed) },
    'answered FAILED',
    ONE,
  ),
  create(
    '402 in a plain errors list',
    { create: json(402, { errors: [{ code: 'DECLINED', authorization: 'AU1' }] }), get: json(200, failed) },
    'answered FAILED',
    ONE,
  ),
  create(
    '402 that names one that cannot be read',
    { create: declined({ authorization: 'AU1' }), get: html(200) },
    'unknown API_UNREADABLE',
    ...four(ONE),
  ),
  create(
    '402 that names one that is gone',
    { create: declined({ authorization: 'AU1' }) },
    'unknown API_NOT_FOUND',
    ONE,
  ),
  create(
    '402 that names one of another payment',
    {
      create: declined({ authorization: 'AU1' }),
      get: json(200, authorization({ idempotency_id: 'another' })),
      list: nothing,
    },
    'refused API_DECLINED',
    ONE,
    LIST,
  ),
  create(
    '402 that names no id but a path',
    { create: declined({ authorization: '../devices/DV1' }), list: nothing },
    'refused API_DECLINED',
    LIST,
  ),
  create(
    '402 that names nothing, and nothing is there',
    { create: declined(), list: nothing },
    'refused API_DECLINED',
    LIST,
  ),
  create('402 that names nothing, and a hold is there', { create: declined(), list: ours }, 'answered SUCCEEDED', LIST),
  create(
    '402 without a body, and the list is down',
    { create: answer(402), list: html(200) },
    'unknown API_UNREADABLE',
    ...four(LIST),
  ),
  create(
    '402 with an empty errors list',
    { create: json(402, { _embedded: { errors: [] } }), list: nothing },
    'unknown API_DECLINED',
    LIST,
  ),
  create(
    '422 for a repeated key that names the original',
    { create: repeated({ authorization: 'AU1' }), get: held },
    'answered SUCCEEDED',
    ONE,
  ),
  create('422 for a repeated key that names nothing', { create: repeated(), list: ours }, 'answered SUCCEEDED', LIST),
  create(
    '409 for a repeated key that names nothing',
    { create: errors(409, { code: 'CONFLICT' }), list: ours },
    'answered SUCCEEDED',
    LIST,
  ),
  create(
    '422 about another field',
    { create: errors(422, { code: 'INVALID_FIELD', field: 'device' }), list: nothing },
    'refused API_INVALID',
    LIST,
  ),
  create(
    '409 that names nothing, and nothing is there yet',
    { create: errors(409, { code: 'CONFLICT' }), list: nothing },
    'unknown API_CONFLICT',
    LIST,
  ),
  create(
    '409 because the Device is in use',
    { create: errors(409, { code: 'CONFLICT', failure_code: 'DEVICE_IN_USE' }), list: nothing },
    'refused API_CONFLICT',
    LIST,
  ),
  create(
    '409 because the Device is in use, and a hold is there',
    { create: errors(409, { code: 'CONFLICT', failure_code: 'DEVICE_IN_USE' }), list: ours },
    'answered SUCCEEDED',
    LIST,
  ),
  create(
    '422 for a repeated key, and nothing is there yet',
    { create: repeated(), list: nothing },
    'unknown API_INVALID',
    LIST,
  ),
  create(
    '422 plain, and nothing is there',
    { create: errors(422, { code: 'UNPROCESSABLE_ENTITY' }), list: nothing },
    'refused API_INVALID',
    LIST,
  ),
];

describe('a refused create', () => {
  it.concurrent.each(creates)(
    'gives the expected outcome: $name',
    { timeout: 180_000 },
    async ({ reply, expected, reads }) => {
      const server = await startHostile(reply);
      const harness = harnessOf(server.url);
      expect(inWords(await harness.port.authorize(createRequest))).toBe(expected);
      const [post, ...after] = server.asked;
      expect(JSON.parse(post?.body ?? '')).toMatchObject({ idempotency_id: KEY, amount: 1234, currency: 'USD' });
      // "None" under a key requires three searches: by key, by tag, and through the window.
      const looks = after.map(
        ({ method, path, query }) => `${method} ${path}${query.has('idempotency_id') ? '' : '-'}`,
      );
      const lists = looks.filter((look) => look === 'GET /authorizations-').length;
      expect([0, 2]).toContain(lists);
      const first = looks.filter((look) => look !== 'GET /authorizations-').map((look) => look.replace(/-$/, ''));
      expect(first).toEqual(reads.map((path) => `GET ${path}`));
      await harness.close();
      await server.close();
    },
  );
});

const captured = json(200, authorization({ transfer: 'TR1' }));
const voided = json(200, authorization({ is_void: true, void_state: 'SUCCEEDED' }));
const conflict = errors(409, { code: 'CONFLICT' });
const already = errors(422, {
  code: 'UNPROCESSABLE_ENTITY',
  failure_code: 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED',
});

const change = (name: string, call: 'capture' | 'void', replies: Routes, expected: string) => ({
  name,
  call,
  reply: routes(replies),
  expected,
});

const changes = [
  change('409 on a capture that was done', 'capture', { put: conflict, get: captured }, 'answered SUCCEEDED TR1'),
  change('422 on a capture that was done', 'capture', { put: already, get: captured }, 'answered SUCCEEDED TR1'),
  change('409 on a capture of what is void', 'capture', { put: conflict, get: voided }, 'unknown API_CONFLICT'),
  change('409 on a capture that was not done', 'capture', { put: conflict, get: held }, 'unknown API_CONFLICT'),
  change(
    '409 on a capture, then nothing readable',
    'capture',
    { put: conflict, get: html(200) },
    'unknown API_CONFLICT',
  ),
  change(
    '402 on a capture',
    'capture',
    { put: errors(402, { code: 'PAYMENT_DECLINED', transfer: 'TR1' }), get: held },
    'refused PAY_NOT_CAPTURED',
  ),
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
  ].map(([name, put, expected]) =>
    change(
      `capture of what is still held: ${name as string}`,
      'capture',
      { put: put as Reply, get: held },
      expected as string,
    ),
  ),
  change('409 on a void that was done', 'void', { put: conflict, get: voided }, 'answered SUCCEEDED void'),
  change('409 on a void of what was captured', 'void', { put: conflict, get: captured }, 'answered SUCCEEDED TR1'),
  change('409 on a void that was not done', 'void', { put: conflict, get: held }, 'refused API_CONFLICT'),
  change(
    'an answer about another authorization',
    'capture',
    { put: json(200, authorization({ id: 'AU2', transfer: 'TR9' })) },
    'unknown API_UNREADABLE',
  ),
  change(
    'a void answered with another authorization',
    'void',
    { put: json(200, authorization({ id: 'AU2', is_void: true })) },
    'unknown API_UNREADABLE',
  ),
];

describe('a refused capture or void', () => {
  it.concurrent.each(changes)(
    'gives the expected outcome: $name',
    { timeout: 180_000 },
    async ({ call, reply, expected }) => {
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
    },
  );
});

it('a read waits as long as the answer requires, and then succeeds', async () => {
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

it('an invalid id is refused before sending', async () => {
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
