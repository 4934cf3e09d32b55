/**
 * `tillbridge secrets`: a new password is tried with a real sandbox before it is stored; a refused password is stored
 * only with a confirmation.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SetupGround } from '../fixtures/setup-cases.ts';
import { start, tillbridge, withResult } from './in-process.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

let ground: SetupGround;
let data: string;
beforeAll(async () => {
  ground = await SetupGround.open();
}, 60_000);
afterAll(() => ground.close());
beforeEach(() => {
  data = temporaryFolder('tillbridge secrets cli ');
});

const noStore = { TILLBRIDGE_NO_KEY_STORE: '1' };
const words = (...more: string[]) => ['secrets', 'set', '--data', data, ...more];
const settings = (platform: object = {}) => {
  const { url, username, merchant } = ground.sandbox;
  const content = JSON.stringify({ platform: { url, username, merchant, ...platform } });
  writeFileSync(join(data, 'settings.json'), content, { mode: 0o600 });
};
const kept = () =>
  readdirSync(data)
    .filter((name) => name.startsWith('platform-password.'))
    .map((name) => readFileSync(join(data, name), 'utf8'));
const set = (password: string, env: Record<string, string> = {}, ...more: string[]) =>
  tillbridge(words(...more), { ...noStore, ...env }, [`${password}\n`]);
const atKeyboard = (...typed: string[]) => start(words(), noStore, typed, undefined, true).done;

test('a password that the platform accepts is reported and stored', async () => {
  settings();
  const { code, stdout, stderr } = await set(ground.sandbox.password);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('The password is kept in a separate file');
  expect(stdout).toContain('The platform accepts the password.');
  expect(stdout).not.toContain(ground.sandbox.password);
  expect(kept()).toEqual([ground.sandbox.password]);
});

test('a password that the platform refuses is stored only with a confirmation', async () => {
  settings();
  const no = await atKeyboard('next week\r', 'n\r');
  expect(no.code).toBe(1);
  expect(no.stderr).toContain('The platform does not accept the password.\n  Password: The platform does not accept');
  expect(no.stderr).toContain('keep it here first, then change it there. The till sends the former one until then');
  expect(no.stderr).toContain('Keep it anyway? [y/N]');
  expect(no.stderr).toContain('The password was not kept; --untaken keeps it anyway. [SETUP_ANSWER]');
  // With piped input there is no confirmation.
  const piped = withResult(await set('next week', {}, '--json'));
  expect(piped).toMatchObject({
    code: 1,
    result: { trial: 'refused', error: { code: 'SETUP_ANSWER', context: { fault: 'wrong-password' } } },
  });
  expect(kept()).toEqual([]);
  const yes = await atKeyboard('next week\r', 'y\r');
  expect(yes).toMatchObject({ code: 0, stdout: expect.stringContaining('The password is kept in') });
  expect(kept()).toEqual(['next week']);
  expect(withResult(await set('week after', {}, '--json', '--untaken'))).toMatchObject({
    code: 0,
    result: { trial: 'refused', place: 'file' },
  });
  expect(kept()).toContain('week after');
});

test('a password has an unknown result if the platform is unreachable, and the remedy is printed', async () => {
  settings({ url: `http://127.0.0.1:${ground.closedPort()}` });
  const { code, stderr } = await set('any');
  expect(code).toBe(1);
  expect(stderr).toContain(
    'It is not known whether the platform accepts the password: the platform could not be reached.',
  );
  expect(stderr).toMatch(/No server answers at 127\.0\.0\.1:\d+\. Check the address and its port/);
  expect(kept()).toEqual([]);
});

test('the password of a user who may not pay is accepted, stored and reported', async () => {
  const { username, password } = await ground.readOnlyUser();
  settings({ username });
  const { code, stdout } = await set(password);
  expect(stdout).toContain(
    'The platform accepts the password.\nUser name: This user can only read, and cannot take payments.',
  );
  expect(code).toBe(0);
});

test('a password is stored untried in training, and with invalid settings', async () => {
  expect((await set('any')).stdout).toContain('The password was not tried: the settings name no account');
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ till: { name: '' } }), { mode: 0o600 });
  expect((await set('other')).stdout).toMatch(
    /The password was not tried: .*settings\.json: till\.name: must not be empty/,
  );
  expect(kept()).toContain('other');
});

test('an impossible password is never stored, even with a confirmation', async () => {
  settings();
  for (const [typed, why] of [
    ['', 'Password: The password is missing. Type the password the platform gave you.'],
    ['a\tb', 'control character'],
    ['x'.repeat(1_001), '1000 characters'],
  ] as const) {
    const { code, stderr } = await set(typed, {}, '--untaken');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  }
  expect(kept()).toEqual([]);
});

test('a password is stored and reported as unused if the environment has another password', async () => {
  settings();
  const { stdout } = await set(ground.sandbox.password, { TILLBRIDGE_PASSWORD: 'other' });
  expect(stdout).toContain('The till does not use it yet: it reads the password from TILLBRIDGE_PASSWORD.');
  const where = await tillbridge(['secrets', 'where', '--data', data], { ...noStore, TILLBRIDGE_PASSWORD: 'other' });
  expect(where.stdout).toContain('reads the password from TILLBRIDGE_PASSWORD, before any kept one');
});
