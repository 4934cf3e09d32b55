/**
 * `npm run bench`: runs every benchmark in test/bench, one after the other, and prints its figures. With names after
 * `--` only those run: `npm run bench -- framing`. Options after the first name are passed on to it: `npm run bench --
 * payment cable --sales 200`. A benchmark ends with code 1 when it exceeds a limit that it states; so does this script.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './parts/install.mjs';
import { nodeFlags, ownNode, root } from './parts/paths.mjs';
import { endAll, run } from './parts/run.mjs';

/**
 * Time limit of one benchmark, in milliseconds. It catches hangs, not slowness: ten thousand payments in a row take
 * twenty minutes.
 */
const WITHIN_MS = 60 * 60_000;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => void endAll().then(() => process.exit(130)));
}

await ensureInstalled((line) => console.log(line));
const [first, ...rest] = process.argv.slice(2);
/**
 * A further name of a benchmark is an additional benchmark to run; any other argument is passed on to the first
 * benchmark.
 */
const isOwn = rest.some((arg) => !known(arg));
const asked = first === undefined ? [] : [first, ...(isOwn ? [] : rest)];
const passedOn = isOwn ? rest : [];
const names = all()
  .filter((name) => asked.length === 0 || asked.includes(name))
  .sort();
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) console.error(`no benchmark is called ${unknown.join(', ')}`);
let failed = unknown.length;
for (const name of names) {
  console.log(`\n== ${name}`);
  const done = await run(ownNode, [...nodeFlags, `test/bench/${name}.ts`, ...passedOn], {
    cwd: root,
    timeoutMs: WITHIN_MS,
    onLine: (line) => console.log(`  ${line}`),
  });
  if (done.isLate) console.log(`  stopped after ${WITHIN_MS / 1000} s`);
  if (done.code !== 0) failed += 1;
}
console.log(`\n${names.length} benchmarks, ${failed === 0 ? 'every bound kept' : `${failed} not as stated`}`);
process.exitCode = failed === 0 ? 0 : 1;

function all() {
  return readdirSync(join(root, 'test/bench'), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => entry.name.slice(0, -'.ts'.length));
}

/** @param {string} name */
function known(name) {
  return all().includes(name);
}
