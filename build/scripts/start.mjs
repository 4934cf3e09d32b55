/**
 * `npm start`: installs and builds what is missing, then starts Electron where it can, else the browser shell.
 * Depends on nothing but Node 20, so that it runs in a fresh clone. Progress goes to standard error; standard output
 * carries the one line `Tillbridge ready: <url>` of the shell.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ask } from './parts/ask.mjs';
import { electronBuild, ensureBuilt, rendererBuild } from './parts/build.mjs';
import { keepCompiled } from './parts/compile-cache.mjs';
import { ensureElectron, whyNotElectron } from './parts/electron-binary.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { watchNpm } from './parts/npm-parent.mjs';
import { nodeFlags, ownNode, root } from './parts/paths.mjs';
import { endAll, Plain } from './parts/run.mjs';

keepCompiled();

const args = process.argv.slice(2);
const say = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);

/** The shell stops host, practice terminal and sandbox itself, each bounded; after this it is ended. */
const STOP_WITHIN_MS = 25_000;

/** @type {import('node:child_process').ChildProcess | undefined} */
let shell;
let isStopping = false;

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await endAll();
  if (!shell || shell.exitCode !== null || shell.signalCode !== null) process.exit(0);
  const running = shell;
  setTimeout(() => running.kill('SIGKILL'), STOP_WITHIN_MS).unref();
  ask(running, 'SIGTERM');
}
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => void stop());

/** Signals this close together are one press of Ctrl+C: from the terminal, from npm passing it on, and seen by the watch. */
const SAME_PRESS_MS = 700;
/** Presses within this of each other belong together, milliseconds. */
const IMPATIENCE_MS = 30_000;
let pressedAt = Number.NEGATIVE_INFINITY;
let presses = 0;
/** The shell answers a press: while a payment runs it says so and stays, and leaves at the second. The third one ends it. */
function press() {
  const now = performance.now();
  if (now - pressedAt < SAME_PRESS_MS) return;
  presses = now - pressedAt < IMPATIENCE_MS ? presses + 1 : 1;
  pressedAt = now;
  if (presses < 3 && shell && shell.exitCode === null && shell.signalCode === null) ask(shell, 'SIGINT');
  else void stop();
}
process.on('SIGINT', press);
watchNpm((signal) => (signal === 'SIGINT' ? press() : void stop()));

/** @returns {Promise<{ file: string, args: string[] }>} */
async function chooseShell() {
  const browser = { file: ownNode, args: [...nodeFlags, join(root, 'electron/web/main.ts'), ...args] };
  if (args.includes('--help')) return browser;
  let why = whyNotElectron({ args, env: process.env, platform: process.platform, uid: process.getuid?.() });
  if (!why) {
    const electron = await ensureElectron(say);
    if (electron) {
      await ensureBuilt(electronBuild, say);
      return { file: electron, args: [join(root, 'build/out/electron'), ...args] };
    }
    why = 'Electron’s binary could not be fetched';
  }
  say(`Starting in the browser: ${why}.`);
  return browser;
}

try {
  await ensureInstalled(say);
  await ensureBuilt(rendererBuild, say);
  const { file, args: shellArgs } = await chooseShell();
  if (!isStopping) {
    // The shell notices by the message channel that this process has ended, in whatever way.
    shell = spawn(file, shellArgs, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    shell.once('error', (error) => {
      say(`The shell could not be started: ${error.message}`);
      process.exit(1);
    });
    shell.once('exit', (code, signal) => process.exit(isStopping ? 0 : (code ?? (signal ? 1 : 0))));
  }
} catch (error) {
  if (!isStopping) {
    say(error instanceof Plain ? error.message : String(error instanceof Error ? error.stack : error));
    await endAll();
    process.exit(1);
  }
}
