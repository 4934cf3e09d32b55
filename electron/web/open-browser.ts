import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutSecrets } from '../starter/index.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** Command that opens a page in the user's default browser: a file, or a link without a secret. Pure. */
export function openCommand(page: string, platform: NodeJS.Platform): Command {
  if (platform === 'darwin') return { file: 'open', args: [page] };
  // `start` is a shell command; the empty string is its window title, for which it would otherwise take the page.
  if (platform === 'win32') return { file: 'cmd', args: ['/d', '/s', '/c', `start "" "${page}"`] };
  return { file: 'xdg-open', args: [page] };
}

/** Possible paths of a browser with a kiosk mode, best first. Pure. */
export function kioskCandidates(env: Env, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
      (dir) => dir !== undefined,
    );
    const places = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return places.flatMap((place) => folders.map((dir) => `${dir}\\${place}`));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '');
  return names.flatMap((name) => folders.map((dir) => join(dir, name)));
}

/** First candidate that exists and is executable, or null. */
export function findKioskBrowser(env: Env, platform: NodeJS.Platform): string | null {
  return kioskCandidates(env, platform).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Command for a full-screen window without address bar and tabs, with its own profile, so that other profiles stay
 * untouched. `page` is the path of a file: every user of this computer can read these arguments.
 */
export function kioskCommand(browser: string, page: string, profileDir: string): Command {
  return {
    file: browser,
    args: [
      '--kiosk',
      `--app=${pathToFileURL(page).href}`,
      `--user-data-dir=${profileDir}`,
      // Only this process holds the other ends: no port is opened, and the browser exits with this process.
      '--remote-debugging-pipe',
      '--hide-crash-restore-bubble',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-component-update',
      '--disable-sync',
      '--disable-pinch',
      '--overscroll-history-navigation=0',
    ],
  };
}

/** Opens the page in the user's browser, which keeps running on its own. Resolves to false on failure. */
export function openPage(page: string, platform: NodeJS.Platform): Promise<boolean> {
  const { file, args } = openCommand(page, platform);
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      detached: true,
      stdio: 'ignore',
      env: withoutSecrets(process.env),
      windowsVerbatimArguments: platform === 'win32',
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** Starts the kiosk's browser, which is stopped with the till. */
export function startKiosk(command: Command): ChildProcess {
  return spawn(command.file, command.args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // The browser leads a process group, which is killed as a whole.
    detached: process.platform !== 'win32',
    env: withoutSecrets(process.env),
  });
}

/** Kills a kiosk's browser with all of its processes: a suspended process would ignore any other signal. */
export function endBrowser(child: ChildProcess): void {
  const { pid } = child;
  try {
    // spawnfile is set only for a child that was really started, so that its pid is also its group's.
    if (pid !== undefined && pid > 1 && child.spawnfile && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // The process has ended already.
  }
}
