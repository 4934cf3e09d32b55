/**
 * A link that opens the till once, and other users who try to steal it.
 *
 * @module-tag full-kiosk
 * @module-tag ci-only
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { findChromium } from '../../build/scripts/parts/tools.mjs';
import { listSessions } from '../../electron/starter/index.ts';
import { askPage, openLink, toLoopback, type Let } from '../loopback.ts';
import { startKioskShell, type KioskShell } from './kiosk-shell.ts';
import { canBeNobody, readAsNobody, watchProcesses, whyNot } from './other-user.ts';

/** Number of starts, each watched from its first process to the open kiosk: `npm run test:full -- kiosk` has five. */
const STARTS = Number(process.env['TILLBRIDGE_ATTACK_STARTS'] ?? 1);
const UP = { timeout: 120_000, interval: 200 };

const chromium = findChromium();
let shell: KioskShell | undefined;
afterEach(async () => {
  await shell?.stop();
  shell = undefined;
});

const kioskOf = async (dataDir: string) =>
  (await listSessions(dataDir)).find(({ scope, windows }) => scope === 'kiosk' && windows > 0);

/** All processes of the kiosk's browser, with their environments. */
function browserEnvironments(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isBrowser = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dataDir, 'kiosk-browser'));
        return isBrowser ? [readFileSync(`/proc/${pid}/environ`, 'utf8')] : [];
      } catch {
        return [];
      }
    });
}

/** The till's answer to a connection with a cookie and its page's key. */
function knock(origin: string, { cookie, key }: Let): Promise<number> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/contract`, ['tillbridge', `tillbridge.key.${key}`], {
    origin,
    headers: { cookie },
    lookup: toLoopback,
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => (socket.terminate(), resolve(101)));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

describe.skipIf(!chromium)('the link of the browser that the shell starts', () => {
  test.skipIf(!canBeNobody)(
    `gives nothing to a second user who reads the process list, in ${STARTS} of ${STARTS} starts (${whyNot})`,
    { timeout: 400_000 * STARTS },
    async () => {
      for (let start = 1; start <= STARTS; start += 1) {
        const thief = watchProcesses();
        try {
          const secret = { TILLBRIDGE_PIN: 'not-for-the-browser' };
          const running = (shell = startKioskShell(chromium ?? '', { env: secret }));
          await vi.waitFor(async () => expect(await kioskOf(running.dataDir)).toBeDefined(), UP);
          const seen = thief.rounds();
          await vi.waitFor(() => expect(thief.rounds()).toBeGreaterThan(seen + 2), UP);
          const { url } = JSON.parse(readFileSync(join(running.dataDir, 'web.json'), 'utf8')) as { url: string };
          const { port } = new URL(url);
          // Other tests on this computer open links of other tills.
          const withLink = thief.found().filter((line) => line.includes(`:${port}/?token=`));
          expect(withLink).toEqual([]);
          // The other program sees the page's path, which proves that it searches the right place; it cannot read the
          // page itself. Other tills of this computer have pages too.
          const pages = thief.found().flatMap((line) => (line.startsWith('file:') ? [fileURLToPath(line)] : []));
          const path = pages.find((one) => one.startsWith(join(running.dataDir, 'open')));
          if (path === undefined) throw new Error(`Not seen at all: ${thief.found().join(' ')}`);
          expect(existsSync(path)).toBe(true);
          expect(statSync(path).mode & 0o777).toBe(0o600);
          expect(statSync(join(running.dataDir, 'open')).mode & 0o777).toBe(0o700);
          const read = readAsNobody(path);
          expect(read.status).not.toBe(0);
          expect(read.stdout.toString()).toBe('');
          const environments = browserEnvironments(running.dataDir);
          expect(environments.length).toBeGreaterThan(0);
          expect(environments.filter((text) => /TILLBRIDGE_PIN|token=/.test(text))).toEqual([]);
        } finally {
          thief.stop();
          await shell?.stop();
          shell = undefined;
        }
      }
    },
  );

  test.skipIf(process.platform === 'win32')(
    'locks out a thief who opens it before the browser once the browser arrives, and the kiosk opens by itself',
    { timeout: 400_000 },
    async () => {
      // The browser is slow the first time, so that the other program is certainly faster.
      const running = (shell = startKioskShell(chromium ?? '', {
        before: `[ -e "$0.once" ] || { touch "$0.once"; while [ ! -e "$0.go" ]; do sleep 0.1; done; }`,
      }));
      const open = join(running.dataDir, 'open');
      const link = await vi.waitFor(() => {
        const page = readFileSync(join(open, readdirSync(open)[0] ?? ''), 'utf8');
        const found = /http:[^"<\s]+/.exec(page)?.[0];
        if (found === undefined) throw new Error('no link yet');
        return found;
      }, UP);
      const { origin } = new URL(link);
      const thief = await openLink(link);
      expect(thief.status).toBe(200);
      await vi.waitFor(async () => expect(await knock(origin, thief)).toBe(101), UP);
      const [stolen] = await listSessions(running.dataDir);
      writeFileSync(join(running.dataDir, '../bin/chromium.go'), '');
      await vi.waitFor(async () => {
        const kiosk = await kioskOf(running.dataDir);
        expect(kiosk).toBeDefined();
        expect(kiosk?.id).not.toBe(stolen?.id);
      }, UP);
      expect(await knock(origin, thief)).toBe(401);
      expect((await listSessions(running.dataDir)).map(({ id }) => id)).not.toContain(stolen?.id);
      // The till's screen reads the open sessions from this address.
      const web = JSON.parse(readFileSync(join(running.dataDir, 'web.json'), 'utf8')) as { secret: string };
      const answer = await askPage(`${origin}/sessions`, { headers: { authorization: `Bearer ${web.secret}` } });
      expect(JSON.parse(answer.body)).toMatchObject({ linkTaken: { id: stolen?.id } });
      expect(running.said()).toContain("opened the browser's link first");
    },
  );
});
