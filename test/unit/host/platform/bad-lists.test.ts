/**
 * Lists in both kinds of pagination, well-formed and malformed. "Not in the list" is concluded only from a completely
 * read list.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operation } from '../../../../electron/host/platform/operations.ts';
import { readTransfer } from '../../../../electron/host/platform/payment-records.ts';
import {
  createRequest,
  type Asked,
  authorization,
  harnessOf,
  byKey,
  fastClock,
  html,
  json,
  KEY,
  listOf,
  type Reply,
  startHostile,
  inWords,
  watchRejections,
} from './support.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

const ours = authorization();
const other = authorization({ id: 'AU9', idempotency_id: 'another' });
const many = Array.from({ length: 20 }, (_, index) => authorization({ id: `AX${index}`, idempotency_id: `x${index}` }));

/** Page computed from the request. */
const paged =
  (page: (asked: Asked) => unknown): Reply =>
  (socket, asked) =>
    json(200, page(asked))(socket, asked);

const byCursor = (pages: Readonly<Record<string, unknown>>): Reply =>
  paged(({ query }) => pages[query.get('after_cursor') ?? '']);

const byOffset = (all: readonly unknown[], size: number, count: number | undefined = all.length): Reply =>
  paged(({ query }) => {
    const offset = Number(query.get('offset') ?? 0);
    return listOf(all.slice(offset, offset + size), { offset, limit: size, ...(count === undefined ? {} : { count }) });
  });

interface Row {
  name: string;
  reply: Reply;
  expected: string;
  requests?: number;
}
const row = (name: string, reply: Reply, expected: string, more: Partial<Row> = {}): Row => ({
  name,
  reply,
  expected,
  ...more,
});
const unreadable = 'unknown API_UNREADABLE';

const lists: Row[] = [
  row('ours on the first page', json(200, listOf([other, ours])), 'answered SUCCEEDED'),
  row(
    'empty, without _embedded',
    json(200, { _links: {}, page: { offset: 0, limit: 20, count: 0 } }),
    'answered nothing',
  ),
  row(
    'empty, _embedded null',
    json(200, { _embedded: null, page: { limit: 20, next_cursor: null } }),
    'answered nothing',
  ),
  row(
    'empty, _embedded without a list',
    json(200, { _embedded: {}, page: { limit: 20, next_cursor: null } }),
    'answered nothing',
  ),
  row('no _embedded, yet a count', json(200, { page: { offset: 0, limit: 20, count: 3 } }), unreadable),
  row('neither _embedded nor page', json(200, { _links: {} }), unreadable),
  row('_embedded as a list', json(200, { _embedded: [ours], page: {} }), unreadable),
  row(
    '_embedded under another key',
    json(200, { _embedded: { results: [ours] }, page: { next_cursor: null } }),
    'answered SUCCEEDED',
  ),
  row(
    'two lists, neither the one',
    json(200, { _embedded: { a: [ours], b: [] }, page: { next_cursor: null } }),
    unreadable,
  ),
  row('an object for the list', json(200, { _embedded: { authorizations: { 0: ours } }, page: {} }), unreadable),
  row('page missing, ours there', json(200, { _embedded: { authorizations: [ours] } }), 'answered SUCCEEDED'),
  row('page missing, others there', json(200, { _embedded: { authorizations: [other] } }), unreadable),
  row('page missing, explicitly empty', json(200, { _embedded: { authorizations: [] } }), 'answered nothing'),
  row('page as text', json(200, { _embedded: { authorizations: [other] }, page: '1 of 9' }), unreadable),
  row('a record that cannot be read', json(200, listOf([other, { id: 'AU3' }])), unreadable),
  row('a record that is null', json(200, listOf([null])), unreadable),
  row('a record that is a list', json(200, listOf([[ours]])), unreadable),
  row(
    'ours on the third cursor page',
    byCursor({
      '': listOf([other], { next_cursor: 'a' }),
      a: listOf([other], { next_cursor: 'b' }),
      b: listOf([ours]),
    }),
    'answered SUCCEEDED',
    { requests: 3 },
  ),
  row(
    'an empty page in the middle',
    byCursor({ '': { page: { limit: 20, next_cursor: 'a' } }, a: listOf([ours]) }),
    'answered SUCCEEDED',
    { requests: 2 },
  ),
  row('a cursor that leads back to itself', json(200, listOf([other], { limit: 20, next_cursor: 'a' })), unreadable, {
    requests: 2,
  }),
  row(
    'cursors in a circle',
    byCursor({
      '': listOf([other], { next_cursor: 'a' }),
      a: listOf([other], { next_cursor: 'b' }),
      b: listOf([other], { next_cursor: 'a' }),
    }),
    unreadable,
    { requests: 3 },
  ),
  row('a cursor that is a number', json(200, listOf([other], { limit: 20, next_cursor: 7 })), unreadable, {
    requests: 1,
  }),
  row('offset paging, ours on the second page', byOffset([...many, ours], 20), 'answered SUCCEEDED', { requests: 2 }),
  row('offset paging to its end', byOffset([...many, other], 20), 'answered nothing', { requests: 2 }),
  row('offset paging in smaller pages than asked', byOffset([...many, ours], 5), 'answered SUCCEEDED', { requests: 5 }),
  row(
    'offset paging without a count',
    paged(({ query }) => {
      const offset = Number(query.get('offset') ?? 0);
      return listOf([...many, ours].slice(offset, offset + 20), { offset, limit: 20 });
    }),
    'answered SUCCEEDED',
    { requests: 2 },
  ),
  row('offset paging that never moves on', json(200, listOf(many, { offset: 0, limit: 20, count: 100 })), unreadable, {
    requests: 2,
  }),
  row(
    'more than offset paging reaches',
    json(200, listOf([other], { offset: 9_999, limit: 20, count: 20_000 })),
    unreadable,
    { requests: 1 },
  ),
];

