/** The bad replies of bad-operations.test.ts, and what each kind of operation makes of them. */
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { ApiOutcome } from '../../../../electron/host/platform/call.ts';
import type { Operations } from '../../../../electron/host/platform/operations.ts';
import { answer, errors, html, json, raw, type Asked, type Reply } from './support.ts';

const PDF = Buffer.from('%PDF-1.7 a page of evidence\n'.repeat(50));
export const SECURITY_CODE = '7316';
/** As much as the client takes of any other reply. */
const MAX_BYTES = 64 * 1024;

/** Six ways to ask, one of each kind of operation. */
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
/** Of five kinds of call, how often each method came. */
const times = (asked: readonly Asked[], method: string): number => asked.filter((one) => one.method === method).length;

export const rows: Row[] = [
  // --- bodies
  { name: 'a web page with 200', reply: html(200), expected: all(unreadable) },
  { name: 'a web page with 500', reply: html(500), expected: all('unknown API_SERVER') },
  { name: 'nothing with 200', reply: answer(200), expected: all(unreadable, { cancel: 'answered' }) },
  {
    name: 'nothing with 204',
    reply: raw('HTTP/1.1 204 No Content\r\n\r\n', false),
    expected: all(unreadable, { cancel: 'answered' }),
  },
  { name: 'blanks with 200', reply: answer(200, ' \n'), expected: all(unreadable, { cancel: 'answered' }) },
  { name: 'half JSON', reply: answer(200, '{"id":"FE1","amo'), expected: all(unreadable) },
  { name: 'a JSON array', reply: json(200, [record]), expected: all(unreadable) },
  { name: 'JSON null', reply: json(200, null), expected: all(unreadable) },
  { name: 'an empty object', reply: json(200, {}), expected: all(unreadable, { cancel: 'answered' }) },
  {
    name: 'a record without an id',
    reply: json(200, { amount: 100 }),
    expected: all(unreadable, { cancel: 'answered' }),
  },
  {
    name: 'a record whose id is a path',
    reply: json(200, { id: '../users' }),
    expected: all(unreadable, { cancel: 'answered' }),
  },
  {
    name: 'another record than asked for',
    reply: json(200, { id: 'FE2' }),
    expected: all(unreadable, { create: 'answered', cancel: 'answered', upload: 'answered' }),
  },
  { name: 'the error envelope with 200', reply: errors(200, { code: 'NO' }), expected: all(unreadable) },
  {
    name: 'JSON ten thousand deep',
    reply: answer(200, `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
    expected: all(unreadable),
  },
  {
    name: 'a prototype',
    reply: answer(200, '{"__proto__":{"id":"FE1"}}'),
    expected: all(unreadable, { cancel: 'answered' }),
  },
  {
    name: 'every field of the wrong type',
    reply: json(200, {
      id: 'FE1',
      amount: 'much',
      currency: 7,
      is_settled: 'maybe',
      tags: [1],
      _links: 'none',
      page: 3,
    }),
    expected: all(unreadable, { fetch: 'answered', create: 'answered', cancel: 'answered', upload: 'answered' }),
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
  {
    name: 'fields and values nobody documented',
    reply: json(200, { id: 'FE1', fee_type: 'SURCHARGE_2031', amount: '250', flavour: { of: ['the month'] } }),
    expected: all(unreadable, { fetch: 'answered', create: 'answered', cancel: 'answered', upload: 'answered' }),
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
  // --- lists
  {
    name: 'a list without _embedded',
    reply: json(200, { page: { limit: 20, next_cursor: null } }),
    expected: all(unreadable, { list: 'answered', cancel: 'answered' }),
  },
  {
    name: 'a list under another name',
    reply: json(200, { _embedded: { charges: [record] }, page: { next_cursor: null } }),
    expected: all(unreadable, { list: 'answered', cancel: 'answered' }),
  },
  {
    name: 'a list with a record that is none',
    reply: json(200, { _embedded: { fees: [record, 7] }, page: { next_cursor: null } }),
    expected: all(unreadable, { cancel: 'answered' }),
  },
  {
    name: 'a list that never ends',
    reply: json(200, { _embedded: { fees: [record] }, page: { next_cursor: 'again' } }),
    expected: all(unreadable, { cancel: 'answered' }),
  },
  {
    name: 'a list that does not say whether it ends',
    reply: json(200, { _embedded: { fees: [record] } }),
    expected: all(unreadable, { cancel: 'answered' }),
  },
  // --- statuses
  { name: '301', reply: html(301, { location: '/elsewhere' }), expected: all(unreadable), check: notFollowed },
  {
    name: '302 to another host',
    reply: html(302, { location: 'http://127.0.0.1:1/log-in' }),
    expected: all(unreadable),
    check: notFollowed,
  },
  {
    name: '303 after a write',
    reply: answer(303, '', { location: '/fees/FE9' }),
    expected: all(unreadable),
    check: notFollowed,
  },
  {
    name: '307, which repeats the request',
    reply: answer(307, '', { location: '/elsewhere' }),
    expected: all(unreadable),
    check: notFollowed,
  },
  { name: '206, a part of it', reply: answer(206, PDF, pdf), expected: all(unreadable) },
  { name: '203 with a file', reply: answer(203, PDF, pdf), expected: all(unreadable) },
  { name: '400', reply: errors(400, { code: 'BAD_REQUEST' }), expected: all('refused API_INVALID') },
  { name: '401', reply: errors(401, { code: 'UNAUTHORIZED' }), expected: all('refused API_UNAUTHORIZED') },
  { name: '403 without a body', reply: answer(403), expected: all('refused API_FORBIDDEN') },
  { name: '404', reply: errors(404, { code: 'NOT_FOUND' }), expected: all('refused API_NOT_FOUND') },
  { name: '405 with a web page', reply: html(405, { allow: 'GET' }), expected: all('refused API_INVALID') },
  { name: '409', reply: errors(409, { code: 'CONFLICT' }), expected: all('refused API_CONFLICT') },
  { name: '413 with a web page', reply: html(413), expected: all('refused API_INVALID') },
  {
    name: '402 that names what failed',
    reply: errors(
      402,
      { code: 'DECLINED', transfer: 'TR1', subscription: 'SU1', payment_instrument: { id: 'PI1' }, flavour: 'XX1' },
      { 'x-request-id': 'r-1' },
    ),
    expected: all('refused API_DECLINED'),
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
  {
    name: '429: everything is tried again, for the platform says it did nothing',
    reply: errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '1' }),
    expected: all('refused API_RATE_LIMITED'),
    check: ({ asked }) =>
      expect([times(asked, 'GET'), times(asked, 'POST'), times(asked, 'DELETE')]).toEqual([12, 8, 4]),
  },
  {
    name: '429 for longer than anybody waits',
    reply: errors(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '86400' }),
    expected: all('refused API_RATE_LIMITED'),
    check: ({ asked }) => expect(asked).toHaveLength(6),
  },
  {
    name: '503: reads are tried again, writes are not',
    reply: errors(503, { code: 'SERVER_ERROR' }),
    expected: all('unknown API_SERVER'),
    check: ({ asked }) =>
      expect([times(asked, 'GET'), times(asked, 'POST'), times(asked, 'DELETE')]).toEqual([12, 2, 1]),
  },
  // --- connections
  { name: 'hangs up at once', reply: (socket) => void socket.destroy(), expected: all(broken) },
  { name: 'resets', reply: (socket) => void socket.resetAndDestroy(), expected: all(broken) },
  { name: 'hangs up within the headers', reply: raw('HTTP/1.1 200 OK\r\ncontent-le'), expected: all(broken) },
  {
    name: 'hangs up within the body',
    reply: raw('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 900\r\n\r\n%PDF-1.7 half'),
    expected: all(broken),
  },
  {
    name: 'hangs up within a chunk',
    reply: raw('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ntransfer-encoding: chunked\r\n\r\nff\r\n%PDF'),
    expected: all(broken),
  },
  { name: 'is no HTTP', reply: raw('220 mail.example ESMTP\r\n'), expected: all(broken) },
  { name: 'says nothing', reply: () => undefined, expected: all('unknown API_TIMEOUT'), speed: 3_000 },
  {
    name: 'stops within the body',
    reply: raw('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 900\r\n\r\n%PDF', false),
    expected: all('unknown API_TIMEOUT'),
    speed: 3_000,
  },
  // --- headers
  {
    name: 'a cookie, which is never sent back',
    reply: json(200, record, { 'set-cookie': 'session=1; Path=/' }),
    expected: all(unreadable, { fetch: 'answered', create: 'answered', cancel: 'answered', upload: 'answered' }),
    check: ({ asked }) => expect(asked.filter(({ headers }) => 'cookie' in headers)).toEqual([]),
  },
  {
    name: 'a header as long as a book',
    reply: raw(`HTTP/1.1 200 OK\r\nx-book: ${'a'.repeat(100_000)}\r\ncontent-length: 2\r\n\r\n{}`),
    expected: all(broken),
  },
  {
    name: 'a header without a name',
    reply: raw('HTTP/1.1 200 OK\r\n: nobody\r\ncontent-length: 2\r\n\r\n{}'),
    expected: all(broken),
  },
  {
    name: 'two lengths',
    reply: raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}'),
    expected: all(broken),
  },
  { name: 'a negative length', reply: raw('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}'), expected: all(broken) },
  {
    name: 'control characters in what it names',
    reply: errors(409, { code: 'A\u0000B', logref: 'x\r\ny: z' }),
    expected: all('refused API_CONFLICT'),
    check: ({ outcomes }) => expect(JSON.stringify(outcomes)).not.toMatch(/\\u0000|\\r|\\n\w+:/),
  },
  // --- size and encoding
  { name: 'longer than allowed', reply: answer(200, 'x'.repeat(100 * 1024)), expected: all(unreadable) },
  { name: 'longer than allowed, and never over', reply: endless, expected: all(unreadable) },
  {
    name: 'a gzip bomb',
    reply: answer(200, gzipSync(Buffer.alloc(40_000_000)), {
      'content-type': 'application/pdf',
      'content-encoding': 'gzip',
    }),
    expected: all(unreadable),
  },
  {
    name: 'an encoding nobody knows',
    reply: answer(200, JSON.stringify(record), { ...pdf, 'content-encoding': 'rot13' }),
    expected: all(unreadable, { fetch: 'answered', create: 'answered', cancel: 'answered', upload: 'answered' }),
  },
  // --- downloads
  { name: 'a file', reply: answer(200, PDF, pdf), expected: all(unreadable, files('answered')), check: gotFile },
  {
    name: 'a file with parameters to its type',
    reply: answer(200, PDF, { 'content-type': 'Application/PDF; charset=x' }),
    expected: all(unreadable, files('answered')),
    check: gotFile,
  },
  {
    name: 'a file that wants to be in another folder',
    reply: answer(200, PDF, { ...pdf, 'content-disposition': 'attachment; filename="../../etc/passwd"' }),
    expected: all(unreadable, files('answered')),
    check: gotFile,
  },
  {
    name: 'another kind of file',
    reply: answer(200, 'id,result\n', { 'content-type': 'text/csv' }),
    expected: all(unreadable),
  },
  { name: 'a file without a type', reply: answer(200, PDF), expected: all(unreadable) },
  {
    name: 'a file of no bytes',
    reply: answer(200, '', pdf),
    expected: all(unreadable, { ...files('answered'), cancel: 'answered' }),
  },
  {
    name: 'a file that announces too much',
    reply: raw('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 99999999999\r\n\r\n%PDF', false),
    expected: all(unreadable, {
      fetch: 'unknown API_TIMEOUT',
      list: 'unknown API_TIMEOUT',
      create: 'unknown API_TIMEOUT',
      cancel: 'unknown API_TIMEOUT',
      upload: 'unknown API_TIMEOUT',
    }),
    speed: 3_000,
  },
  // --- echoes
  {
    name: 'what it was sent, in every place there is',
    reply: (socket, asked) => {
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
    expected: all('refused API_INVALID'),
    check: ({ outcomes: { create } }) => {
      const said = JSON.stringify(create);
      expect(said).not.toContain(SECURITY_CODE);
      expect(said).not.toContain('4111111111111111');
    },
  },
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
