/** What a host loads that no sale needs: told by Node itself, of a process that has loaded the host and nothing else. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { nodeFlags, ownNode, root } from '../../../build/scripts/parts/paths.mjs';

test("Node's own fetch is loaded by no import, and not by the contract's question whether a message is a form", () => {
  const script = `await import(${JSON.stringify(pathToFileURL(join(root, 'electron/host/main.ts')).href)});
    void ({} instanceof FormData); console.log(process.moduleLoadList.join('\\n')); process.exit(0);`;
  const loaded = execFileSync(ownNode, [...nodeFlags, '--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(loaded).toContain('NativeModule sqlite');
  expect(loaded.split('\n').filter((module) => module.includes('undici'))).toEqual([]);
});
