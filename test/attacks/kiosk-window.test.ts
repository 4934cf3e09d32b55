/**
 * A guest tries to leave the kiosk with keyboard and mouse: real Chromium on a screen without a monitor.
 *
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium, findXdotool, findXvfb } from '../../build/scripts/parts/tools.mjs';
import { kioskPolicy } from '../../electron/cli/kiosk-policy.ts';
import { listSessions } from '../../electron/starter/index.ts';
import { startKioskShell, type KioskShell } from './kiosk-shell.ts';
import { quietFor } from '../waiting.ts';

const UP = { timeout: 120_000, interval: 200 };
const MANAGED = '/etc/chromium/policies/managed';
const POLICIES = ['/etc/chromium/policies', '/etc/opt/chrome/policies'];

/** Runs a command without this computer's policies, in separate mounts. */
const WITHOUT_POLICIES = `unshare -m sh -c 'for d in ${POLICIES.join(' ')}; do if [ -d $d ]; then mount -t tmpfs none $d || exit 9; fi; done; exec "$@"' sh`;
const canUnshare = spawnSync('unshare', ['-m', 'true']).status === 0;
const hasPolicies = POLICIES.some((folder) => existsSync(folder));
const under = canUnshare ? WITHOUT_POLICIES : '';

/** Browser keys that leave a page. */
const KEYS = `
  ctrl+n ctrl+shift+n ctrl+t ctrl+shift+t ctrl+o ctrl+s ctrl+p ctrl+shift+p ctrl+j ctrl+h ctrl+u ctrl+l ctrl+k
  ctrl+d ctrl+f ctrl+g ctrl+r ctrl+shift+i ctrl+shift+j ctrl+shift+c ctrl+shift+o ctrl+shift+b ctrl+shift+Delete
  ctrl+shift+m ctrl+shift+w ctrl+w ctrl+plus ctrl+minus alt+Home alt+Left alt+Right alt+d alt+e alt+f alt+F4 F1 F3
  F5 F6 F7 F10 F11 F12 shift+Escape Menu shift+F10 XF86HomePage XF86Back XF86Search
`
  .trim()
  .split(/\s+/);

