/**
 * The command line: `npm run -s tillbridge -- <command>`. Installs first if needed (with messages on standard error),
 * then runs electron/cli/main.ts with the repository's own Node: same streams, same exit code, signals passed on.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ask } from './parts/ask.mjs';
import { keepCompiled } from './parts/compile-cache.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { watchNpm } from './parts/npm-parent.mjs';
import { nodeFlags, ownNode, root } from './parts/paths.mjs';
import { endAll, Plain } from './parts/run.mjs';

keepCompiled();

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
/** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal */
function pass(signal) {
  if (child) ask(child, signal);
  else void endAll().then(() => process.exit(128 + constants.signals[signal]));
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // Ctrl+C in a terminal reaches the child directly; a second one would count as another press.
    if (signal !== 'SIGINT' || !process.stdin.isTTY || !child) pass(signal);
  });
}
watchNpm(pass);

try {
  await ensureInstalled((line) => void process.stderr.write(`${line}\n`));
  child = spawn(ownNode, [...nodeFlags, join(root, 'electron/cli/main.ts'), ...process.argv.slice(2)], {
    // A channel for requests; the command does not wait for it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.once('error', (error) => {
    process.stderr.write(`The command line could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1)));
} catch (error) {
  process.stderr.write(`${error instanceof Plain ? error.message : String(error)}\n`);
  process.exit(1);
}
