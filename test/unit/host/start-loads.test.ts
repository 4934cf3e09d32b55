/** Modules loaded by a host that a sale does not need, as reported by Node for a process with only the host. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { nodeFlags, ownNode, root } from '../../../build/scripts/parts/paths.mjs';

test("no import loads Node's own fetch, and the contract's test for forms does not either", () => {
  const script = `await import(${JSON.stringify(pathToFileURL(join(root, 'electron/host/main.ts')).href)});
    void ({} instanceof FormData); console.log(process.moduleLoadList.join('\\n')); process.exit(0);`;
  const loaded = execFileSync(ownNode, [...nodeFlags, '--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(loaded).toContain('NativeModule sqlite');
  expect(loaded.split('\n').filter((module) => module.includes('undici'))).toEqual([]);
});
