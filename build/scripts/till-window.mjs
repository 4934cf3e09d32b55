/**
 * Keeps an installed till on the screen: its packaged window where there is one, which is followed by the same till in a browser where
 * it does not come up, or ends early, with the reason; else the browser shell, started again where it is killed, crashes or hangs.
 * Ends with 0 when it was closed, with 75 when another version lies in its place, and with 78 when starting again would not help.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ask } from './parts/ask.mjs';
import { REPLACED, ShellWatch } from './parts/shell-watch.mjs';

/** EX_CONFIG: why was said, so that whoever started us does not start us again. Others are those of a keeper that was killed. */
const GAVE_UP = 78;

// Of the package, which is laid out as the repository is. By the path it was started with, of which a part may be a link: what that
// leads to another day is the version that is to run then, and a till watches its own path for it.
const home = resolve(dirname(process.argv[1] ?? ''), '../..');
const args = process.argv.slice(2);
const window = { file: join(home, 'window/tillbridge'), args };
const browser = {
  file: process.execPath,
  args: ['--disable-warning=ExperimentalWarning', join(home, 'build/out/product/web.js'), '--show', ...args],
};
const { DISPLAY, WAYLAND_DISPLAY, TILLBRIDGE_SHELL } = process.env;
const hasWindow = existsSync(window.file) && Boolean(DISPLAY || WAYLAND_DISPLAY) && TILLBRIDGE_SHELL !== 'browser';
const watch = new ShellWatch({
  commands: { electron: hasWindow ? window : browser, browser },
  say: (line) => console.error(line),
  exit: (code) => process.exit(code === 0 || code === REPLACED ? code : GAVE_UP),
});
// The shell has it from the terminal as well, and asks.
process.on('SIGINT', () => {});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    watch.expectEnd();
    if (watch.running) ask(watch.running, signal);
  });
}
watch.start(hasWindow ? 'electron' : 'browser');
