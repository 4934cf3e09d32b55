/**
 * The till's port overnight: another user listens there while the till is closed, and a real Chromium that was used
 * with the till on the day before opens it. Data planted by this user in that browser must not affect the till of the
 * next day.
 *
 * @module-tag ci-only
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { ShellWatch } from '../../build/scripts/parts/shell-watch.mjs';
import { nodeFlags, ownNode } from '../../build/scripts/parts/paths.mjs';
import { findChromium } from '../../build/scripts/parts/tools.mjs';
import { endSession, listSessions, requestLink } from '../../electron/starter/index.ts';
import { OwnPort } from '../../electron/web/own-port.ts';
import { startWebServer, type WebServer, type WebServerOptions } from '../../electron/web/server.ts';
import { program } from '../fixtures/programs.ts';
import { answering } from '../local-socket.ts';
import { askPage, openLink } from '../loopback.ts';
import { startKioskShell } from './kiosk-shell.ts';
import { canBeNobody, listenAsNobody, whyNot, type Overheard } from './other-user.ts';
import { connectAsPage } from './page-connection.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

// The time limit allows several processes in sequence on a busy computer.
vi.setConfig({ testTimeout: 180_000 });

const executablePath = findChromium();
const UP = { timeout: 120_000, interval: 200 };
/** All addresses that an intruder can try: both loopback addresses, and both wildcards. */
const EVERYWHERE = ['127.0.0.1', '::1', '0.0.0.0', '::'];

let folder: string;
let browser: BrowserContext | undefined;
let servers: WebServer[] = [];
beforeEach(() => {
  folder = temporaryFolder('tillbridge origin ');
  mkdirSync(join(folder, 'ui', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'ui', 'index.html'), '<!doctype html><script defer src="/assets/main-1a2b.js"></script>');
  writeFileSync(join(folder, 'ui', 'assets', 'main-1a2b.js'), 'document.title = "TILL";');
});
afterEach(async () => {
  await browser?.close();
  browser = undefined;
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

/** The till's server as started by the browser shell. */
async function openTill(options: Partial<WebServerOptions> = {}): Promise<WebServer> {
  const server = await startWebServer({
    rendererDir: join(folder, 'ui'),
    port: 0,
    randomBytes: (size) => randomBytes(size),
    nowMs: () => performance.now(),
    ...options,
  });
  servers.push(server);
  return server;
}

async function openBrowser(): Promise<BrowserContext> {
  browser ??= await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: executablePath ?? '',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return browser;
}

/** Another test covers the protocol that the host chose. */
const connect = async (page: Page) => (await connectAsPage(page)).replace(/ as .*$/, '');

/** Connects the host's end of the till. */
async function withHost(server: WebServer): Promise<() => void> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  const path = join(folder, `host-${randomBytes(4).toString('hex')}.sock`);
  await new Promise<void>((resolve) => http.listen(path, resolve));
  server.setHost(answering(sockets, path));
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    http.close();
  };
}

/** The day before, the night with an intruder at the port, and the next morning in the same browser. */
async function night(options: Partial<WebServerOptions>) {
  const context = await openBrowser();
  const yesterday = await openTill(options);
  const port = Number(new URL(yesterday.address).port);
  const tab = await context.newPage();
  await tab.goto(yesterday.newLink());
  await tab.waitForURL(`${yesterday.origin}/`);
  const oldKey = (await tab.evaluate(() => localStorage.getItem('tillbridge.key.till'))) ?? '';
  await yesterday.close();

  const stranger = await listenAsNobody(port, ['127.0.0.1', '::1']);
  expect(stranger.at).toEqual(['127.0.0.1', '::1']);
  // Each way to that port: a restored tab or F5, an old bookmark, a link.
  await tab.reload();
  await vi.waitFor(async () => expect(await tab.title()).toBe('planted 200'), UP);
  for (const host of ['127.0.0.1', 'localhost', 'other.localhost']) {
    const page = await context.newPage();
    await page.goto(`http://${host}:${port}/`);
    // If the intruder's worker is already registered, it answers.
    await vi.waitFor(async () => expect(await page.title()).toMatch(/^(?:planted 200|OWNED)$/), UP);
    await page.close();
  }
  await stranger.stop();

  const today = await openTill({ ...options, port });
  const end = await withHost(today);
  const link = today.newLink();
  const page = await context.newPage();
  // The server answers a browser that sends six cookies of 4 kB with an HTTP error.
  await page.goto(link).catch(() => undefined);
  await page.waitForURL(`${today.origin}/`, { timeout: 15_000 }).catch(() => undefined);
  return { context, tab, page, today, stranger, link, oldKey, port, end };
}

