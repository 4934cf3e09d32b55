/**
 * Cookies are shared by all ports: misuse of the till's cookie by another program on this computer.
 *
 * @module-tag ci-only
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket as Client, WebSocketServer } from 'ws';
import { findChromium } from '../../build/scripts/parts/tools.mjs';
import { startWebServer, type WebServer } from '../../electron/web/server.ts';
import { launchChromium } from '../e2e/chromium.ts';
import { answering } from '../local-socket.ts';
import { askPage, toLoopback } from '../loopback.ts';
import { connectAsPage } from './page-connection.ts';

let folder: string;
let server: WebServer;
let host: Server;
let sockets: WebSocketServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge cookie '));
  mkdirSync(join(folder, 'ui'));
  writeFileSync(join(folder, 'ui', 'index.html'), '<!doctype html><title>UI</title>');
  server = await startWebServer({
    rendererDir: join(folder, 'ui'),
    port: 0,
    randomBytes: (size) => randomBytes(size),
    nowMs: () => performance.now(),
  });
  host = createServer();
  sockets = new WebSocketServer({ server: host });
  await new Promise<void>((resolve) => host.listen(join(folder, 'host.sock'), resolve));
  server.setHost(answering(sockets, join(folder, 'host.sock')));
});
afterAll(async () => {
  await server.close();
  sockets.close();
  host.closeAllConnections();
  host.close();
  rmSync(folder, { recursive: true });
});

/** The till's answer to a connection from a program other than a browser; 101 means that it opened. */
function knock(cookie: string, protocols: string[]): Promise<number> {
  const socket = new Client(`${server.origin.replace('http', 'ws')}/contract`, protocols, {
    origin: server.origin,
    headers: { cookie },
    lookup: toLoopback,
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => (socket.terminate(), resolve(101)));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

describe.skipIf(!findChromium() || process.platform === 'win32')('the cookie of a till', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test('opens nothing when a page of another port replays it without the key, and the till keeps working', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.newLink());
    await page.waitForURL(`${server.origin}/`);
    expect(await connectAsPage(page)).toBe('open as tillbridge');

    const cookies: string[] = [];
    const stranger = createServer((request, response) => {
      cookies.push(request.headers.cookie ?? '');
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Stranger</title>');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const tab = await context.newPage();
    // The intruder even receives the till's name, which a real intruder lacks.
    const { hostname } = new URL(server.origin);
    await tab.goto(`http://${hostname}:${(stranger.address() as AddressInfo).port}/`);
    expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([]);
    const wsUrl = `${server.origin.replace('http', 'ws')}/contract`;
    const fromThere = await tab.evaluate(
      (url) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(url, ['tillbridge']);
          socket.addEventListener('open', () => resolve('open'));
          socket.addEventListener('close', () => resolve('refused'));
        }),
      wsUrl,
    );
    expect(fromThere).toBe('refused');
    stranger.close();

    const [stolen = ''] = cookies;
    expect(stolen).toMatch(/^tillbridge-\d+=/);
    for (const protocols of [[], ['tillbridge'], ['tillbridge', `tillbridge.key.${stolen.split('=')[1]}`]]) {
      expect(await knock(stolen, protocols)).toBe(401);
    }
    for (const path of ['/session', '/sessions']) {
      expect((await askPage(server.origin + path, { headers: { cookie: stolen } })).status).toBe(401);
    }
    // The pages that the cookie opens must also be free of the key.
    const key = await page.evaluate(() => localStorage.getItem('tillbridge.key.till'));
    for (const path of ['/', '/enter.js']) {
      const answer = await askPage(server.origin + path, { headers: { cookie: stolen } });
      expect(answer.status).toBe(200);
      expect(answer.body).not.toContain(key);
    }

    await page.reload();
    expect(await connectAsPage(page)).toBe('open as tillbridge');
    const byHand = await context.newPage();
    await byHand.goto(server.origin);
    expect(await connectAsPage(byHand)).toBe('open as tillbridge');
    expect(byHand.url()).not.toContain(key);
    await context.close();
  });
});

test('700 idle connections do not delay a browser, and all of them are closed', { timeout: 200_000 }, async () => {
  const { hostname, port } = new URL(server.address);
  const idle = Array.from({ length: 700 }, () => connect(Number(port), hostname).on('error', () => {}));
  const open = () => idle.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length;
  await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(64), { timeout: 180_000 });
  expect((await askPage(server.origin)).status).toBe(401);
  await vi.waitFor(() => expect(open()).toBe(0), { timeout: 120_000, interval: 500 });
});
