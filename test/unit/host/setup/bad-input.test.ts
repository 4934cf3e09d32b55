/**
 * Invalid setup input in the host: each refusal contains field and remedy, and the settings stay as they are.
 *
 * @module-tag ci-only
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toFailure, type SetupAnswer } from '../../../../electron/contract/index.ts';
import { beginAt, isOfLiveTill, setupCases, SetupGround, silentPlatform } from '../../../fixtures/setup-cases.ts';
import { SetupTill } from './till.ts';

let ground: SetupGround;
let till: SetupTill | null = null;
beforeAll(async () => {
  ground = await SetupGround.open();
}, 60_000);
afterAll(() => ground.close());
afterEach(async () => {
  await till?.close();
  till = null;
});

async function tillAt(answer: SetupAnswer, { mode, platform }: { mode?: 'sandbox' | 'live'; platform?: object } = {}) {
  const opened = new SetupTill();
  till = opened;
  beginAt(opened.dataDir, answer.step, mode);
  const path = join(opened.dataDir, 'settings.json');
  const written = isOfLiveTill(answer.step) ? { platform: silentPlatform } : platform && { mode: 'training', platform };
  if (written) writeFileSync(path, JSON.stringify(written), { mode: 0o600 });
  await opened.start();
  return opened;
}

test('the table covers at least forty cases, each with a unique name', () => {
  expect(setupCases.length).toBeGreaterThanOrEqual(40);
  expect(new Set(setupCases.map(({ name }) => name)).size).toBe(setupCases.length);
});

describe.each(setupCases)('the input "$name"', ({ answer: make, mode, platform, field, fault, remedy }) => {
  test('is refused with field and remedy, and nothing is stored', { timeout: 180_000 }, async () => {
    const answer = await make(ground);
    const at = await tillAt(answer, {
      ...(mode ? { mode } : {}),
      ...(platform ? { platform: await platform(ground) } : {}),
    });
    const settings = join(at.dataDir, 'settings.json');
    const [before, kept] = [existsSync(settings) ? readFileSync(settings, 'utf8') : null, at.kept];
    const failure = await at.answer(answer).then(() => null, toFailure);
    expect(failure).toMatchObject({ code: 'SETUP_ANSWER', context: { step: answer.step, field, fault } });
    expect(failure?.message.startsWith(`${field}: `)).toBe(true);
    expect(failure?.message).toMatch(remedy);
    expect(failure?.message).toMatch(/\.$/);
    if (answer.step === 'account' && answer.password.length > 3)
      expect(JSON.stringify(failure)).not.toContain(answer.password);
    expect(at.kept).toBe(kept);
    expect(existsSync(settings) ? readFileSync(settings, 'utf8') : null).toBe(before);
  });
});

test.each([
  ['quotes, percent and a backslash', `a"b'c%20\\d`],
  ['umlauts and an emoji', 'Pässwörter🙂ß'],
  ['five hundred characters', 'x'.repeat(500)],
])('the setup accepts a password of %s unchanged', { timeout: 180_000 }, async (_, password) => {
  const approved = { id: 'MU1', name: 'A', state: 'APPROVED', processor: 'DUMMY_V1' };
  const url = await ground.merchants([approved], (login) => login === `US1:${password}`);
  const at = await tillAt({ step: 'account', url, username: 'US1', password });
  // Copied text may have a byte order mark, spaces and a slash.
  const view = await at.answer({ step: 'account', url: `\uFEFF ${url}/ `, username: 'US1', password });
  expect(view).toMatchObject({ step: 'shop', answers: { account: { url }, merchant: { id: 'MU1' } } });
  expect(at.settings).toMatchObject({ mode: 'training', platform: { url, username: 'US1' } });
  await expect(at.secrets.passwords({ url, username: 'US1' })).resolves.toEqual({ password });
  for (const text of [at.kept, JSON.stringify(at.settings)]) expect(text).not.toContain(JSON.stringify(password));
  if (process.platform === 'win32') return;
  for (const name of ['settings.json', 'setup.json']) expect(statSync(join(at.dataDir, name)).mode & 0o777).toBe(0o600);
});

test('the setup lists two hundred merchants, approved merchants first', { timeout: 180_000 }, async () => {
  const merchants = Array.from({ length: 200 }, (_, index) => ({
    id: `MU${index}`,
    name: `Shop ${String(index).padStart(3, '0')}`,
    state: index % 2 === 0 ? 'PROVISIONING' : 'APPROVED',
    processor: 'DUMMY_V1',
  }));
  const answer = { step: 'account', url: await ground.merchants(merchants), username: 'U', password: 'pass' } as const;
  const view = await (await tillAt(answer)).answer(answer);
  expect(view.step).toBe('merchant');
  const listed = view.answers.account?.merchants ?? [];
  expect(listed.length).toBe(200);
  expect(listed.findIndex(({ isApproved }) => !isApproved)).toBe(100);
  expect(await till?.answer({ step: 'merchant', merchant: 'Shop 101' })).toMatchObject({ step: 'shop' });
});
