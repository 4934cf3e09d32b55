/** A list longer than offsets reach never counts as complete, and the failure recommends narrower filters. */
import { expect, test } from 'vitest';
import type { Http } from '../../../../electron/host/platform/http.ts';
import { itemsOf } from '../../../../electron/host/platform/pages.ts';

/** Serves a list of `count` records in pages of a hundred; an offset beyond the first ten thousand is refused. */
function platformWith(count: number): { http: Http; asked: () => number } {
  let asked = 0;
  const http = {
    monotonic: () => 0,
    call: ({ query, read }: { query?: Record<string, unknown>; read: (body: object) => unknown }) => {
      asked += 1;
      const offset = Number(query?.['offset'] ?? 0);
      const records = Array.from({ length: Math.min(100, count - offset) }, (_, index) => ({
        id: `R${offset + index}`,
      }));
      return Promise.resolve({
        kind: 'answered',
        value: read({ page: { offset, limit: 100, count }, _embedded: { things: records } }),
      });
    },
  };
  // Only the members that a list needs.
  return { http: http as unknown as Http, asked: () => asked };
}

async function readAll(http: Http): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of itemsOf(http, {
    path: '/things',
    name: 'GET /things',
    key: 'things',
    read: (record) => String(record['id']),
  })) {
    ids.push(id);
  }
  return ids;
}

test('the till reads ten thousand records completely', async () => {
  const { http, asked } = platformWith(10_000);
  expect(new Set(await readAll(http)).size).toBe(10_000);
  expect(asked()).toBe(100);
});

test('the till fails with the reason at the next record', async () => {
  const { http } = platformWith(10_001);
  await expect(readAll(http)).rejects.toMatchObject({ code: 'API_UNREADABLE', context: { reason: 'too-long' } });
});
