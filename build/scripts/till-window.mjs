/** Opens the packaged window and keeps it on the screen; where it does not come up, or ends early, the same till in a browser, with the reason. */
import { join, resolve } from 'node:path';
import { ShellWatch } from './parts/shell-watch.mjs';

// Of the package, which is laid out as the repository is.
const home = resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const watch = new ShellWatch({
  commands: {
    electron: { file: join(home, 'window/tillbridge'), args },
    browser: {
      file: join(home, 'bin/node'),
      args: ['--disable-warning=ExperimentalWarning', join(home, 'build/out/product/web.js'), '--show', ...args],
    },
  },
  say: (line) => console.error(line),
  exit: (code) => process.exit(code),
});
// The shell has it from the terminal as well, and asks.
process.on('SIGINT', () => {});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    watch.expectEnd();
    watch.running?.kill('SIGTERM');
  });
}
watch.start('electron');