describe('the search for an authorization by key', () => {
  it.concurrent.each(lists)(
    'gives the expected outcome: $name',
    { timeout: 180_000 },
    async ({ reply, expected, requests }) => {
      const server = await startHostile(reply);
      const harness = harnessOf(server.url);
      expect(inWords(await harness.port.findPayment(byKey(KEY)))).toBe(expected);
      // Searches run by key, by tag and through the window. A page of other payments shows that the list ignores the
      // filter, so the next search follows.
      const keys = server.asked.map(
        ({ path, query }) => `${path} ${query.get('idempotency_id') ?? query.get('tags.value')}`,
      );
      const looks = [...new Set(keys)];
      const all = [KEY, createRequest.attempt, null].map((key) => `/authorizations ${key}`);
      expect(looks).toEqual(all.slice(0, looks.length));
      if (expected === 'answered nothing') expect(looks).toEqual(all);
      if (requests !== undefined) expect(keys.filter((key) => key === looks.at(-1))).toHaveLength(requests);
      // The first two searches have no time limit.
      for (const { query } of server.asked) {
        const isWindow = !query.has('idempotency_id') && !query.has('tags.value');
        expect([query.has('created_at.gte'), query.has('created_at.lte')]).toEqual([isWindow, isWindow]);
      }
      expect(server.asked[0]?.query.get('limit')).toBe('20');
      await harness.close();
      await server.close();
    },
  );

  it('reads the whole window if the filters find nothing, and "none" requires all of it', async () => {
    const notFound = json(404, { total: 1, _embedded: { errors: [{ code: 'NOT_FOUND', message: 'Nothing.' }] } });
    const after = async (window: typeof notFound): Promise<string> => {
      const server = await startHostile((socket, asked) =>
        (asked.query.has('created_at.gte') ? window : notFound)(socket, asked),
      );
      const harness = harnessOf(server.url);
      const words = inWords(await harness.port.findPayment(byKey(KEY)));
      await harness.close();
      await server.close();
      return words;
    };
    expect(await after(json(200, listOf([other], { next_cursor: null })))).toBe('answered nothing');
    const mine = authorization({ id: 'AU1', idempotency_id: KEY });
    expect(await after(json(200, listOf([mine], { next_cursor: null })))).toBe('answered SUCCEEDED');
    expect(await after(notFound)).toBe('refused API_NOT_FOUND');
  });

  it('does not conclude "none" if a page fails', async () => {
    const second = html(200);
    const server = await startHostile((socket, asked) =>
      asked.query.has('after_cursor')
        ? second(socket, asked)
        : json(200, listOf([other], { next_cursor: 'a' }))(socket, asked),
    );
    const harness = harnessOf(server.url);
    expect(inWords(await harness.port.findPayment(byKey(KEY)))).toBe(unreadable);
    await harness.close();
    await server.close();
  });

  it('stops reading an endless list after a thousand pages', async () => {
    let count = 0;
    const server = await startHostile(paged(() => listOf([other], { next_cursor: `c${(count += 1)}` })));
    const harness = harnessOf(server.url, {}, fastClock(1));
    expect(inWords(await harness.port.findPayment(byKey(KEY)))).toBe(unreadable);
    expect(count).toBe(2 + 1000);
    await harness.close();
    await server.close();
  });

  it('stops reading a slow list after a minute', async () => {
    let count = 0;
    const server = await startHostile((socket, asked) => {
      count += 1;
      // Two seconds per page, by the client's clock.
      setTimeout(() => json(200, listOf([other], { next_cursor: `c${count}` }))(socket, asked), 2000 / 60);
    });
    const harness = harnessOf(server.url, {}, fastClock(60));
    expect(inWords(await harness.port.findPayment(byKey(KEY)))).toBe('unknown API_TIMEOUT');
    expect(count).toBeLessThanOrEqual(2 + 31);
    await harness.close();
    await server.close();
  });
});