describe.skipIf(!executablePath || !canBeNobody)('a stranger at the till’s port', () => {
  test(
    `leaves no worker, no cached script and no cookie after a night in which the till is closed (${whyNot})`,
    { timeout: 400_000 },
    async () => {
      const { context, tab, page, today, stranger, oldKey, port, end } = await night({});
      expect(page.url()).toBe(`${today.origin}/`);
      await vi.waitFor(async () => expect(await page.title()).toBe('TILL'), UP);
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
      const names = (await context.cookies(today.origin)).map(({ name }) => name);
      expect(names).toEqual([`tillbridge-${port}`]);
      expect(await connect(page)).toBe('open');
      await page.reload();
      await vi.waitFor(async () => expect(await page.title()).toBe('TILL'), UP);
      expect(await connect(page)).toBe('open');
      // A second tab, opened by hand.
      const other = await context.newPage();
      await other.goto(today.origin);
      await vi.waitFor(async () => expect(await other.title()).toBe('TILL'), UP);
      // The old tab stays the intruder's and has no access to the till or the storage of the new page.
      expect(await tab.evaluate(() => Object.keys(localStorage).length)).toBeLessThanOrEqual(1);
      const refused = await tab.evaluate(
        (url) =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(url, ['tillbridge']);
            socket.addEventListener('open', () => resolve('open'));
            socket.addEventListener('close', () => resolve('refused'));
          }),
        `${today.origin.replace('http', 'ws')}/contract`,
      );
      expect(refused).toBe('refused');
      // Everything sent to the intruder is from the day before, and useless.
      const loot = JSON.stringify(stranger.heard());
      expect(loot).not.toContain('token=');
      expect(loot).not.toContain(new URL(today.origin).hostname);
      const answer = await askPage(today.origin, {
        path: '/session',
        headers: { cookie: cookieOf(stranger.heard()), 'tillbridge-key': oldKey },
      });
      expect(answer.status).toBe(401);
      end();
    },
  );

  test(
    'takes the page if the address stays the same, so these tests would detect the attack',
    { timeout: 400_000 },
    async () => {
      const { page, context, today, end } = await night({ isByAddress: true });
      const isTaken = (await page.title()) !== 'TILL' || (await connect(page)) !== 'open';
      expect(isTaken).toBe(true);
      expect((await context.cookies(today.origin)).length).toBeGreaterThan(1);
      end();
    },
  );

  test.each(EVERYWHERE)(
    'gets no link if it takes the port first at %s, because the till does not open there',
    { timeout: 120_000 },
    async (address) => {
      const stranger = await listenAsNobody(await freePort(), [address]);
      try {
        expect(stranger.at).toEqual([address]);
        const { port } = stranger;
        await expect(openTill({ port })).rejects.toMatchObject({ code: 'LINK_BUSY' });
        const elsewhere = await openTill();
        expect(new URL(elsewhere.address).port).not.toBe(String(port));
        await openLink(elsewhere.newLink());
        expect(stranger.heard()).toEqual([]);
      } finally {
        await stranger.stop();
      }
    },
  );

  test('cannot listen at the port of an open till, at any address', { timeout: 120_000 }, async () => {
    const till = await openTill();
    const stranger = await listenAsNobody(Number(new URL(till.address).port), EVERYWHERE);
    await stranger.stop();
    expect(stranger.at).toEqual([]);
  });

  test(
    'cannot take the port of a hanging shell that is replaced, and every window stays signed in',
    { timeout: 400_000 },
    async () => {
      const dataDir = join(folder, 'data');
      const words = ['--no-open', '--port', '0', '--data', dataDir];
      const shell = { file: ownNode, args: [...nodeFlags, program('electron/web/main.ts'), ...words] };
      let exit: number | undefined;
      const watch = new ShellWatch({
        commands: { electron: shell, browser: shell },
        say: () => {},
        exit: (code) => (exit = code),
      });
      watch.start('browser');
      try {
        const link = await vi.waitFor(() => requestLink(dataDir), UP);
        const context = await openBrowser();
        const page = await context.newPage();
        await page.goto(link);
        const { origin } = new URL(link);
        await page.waitForURL(`${origin}/`);
        await vi.waitFor(async () => expect((await listSessions(dataDir))[0]?.windows).toBe(1), UP);
        const [before] = await listSessions(dataDir);
        const file = () => JSON.parse(readFileSync(join(dataDir, 'web.json'), 'utf8')) as { pid: number; url: string };
        const { pid, url } = file();
        process.kill(pid, 'SIGSTOP');
        const tries: string[] = [];
        while (watch.running?.pid === pid || watch.running === undefined || file().pid === pid) {
          const stranger = await listenAsNobody(Number(new URL(url).port), EVERYWHERE);
          tries.push(...stranger.at);
          await stranger.stop();
        }
        expect(tries).toEqual([]);
        // The same window returns by itself, with its contents.
        await vi.waitFor(
          async () => expect(await listSessions(dataDir)).toMatchObject([{ id: before?.id, windows: 1 }]),
          UP,
        );
        expect(page.url()).toBe(`${origin}/`);
        expect(await connect(page)).toBe('open');
        expect(new URL(await requestLink(dataDir)).origin).toBe(origin);
      } finally {
        watch.expectEnd();
        watch.running?.kill('SIGTERM');
        await vi.waitFor(() => expect(exit).toBeDefined(), UP);
      }
      // Another run has another origin.
    },
  );

  test('gets no link at [::1] of a computer that had no such address when the till started', async () => {
    const http = createServer();
    const first = await OwnPort.open(http, 0);
    const { port, handles } = first;
    await first.close();
    const stranger = await listenAsNobody(port, ['::1']);
    expect(stranger.at).toEqual(['::1']);
    if (!handles) throw new Error('no handle');
    const run = {
      name: 'till-x',
      tokens: { links: [], used: [], sessions: [] },
      handles: { v4: handles.v4, v6: null },
    };
    const till = await openTill({ run });
    try {
      expect(() => till.newLink()).toThrow(/listens at \[::1\]/);
      await stranger.stop();
      await till.endInactive();
      expect(till.newLink()).toContain('http://till-x.localhost:');
    } finally {
      http.close();
    }
  });
});

test.skipIf(!executablePath)(
  'a kiosk’s browser keeps no data from one start to the next',
  { timeout: 400_000 },
  async () => {
    const shell = startKioskShell(executablePath ?? '');
    try {
      const kiosk = async () =>
        (await listSessions(shell.dataDir)).find(({ scope, windows }) => scope === 'kiosk' && windows > 0);
      const first = await vi.waitFor(async () => (await kiosk()) ?? Promise.reject(new Error('no kiosk')), UP);
      const planted = join(shell.dataDir, 'kiosk-browser', 'planted');
      writeFileSync(planted, '');
      await endSession(shell.dataDir, first.id);
      await vi.waitFor(async () => expect((await kiosk())?.id ?? first.id).not.toBe(first.id), UP);
      expect(existsSync(planted)).toBe(false);
    } finally {
      await shell.stop();
    }
  },
);

const cookieOf = (heard: readonly Overheard[]) => heard.find(({ cookie }) => cookie !== '')?.cookie ?? '';

/** Currently free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
