/**
 * The browser shell: the same UI in a browser on this computer, served over loopback. Standard output carries one line,
 * `Tillbridge ready: <url>`; everything else goes to standard error.
 */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { rmSync } from 'node:fs';
import { uptime } from 'node:os';
import { join, resolve } from 'node:path';
import { visibleLines, systemClock } from '../domain/index.ts';
import { TillError, toFailure } from '../contract/index.ts';
import { defaultDataDir, ensureDataDir, compiledFolder, looksForUpdates, type Settings } from '../config/index.ts';
import {
  programLocationOf,
  Interrupts,
  interruptsByMessage,
  keepShellNote,
  launchStack,
  listSessions,
  nameOfRunning,
  nodeForker,
  openTill,
  ownVersion,
  requestLink,
  ShellMessages,
  takeShellNote,
  UpdateKeeper,
  type OpenPayment,
  type ShellNote,
  type Stack,
  type StackEvent,
} from '../starter/index.ts';
import { StoredWindowPreferences } from './window-preferences.ts';
import { onEnter } from './enter-key.ts';
import { DEFAULT_PORT, HELP, parseFlags, type Flags } from './flags.ts';
import { writeCalmPage } from './calm-page.ts';
import { clearForwardPages, writeForwardPage } from './forward-page.ts';
import { findKioskBrowser, kioskCommand, openPage, startKiosk } from './open-browser.ts';
import { OwnBrowser } from './own-browser.ts';
import { REPLACED, ReplacementWatch, ServiceNotice, stayAwake } from './service.ts';
import { storePort, storeRun, takeOverRun, type Run, type RunState } from './run.ts';
import { startWebServer, type WebServer } from './server.ts';
import type { SessionScope } from './tokens.ts';
import { removeWebFile, writeWebFile } from './web-file.ts';

const root = resolve(import.meta.dirname, '../..');
const say = (line: string) => void process.stderr.write(`${visibleLines(line)}\n`);

// The reader of the output has ended or never existed (Windows, without a console): the till continues to take
// payments.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Messages to the start script. */
const messages = new ShellMessages(process);

/** Started parts, in the order in which they must be stopped. */
const started: { name: string; stop: () => Promise<void> | void }[] = [];
let stopping: Promise<void> | null = null;
const notice = new ServiceNotice(process.env, systemClock);

function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    notice.stopping();
    for (const part of started) {
      try {
        await part.stop();
      } catch (error) {
        say(`Stopping ${part.name}: ${toFailure(error).message}`);
        exitCode ||= 1;
      }
    }
    // A browser that keeps a connection open must not keep this process running.
    process.exit(exitCode);
  })();
  return stopping;
}

/**
 * Payments that a stop would leave unfinished; set once there is a host to ask. A kiosk cancels its payments first and
 * does not ask.
 */
let unfinished: () => Promise<readonly OpenPayment[]> = async () => [];

function watchForTheEnd(): void {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  const interrupts = new Interrupts(systemClock);
  process.on('SIGINT', () => {
    void interrupts
      .press(() => unfinished())
      .then((answer) => {
        if (answer === 'quit') return stop(0);
        if (answer !== 'same') say(answer.say);
        return undefined;
      });
  });
  // The start script has ended (killed, window closed), so the till stops too.
  if (process.send) process.on('disconnect', () => void stop(0));
  interruptsByMessage(process);
}

