/** The platform answering with statuses and bodies of every unhelpful kind: what each call makes of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformOutcome } from '../../../../electron/host/payments/index.ts';
import {
  all,
  answer,
  authorization,
  errors,
  html,
  json,
  KSN,
  PASSWORD,
  PAYLOAD,
  runRow,
  watchRejections,
  type Expected,
  type Reply,
  type Row,
} from './support.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

/** One outcome for reads and writes alike, but for the create, which looks under its key before it believes a refusal. */
const butCreate = (words: string, authorize: string): Expected => ({ ...all(words), authorize });

const good = JSON.stringify(authorization());
const tries = (row: Parameters<NonNullable<Row['check']>>[0], method: string): number =>
  row.asked.filter((asked) => asked.method === method).length;

function contextOf(outcome: PlatformOutcome<unknown>): Readonly<Record<string, unknown>> {
  return outcome.kind === 'answered' ? {} : (outcome.failure.context ?? {});
}

/** Sends back what it was sent, in every place an answer has. */
const echoing =
  (status: number): Reply =>
  (socket, asked) => {
    const credentials = asked.headers['authorization'] ?? '';
    const ksn = asked.body.includes(KSN) ? KSN : '';
    const words = `${credentials} ${PASSWORD} ${PAYLOAD.toLowerCase()} ${ksn} ${asked.body}`;
    const inCodes = { code: PASSWORD, failure_code: `${PASSWORD}_${ksn}`, field: PAYLOAD, logref: words };
    const inIds = { authorization: PASSWORD, transfer: PAYLOAD.slice(0, 90) };
    errors(
      status,
      { ...inCodes, ...inIds, message: words, failure_message: words },
      { 'x-request-id': words },
    )(socket, asked);
  };

