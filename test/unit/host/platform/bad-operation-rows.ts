/** Bad replies of bad-operations.test.ts, and the outcome for each kind of operation. */
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { ApiOutcome } from '../../../../electron/host/platform/call.ts';
import type { Operations } from '../../../../electron/host/platform/operations.ts';
import { answer, errors, html, json, raw, type Asked, type Reply } from './support.ts';

const PDF = Buffer.from('%PDF-1.7 a page of evidence\n'.repeat(50));
export const SECURITY_CODE = '7316';
/** Maximum size that the client accepts for other replies. */
const MAX_BYTES = 64 * 1024;

/** Six calls, one of each kind of operation. */
interface Calls {
  fetch: string;
  list: string;
  create: string;
  cancel: string;
  upload: string;
  download: string;
}

export function inWords(outcome: ApiOutcome<unknown>): string {
  return outcome.kind === 'answered' ? 'answered' : `${outcome.kind} ${outcome.error.code}`;
}

async function listed(platform: Operations): Promise<ApiOutcome<unknown>> {
  let last: ApiOutcome<unknown> = { kind: 'answered', value: null };
  for await (const page of platform.fees.list({ merchant_id: 'MU1' }).pages()) last = page;
  return last;
}

export async function askAll(platform: Operations) {
  const evidence = { file: { name: 'evidence.pdf', type: 'application/pdf', bytes: PDF } };
  return {
    fetch: await platform.fees.fetch('FE1'),
    list: await listed(platform),
    create: await platform.paymentInstruments.create({
      type: 'PAYMENT_CARD',
      identity: 'ID1',
      number: '4111111111111111',
      security_code: SECURITY_CODE,
    }),
    cancel: await platform.disputeEvidence.delete('DI1', 'EV1'),
    upload: await platform.disputeEvidence.create('DI1', evidence),
    download: await platform.disputeEvidence.download('DI1', 'EV1', { maxBytes: MAX_BYTES }),
  };
}

const all = (words: string, more: Partial<Calls> = {}): Calls => ({
  fetch: words,
  list: words,
  create: words,
  cancel: words,
  upload: words,
  download: words,
  ...more,
});
/** A gateway's answer is no evidence about a write, because the gateway may have forwarded it. */
const ofGateway = (words: string): Calls => {
  const unknown = words.replace(/^refused /, 'unknown ');
  return all(words, { create: unknown, cancel: unknown, upload: unknown });
};
const files = (words: string): Partial<Calls> => ({ download: words });

interface Row {
  name: string;
  reply: Reply;
  expected: Calls;
  speed?: number;
  check?: (seen: { asked: Asked[]; outcomes: Awaited<ReturnType<typeof askAll>> }) => void;
}

const pdf = { 'content-type': 'application/pdf' };
const record = { id: 'FE1', amount: 100 };
const unreadable = 'unknown API_UNREADABLE';
const broken = 'unknown API_BROKEN';
/** Number of requests with a method, over five kinds of call. */
const times = (asked: readonly Asked[], method: string): number => asked.filter((one) => one.method === method).length;

const row = (name: string, reply: Reply, expected: Calls, more: Partial<Row> = {}): Row => ({
  name,
  reply,
  expected,
  ...more,
});
const isDone = { cancel: 'answered' };

