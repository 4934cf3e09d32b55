/**
 * Two passwords during a change, against the real sandbox over HTTP: the password sent, the effect of a 401, and
 * forbidden outcomes.
 */
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../../../electron/host/log/index.ts';
import { connectPlatform, type Platform } from '../../../../electron/host/platform/index.ts';
import type { PlatformView } from '../../../../electron/contract/index.ts';
import type { Passwords } from '../../../../electron/config/index.ts';
import { CONTROL_PATH, type ControlRequest, type SandboxLogEntry } from '../../../../electron/sandbox/index.ts';
import { encryptCard, testPans } from '../../../api/encryptor.ts';
import { Harness } from '../../../api/harness.ts';
import { createRequest, fastClock, inWords } from './support.ts';

const OTHER = 'the other "one" %ü🙂';

async function world(passwords: (right: string) => Passwords) {
  const requests: SandboxLogEntry[] = [];
  const harness = await Harness.start({ log: (entry) => void requests.push(entry) });
  onTestFinished(() => harness.sandbox.close());
  const { url, username, password, merchant } = harness.sandbox;
  const lines: string[] = [];
  const views: PlatformView[] = [];
  const worked: string[] = [];
  const platform: Platform = connectPlatform({
    settings: { url, username, merchant, ...passwords(password) },
    clock: fastClock(1),
    random: () => 0.5,
    log: createLogger('platform', { write: (entry) => void lines.push(JSON.stringify(entry)) }),
    publish: (view) => void views.push(view),
    onPasswordWorked: (which) => void worked.push(which),
  });
  onTestFinished(() => platform.close());
  const device = (await harness.device('B61378A')).id;
  requests.length = 0;
  const request = (amountMinor = 1234) => {
    const ksn = harness.nextKsn();
    const encryptedEmvData = encryptCard({ pan: testPans.approve, ksn, amount: amountMinor });
    const own = { idempotencyId: randomUUID(), attempt: `A-${randomUUID()}`, amountMinor, currency: 'USD', device };
    return { ...createRequest, ...own, card: { encryptedEmvData, keySerialNumber: ksn, format: 1 } };
  };
  const statuses = () =>
    requests.flatMap((entry) => (entry.kind === 'request' ? [`${entry.method} ${entry.status}`] : []));
  return { harness, platform, request, statuses, lines, views, worked, password };
}

it('uses the former password while the new one is not yet valid, and makes one payment', async () => {
  const { platform, request, statuses, worked, lines, password } = await world((right) => ({
    password: OTHER,
    formerPassword: right,
  }));
  const asked = request();
  expect(inWords(await platform.payments.authorize(asked))).toBe('answered SUCCEEDED');
  expect(statuses()).toEqual(['POST 401', 'POST 201']);
  expect(inWords(await platform.payments.authorize(request(1300)))).toBe('answered SUCCEEDED');
  expect(statuses().slice(2)).toEqual(['POST 201']);
  expect(worked).toEqual(['former']);
  for (const secret of [OTHER, password]) expect(lines.join('\n')).not.toContain(secret);
});

it('starts with the password that worked last', async () => {
  const { platform, request, statuses } = await world((right) => ({
    password: OTHER,
    formerPassword: right,
    formerWorks: true,
  }));
  expect(inWords(await platform.payments.authorize(request()))).toBe('answered SUCCEEDED');
  expect(statuses()).toEqual(['POST 201']);
});

it('refuses the sale if both passwords are refused for it and for the search after it', async () => {
  const { platform, request, statuses, worked } = await world(() => ({ password: OTHER, formerPassword: 'neither' }));
  expect(inWords(await platform.payments.authorize(request()))).toBe('refused API_UNAUTHORIZED');
  expect(statuses()).toEqual(['POST 401', 'POST 401', 'GET 401', 'GET 401']);
  expect(worked).toEqual([]);
});

it('reports no refusal and makes one payment if the second attempt is lost', async () => {
  const { harness, platform, request } = await world((right) => ({ password: OTHER, formerPassword: right }));
  await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'drop', when: 'after' });
  const asked = request();
  expect(inWords(await platform.payments.authorize(asked))).toBe('unknown API_BROKEN');
  const { idempotencyId, attempt } = asked;
  const key = { kind: 'sale', startedAt: Date.now(), idempotencyId, attempt } as const;
  expect(inWords(await platform.payments.findPayment(key))).toBe('answered SUCCEEDED');
});

it('fails no call when the password changes on the platform during the day, back and forth', async () => {
  const { harness, platform, request, password } = await world((right) => ({ password: OTHER, formerPassword: right }));
  const { username } = harness.sandbox;
  const admin = await harness.login('ROLE_PLATFORM');
  for (const [index, next] of [OTHER, password, OTHER].entries()) {
    expect(inWords(await platform.payments.authorize(request(2000 + index)))).toBe('answered SUCCEEDED');
    const body: ControlRequest = { type: 'set-password', user: username, password: next };
    expect((await admin.raw('POST', CONTROL_PATH, { body })).status).toBe(200);
    const both = [
      platform.payments.authorize(request(2100 + index)),
      platform.payments.authorize(request(2200 + index)),
    ];
    expect((await Promise.all(both)).map(inWords)).toEqual(['answered SUCCEEDED', 'answered SUCCEEDED']);
  }
});

it('sends nothing without a password and gives the reason, and uses a later password at once', async () => {
  const trouble = { place: 'system', why: 'locked' } as const;
  const { platform, request, statuses, views, password } = await world(() => ({ password: null, trouble }));
  platform.start();
  expect(inWords(await platform.payments.authorize(request()))).toBe('not-sent API_NO_PASSWORD');
  await expect
    .poll(() => views.at(-1))
    .toMatchObject({ state: 'refused', failure: { code: 'API_NO_PASSWORD', context: trouble } });
  expect(statuses()).toEqual([]);
  platform.use({ password });
  expect(inWords(await platform.payments.authorize(request()))).toBe('answered SUCCEEDED');
  await expect.poll(() => views.at(-1)?.state).toBe('reachable');
});
