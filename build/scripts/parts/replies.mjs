/**
 * Reads the records of test/api/reply-record.ts: every reply of every sandbox of a test run, with its verdict against
 * the document.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} folder test/results/replies
 * @returns {{ total: number, wrong: string[], seen: Map<string, number> }} `seen`: successes by operation id; `wrong`: a line
 *   for each reply that deviates from the document. All empty without a run.
 */
export function readReplies(folder) {
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.tsv'));
  } catch {
    // Tests have not run yet, or their run used no sandbox.
  }
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {string[]} */
  const wrong = [];
  let total = 0;
  for (const name of names) {
    // A killed process may have left an incomplete last line. Such a line lacks a line break and is ignored.
    const lines = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
    for (const line of lines) {
      const [id = '-', status = '', verdict = ''] = line.split('\t');
      total += 1;
      if (verdict !== 'ok') wrong.push(`${id} ${status}: ${verdict}`);
      else if (status.startsWith('2')) seen.set(id, (seen.get(id) ?? 0) + 1);
    }
  }
  return { total, wrong, seen };
}
