/**
 * A hostile server in front of the generic caller: fetches, lists, creations, deletions, uploads and downloads with
 * replies that are late, truncated, huge, false or for another request. Each ends as a typed error or a correct result.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperations } from '../../../../electron/host/platform/operations.ts';
import { askAll, rows, SECURITY_CODE, inWords } from './bad-operation-rows.ts';
import { harnessOf, expectNoSecrets, fastClock, startHostile, watchRejections } from './support.ts';

let noneUnhandled: () => void;
let count = 0;
beforeAll(() => {
  noneUnhandled = watchRejections();
});
afterAll(() => {
  console.log(`hostile replies to the generic caller: ${count}, each a typed error or a right result`);
  noneUnhandled();
});

describe('the generic caller, with a server that answers', () => {
  it.each(rows)(
    'gives every operation the expected outcome: $name',
    { timeout: 180_000 },
    async ({ reply, expected, speed, check }) => {
      const server = await startHostile(reply);
      const harness = harnessOf(server.url, {}, fastClock(speed ?? 25, speed === undefined));
      try {
        const outcomes = await askAll(createOperations(harness.http));
        expect(Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, inWords(outcome)]))).toEqual(
          expected,
        );
        check?.({ asked: server.asked, outcomes });
        expectNoSecrets(harness.lines, harness.reports);
        // Times and multipart boundaries may contain the secret's digits by chance.
        const said = JSON.stringify([harness.lines, harness.reports], (key, value: unknown) =>
          key === 'tookMs' ? 0 : value,
        ).replaceAll(/till-[0-9a-f-]{36}/gi, 'boundary');
        expect(said).not.toContain('4111111111111111');
        expect(said).not.toContain(SECURITY_CODE);
        count += 1;
      } finally {
        await harness.close();
        await server.close();
      }
    },
  );

  it('covers at least forty bad replies', () => {
    expect(rows.length).toBeGreaterThanOrEqual(40);
  });
});
