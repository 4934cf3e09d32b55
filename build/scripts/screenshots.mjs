/**
 * Updates the pictures of README and build/docs: runs the stories of a sale and of the setup and keeps their pictures.
 * Then takes pictures of every screen in test/results/screens.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, rendererBuild } from './parts/build.mjs';
import { keepCompiled } from './parts/compile-cache.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { nodeFlags, ownNode, root } from './parts/paths.mjs';
import { run } from './parts/run.mjs';

keepCompiled();

const say = (/** @type {string} */ line) => console.log(line);
await ensureInstalled(say);
await ensureBuilt(rendererBuild, say);
/** Pictures by name, from the stories that take them. */
const kept = [
  'idle',
  'prompt',
  'approved',
  'setup-begin',
  'setup-mode',
  'setup-terminal',
  'setup-proven',
  'setup-open',
  'setup-first-sale',
];
const args = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'build/playwright/playwright.config.ts',
  '--grep',
  'a sale by amount, Charge and tap|a till in training is set up',
];
const { code } = await run(ownNode, args, { cwd: root, timeoutMs: 5 * 60_000, onLine: say });
if (code === 0) {
  mkdirSync(join(root, 'build/screenshots'), { recursive: true });
  for (const name of kept) {
    copyFileSync(join(root, `test/results/screens/${name}.png`), join(root, `build/screenshots/${name}.png`));
  }
  say(`build/screenshots: ${kept.join(', ')}`);
}
const all = await run(ownNode, [...nodeFlags, 'test/e2e/screens/pictures.ts'], {
  cwd: root,
  timeoutMs: 10 * 60_000,
  onLine: say,
});
process.exitCode = code || all.code || 0;
