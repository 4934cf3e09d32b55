/** @module-tag own-process */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { programLocationOf } from '../../../electron/starter/index.ts';
import { Shop } from '../starter/updates/shop.ts';

vi.mock('electron', () => import('./stand-in-electron.ts'));

const electron = await import('./stand-in-electron.ts');
const { StandInUtility, StandInWindow, app, dialog, log, Menu, powerMonitor, protocol, screen, session } = electron;
const { declareScheme } = await import('../../../electron/shell/shell.ts');
const made = await import('./made-shell.ts');
const { helpersReady, makeShell, pageReady, turns, window } = made;

async function running(more: Parameters<typeof makeShell>[0] = {}) {
  const one = makeShell(more);
  const run = one.shell.run();
  await helpersReady();
  StandInUtility.last('/app/host.js').emit('message', { type: 'ready', socket: '', epoch: 'one' });
  await run;
  return one;
}

test('the window is locked down: sandbox, isolation, no Node, no embedded pages', async () => {
  await running();
  expect(window().options.webPreferences).toMatchObject({
    preload: '/app/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    devTools: false,
  });
  expect(window().options.kiosk).toBe(false);
  expect(window().loaded).toEqual(['app://tillbridge/index.html']);
  expect(window().isShown).toBe(true);
  expect(Menu.current).toBeNull();
});

test('a kiosk window fills the screen and cannot be closed', async () => {
  await running({ isKiosk: true });
  expect(window().options).toMatchObject({ kiosk: true, fullscreen: true, frame: false, closable: false });
});

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview'])(
  'the shell refuses the page event %s',
  async (name) => {
    await running();
    const event = { preventDefault: vi.fn() };
    window().webContents.emit(name, event);
    expect(event.preventDefault).toHaveBeenCalled();
  },
);

test('the shell lets no page open a window, including pages created later', async () => {
  await running();
  expect(window().webContents.openHandler?.({ url: 'https://elsewhere.example' })).toEqual({ action: 'deny' });
  const later = new electron.StandInWebContents();
  app.emit('web-contents-created', {}, later);
  expect(later.openHandler?.({ url: 'app://tillbridge/index.html#/display' })).toEqual({ action: 'deny' });
});

test('the shell refuses every permission and every device', async () => {
  await running();
  const { defaultSession } = session;
  const answers: boolean[] = [];
  const request = defaultSession.handlers['request'] as (c: unknown, p: string, answer: (is: boolean) => void) => void;
  for (const permission of ['media', 'serial', 'hid', 'usb', 'notifications', 'clipboard-read']) {
    request(null, permission, (is) => answers.push(is));
  }
  expect(answers).toEqual([false, false, false, false, false, false]);
  expect((defaultSession.handlers['check'] as () => boolean)()).toBe(false);
  expect((defaultSession.handlers['device'] as () => boolean)()).toBe(false);
  for (const name of ['select-serial-port', 'select-hid-device', 'select-usb-device']) {
    const event = { preventDefault: vi.fn() };
    const answer = vi.fn();
    if (name === 'select-serial-port') defaultSession.emit(name, event, [], null, answer);
    else defaultSession.emit(name, event, {}, answer);
    expect(event.preventDefault).toHaveBeenCalled();
    expect(answer).toHaveBeenCalledWith('');
  }
});

test.each([
  ['app://tillbridge/assets/main.js', false],
  ['app://other/index.html', true],
  ['app://tillbridge.evil.example/', true],
  ['https://evil.example/', true],
  ['http://127.0.0.1:4001/authorizations', true],
  ['ws://127.0.0.1:1/', true],
  ['file:///etc/passwd', true],
])('the shell cancels requests to other addresses: %s is cancelled: %s', async (url, isCancelled) => {
  await running();
  const answer = vi.fn();
  session.defaultSession.beforeRequest?.({ url }, answer);
  expect(answer).toHaveBeenCalledWith({ cancel: isCancelled });
});

test('the UI is served on its own scheme, which is declared secure and standard', async () => {
  declareScheme();
  expect(protocol.schemes).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  await running();
  const answer = await protocol.handlers['app']?.(new Request('app://tillbridge/index.html'));
  expect(await answer?.text()).toBe('<title>UI</title>');
  expect(answer?.headers.get('content-security-policy')).toContain("connect-src 'none'");
});

test('page and host are connected when both are up, whichever comes first', async () => {
  const { messages } = await running();
  expect(window().webContents.posted).toEqual([]);
  // The page reports to the start script that the window is up, because a window alone may be empty.
  expect(messages).toEqual([]);
  pageReady();
  expect(messages).toEqual(['up']);
  const [handed] = window().webContents.posted;
  expect(handed?.channel).toBe('host/port');
  const host = StandInUtility.last('/app/host.js');
  const connect = host.posted.at(-1);
  expect(connect?.message).toEqual({ type: 'connect', access: 'till' });
  expect(connect?.ports.length).toBe(1);
  // The ports are the two ends of one channel, not the same end twice.
  expect(connect?.ports[0]).not.toBe(handed?.ports[0]);
});

