/** Unhelpful statuses and bodies from the platform, and the outcome of each call. */
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
  row,
  type Row,
} from './support.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

/** One outcome for all calls except the create, which searches under its key before it accepts a refusal. */
const butCreate = (words: string, authorize: string): Expected => ({ ...all(words), authorize });

/** A gateway's answer is no evidence about a write, because the gateway may have forwarded it. */
const ofGateway = (words: string): Expected => {
  const unknown = words.replace(/^refused /, 'unknown ');
  return { ...all(words), authorize: unknown, void: unknown };
};

const good = JSON.stringify(authorization());
const tries = (row: Parameters<NonNullable<Row['check']>>[0], method: string): number =>
  row.asked.filter((asked) => asked.method === method).length;

function contextOf(outcome: PlatformOutcome<unknown>): Readonly<Record<string, unknown>> {
  return outcome.kind === 'answered' ? {} : (outcome.failure.context ?? {});
}

/** Echoes the request in every part of the answer. */
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

const unreadable = all('unknown API_UNREADABLE');
const bodies: Row[] = [
  row('HTML with 200', html(200), unreadable),
  row('HTML with 500', html(500), all('unknown API_SERVER')),
  row('HTML with 404: a gateway does not speak for the platform', html(404), ofGateway('refused API_NOT_FOUND')),
  row('empty 200', answer(200), unreadable),
  row('empty 201', answer(201), unreadable),
  row('204 without a body', (socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'), unreadable),
  row('blanks with 200', answer(200, ' \r\n\t '), unreadable),
  row('empty 401', answer(401), { ...ofGateway('refused API_UNAUTHORIZED'), authorize: 'refused API_UNAUTHORIZED' }),
  row('empty 403', answer(403), { ...ofGateway('refused API_FORBIDDEN'), authorize: 'refused API_FORBIDDEN' }),
  row('empty 503', answer(503), all('unknown API_SERVER')),
  row('half JSON', answer(200, good.slice(0, good.length / 2)), unreadable),
  row('JSON with something behind it', answer(200, `${good}x`), unreadable),
  row('text with a JSON type', answer(200, 'OK', { 'content-type': 'application/json' }), unreadable),
  row('a JSON array', json(200, [authorization()]), unreadable),
  row('a JSON string', json(200, 'SUCCEEDED'), unreadable),
  row('a JSON number', json(200, 200), unreadable),
  row('JSON null', json(200, null), unreadable),
  row('JSON true', json(200, true), unreadable),
  row('an empty JSON object', json(200, {}), unreadable),
  row('an error envelope with 200', errors(200, { code: 'DECLINED' }), unreadable),
  row('JSON nested ten thousand deep', answer(200, `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), unreadable),
  row('a prototype in the JSON', answer(200, `{"__proto__":${good}}`), unreadable),
];

const statuses: Row[] = [
  row('301 to elsewhere', html(301, { location: '/moved' }), unreadable, { check: notFollowed }),
  row('302 to a log-in page', html(302, { location: '/moved' }), unreadable, { check: notFollowed }),
  row('307, which repeats the request', answer(307, '', { location: '/moved' }), unreadable, { check: notFollowed }),
  row('304 without a request for it', (socket) => void socket.write('HTTP/1.1 304 Not Modified\r\n\r\n'), unreadable),
  row('400', errors(400, { code: 'BAD_REQUEST' }), butCreate('refused API_INVALID', 'unknown API_INVALID')),
  row('405', errors(405, { code: 'METHOD_NOT_ALLOWED' }), butCreate('refused API_INVALID', 'unknown API_INVALID')),
  row('406', errors(406, { code: 'NOT_ACCEPTABLE' }), butCreate('refused API_INVALID', 'unknown API_INVALID')),
  row('407 of a proxy', html(407), ofGateway('refused API_INVALID')),
  row('408', html(408), all('unknown API_TIMEOUT')),
  row(
    '409 for everything',
    errors(409, { code: 'CONFLICT' }),
    butCreate('refused API_CONFLICT', 'unknown API_CONFLICT'),
  ),
  row('413 of a gateway', html(413), ofGateway('refused API_INVALID')),
  row(
    '422 for everything',
    errors(422, { code: 'UNPROCESSABLE_ENTITY' }),
    butCreate('refused API_INVALID', 'unknown API_INVALID'),
  ),
  row(
    '402 for everything',
    errors(402, { code: 'UPSTREAM_PROCESSOR_ERROR' }),
    butCreate('refused API_DECLINED', 'unknown API_DECLINED'),
  ),
  row('404 in the platform’s words', errors(404, { code: 'NOT_FOUND' }), {
    ...butCreate('refused API_NOT_FOUND', 'unknown API_NOT_FOUND'),
    read: 'answered nothing',
  }),
  row('418', answer(418), ofGateway('refused API_INVALID')),
  row(
    '429 with Retry-After in seconds',
    errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '2' }),
    butCreate('refused API_RATE_LIMITED', 'unknown API_RATE_LIMITED'),
    {
      check: (row) => {
        expect(contextOf(row.outcomes.authorize)).toMatchObject({ retryAfterMs: 2000, status: 429 });
        // Two reads, and one after each refused write, with four attempts each; each write once.
        expect([tries(row, 'POST'), tries(row, 'PUT'), tries(row, 'GET')]).toEqual([1, 2, 20]);
      },
    },
  ),
  row(
    '429 with Retry-After as a date',
    (socket, asked) =>
      errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': 'Sat, 21 Nov 2026 00:00:02 GMT' })(socket, asked),
    butCreate('refused API_RATE_LIMITED', 'unknown API_RATE_LIMITED'),
    {
      check: ({ outcomes }) => {
        const { retryAfterMs } = contextOf(outcomes.authorize);
        expect(retryAfterMs).toBeGreaterThanOrEqual(0);
        expect(retryAfterMs).toBeLessThanOrEqual(2000);
      },
    },
  ),
  row(
    '429 without Retry-After',
    errors(429, { code: 'TOO_MANY_REQUESTS' }),
    butCreate('refused API_RATE_LIMITED', 'unknown API_RATE_LIMITED'),
    { check: ({ outcomes }) => expect(contextOf(outcomes.authorize)).not.toHaveProperty('retryAfterMs') },
  ),
  row(
    '429 with a Retry-After that is none',
    errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': 'soon' }),
    butCreate('refused API_RATE_LIMITED', 'unknown API_RATE_LIMITED'),
    { check: ({ outcomes }) => expect(contextOf(outcomes.authorize)).not.toHaveProperty('retryAfterMs') },
  ),
  row(
    '429 with a Retry-After of a day: not waited for',
    errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '86400' }),
    butCreate('refused API_RATE_LIMITED', 'unknown API_RATE_LIMITED'),
    { check: (row) => expect(tries(row, 'GET')).toBe(5) },
  ),
  row('500 in the platform’s words', errors(500, { code: 'SERVER_ERROR' }), all('unknown API_SERVER')),
  row('502 of a gateway', html(502), all('unknown API_SERVER')),
  row('503 with Retry-After', answer(503, '', { 'retry-after': '1' }), all('unknown API_SERVER'), {
    check: (row) => {
      expect(contextOf(row.outcomes.authorize)).toMatchObject({ retryAfterMs: 1000 });
      expect([tries(row, 'POST'), tries(row, 'PUT'), tries(row, 'GET')]).toEqual([1, 2, 8]);
    },
  }),
  row('504 of a gateway', html(504), all('unknown API_SERVER')),
  row('599', answer(599), all('unknown API_SERVER')),
  row('the request echoed with 422', echoing(422), butCreate('refused API_INVALID', 'unknown API_INVALID')),
  row('the request echoed with 500', echoing(500), all('unknown API_SERVER')),
  row('the request echoed with 200', echoing(200), unreadable),
];

function notFollowed({ asked }: { asked: readonly { path: string }[] }): void {
  expect(asked.filter(({ path }) => path === '/moved')).toEqual([]);
}

describe('platform with bad bodies', () => {
  it.concurrent.each(bodies)('gives every call the expected outcome: $name', { timeout: 180_000 }, runRow);
});

describe('platform with statuses that are not a success', () => {
  it.concurrent.each(statuses)('gives every call the expected outcome: $name', { timeout: 180_000 }, runRow);
});
