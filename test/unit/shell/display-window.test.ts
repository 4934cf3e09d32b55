/** @module-tag own-process */
import { afterEach, expect, test, vi } from 'vitest';

vi.mock('electron', () => import('./stand-in-electron.ts'));

const { log, resetElectron, screen, StandInWindow } = await import('./stand-in-electron.ts');
const { DISPLAY_URL, DisplayWindow } = await import('../../../electron/shell/display-window.ts');

const second = { id: 2, bounds: { x: 1280, y: 0, width: 1920, height: 1080 } };
afterEach(resetElectron);

function made() {
  const connected: unknown[] = [];
  const world = { hasHost: true, why: null as 'JRNL_UNWRITABLE' | null };
  const display = new DisplayWindow({
    preload: '/app/preload.cjs',
    hasDevTools: false,
    till: () => null,
    connect: (port) => {
      if (world.hasHost) connected.push(port);
      return world.hasHost;
    },
    whyDown: () => world.why,
  });
  const newest = () => {
    const window = StandInWindow.all.at(-1);
    if (!window) throw new Error('no window');
    return window;
  };
  /** Reports that the display's page listens, as the preload does. */
  const ready = (sender = newest().webContents, frame: unknown = sender.mainFrame) =>
    display.takeReady({ sender, senderFrame: frame } as unknown as Parameters<typeof display.takeReady>[0]);
  return { display, world, connected, newest, ready };
}

test('the display is an ordinary window with a single screen, opened on request, once', () => {
  const { display, newest } = made();
  display.followScreens();
  expect(StandInWindow.all).toEqual([]);
  display.open();
  expect(newest().loaded).toEqual([DISPLAY_URL]);
  expect(newest().options['fullscreen']).toBe(false);
  expect(newest().options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  });
  display.open();
  expect(StandInWindow.all).toHaveLength(1);
  expect(newest().timesOnTop).toBe(1);
});

test('the display fills the second screen and leaves the keyboard focus to the till', () => {
  screen.all = [...screen.all, second];
  const { display, newest } = made();
  display.followScreens();
  expect(newest().options).toMatchObject({ x: 1280, y: 0, fullscreen: true, frame: false });
  expect([newest().isShown, newest().wasShownInactive]).toEqual([false, true]);
});

test('a newly connected screen gets the window, and a disconnected screen closes it', () => {
  const { display } = made();
  display.followScreens();
  screen.add(second);
  expect(StandInWindow.all).toHaveLength(1);
  screen.remove(second);
  screen.add(second);
  expect(StandInWindow.all).toHaveLength(2);
});

test('the display stays closed when closed by hand, and the till continues', () => {
  screen.all = [...screen.all, second];
  const { display, newest } = made();
  display.followScreens();
  newest().close();
  expect(StandInWindow.all).toHaveLength(1);
  expect(log).toEqual([]);
  display.open();
  expect(StandInWindow.all).toHaveLength(2);
});

test('only the display’s own page gets a connection, a new connection in every process run of the host', () => {
  const { display, world, connected, newest, ready } = made();
  display.handOver();
  display.open();
  display.handOver();
  expect(connected).toEqual([]);
  ready(new StandInWindow({ webPreferences: {}, kiosk: false }).webContents);
  const [own] = StandInWindow.all;
  ready(own?.webContents, { url: 'https://elsewhere.example', parent: null });
  expect(connected).toEqual([]);
  ready(own?.webContents);
  expect(connected).toHaveLength(1);
  display.handOver();
  expect(connected).toHaveLength(2);
  expect(own?.webContents.posted.map(({ channel }) => channel)).toEqual(['host/port', 'host/port']);
  world.hasHost = false;
  display.handOver();
  expect(own?.webContents.posted).toHaveLength(2);
  expect(newest()).not.toBe(own);
});

test('the display’s page gets the reason why there is no host', () => {
  const { display, world, newest, ready } = made();
  display.open();
  ready();
  display.sendWhyDown();
  expect(newest().webContents.sent).toEqual([]);
  world.why = 'JRNL_UNWRITABLE';
  display.sendWhyDown();
  expect(newest().webContents.sent).toEqual([['host/stopped', 'JRNL_UNWRITABLE']]);
});
