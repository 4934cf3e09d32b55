/** Browsers of a till on the command line: their sessions, and the restrictions on a kiosk's browser. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kioskFolder, placePolicy } from '../../electron/cli/kiosk-policy.ts';
import { startWebServer, type WebServer } from '../../electron/web/server.ts';
import { writeWebFile } from '../../electron/web/web-file.ts';
import { openLink } from '../loopback.ts';
import { tillbridge, withResult } from './in-process.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

let folder: string;
let server: WebServer;
let nowMs = 0;
beforeEach(async () => {
  folder = temporaryFolder('tillbridge browsers ');
  writeFileSync(join(folder, 'index.html'), '');
  nowMs = 0;
  server = await startWebServer({
    rendererDir: folder,
    port: 0,
    randomBytes: (size) => randomBytes(size),
    nowMs: () => nowMs,
  });
  writeWebFile(folder, { url: server.address, pid: process.pid, secret: server.secret });
});
afterEach(async () => {
  await server.close();
});

test('the command lists the sessions of browsers, and ends a session', async () => {
  expect((await tillbridge(['sessions', '--data', folder])).stdout).toBe('No browser is signed in.\n');
  await openLink(server.newLink());
  await openLink(server.newLink('display'));
  nowMs = 3 * 3_600_000;
  const list = await tillbridge(['sessions', '--data', folder]);
  expect(list.stdout).toMatch(
    /^[0-9a-f]{8} {2}till {5}opened 3 h ago, used 3 h ago, windows: 0\n[0-9a-f]{8} {2}display/,
  );
  const id = list.stdout.slice(0, 8);
  expect(await tillbridge(['sessions', 'end', id, '--data', folder])).toMatchObject({
    code: 0,
    stdout: `${id} is signed out.\n`,
  });
  const left = withResult(await tillbridge(['sessions', '--json', '--data', folder]));
  expect(left.result).toMatchObject({ sessions: [{ scope: 'display', openedSecondsAgo: 10_800, windows: 0 }] });
  const again = await tillbridge(['sessions', 'end', id, '--data', folder]);
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain(`There is no session "${id}"`);
});

test('the command reports that no till runs', async () => {
  rmSync(join(folder, 'web.json'));
  expect((await tillbridge(['sessions', '--data', folder])).stderr).toContain('No running Tillbridge was found');
});

test('the policy of a kiosk’s browser is printed, installed, and removed', async () => {
  const { result } = withResult(await tillbridge(['kiosk-policy', '--json', '--data', folder]));
  expect(result).toMatchObject({
    DeveloperToolsAvailability: 2,
    DownloadRestrictions: 3,
    URLAllowlist: ['http://localhost', expect.stringMatching(/^file:\/\/\/.*%2520browsers%2520.*\/open\/$/)],
  });
  const root = join(folder, 'etc');
  mkdirSync(root);
  const files = placePolicy(result, root);
  expect(files).toContain(join(root, 'chromium/policies/managed/tillbridge-kiosk.json'));
  for (const file of files) {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(result);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  }
  placePolicy(null, root);
  expect(files.some((file) => existsSync(file))).toBe(false);
});

test('the policy of a kiosk is installed for its service, and root’s own folder is refused', () => {
  const cli = { dataDir: (named: string | undefined) => named ?? '/root/.local/share/tillbridge' };
  expect(kioskFolder(cli, { install: true }, true)).toBe('/var/lib/tillbridge');
  expect(kioskFolder(cli, { install: true, data: '/srv/kiosk' }, true)).toBe('/srv/kiosk');
  expect(kioskFolder(cli, {}, true)).toBe('/root/.local/share/tillbridge');
  expect(() => kioskFolder(cli, { install: true, data: '/root/.local/share/tillbridge' }, true)).toThrow(
    'no kiosk runs with',
  );
});