describe.skipIf(
  !findXvfb() || !findXdotool() || !findChromium() || process.platform !== 'linux' || (hasPolicies && !canUnshare),
)('a kiosk under attack by a guest', () => {
  const chromium = findChromium() ?? '';
  let screen: ChildProcess;
  let env: { DISPLAY: string };
  beforeAll(async () => {
    const asked = '-displayfd 1 -screen 0 1024x768x24 -nolisten tcp'.split(' ');
    screen = spawn('Xvfb', asked, { stdio: ['ignore', 'pipe', 'ignore'] });
    const number = await new Promise<string>((resolve) =>
      screen.stdout?.once('data', (text) => resolve(String(text).trim())),
    );
    env = { DISPLAY: `:${number}` };
  });
  afterAll(() => void screen.kill());

  const x = (...args: string[]) =>
    spawnSync('xdotool', args, { env: { ...process.env, ...env }, encoding: 'utf8' }).stdout;
  const windows = () => x('search', '--onlyvisible', '--name', '.*').trim().split('\n').filter(Boolean).length;
  /** Addresses of all pages that this Chromium has open. */
  async function pages(profile: string): Promise<string[]> {
    const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
    const reply = await fetch(`http://127.0.0.1:${port}/json`);
    const targets = (await reply.json()) as { type: string; url: string }[];
    return targets.filter(({ type }) => type !== 'service_worker' && type !== 'worker').map(({ url }) => url);
  }
  async function settled(): Promise<void> {
    await quietFor(2_000, 'a window that a key opens late');
  }

  test(
    `${KEYS.length} keys and the mouse’s menu open, leave and close no window of a kiosk without a policy`,
    { timeout: 400_000 },
    async () => {
      const shell: KioskShell = startKioskShell(chromium, { args: ['--remote-debugging-port=0'], env, under });
      const profile = join(shell.dataDir, 'kiosk-browser');
      try {
        const session = await vi.waitFor(async () => {
          const [one] = (await listSessions(shell.dataDir)).filter(({ scope }) => scope === 'kiosk');
          expect(one?.windows).toBe(1);
          return one?.id;
        }, UP);
        await settled();
        const before = await pages(profile);
        expect(before).toHaveLength(1);
        expect(before[0]).toMatch(/^http:\/\/till-[0-9a-f]{24}\.localhost:\d+\/$/);
        const visible = windows();
        x('mousemove', '500', '300');
        for (const key of KEYS) x('key', key);
        for (const button of ['3', '2', '8', '9']) x('click', button);
        await settled();
        expect(await pages(profile)).toEqual(before);
        expect(windows()).toBe(visible);
        // The page was not closed and opened again either.
        const sessions = await listSessions(shell.dataDir);
        expect(sessions.map(({ id, windows: open }) => [id, open])).toEqual([[session, 1]]);
      } finally {
        await shell.stop();
      }
    },
  );

  /** A Chromium with a page that blocks no keys, to show which keys leave the page by themselves. */
  async function plainBrowser(folder: string, run: string): Promise<{ profile: string; stop(): Promise<void> }> {
    const [profile, page] = [join(folder, 'profile'), join(folder, 'open', 'page.html')];
    spawnSync('mkdir', ['-p', join(folder, 'open')]);
    writeFileSync(page, '<!doctype html><title>Plain</title>');
    const flags = [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ];
    const args = [...flags, '--kiosk', `--app=${pathToFileURL(page).href}`].map((one) => `'${one}'`).join(' ');
    const child = spawn('sh', ['-c', `exec ${run} '${chromium}' ${args}`], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    await vi.waitFor(async () => expect((await pages(profile)).length).toBe(1), UP);
    await settled();
    return {
      profile,
      async stop() {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill();
        await ended;
      },
    };
  }

  test(
    'Ctrl+N opens a window if the page does not block it, so these keys do arrive',
    { timeout: 400_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tillbridge keys '));
      const browser = await plainBrowser(folder, under);
      try {
        x('key', 'ctrl+n');
        await vi.waitFor(async () => expect((await pages(browser.profile)).length).toBeGreaterThan(1), UP);
      } finally {
        await browser.stop();
        rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      }
    },
  );

  test.skipIf(!canUnshare).each([
    ['other addresses open without the till’s policy', false],
    ['a window that opens shows no other address with the till’s policy', true],
  ])('%s', { timeout: 400_000 }, async (_name, isInstalled) => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge keys '));
    const policy = join(folder, 'policy.json');
    writeFileSync(policy, JSON.stringify(isInstalled ? kioskPolicy(folder) : {}));
    writeFileSync(join(folder, 'private.html'), '<title>A file of somebody</title>');
    let visits = 0;
    const stranger = createServer((_request, response) => {
      visits += 1;
      response.setHeader('content-type', 'text/html').end('<title>Somewhere else</title>');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const run = `unshare -m sh -c 'mount -t tmpfs none /etc/chromium && mkdir -p ${MANAGED} && cp "$0" ${MANAGED}/ && exec "$@"' '${policy}'`;
    const browser = await plainBrowser(folder, run);
    try {
      const [port] = readFileSync(join(browser.profile, 'DevToolsActivePort'), 'utf8').split('\n');
      const there = `127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
      const addresses = [`http://${there}`, pathToFileURL(join(folder, 'private.html')).href, 'chrome://settings/'];
      for (const address of addresses)
        await fetch(`http://127.0.0.1:${port}/json/new?${encodeURIComponent(address)}`, { method: 'PUT' });
      const opened = async () => {
        const all = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { title: string }[];
        const titles = ['Plain', 'A file of somebody', 'Settings', 'Somewhere else'];
        return titles.filter((title) => all.some((one) => one.title === title));
      };
      if (isInstalled) {
        // The technician's own way in stays open.
        await vi.waitFor(async () => expect(await opened()).toContain('Plain'), UP);
        await settled();
        await settled();
        expect(await opened()).toEqual(['Plain']);
        expect(visits).toBe(0);
      } else {
        await vi.waitFor(async () => expect(await opened()).toHaveLength(4), UP);
      }
    } finally {
      await browser.stop();
      stranger.closeAllConnections();
      stranger.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  });
});
