/**
 * Entry of the Electron shell. Bundled by build/vite/host.config.ts to build/out/electron/main.js, together with
 * everything that it starts.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { app } from 'electron';
import { visibleLines } from '../domain/index.ts';
import { toFailure } from '../contract/index.ts';
import { defaultDataDir, ensureDataDir } from '../config/index.ts';
import { programLocationOf, keepShellNote, openTill, ShellMessages, takeShellNote } from '../starter/index.ts';
import { parseShellFlags, refuseDebugging } from './flags.ts';
import { DesktopPlace } from './desktop-place.ts';
import { declareScheme, failShell, Shell } from './shell.ts';
import { utilityForker } from './utility-fork.ts';

const say = (line: string) => void process.stderr.write(`${visibleLines(line)}\n`);
const messages = new ShellMessages(process);
const here = import.meta.dirname;
/** Package that contains the window, HOME/window/tillbridge (build/packaging). */
const home = resolve(dirname(process.execPath), '..');

try {
  refuseDebugging(app);
  // Unpackaged, the first argument is the app's folder.
  const flags = parseShellFlags(process.argv.slice(app.isPackaged ? 1 : 2));
  const dataDir = ensureDataDir(flags.data ?? defaultDataDir(process.env, process.platform));
  const note = takeShellNote(process.env);
  if (note) keepShellNote(dataDir, note);
  // Chromium's own files, including the single-instance lock, are in the data folder: one till per folder.
  app.setPath('userData', join(dataDir, 'electron'));
  if (!app.requestSingleInstanceLock()) {
    say('Tillbridge already runs with this data folder; its window was brought to the front.');
    app.exit(0);
  } else {
    declareScheme();
    const till = openTill({
      dataDir,
      env: process.env,
      flags,
      say,
      isKiosk: flags.isKiosk,
      fork: utilityForker(process.env),
      keyring: join(here, 'keyring.js'),
      desktop: new DesktopPlace({
        dataDir,
        platform: process.platform,
        allowsBasicText: process.env['TILLBRIDGE_ALLOW_BASIC_TEXT'] === '1',
      }),
    });
    const shell = new Shell({
      dataDir,
      isKiosk: flags.isKiosk,
      isVerbose: flags.isVerbose,
      opensDisplay: flags.opensDisplay,
      version: app.getVersion(),
      // Inside the packed archive both are in one folder; in a clone the UI is built in a separate folder.
      rendererDir: join(here, '../renderer'),
      preload: join(here, 'preload.cjs'),
      entries: {
        host: join(here, 'host.js'),
        sandbox: join(here, 'sandbox.js'),
        simulator: join(here, 'simulator.js'),
      },
      ground: app.isPackaged && existsSync(join(home, 'package.json')) ? programLocationOf(home) : null,
      ...till,
      say,
      messages,
      program: process,
      announce: (line) => void process.stdout.write(`${line}\n`),
    });
    shell.run().catch((error: unknown) => failShell(shell, error, say));
  }
} catch (error) {
  messages.failureShown();
  const failure = toFailure(error);
  say(`${failure.message} (${failure.code})`);
  app.exit(1);
}
