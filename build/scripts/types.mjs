/** Type-checks every module by its own tsconfig: what a module may not see does not compile there. */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const projects = globSync(
  [
    'electron/*/tsconfig.json',
    'renderer/tsconfig.json',
    'native/tsconfig.json',
    'build/tsconfig.json',
    'test/tsconfig.json',
  ],
  { cwd: root },
).sort();
let failed = 0;
const queue = [...projects];
async function worker() {
  for (let project = queue.shift(); project; project = queue.shift()) {
    const started = performance.now();
    const { code, text } = await new Promise((done) => {
      const child = spawn(
        process.execPath,
        [resolve(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--pretty', 'false'],
        { cwd: root },
      );
      let text = '';
      child.stdout.on('data', (chunk) => (text += chunk));
      child.stderr.on('data', (chunk) => (text += chunk));
      child.on('close', (code) => done({ code, text }));
    });
    if (code !== 0) failed += 1;
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${project} ${Math.round(performance.now() - started)} ms`);
    if (text) console.log(text);
  }
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
process.exitCode = failed > 0 ? 1 : 0;