const bodies: Row[] = [
  { name: 'HTML with 200', reply: html(200), expected: all('unknown API_UNREADABLE') },
  { name: 'HTML with 500', reply: html(500), expected: all('unknown API_SERVER') },
  {
    name: 'HTML with 404: a gateway does not speak for the platform',
    reply: html(404),
    expected: all('refused API_NOT_FOUND'),
  },
  { name: 'empty 200', reply: answer(200), expected: all('unknown API_UNREADABLE') },
  { name: 'empty 201', reply: answer(201), expected: all('unknown API_UNREADABLE') },
  {
    name: '204 without a body',
    reply: (socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
    expected: all('unknown API_UNREADABLE'),
  },
  { name: 'blanks with 200', reply: answer(200, ' \r\n\t '), expected: all('unknown API_UNREADABLE') },
  { name: 'empty 401', reply: answer(401), expected: all('refused API_UNAUTHORIZED') },
  { name: 'empty 403', reply: answer(403), expected: all('refused API_FORBIDDEN') },
  { name: 'empty 503', reply: answer(503), expected: all('unknown API_SERVER') },
  { name: 'half JSON', reply: answer(200, good.slice(0, good.length / 2)), expected: all('unknown API_UNREADABLE') },
  { name: 'JSON with something behind it', reply: answer(200, `${good}x`), expected: all('unknown API_UNREADABLE') },
  {
    name: 'text with a JSON type',
    reply: answer(200, 'OK', { 'content-type': 'application/json' }),
    expected: all('unknown API_UNREADABLE'),
  },
  { name: 'a JSON array', reply: json(200, [authorization()]), expected: all('unknown API_UNREADABLE') },
  { name: 'a JSON string', reply: json(200, 'SUCCEEDED'), expected: all('unknown API_UNREADABLE') },
  { name: 'a JSON number', reply: json(200, 200), expected: all('unknown API_UNREADABLE') },
  { name: 'JSON null', reply: json(200, null), expected: all('unknown API_UNREADABLE') },
  { name: 'JSON true', reply: json(200, true), expected: all('unknown API_UNREADABLE') },
  { name: 'an empty JSON object', reply: json(200, {}), expected: all('unknown API_UNREADABLE') },
  {
    name: 'an error envelope with 200',
    reply: errors(200, { code: 'DECLINED' }),
    expected: all('unknown API_UNREADABLE'),
  },
  {
    name: 'JSON nested ten thousand deep',
    reply: answer(200, `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
    expected: all('unknown API_UNREADABLE'),
  },
  {
    name: 'a prototype in the JSON',
    reply: answer(200, `{"__proto__":${good}}`),
    expected: all('unknown API_UNREADABLE'),
  },
];

const statuses: Row[] = [
  {
    name: '301 to elsewhere',
    reply: html(301, { location: '/moved' }),
    expected: all('unknown API_UNREADABLE'),
    check: notFollowed,
  },
  {
    name: '302 to a log-in page',
    reply: html(302, { location: '/moved' }),
    expected: all('unknown API_UNREADABLE'),
    check: notFollowed,
  },
  {
    name: '307, which repeats the request',
    reply: answer(307, '', { location: '/moved' }),
    expected: all('unknown API_UNREADABLE'),
    check: notFollowed,
  },
  {
    name: '304 that nobody asked for',
    reply: (socket) => void socket.write('HTTP/1.1 304 Not Modified\r\n\r\n'),
    expected: all('unknown API_UNREADABLE'),
  },
  { name: '400', reply: errors(400, { code: 'BAD_REQUEST' }), expected: all('refused API_INVALID') },
  { name: '405', reply: errors(405, { code: 'METHOD_NOT_ALLOWED' }), expected: all('refused API_INVALID') },
  { name: '406', reply: errors(406, { code: 'NOT_ACCEPTABLE' }), expected: all('refused API_INVALID') },
  { name: '407 of a proxy', reply: html(407), expected: all('refused API_INVALID') },
  { name: '408', reply: html(408), expected: all('unknown API_TIMEOUT') },
  {
    name: '409 for everything',
    reply: errors(409, { code: 'CONFLICT' }),
    expected: butCreate('refused API_CONFLICT', 'unknown API_CONFLICT'),
  },
  { name: '413 of a gateway', reply: html(413), expected: all('refused API_INVALID') },
  {
    name: '422 for everything',
    reply: errors(422, { code: 'UNPROCESSABLE_ENTITY' }),
    expected: butCreate('refused API_INVALID', 'unknown API_INVALID'),
  },
  {
    name: '402 for everything',
    reply: errors(402, { code: 'UPSTREAM_PROCESSOR_ERROR' }),
    expected: butCreate('refused API_DECLINED', 'unknown API_DECLINED'),
  },
  {
    name: '404 in the platform’s words',
    reply: errors(404, { code: 'NOT_FOUND' }),
    expected: { ...all('refused API_NOT_FOUND'), read: 'answered nothing' },
  },
  { name: '418', reply: answer(418), expected: all('refused API_INVALID') },
  {
    name: '429 with Retry-After in seconds',
    reply: errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '2' }),
    expected: all('refused API_RATE_LIMITED'),
    check: (row) => {
      expect(contextOf(row.outcomes.authorize)).toMatchObject({ retryAfterMs: 2000, status: 429 });
      // Two reads, and one after each refused write, four tries each; the writes once.
      expect([tries(row, 'POST'), tries(row, 'PUT'), tries(row, 'GET')]).toEqual([1, 2, 16]);
    },
  },
  {
    name: '429 with Retry-After as a date',
    reply: (socket, asked) =>
      errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': 'Sat, 21 Nov 2026 00:00:02 GMT' })(socket, asked),
    expected: all('refused API_RATE_LIMITED'),
    check: ({ outcomes }) => {
      const { retryAfterMs } = contextOf(outcomes.authorize);
      expect(retryAfterMs).toBeGreaterThanOrEqual(0);
      expect(retryAfterMs).toBeLessThanOrEqual(2000);
    },
  },
  {
    name: '429 without Retry-After',
    reply: errors(429, { code: 'TOO_MANY_REQUESTS' }),
    expected: all('refused API_RATE_LIMITED'),
    check: ({ outcomes }) => expect(contextOf(outcomes.authorize)).not.toHaveProperty('retryAfterMs'),
  },
  {
    name: '429 with a Retry-After that is none',
    reply: errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': 'soon' }),
    expected: all('refused API_RATE_LIMITED'),
    check: ({ outcomes }) => expect(contextOf(outcomes.authorize)).not.toHaveProperty('retryAfterMs'),
  },
  {
    name: '429 with a Retry-After of a day: not waited for',
    reply: errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '86400' }),
    expected: all('refused API_RATE_LIMITED'),
    check: (row) => expect(tries(row, 'GET')).toBe(4),
  },
  {
    name: '500 in the platform’s words',
    reply: errors(500, { code: 'SERVER_ERROR' }),
    expected: all('unknown API_SERVER'),
  },
  { name: '502 of a gateway', reply: html(502), expected: all('unknown API_SERVER') },
  {
    name: '503 with Retry-After',
    reply: answer(503, '', { 'retry-after': '1' }),
    expected: all('unknown API_SERVER'),
    check: (row) => {
      expect(contextOf(row.outcomes.authorize)).toMatchObject({ retryAfterMs: 1000 });
      expect([tries(row, 'POST'), tries(row, 'PUT'), tries(row, 'GET')]).toEqual([1, 2, 8]);
    },
  },
  { name: '504 of a gateway', reply: html(504), expected: all('unknown API_SERVER') },
  { name: '599', reply: answer(599), expected: all('unknown API_SERVER') },
  {
    name: 'the request echoed with 422',
    reply: echoing(422),
    expected: all('refused API_INVALID'),
  },
  { name: 'the request echoed with 500', reply: echoing(500), expected: all('unknown API_SERVER') },
  { name: 'the request echoed with 200', reply: echoing(200), expected: all('unknown API_UNREADABLE') },
];

function notFollowed({ asked }: { asked: readonly { path: string }[] }): void {
  expect(asked.filter(({ path }) => path === '/moved')).toEqual([]);
}

describe('platform with bad bodies', () => {
  it.concurrent.each(bodies)('$name', { timeout: 180_000 }, runRow);
});

describe('platform with statuses that are no success', () => {
  it.concurrent.each(statuses)('$name', { timeout: 180_000 }, runRow);
});
