/**
 * Type-checks every module with its own tsconfig: forbidden imports of a module do not compile. Each file is checked
 * once, because a module reads the others as declarations (build/out/types); unchanged modules are not checked again.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureDerived } from './parts/build.mjs';

const root = resolve(import.meta.dirname, '../..');
/** @type {string[]} */
const projects = JSON.parse(
  readFileSync(resolve(root, 'tsconfig.json'), 'utf8').replace(/^\s*\/\/.*$/gm, ''),
).references.map((/** @type {{ path: string }} */ { path }) => path);
await ensureDerived(console.log);
const tsc = resolve(root, 'node_modules/typescript/bin/tsc');
// Several checkers per module would each compute what they share; modules are checked in parallel anyway.
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [tsc, '--build', '--checkers', '1', '--pretty', 'false'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
);
const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
/** Module of an error, `path(line,column): error …`; indented lines below it belong to it. */
const moduleOf = (/** @type {string} */ line) => projects.find((project) => line.startsWith(`${project}/`));
/** @type {Map<string | undefined, string[]>} */
const errors = new Map();
/** @type {string | undefined} */
let module;
for (const line of lines) {
  if (!line.startsWith(' ')) module = moduleOf(line);
  errors.set(module, [...(errors.get(module) ?? []), line]);
}
// A module with errors has no declarations: modules that import it report that (TS6305), which is not their own error.
const isOwn = (/** @type {string} */ line) => !line.includes('error TS6305');
for (const project of projects) {
  const own = errors.get(project)?.filter(isOwn) ?? [];
  console.log(`${own.length === 0 ? 'ok  ' : 'FAIL'} ${project}`);
  for (const line of own) console.log(line);
}
for (const line of errors.get(undefined) ?? []) console.log(`FAIL ${line}`);
process.exitCode = status === 0 ? 0 : 1;