async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.isHelp) {
    process.stdout.write(HELP);
    return;
  }
  // This listener must be the first to receive the starter's messages.
  const continued = takeOverRun(process);
  watchForTheEnd();
  const dataDir = ensureDataDir(flags.data ?? defaultDataDir(process.env, process.platform));
  const note = takeShellNote(process.env);
  if (note) keepShellNote(dataDir, note);
  if (await isRunning(dataDir)) {
    if (flags.showsRunning) return showRunning(dataDir, await requestLink(dataDir));
    const who = nameOfRunning(dataDir);
    // The message contains no link: the system's journal keeps a service's standard error.
    const message = `${who} already runs with the data folder ${dataDir}. \`tillbridge url\` prints a link that opens it`;
    throw new TillError('JRNL_IN_USE', message);
  }
  const fork = nodeForker({ env: process.env, compiled: compiledFolder(dataDir, ownVersion()) });
  const keyring = join(root, 'electron/config/keyring/main.ts');
  const till = openTill({ dataDir, env: process.env, fork, keyring, flags, say, isKiosk: flags.isKiosk });
  const settings = await till.settings();
  const run = await continued;
  const carried = new StoredWindowPreferences(dataDir);
  const web = await startWeb(flags, { run, carried }, note?.shell === 'electron' ? note.why : undefined);
  storePort(process, web.port?.handles ?? null);
  let keeper: UpdateKeeper | null = null;
  const down = Promise.withResolvers<void>();
  const stack = launchStack(
    { dataDir, version: ownVersion(), isKiosk: flags.isKiosk, settings, localSocket: true },
    {
      fork,
      secrets: till.secrets,
      entries: {
        host: join(root, 'electron/host/main.ts'),
        sandbox: join(root, 'electron/sandbox/main.ts'),
        simulator: join(root, 'native/simulator/main.ts'),
      },
      readSettings: till.settings,
      onEvent: (event) => {
        if (event.type === 'update-now') void keeper?.now();
        else onStackEvent(event, web, flags.isVerbose);
        if (event.type === 'host-down' || (event.type === 'helper-down' && event.failure)) down.resolve();
      },
    },
  );
  started.push(
    { name: 'the processes', stop: () => stack.stop() },
    { name: 'the server', stop: () => web.close() },
    { name: 'what windows keep', stop: () => carried.flush() },
  );
  // A host that cannot use its journal keeps retrying, and the screen must show the reason.
  await Promise.race([stack.ready, down.promise]);
  stack.ready.catch(fail);
  if (stopping) return;
  if (!flags.isKiosk) unfinished = () => stack.closing();
  try {
    writeWebFile(dataDir, { url: web.address, pid: process.pid, secret: web.secret });
    started.unshift({ name: 'the link file', stop: () => removeWebFile(dataDir) });
  } catch (error) {
    say(`\`tillbridge link\` will not find this till: ${toFailure(error).message}`);
  }
  process.stdout.write(`Tillbridge ready: ${web.newLink()}\n`);
  messages.up();
  notice.ready();
  started.unshift({ name: 'what keeps the computer awake', stop: stayAwake(process.platform) });
  makeWay(stack);
  keeper = keepUpdated(stack, dataDir);
  await openUi(flags, web, dataDir, settings.till, run !== null);
  // `stopping` may have been set in between; an additional listener is harmless then.
  started.unshift({
    name: 'the keyboard',
    stop: onEnter(process.stdin, () => sayNewLink(web)),
  });
}

/** True if a till answers for a data folder; requests no link. */
const isRunning = (dataDir: string): Promise<boolean> =>
  listSessions(dataDir).then(
    () => true,
    () => false,
  );

function sayNewLink(web: WebServer): void {
  try {
    say(`New link: ${web.newLink()}`);
  } catch (error) {
    say(toFailure(error).message);
  }
}

/** Opens the running till's window: the cashier clicked the till's icon again. */
async function showRunning(dataDir: string, link: string): Promise<void> {
  const page = writeForwardPage(dataDir, link);
  if (!(await openPage(page.path, process.platform))) {
    page.remove();
    const message = 'No browser could be opened. `tillbridge url` prints a link: open it yourself';
    throw new TillError('LINK_NOT_FOUND', message);
  }
  // The browser reads the file later; the next start deletes it.
  say(`${nameOfRunning(dataDir)} runs already with the data folder ${dataDir}; its window is opened.`);
  // The supervising process keeps a channel open, so exit explicitly.
  return stop(0);
}

/**
 * Restarts into a package installed over this package, once no payment runs. Not from a checkout, whose files change
 * all day.
 */
function makeWay(stack: Stack): void {
  if (!process.execPath.startsWith(join(root, 'bin'))) return;
  const watch = new ReplacementWatch({
    file: process.argv[1] ?? '',
    clock: systemClock,
    isBusy: async () => (await stack.closing()).some(({ state }) => state !== 'checking'),
    replaced: () => {
      say('A new version was installed and takes over.');
      void stop(REPLACED);
    },
  });
  started.unshift({ name: 'the look at new versions', stop: () => watch.stop() });
}

/** Checks for updates, and installs one when the till closes without unfinished payments. */
function keepUpdated(stack: Stack, dataDir: string): UpdateKeeper {
  const end = () => void stop(0);
  const mayCheck = () => looksForUpdates(dataDir);
  const keeper = new UpdateKeeper({
    ground: programLocationOf(root),
    dataDir,
    env: process.env,
    stack,
    clock: systemClock,
    say,
    end,
    mayCheck,
  });
  // This runs before the processes are stopped, because the host decides whether an update may be installed.
  started.unshift({ name: 'the update', stop: () => keeper.close() });
  return keeper;
}