export const rows: Row[] = [
  // --- bodies
  row('a web page with 200', html(200), all(unreadable)),
  row('a web page with 500', html(500), all('unknown API_SERVER')),
  row('nothing with 200', answer(200), all(unreadable, isDone)),
  row('nothing with 204', raw('HTTP/1.1 204 No Content\r\n\r\n', false), all(unreadable, isDone)),
  row('blanks with 200', answer(200, ' \n'), all(unreadable, isDone)),
  row('half JSON', answer(200, '{"id":"FE1","amo'), all(unreadable)),
  row('a JSON array', json(200, [record]), all(unreadable)),
  row('JSON null', json(200, null), all(unreadable)),
  row('an empty object', json(200, {}), all(unreadable, isDone)),
  row('a record without an id', json(200, { amount: 100 }), all(unreadable, isDone)),
  row('a record whose id is a path', json(200, { id: '../users' }), all(unreadable, isDone)),
  row(
    'another record than asked for',
    json(200, { id: 'FE2' }),
    all(unreadable, { create: 'answered', cancel: 'answered', upload: 'answered' }),
  ),
  row('the error envelope with 200', errors(200, { code: 'NO' }), all(unreadable)),
  row('JSON ten thousand deep', answer(200, `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), all(unreadable)),
  row('a prototype', answer(200, '{"__proto__":{"id":"FE1"}}'), all(unreadable, isDone)),
  row(
    'every field of the wrong type',
    json(200, { id: 'FE1', amount: 'much', currency: 7, is_settled: 'maybe', tags: [1], _links: 'none', page: 3 }),
    all(unreadable, { fetch: 'answered', create: 'answered', cancel: 'answered', upload: 'answered' }),
    {
      check: ({ outcomes: { fetch } }) => {
        if (fetch.kind !== 'answered') throw new Error('not answered');
        expect(fetch.value).toEqual({
          id: 'FE1',
          amount: null,
          currency: '7',
          is_settled: null,
          tags: null,
          _links: null,
          page: 3,
        });
      },
    },
  ),
  row(
    'undocumented fields and values',
    json(200, { id: 'FE1', fee_type: 'SURCHARGE_2031', amount: '250', flavour: { of: ['the month'] } }),
    all(unreadable, { fetch: 'answered', create: 'answered', cancel: 'answered', upload: 'answered' }),
    {
      check: ({ outcomes: { fetch } }) => {
        if (fetch.kind !== 'answered') throw new Error('not answered');
        expect(fetch.value).toEqual({
          id: 'FE1',
          fee_type: 'SURCHARGE_2031',
          amount: 250,
          flavour: { of: ['the month'] },
        });
      },
    },
  ),
  // --- lists
  row(
    'a list without _embedded',
    json(200, { page: { limit: 20, next_cursor: null } }),
    all(unreadable, { list: 'answered', cancel: 'answered' }),
  ),
  row(
    'a list under another name',
    json(200, { _embedded: { charges: [record] }, page: { next_cursor: null } }),
    all(unreadable, { list: 'answered', cancel: 'answered' }),
  ),
  row(
    'a list with a record that is none',
    json(200, { _embedded: { fees: [record, 7] }, page: { next_cursor: null } }),
    all(unreadable, isDone),
  ),
  row(
    'a list that never ends',
    json(200, { _embedded: { fees: [record] }, page: { next_cursor: 'again' } }),
    all(unreadable, isDone),
  ),
  row(
    'a list that does not say whether it ends',
    json(200, { _embedded: { fees: [record] } }),
    all(unreadable, isDone),
  ),
  // --- statuses
  row('301', html(301, { location: '/elsewhere' }), all(unreadable), { check: notFollowed }),
  row('302 to another host', html(302, { location: 'http://127.0.0.1:1/log-in' }), all(unreadable), {
    check: notFollowed,
  }),
  row('303 after a write', answer(303, '', { location: '/fees/FE9' }), all(unreadable), { check: notFollowed }),
  row('307, which repeats the request', answer(307, '', { location: '/elsewhere' }), all(unreadable), {
    check: notFollowed,
  }),
  row('206, a part of it', answer(206, PDF, pdf), all(unreadable)),
  row('203 with a file', answer(203, PDF, pdf), all(unreadable)),
  row('400', errors(400, { code: 'BAD_REQUEST' }), all('refused API_INVALID')),
  row('401', errors(401, { code: 'UNAUTHORIZED' }), all('refused API_UNAUTHORIZED')),
  row('403 without a body', answer(403), ofGateway('refused API_FORBIDDEN')),
  row('404', errors(404, { code: 'NOT_FOUND' }), all('refused API_NOT_FOUND')),
  row('405 with a web page', html(405, { allow: 'GET' }), ofGateway('refused API_INVALID')),
  row('409', errors(409, { code: 'CONFLICT' }), all('refused API_CONFLICT')),
  row('413 with a web page', html(413), ofGateway('refused API_INVALID')),
  row(
    '402 that names what failed',
    errors(
      402,
      { code: 'DECLINED', transfer: 'TR1', subscription: 'SU1', payment_instrument: { id: 'PI1' }, flavour: 'XX1' },
      { 'x-request-id': 'r-1' },
    ),
    all('refused API_DECLINED'),
    {
      check: ({ outcomes }) => {
        for (const outcome of Object.values(outcomes)) {
          if (outcome.kind !== 'refused') throw new Error('not refused');
          expect(outcome.details).toMatchObject({
            status: 402,
            platformCode: 'DECLINED',
            logref: 'ref-1',
            requestId: 'r-1',
            resources: { transfer: 'TR1', subscription: 'SU1', payment_instrument: 'PI1' },
          });
          expect(outcome.error.context).toMatchObject({
            subscription: 'SU1',
            payment_instrument: 'PI1',
            requestId: 'r-1',
          });
        }
      },
    },
  ),
  row(
    '429: everything is tried again, for the platform says it did nothing',
    errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '1' }),
    all('refused API_RATE_LIMITED'),
    {
      check: ({ asked }) =>
        expect([times(asked, 'GET'), times(asked, 'POST'), times(asked, 'DELETE')]).toEqual([12, 8, 4]),
    },
  ),
  row(
    '429 for longer than anybody waits',
    errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '86400' }),
    all('refused API_RATE_LIMITED'),
    { check: ({ asked }) => expect(asked).toHaveLength(6) },
  ),
  row('503: reads are tried again, writes are not', errors(503, { code: 'SERVER_ERROR' }), all('unknown API_SERVER'), {
    check: ({ asked }) =>
      expect([times(asked, 'GET'), times(asked, 'POST'), times(asked, 'DELETE')]).toEqual([12, 2, 1]),
  }),
  // --- connections
  row('hangs up at once', (socket) => void socket.destroy(), all(broken)),
  row('resets', (socket) => void socket.resetAndDestroy(), all(broken)),
  row('hangs up within the headers', raw('HTTP/1.1 200 OK\r\ncontent-le'), all(broken)),
  row(
    'hangs up within the body',
    raw('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 900\r\n\r\n%PDF-1.7 half'),
    all(broken),
  ),
  row(
    'hangs up within a chunk',
    raw('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ntransfer-encoding: chunked\r\n\r\nff\r\n%PDF'),
    all(broken),
  ),
  row('is no HTTP', raw('220 mail.example ESMTP\r\n'), all(broken)),
  row('says nothing', () => undefined, all('unknown API_TIMEOUT'), { speed: 3_000 }),
  row(
    'stops within the body',
    raw('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 900\r\n\r\n%PDF', false),
    all('unknown API_TIMEOUT'),
    { speed: 3_000 },
  ),
  // --- headers
  row(
    'a cookie, which is never sent back',
    json(200, record, { 'set-cookie': 'session=1; Path=/' }),
    all(unreadable, { fetch: 'answered', create: 'answered', cancel: 'answered', upload: 'answered' }),
    { check: ({ asked }) => expect(asked.filter(({ headers }) => 'cookie' in headers)).toEqual([]) },
  ),
  row(
    'a header as long as a book',
    raw(`HTTP/1.1 200 OK\r\nx-book: ${'a'.repeat(100_000)}\r\ncontent-length: 2\r\n\r\n{}`),
    all(broken),
  ),
  row('a header without a name', raw('HTTP/1.1 200 OK\r\n: nobody\r\ncontent-length: 2\r\n\r\n{}'), all(broken)),
  row('two lengths', raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}'), all(broken)),
  row('a negative length', raw('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}'), all(broken)),
  row(
    'control characters in what it names',
    errors(409, { code: 'A\u0000B', logref: 'x\r\ny: z' }),
    all('refused API_CONFLICT'),
    { check: ({ outcomes }) => expect(JSON.stringify(outcomes)).not.toMatch(/\\u0000|\\r|\\n\w+:/) },
  ),
  // --- size and encoding
  row('longer than allowed', answer(200, 'x'.repeat(100 * 1024)), all(unreadable)),
  row('longer than allowed, and never over', endless, all(unreadable)),
  row(
    'a gzip bomb',
    answer(200, gzipSync(Buffer.alloc(40_000_000)), { 'content-type': 'application/pdf', 'content-encoding': 'gzip' }),
    all(unreadable),
  ),
  row(
    'an unknown encoding',
    answer(200, JSON.stringify(record), { ...pdf, 'content-encoding': 'rot13' }),
    all(unreadable, { fetch: 'answered', create: 'answered', cancel: 'answered', upload: 'answered' }),
  ),
  // --- downloads
  row('a file', answer(200, PDF, pdf), all(unreadable, files('answered')), { check: gotFile }),
  row(
    'a file with parameters to its type',
    answer(200, PDF, { 'content-type': 'Application/PDF; charset=x' }),
    all(unreadable, files('answered')),
    { check: gotFile },
  ),
  row(
    'a file that wants to be in another folder',
    answer(200, PDF, { ...pdf, 'content-disposition': 'attachment; filename="../../etc/passwd"' }),
    all(unreadable, files('answered')),
    { check: gotFile },
  ),
  row('another kind of file', answer(200, 'id,result\n', { 'content-type': 'text/csv' }), all(unreadable)),
  row('a file without a type', answer(200, PDF), all(unreadable)),
  row('a file of no bytes', answer(200, '', pdf), all(unreadable, { ...files('answered'), cancel: 'answered' })),
  row(
    'a file that announces too much',
    raw('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 99999999999\r\n\r\n%PDF', false),
    all(unreadable, {
      fetch: 'unknown API_TIMEOUT',
      list: 'unknown API_TIMEOUT',
      create: 'unknown API_TIMEOUT',
      cancel: 'unknown API_TIMEOUT',
      upload: 'unknown API_TIMEOUT',
    }),
    { speed: 3_000 },
  ),
  // --- echoes
  row(
    'what it was sent, in every place there is',
    (socket, asked) => {
      const words = `${asked.headers['authorization'] ?? ''} ${asked.body.slice(0, 5_000)}`;
      errors(
        422,
        {
          code: words,
          failure_code: words,
          field: words,
          logref: words,
          message: words,
          transfer: asked.body.includes(`"${SECURITY_CODE}"`) ? SECURITY_CODE : 'TR1',
        },
        { 'x-request-id': words.replaceAll(/[\r\n]/g, ' ') },
      )(socket, asked);
    },
    all('refused API_INVALID'),
    {
      check: ({ outcomes: { create } }) => {
        const said = JSON.stringify(create);
        expect(said).not.toContain(SECURITY_CODE);
        expect(said).not.toContain('4111111111111111');
      },
    },
  ),
];

function notFollowed({ asked }: { asked: Asked[] }): void {
  expect(asked.filter(({ path }) => path.includes('elsewhere') || path.includes('FE9'))).toEqual([]);
}

function endless(socket: Parameters<Reply>[0]): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ntransfer-encoding: chunked\r\n\r\n');
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

function gotFile({ outcomes: { download } }: { outcomes: Awaited<ReturnType<typeof askAll>> }): void {
  if (download.kind !== 'answered') throw new Error('not answered');
  expect(download.value.bytes.equals(PDF)).toBe(true);
  expect(download.value).toMatchObject({ type: 'application/pdf', size: PDF.length });
  expect(download.value.name ?? 'passwd').toBe('passwd');
}
