/** The process that asks the key store, as a real process that answers, hangs, crashes or says something else. */
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
/** Its time-outs are a hundredth of what they are. */
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

test('it answers', async () => {
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
])('it %s', async (_, script, why) => {
  await expect(placeOf(script).get('0123')).rejects.toMatchObject({ why });
});

test('it never answers: ended, and said', async () => {
  await expect(placeOf('process.on("message", () => undefined)', hastyClock).get('0123')).rejects.toMatchObject({
    why: 'silent',
  });
});

test('it answers after 30 s: nobody waits for it, and the password is there then', { timeout: 60_000 }, async () => {
  // A hundredth of each: 0.3 s instead of 30, and a till that waits 0.05 s instead of 5.
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
});

test('Linux without a session: nothing is started', async () => {
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
