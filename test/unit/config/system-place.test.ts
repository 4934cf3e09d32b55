/** Access to the key store by a real process that answers, hangs, crashes or sends an unknown message. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../../electron/domain/index.ts';
import { Secrets } from '../../../electron/config/index.ts';
import { nodeForker } from '../../../electron/starter/index.ts';
import { SystemPlace } from '../../../electron/config/secrets/system-place.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

const account = { url: 'https://platform.example', username: 'US1' };

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge key store ');
});

const pids = new Set<number>();
/** The time limits are divided by a hundred. */
const hastyClock: Clock = { ...systemClock, after: (delayMs, callback) => systemClock.after(delayMs / 100, callback) };

function placeOf(script: string, clock: Clock = systemClock): SystemPlace {
  const entry = join(folder, 'key-store.mjs');
  writeFileSync(entry, script);
  const fork = nodeForker({ env: process.env });
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  return new SystemPlace({
    env,
    platform: 'linux',
    fork: (request) => {
      const child = fork(request);
      if (child.pid !== undefined) pids.add(child.pid);
      return child;
    },
    entry,
    clock,
  });
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
afterEach(async () => {
  await expect.poll(() => [...pids].filter(isRunning), { timeout: 20_000 }).toEqual([]);
  pids.clear();
});

test('the place returns the answer of its process', async () => {
  const place = placeOf(
    `process.on('message', ({ verb, account }) => process.send({ isDone: true, secret: verb === 'get' ? account : null }))`,
  );
  await expect(place.get('0123')).resolves.toBe('platform-password-0123');
  await expect(place.put('0123', 'x')).resolves.toBeUndefined();
});

test.each([
  ['crashes', 'process.on("message", () => process.abort())', 'failed'],
  ['ends without a word', 'process.on("message", () => process.exit(0))', 'failed'],
  ['cannot start', 'nonsense(', 'failed'],
  ['says something else', 'process.on("message", () => process.send({ secret: 1 }))', 'failed'],
  ['is locked', 'process.on("message", () => process.send({ isDone: false, why: "locked" }))', 'locked'],
])('the place reports a process that %s', async (_, script, why) => {
  await expect(placeOf(script).get('0123')).rejects.toMatchObject({ why });
});

test('the place ends a process that never answers, and reports this', async () => {
  await expect(placeOf('process.on("message", () => undefined)', hastyClock).get('0123')).rejects.toMatchObject({
    why: 'silent',
  });
});

test(
  'a place that answers after 30 s does not delay the till, which has the password then',
  { timeout: 60_000 },
  async () => {
    // Each limit is a hundredth of the real limit: 0.3 s instead of 30 s, and 0.05 s instead of 5 s.
    const script = `process.on('message', ({ verb }) => setTimeout(() => process.send({ isDone: true, secret: verb === 'get' ? 'late' : null }), verb === 'get' ? 2_000 : 0))`;
    const place = placeOf(script);
    const secrets = new Secrets({
      dataDir: folder,
      env: {},
      places: [place],
      clock: systemClock,
      now: () => 0,
      withinMs: 50,
    });
    await secrets.keep('late', account);
    const other = new Secrets({
      dataDir: folder,
      env: {},
      places: [place],
      clock: systemClock,
      now: () => 0,
      withinMs: 50,
    });
    await expect(other.passwords(account)).resolves.toEqual({
      password: null,
      trouble: { place: 'system', why: 'silent' },
    });
    await expect.poll(() => other.passwords(account), { timeout: 30_000 }).toEqual({ password: 'late' });
  },
);

test('the place starts no process on Linux without a session', async () => {
  const place = new SystemPlace({
    env: {},
    platform: 'linux',
    fork: () => {
      throw new Error('must not be started');
    },
    entry: '/nowhere',
    clock: systemClock,
  });
  await expect(place.get('0123')).rejects.toMatchObject({ why: 'absent' });
});