async function startWeb(
  flags: Flags,
  { run, carried }: { run: Run | null; carried: StoredWindowPreferences },
  noWindow: ShellNote['why'],
): Promise<WebServer> {
  const isByAddress = flags.isByAddress || (await opensInSafari(flags));
  if (isByAddress) say(BY_ADDRESS);
  const options = {
    ...(noWindow ? { noWindow } : {}),
    isByAddress,
    carried,
    // A kiosk's browser ended with the previous shell, and gets a new link.
    run: run && flags.isKiosk ? { ...run, tokens: { links: [], used: [], sessions: [] } } : run,
    onRun: (state: RunState) => storeRun(process, state),
    rendererDir: join(root, 'build/out/renderer'),
    randomBytes: (size: number) => randomBytes(size),
    // This clock continues while the computer sleeps, and users cannot change it.
    nowMs: () => uptime() * 1000,
    scope: flags.isKiosk ? ('kiosk' as const) : ('till' as const),
    // A payment that is only being checked needs no screen.
    isPaying: async () => (await unfinished()).some(({ state }) => state !== 'checking'),
    onSessionEnded: (scope: SessionScope) => {
      if (scope === 'kiosk') own?.renew();
    },
    onLinkTaken: () => own?.linkTaken(),
    onLinkUsed: () => own?.linkUsed(),
    onBeat: ({ isOwn }: { isOwn: boolean }) => {
      if (!isOwn) return;
      own?.beat();
      if (flags.isVerbose) say('[page] alive');
    },
    onPageLost: ({ isOwn }: { isOwn: boolean }) => {
      if (isOwn) own?.pageLost();
    },
  };
  if (flags.port !== null) return startWebServer({ ...options, port: flags.port });
  // Only the port distinguishes this start's address from another's.
  if (isByAddress) return startWebServer({ ...options, port: 0 });
  try {
    return await startWebServer({ ...options, port: DEFAULT_PORT });
  } catch (error) {
    if (error instanceof TillError && error.code === 'LINK_BUSY') return startWebServer({ ...options, port: 0 });
    throw error;
  }
}

const BY_ADDRESS =
  'The till is served at 127.0.0.1, for a browser that does not know names under .localhost. Another user of this computer who has ' +
  'served a page at the same port before can take its place: with Chrome, Edge or Firefox as the usual browser, leave --by-address out.';

/** True if the default browser may be Safari: it asks the system, which cannot resolve names under `.localhost`. */
async function opensInSafari({ isKiosk }: Flags): Promise<boolean> {
  if (process.platform !== 'darwin' || isKiosk) return false;
  return lookup('till.localhost').then(
    () => false,
    () => true,
  );
}

/** The browser that this process starts, or null. */
let own: OwnBrowser | null = null;
let isHostUp = false;

function onStackEvent(event: Exclude<StackEvent, { type: 'update-now' }>, web: WebServer, isVerbose: boolean): void {
  switch (event.type) {
    case 'host-up':
      isHostUp = true;
      web.setHost(event.run.socket);
      return;
    case 'host-down':
      isHostUp = false;
      web.setHost(null, event.failure?.code ?? null);
      if (event.isMeant) say('The host restarts with the current settings.');
      else
        say(
          `The host ended (${event.failure?.message ?? event.exit.signal ?? event.exit.code}); ${soon(event.retryInMs)}`,
        );
      return;
    case 'helper-down':
      if (event.failure && !isHostUp) web.setHost(null, event.failure.code);
      say(`The ${event.name} ended; ${soon(event.retryInMs)}`);
      return;
    case 'helper-up':
      return;
    case 'settings-refused':
      say(`${event.failure.message}. The previous settings stay in use.`);
      return;
    case 'line':
      if (isVerbose) say(`[${event.name}] ${event.line}`);
      return;
  }
}

const soon = (delayMs: number) =>
  delayMs === 0 ? 'it is being restarted.' : `it is restarted in ${delayMs / 1000} s.`;

async function openUi(
  flags: Flags,
  web: WebServer,
  dataDir: string,
  till: Settings['till'],
  isContinued: boolean,
): Promise<void> {
  if (!flags.opensBrowser) return;
  clearForwardPages(dataDir);
  const opener = new OwnBrowser({
    newPage: () => writeForwardPage(dataDir, web.newLink(undefined, true)),
    calmPage: () => writeCalmPage(dataDir, till.locale, till.shop),
    say,
    clock: systemClock,
  });
  own = opener;
  started.unshift({ name: 'the browser', stop: () => opener.stop() });
  const browser = flags.isKiosk ? findKioskBrowser(process.env, process.platform) : null;
  const profile = join(dataDir, 'kiosk-browser');
  if (browser) {
    return opener.openKiosk((page) => {
      emptyProfile(profile);
      return startKiosk(kioskCommand(browser, page, profile));
    });
  }
  if (flags.isKiosk) say('No browser with a kiosk mode was found; the link is opened in the usual browser.');
  const open = (page: string) => openPage(page, process.platform);
  // The page that the previous shell opened reconnects by itself, or is opened again.
  if (isContinued && web.hasOwnSession) opener.expect(open);
  else await opener.open(open);
}

/** Deletes the kiosk's browser profile, so that data of a guest or another server is deleted at the next start. */
function emptyProfile(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch (error) {
    say(`The kiosk's browser keeps what its profile ${profile} holds: ${toFailure(error).message}`);
  }
}

async function fail(error: unknown): Promise<void> {
  // A stop during the start is not a failure.
  if (stopping) return;
  messages.failureShown();
  const failure = toFailure(error);
  say(
    failure.code === 'HOST_INTERNAL' && !(error instanceof TillError)
      ? String(error)
      : `${failure.message} (${failure.code})`,
  );
  await stop(1);
}

try {
  await main();
} catch (error) {
  await fail(error);
}
