/** @module-tag ci-only */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CursorPage, Device, DeviceList, OffsetPage } from '../../electron/platform-api/index.ts';
import { Harness, CURSOR_VERSION } from './harness.ts';

/** 4 seeded and 30 created, in groups with the same millisecond. */
const TOTAL = 34;
let harness: Harness;
let order: string[];

beforeAll(async () => {
  harness = await Harness.start();
  for (let index = 0; index < 30; index += 1) {
    if (index % 5 === 0) harness.clock.advance(1);
    const { status } = await harness.client.send('POST', `/merchants/${harness.sandbox.merchant}/devices`, {
      body: { model: 'PAX_A800', name: `Device ${index}` },
    });
    expect(status).toBe(201);
  }
  order = ids(await harness.client.get<DeviceList>('/devices?limit=100'));
  expect(order).toHaveLength(TOTAL);
});
afterAll(() => harness.sandbox.close());

const ids = (list: DeviceList) => (list._embedded?.devices ?? []).map((device: Device) => device.id);
const byCursor = (query: string) => harness.client.get<DeviceList>(`/devices?${query}`, CURSOR_VERSION);
const cursorOf = (list: DeviceList) => (list.page as CursorPage).next_cursor;

describe('pagination by offset (any version but 2022-02-01)', () => {
  test.each([{}, { 'service-version': '2018-01-01' }, { 'service-version': 'banana' }])(
    'returns the first page with the headers %j',
    async (headers) => {
      const list = await harness.client.get<DeviceList>('/devices', headers);
      expect(list.page).toEqual({ offset: 0, limit: 20, count: TOTAL });
      expect(ids(list)).toEqual(order.slice(0, 20));
    },
  );

  test('leads through all pages by next, without overlap', async () => {
    const seen: string[] = [];
    let path: string | undefined = '/devices?limit=9&merchant_id=';
    for (let round = 0; path !== undefined && round < 10; round += 1) {
      const list: DeviceList = await harness.client.get(path);
      seen.push(...ids(list));
      path = list._links['next']?.href.slice(harness.sandbox.url.length);
    }
    expect(seen).toEqual(order);
  });

  test('returns at most 100 on a page', async () => {
    expect((await harness.client.get<DeviceList>('/devices?limit=101')).page).toMatchObject({ limit: 100 });
    expect((await harness.client.get<DeviceList>('/devices?limit=999999')).page).toMatchObject({ limit: 100 });
  });

  test('returns an empty page past the end, with the same count', async () => {
    const list = await harness.client.get<DeviceList>('/devices?offset=9999');
    expect(list).not.toHaveProperty('_embedded');
    expect(list.page satisfies OffsetPage | CursorPage).toEqual({ offset: 9999, limit: 20, count: TOTAL });
  });

  test.each(['offset=10000', 'offset=-1', 'offset=x', 'limit=0', 'limit=-5', 'limit=1.5', 'limit=ten'])(
    'refuses %s with 422',
    async (query) => {
      const error = await harness.client.fails(422, 'GET', `/devices?${query}`);
      expect(error).toMatchObject({ code: 'INVALID_FIELD', field: query.split('=')[0] });
    },
  );
});

describe('pagination by cursor (2022-02-01)', () => {
  test('returns only limit and next_cursor in the page', async () => {
    const list = await byCursor('limit=10');
    expect(list.page).toEqual({ limit: 10, next_cursor: expect.any(String) });
    expect((await byCursor('')).page).toMatchObject({ limit: 20 });
    expect((await byCursor('limit=500')).page).toEqual({ limit: 100, next_cursor: null });
  });

  test.each([1, 5, 10, 17, 34])(
    'returns every record once, in order, forward in pages of %i, and then null',
    async (limit) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const list: DeviceList = await byCursor(`limit=${limit}${cursor === null ? '' : `&after_cursor=${cursor}`}`);
        seen.push(...ids(list));
        cursor = cursorOf(list);
      } while (cursor !== null && seen.length <= TOTAL);
      expect(seen).toEqual(order);
    },
  );

  test('leads backward from a cursor’s page to the previous page, until the first, and then to null', async () => {
    const first = await byCursor('limit=10');
    const second = await byCursor(`limit=10&after_cursor=${cursorOf(first)}`);
    const third = await byCursor(`limit=10&after_cursor=${cursorOf(second)}`);
    const backToSecond = await byCursor(`limit=10&before_cursor=${cursorOf(third)}`);
    expect(ids(backToSecond)).toEqual(ids(second));
    const backToFirst = await byCursor(`limit=10&before_cursor=${cursorOf(backToSecond)}`);
    expect(ids(backToFirst)).toEqual(ids(first));
    expect(cursorOf(backToFirst)).toBeNull();
  });

  test('keeps the filters in next', async () => {
    const first = await byCursor(`limit=20&merchant_id=${harness.sandbox.merchant}&after_cursor=`);
    const next = first._links['next']?.href.slice(harness.sandbox.url.length) ?? '';
    const second = await harness.client.get<DeviceList>(next, CURSOR_VERSION);
    expect(ids(first).length + ids(second).length).toBe(TOTAL - 2);
    expect(second._links).not.toHaveProperty('next');
  });

  test('neither repeats nor hides records when others are created between two pages', async () => {
    const first = await byCursor('limit=10');
    harness.clock.advance(1);
    await harness.client.send('POST', `/merchants/${harness.sandbox.merchant}/devices`, {
      body: { model: 'PAX_A800', name: 'Late' },
    });
    const second = await byCursor(`limit=100&after_cursor=${cursorOf(first)}`);
    expect([...ids(first), ...ids(second)]).toEqual(order);
  });

  test.each([
    'after_cursor=rubbish',
    'before_cursor=rubbish',
    `after_cursor=${Buffer.from('[1,2,3]').toString('base64url')}`,
    `after_cursor=${Buffer.from('["c1",null,"a",null,"b"]').toString('base64url')}`,
    `after_cursor=${Buffer.from('{').toString('base64url')}`,
  ])('refuses %s with 422', async (query) => {
    const { status } = await harness.client.send('GET', `/devices?${query}`, { headers: CURSOR_VERSION });
    expect(status).toBe(422);
  });

  test('refuses both directions in one request with 422', async () => {
    const cursor = cursorOf(await byCursor('limit=10'));
    const query = `/devices?after_cursor=${cursor}&before_cursor=${cursor}`;
    expect((await harness.client.send('GET', query, { headers: CURSOR_VERSION })).status).toBe(422);
  });
});