test('the page gets a new port after a restart of the host, and the new host the other end', async () => {
  const { said } = await running();
  pageReady();
  const first = StandInUtility.last('/app/host.js');
  first.end(9);
  const second = StandInUtility.last('/app/host.js');
  expect(second).not.toBe(first);
  expect(second.posted.map(({ message }) => message.type)).toEqual(['config']);
  second.emit('message', { type: 'ready', socket: '', epoch: 'two' });
  expect(second.posted.map(({ message }) => message.type)).toEqual(['config', 'connect']);
  expect(window().webContents.posted.length).toBe(2);
  expect(said).toEqual([expect.stringContaining('The host ended (9)')]);
});

test('the page gets a new port after a reload, but not before it listens', async () => {
  await running();
  pageReady();
  window().webContents.emit('did-navigate');
  StandInUtility.last('/app/host.js').end(1);
  StandInUtility.last('/app/host.js').emit('message', { type: 'ready', socket: '', epoch: 'two' });
  expect(window().webContents.posted.length).toBe(1);
  pageReady();
  expect(window().webContents.posted.length).toBe(2);
});

test('a page whose process crashes is reloaded', async () => {
  await running();
  window().webContents.emit('render-process-gone');
  expect(window().webContents.reloads).toBe(1);
});

test('a hung page is killed and reloaded, and a page that answers again is not', async () => {
  await running();
  vi.useFakeTimers();
  try {
    window().emit('unresponsive');
    await vi.advanceTimersByTimeAsync(9_000);
    window().emit('responsive');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(window().webContents.reloads).toBe(0);
    window().emit('unresponsive');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(window().webContents.reloads).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a page that crashes repeatedly is reloaded more slowly', async () => {
  await running();
  vi.useFakeTimers();
  try {
    for (let times = 0; times < 4; times += 1) window().webContents.emit('render-process-gone');
    expect(window().webContents.reloads).toBe(3);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(window().webContents.reloads).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});

test('an ended process of Electron is reported on the console', async () => {
  const { said } = await running();
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' });
  app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit' });
  expect(said).toEqual(['Electron’s GPU process ended (crashed).']);
});

test.each([
  ['another page', () => pageReady(new electron.StandInWebContents())],
  ['a frame in our page', () => pageReady(undefined, { url: 'app://tillbridge/index.html', parent: {} })],
  ['another origin', () => pageReady(undefined, { url: 'https://tillbridge/index.html', parent: null })],
  ['a look-alike origin', () => pageReady(undefined, { url: 'app://tillbridge.evil/index.html', parent: null })],
  ['no frame at all', () => pageReady(undefined, null)],
])('the shell gives no port to %s', async (_name, ask) => {
  await running();
  ask();
  expect(window().webContents.posted).toEqual([]);
  expect(StandInUtility.last('/app/host.js').posted.map(({ message }) => message.type)).toEqual(['config']);
});

test('quitting stops host, practice terminal and sandbox in this order, and only then quits', async () => {
  const { shell } = await running();
  const host = StandInUtility.last('/app/host.js');
  host.on('exit', () => log.push('host ended'));
  app.quit();
  await turns();
  expect(log).toEqual(['quit prevented']);
  expect(host.posted.at(-1)?.message).toEqual({ type: 'stop' });
  expect(shell.isStopping).toBe(true);
  app.quit();
  host.end(0);
  await turns();
  expect(log).toEqual([
    'quit prevented',
    'quit prevented',
    'host ended',
    'kill /app/simulator.js',
    'kill /app/sandbox.js',
    'quit',
    'quit',
  ]);
  expect(StandInUtility.all.length).toBe(3);
});

test.each([
  ['the last window is closed', () => app.emit('window-all-closed')],
  ['the computer shuts down', () => powerMonitor.emit('shutdown')],
  ['SIGTERM', () => made.program.emit('SIGTERM')],
  ['Ctrl+C', () => made.program.emit('SIGINT')],
  ['Ctrl+C, by the start script’s word', () => made.program.emit('message', 'interrupt')],
  ['the start script is gone', () => made.program.emit('disconnect')],
])('the shell stops the host in order when %s', async (_name, happen) => {
  const { shell } = await running();
  happen();
  await turns();
  expect(shell.isStopping).toBe(true);
  expect(StandInUtility.last('/app/host.js').posted.at(-1)?.message).toEqual({ type: 'stop' });
});

const unfinished = { id: 'A-1', state: 'working', totalMinor: 4260, currency: 'USD' };

test('quitting asks during a payment; staying is the default, and quitting is possible', async () => {
  const { shell } = await running();
  StandInUtility.open = [unfinished];
  app.quit();
  app.quit(); // pressed again: one question
  await turns();
  expect(dialog.asked).toHaveLength(1);
  expect(dialog.asked[0]).toMatchObject({ message: 'A payment is not finished.', defaultId: 0, cancelId: 0 });
  expect(dialog.asked[0]?.detail).toContain('$42.60: running');
  dialog.answer(0);
  await turns();
  expect(shell.isStopping).toBe(false);
  const closing = { preventDefault: vi.fn() };
  window().emit('close', closing);
  await turns();
  expect(closing.preventDefault).toHaveBeenCalled();
  expect(dialog.asked).toHaveLength(2);
  dialog.answer(1);
  await turns();
  expect(shell.isStopping).toBe(true);
});

test('Ctrl+C reports that a payment runs, and does not end it', async () => {
  const { shell, said } = await running();
  StandInUtility.open = [unfinished];
  made.program.emit('SIGINT');
  made.program.emit('SIGINT'); // npm passes the same press on
  await turns();
  expect(said).toEqual([expect.stringMatching(/^A payment is not finished \(A-1 working\)\. Press Ctrl\+C again/)]);
  expect(shell.isStopping).toBe(false);
  expect(dialog.asked).toEqual([]);
});

test.each([
  ['a kiosk', true, () => app.quit()],
  ['SIGTERM', false, () => made.program.emit('SIGTERM')],
  ['the end of the computer', false, () => powerMonitor.emit('shutdown')],
])('the shell asks no question on %s', async (_name, isKiosk, happen) => {
  const { shell } = await running({ isKiosk });
  StandInUtility.open = [unfinished];
  happen();
  await turns();
  expect(dialog.asked).toEqual([]);
  expect(shell.isStopping).toBe(true);
});

test('a second start brings the window to the front', async () => {
  await running();
  app.emit('second-instance');
  expect(window().wasFocused).toBe(true);
});

test('the shell gives processes names in task lists and no credentials in their environment', async () => {
  process.env['TILLBRIDGE_PASSWORD'] = 'hunter2';
  try {
    await running();
  } finally {
    delete process.env['TILLBRIDGE_PASSWORD'];
  }
  for (const child of StandInUtility.all) {
    expect(Object.values(child.options.env)).not.toContain('hunter2');
    expect(child.options.stdio).toBe('pipe');
  }
  expect(StandInUtility.last('/app/host.js').options.serviceName).toBe('Tillbridge host');
});

test('the ready line is printed once, with the address of the UI', async () => {
  const { announced } = await running();
  expect(announced).toEqual(['Tillbridge ready: app://tillbridge/index.html']);
});

const second = { id: 2, bounds: { x: 1280, y: 0, width: 1920, height: 1080 } };
const DISPLAY = 'app://tillbridge/index.html#/display';
const displays = () => StandInWindow.all.filter(({ loaded }) => loaded.includes(DISPLAY));
const tillWindow = () => StandInWindow.all[0];

test('the till’s page may open only the customer display', async () => {
  await running();
  const ask = (url: string) => tillWindow()?.webContents.openHandler?.({ url });
  expect(ask('app://tillbridge/index.html#/elsewhere')).toEqual({ action: 'deny' });
  expect(displays()).toEqual([]);
  expect(ask(DISPLAY)).toEqual({ action: 'deny' });
  expect(displays()).toHaveLength(1);
});

test('the customer’s page gets a display’s connection', async () => {
  screen.all = [...screen.all, second];
  await running();
  const [display] = displays();
  pageReady(display?.webContents);
  const host = StandInUtility.last('/app/host.js');
  const connects = () => host.posted.map(({ message }) => message).filter(({ type }) => type === 'connect');
  expect(connects()).toEqual([{ type: 'connect', access: 'display' }]);
  expect(display?.webContents.posted).toMatchObject([{ channel: 'host/port' }]);
  expect(tillWindow()?.webContents.posted).toEqual([]);
  pageReady(tillWindow()?.webContents);
  expect(connects().at(-1)).toEqual({ type: 'connect', access: 'till' });
});

test.each([{ isKiosk: true }, { opensDisplay: false }])(
  'the shell does not open the customer display automatically: %j',
  async (more) => {
    screen.all = [...screen.all, second];
    await running(more);
    expect(displays()).toEqual([]);
  },
);

test('the shell keeps screen and computer awake while the window is open, and no longer', async () => {
  const { shell } = await running();
  expect(electron.powerSaveBlocker.held).toEqual(['prevent-display-sleep']);
  for (const child of StandInUtility.all) child.end(0);
  await shell.stop();
  expect(electron.powerSaveBlocker.held).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'the window’s own package installs an update when the till closes, and not during an unfinished payment',
  async () => {
    const shop = await Shop.open();
    const current = () => readlinkSync(join(shop.home, 'current'));
    try {
      const { shell, said } = await running({ ground: { ...programLocationOf(shop.root), allowsLoopback: true } });
      const updates = shop.updates({ dataDir: made.folder });
      await updates.check();
      await updates.fetch();
      StandInUtility.open = [unfinished];
      StandInUtility.last('/app/host.js').emit('message', { type: 'update-now' });
      await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('A payment is not finished')]));
      expect(current()).toBe('versions/1.1.0');
      StandInUtility.open = [];
      const stopped = shell.stop();
      await vi.waitFor(() => expect(current()).toBe('versions/1.2.0'));
      expect(said.at(-1)).toBe('Tillbridge 1.2.0 is installed.');
      await turns();
      StandInUtility.last('/app/host.js').end(0);
      await stopped;
    } finally {
      await shop.close();
    }
  },
);
