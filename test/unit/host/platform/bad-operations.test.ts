/**
 * A hostile server in front of the generic caller: fetches, lists, creations, deletions, uploads and downloads against
 * replies that are late, cut, huge, false or not for us. Each ends as a typed error or a right result.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperations } from '../../../../electron/host/platform/operations.ts';
import { askAll, rows, SECURITY_CODE, told } from './bad-operation-rows.ts';
import { benchOf, expectNoSecrets, fastClock, startHostile, watchRejections } from './support.ts';

let noneUnhandled: () => void;
let folder: string;
let count = 0;
beforeAll(async () => {
  noneUnhandled = watchRejections();
  folder = await mkdtemp(join(tmpdir(), 'tillbridge-operations-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  console.log(`hostile replies to the generic caller: ${count}, each a typed error or a right result`);
  noneUnhandled();
});

describe('the generic caller, with a server that answers', () => {
  it.each(rows)('$name', { timeout: 60_000 }, async ({ reply, expected, speed, check }) => {
    const target = join(folder, 'kept.pdf');
    await writeFile(target, 'the old one');
    const server = await startHostile(reply);
    const bench = benchOf(server.url, {}, fastClock(speed ?? 25));
    try {
      const outcomes = await askAll(createOperations(bench.http), target);
      expect(Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, told(outcome)]))).toEqual(
        expected,
      );
      check?.({ asked: server.asked, outcomes });
      // The old file stays until a whole new one is there, and nothing half stays beside it.
      const isSaved = expected.save === 'answered' && outcomes.save.kind === 'answered';
      const kept = await readFile(target);
      expect(kept.toString() === 'the old one').toBe(!isSaved);
      if (isSaved) expect(kept.length).toBe(outcomes.save.kind === 'answered' ? outcomes.save.value.size : -1);
      expect(await readdir(folder)).toEqual(['kept.pdf']);
      expectNoSecrets(bench.lines, bench.reports);
      // The digits of times and of multipart boundaries are by chance those of the code.
      const said = JSON.stringify([bench.lines, bench.reports], (key, value: unknown) =>
        key === 'tookMs' ? 0 : value,
      ).replaceAll(/till-[0-9a-f-]{36}/gi, 'boundary');
      expect(said).not.toContain('4111111111111111');
      expect(said).not.toContain(SECURITY_CODE);
      count += 1;
    } finally {
      await bench.close();
      await server.close();
    }
  });

  it('is asked in at least forty bad ways', () => {
    expect(rows.length).toBeGreaterThanOrEqual(40);
  });
});
