/**
 * Keeps an installed till on the screen: in its packaged window if there is one. If the window does not come up, or
 * ends early, the till opens in a browser with the reason. The browser shell is started again if it is killed, crashes
 * or hangs. Exits with 0 when it was closed, with 75 when another version was installed, and with 78 when a restart
 * would not help.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ask } from './parts/ask.mjs';
import { REPLACED, ShellWatch } from './parts/shell-watch.mjs';

/**
 * EX_CONFIG: the reason was printed, so that the supervisor does not restart this program. Other codes mean that this
 * program was killed.
 */
const GAVE_UP = 78;

// Folder of the package, which has the layout of the repository. Derived from the path of the start, which may contain
// a link: the link will point to the version to run next, and a till watches its own path for that.
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
// The shell receives the signal from the terminal too, and asks the user.
process.on('SIGINT', () => {});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    watch.expectEnd();
    if (watch.running) ask(watch.running, signal);
  });
}
watch.start(hasWindow ? 'electron' : 'browser');