describe('display-only lists', () => {
  it('skip unreadable records', async () => {
    const devices = [{ id: 'DV1', name: 'One' }, null, { name: 'no id' }, 7, { id: '../x' }, { id: 'DV2' }];
    const server = await startHostile(json(200, { _embedded: { devices }, page: { next_cursor: null } }));
    const harness = harnessOf(server.url);
    const ids: string[] = [];
    for await (const device of harness.devices.list()) ids.push(device.id);
    expect(ids).toEqual(['DV1', 'DV2']);
    await harness.close();
    await server.close();
  });

  it('end with the records so far if the end is unknown', async () => {
    const server = await startHostile(json(200, { _embedded: { devices: [{ id: 'DV1' }] } }));
    const harness = harnessOf(server.url);
    const ids: string[] = [];
    for await (const device of harness.devices.list()) ids.push(device.id);
    expect(ids).toEqual(['DV1']);
    await harness.close();
    await server.close();
  });

  it('throw the typed error of the failed page', async () => {
    const server = await startHostile(html(200));
    const harness = harnessOf(server.url);
    const transfers = operation(harness.http, 'listTransfers', readTransfer);
    for (const list of [harness.devices.list(), transfers()])
      await expect(list[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'API_UNREADABLE' });
    await harness.close();
    await server.close();
  });

  it('metrics keep undocumented fields over small pages, and drop lists and deep fields', async () => {
    const deep = { a: 1, b: { c: { d: 2, e: { f: 3 } } } };
    const metric = { id: 'DM1', created_at: 't', connection: 'OPEN', volts: 5, deep, list: [], off: null };
    const pages = [[metric, { no: 'id' }], [{ id: 'DM2' }], [{ id: 'DM3' }]];
    const server = await startHostile((socket, asked) => {
      const at = Number(asked.query.get('after_cursor') ?? 0);
      const body = { _embedded: { device_metrics: pages[at] }, page: { next_cursor: String(at + 1) } };
      json(200, body)(socket, asked);
    });
    const harness = harnessOf(server.url);
    expect(await harness.devices.metrics('DV1', 2)).toEqual({
      kind: 'answered',
      value: [
        {
          id: 'DM1',
          createdAt: 't',
          connection: 'OPEN',
          networkType: null,
          signalStrength: null,
          other: { volts: 5, off: null, 'deep.a': 1, 'deep.b.c.d': 2 },
        },
        { id: 'DM2', createdAt: null, connection: null, networkType: null, signalStrength: null, other: {} },
      ],
    });
    expect(server.asked).toHaveLength(2);
    await harness.close();
    await server.close();
  });
});
