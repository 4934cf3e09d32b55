/**
 * `npm start`: installs and builds what is missing, then starts Electron if possible, otherwise the browser shell, and
 * keeps it running. Depends only on Node 20, so that it runs in a fresh clone. Progress goes to standard error;
 * standard output carries the single line `Tillbridge ready: <url>` of the shell.
 */
import { join } from 'node:path';
import { ask } from './parts/ask.mjs';
import { electronBuild, ensureBuilt, rendererBuild } from './parts/build.mjs';
import { keepCompiled } from './parts/compile-cache.mjs';
import { ensureElectron, whyNotElectron } from './parts/electron-binary.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { watchNpm } from './parts/npm-parent.mjs';
import { nodeFlags, ownNode, root } from './parts/paths.mjs';
import { endAll, Plain } from './parts/run.mjs';
import { ShellWatch } from './parts/shell-watch.mjs';

keepCompiled();

const args = process.argv.slice(2);
const say = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);

/** Time for the shell to stop host, practice terminal and sandbox, each bounded in time; after this it is killed. */
const STOP_WITHIN_MS = 25_000;

/** @type {ShellWatch | undefined} */
let watch;
let isStopping = false;

async function stop() {
  if (isStopping) return;
  isStopping = true;
  watch?.expectEnd();
  await endAll();
  const running = watch?.running;
  if (!running) process.exit(0);
  setTimeout(() => running.kill('SIGKILL'), STOP_WITHIN_MS).unref();
  ask(running, 'SIGTERM');
}
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => void stop());

/**
 * Signals this close together are one press of Ctrl+C: from the terminal, from npm passing it on, and from watchNpm.
 */
const SAME_PRESS_MS = 700;
/** Presses within this time of each other are counted together, in milliseconds. */
const IMPATIENCE_MS = 30_000;
let pressedAt = Number.NEGATIVE_INFINITY;
let presses = 0;
/**
 * Passes a press on to the shell: while a payment runs, the shell reports it and stays, and exits at the second press.
 * The third press stops it.
 */
function press() {
  const now = performance.now();
  if (now - pressedAt < SAME_PRESS_MS) return;
  presses = now - pressedAt < IMPATIENCE_MS ? presses + 1 : 1;
  pressedAt = now;
  const running = watch?.running;
  if (presses < 3 && running) ask(running, 'SIGINT');
  else void stop();
}
process.on('SIGINT', press);
watchNpm((signal) => (signal === 'SIGINT' ? press() : void stop()));

/** @type {import('./parts/shell-watch.mjs').Command} */
const browser = { file: ownNode, args: [...nodeFlags, join(root, 'electron/web/main.ts'), ...args] };

/** Command of Electron, or undefined if Electron is not available. */
async function electronShell() {
  if (args.includes('--help')) return undefined;
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
  return undefined;
}

try {
  await ensureInstalled(say);
  await ensureBuilt(rendererBuild, say);
  const electron = await electronShell();
  if (!isStopping) {
    // The shell detects the end of this process by the message channel, however it ends.
    watch = new ShellWatch({
      commands: { electron: electron ?? browser, browser },
      say,
      exit: (code) => process.exit(code),
    });
    watch.start(electron ? 'electron' : 'browser');
  }
} catch (error) {
  if (!isStopping) {
    say(error instanceof Plain ? error.message : String(error instanceof Error ? error.stack : error));
    await endAll();
    process.exit(1);
  }
}
