/** A platform with other names for a merchant's fields, or without the endpoints that the specification omits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountChecks } from '../../../../electron/host/checks/platform.ts';
import type { CheckFacts } from '../../../../electron/host/checks/check.ts';
import { silentLogger } from '../../../../electron/host/log/index.ts';
import { tryAccount, devicesOf, type TrialOptions } from '../../../../electron/host/setup/account-trial.ts';
import { systemClock } from '../../../../electron/domain/index.ts';
import { toFailure } from '../../../../electron/contract/index.ts';
import { SetupGround } from '../../../fixtures/setup-cases.ts';
import { SetupTill } from './till.ts';
import { beginAt } from '../../../fixtures/setup-cases.ts';

let ground: SetupGround;
beforeAll(async () => {
  ground = await SetupGround.open();
}, 60_000);
afterAll(() => ground.close());

const options: TrialOptions = {
  dataDir: '/nowhere',
  env: {},
  network: { proxy: undefined, noProxy: undefined, caFile: undefined },
  clock: systemClock,
  random: () => 0,
  log: silentLogger,
};

/** Answers by path; other paths get a 404, as from a platform. */
function platform(answers: Readonly<Record<string, object>>): Promise<string> {
  return ground.http((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const body = answers[path];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { total: 1, _embedded: { errors: [{ code: 'NOT_FOUND', message: 'No' }] } }));
  });
}

const listOf = (name: string, items: readonly object[]) => ({
  ...(items.length > 0 ? { _embedded: { [name]: items } } : {}),
  page: { limit: 20, next_cursor: null },
  _links: {},
});

const tried = (url: string, mode: 'sandbox' | 'live' = 'live') =>
  tryAccount({ mode, url, username: 'US1', password: 'secret' }, options);

function merchantCheck(url: string, merchant: string | null) {
  const settings = { url, username: 'US1', password: 'secret', merchant };
  const inForce = async () => ({ mode: 'live', platform: settings, terminals: [], people: [], printer: null }) as const;
  const facts = { ...options, version: '1', inForce, running: null } as unknown as CheckFacts;
  return new AccountChecks().merchant(facts);
}

describe('an approved merchant may take payments, whatever the names of its fields', () => {
  test.each<[string, object, boolean | null]>([
    ['state', { state: 'APPROVED' }, true],
    ['onboarding_state', { onboarding_state: 'APPROVED' }, true],
    ['in small letters', { onboarding_state: 'approved' }, true],
    ['processing_enabled alone', { processing_enabled: true }, true],
    ['nothing at all', {}, null],
    ['a state that is not known', { state: 'ACTIVE' }, null],
    ['two that contradict each other', { state: 'PROVISIONING', onboarding_state: 'APPROVED' }, null],
    ['state, not yet', { state: 'PROVISIONING' }, false],
    ['onboarding_state, not yet', { onboarding_state: 'UPDATE_REQUESTED' }, false],
    ['approved, but without processing', { onboarding_state: 'APPROVED', processing_enabled: false }, false],
  ])('recognizes the approval: %s', async (_, fields, isApproved) => {
    const one = { id: 'MU1', merchant_name: 'Pier', processor: 'SERVICE_V1', ...fields };
    const url = await platform({ '/merchants': listOf('merchants', [one]) });
    expect(await tried(url)).toMatchObject({ merchants: [{ id: 'MU1', name: 'Pier', isApproved }], isListed: true });
    const [finding] = await merchantCheck(url, 'MU1');
    const state = isApproved === null ? 'note' : isApproved ? 'ok' : 'problem';
    expect(finding).toMatchObject({ check: 'merchant', state });
    expect(finding?.fault).toBe(
      { ok: null, note: 'merchant-approval-unsaid', problem: 'merchant-not-approved' }[state],
    );
  });

  test(
    'the setup continues with an unknown approval, and stops at an unapproved merchant',
    { timeout: 60_000 },
    async () => {
      const merchants = [
        { id: 'MU1', name: 'Silent' },
        { id: 'MU2', name: 'Early', onboarding_state: 'PROVISIONING' },
      ];
      const url = await platform({ '/merchants': listOf('merchants', merchants) });
      const till = new SetupTill();
      try {
        beginAt(till.dataDir, 'account', 'live');
        await till.start();
        const view = await till.answer({ step: 'account', url, username: 'US1', password: 'secret' });
        expect(view).toMatchObject({ step: 'merchant' });
        const refused = await till.answer({ step: 'merchant', merchant: 'MU2' }).then(() => null, toFailure);
        expect(refused).toMatchObject({ code: 'SETUP_ANSWER', context: { fault: 'merchant-not-approved' } });
        expect(await till.answer({ step: 'merchant', merchant: 'MU1' })).toMatchObject({ step: 'shop' });
      } finally {
        await till.close();
      }
    },
  );
});

describe('a platform without GET /merchants and GET /users/{id}', () => {
  const devices = [
    { id: 'DV1', merchant: 'MU1', serial_number: 'A1', enabled: true },
    { id: 'DV2', _links: { merchant: { href: 'https://platform/merchants/MU2' } }, serial_number: 'A2' },
  ];

  test('offers the merchants of its Devices', async () => {
    const url = await platform({
      '/devices': listOf('devices', devices),
      '/merchants/MU2': { id: 'MU2', merchant_name: 'Pier', onboarding_state: 'APPROVED' },
    });
    expect(await tried(url)).toEqual({
      url,
      username: 'US1',
      isListed: false,
      merchants: [
        { id: 'MU2', name: 'Pier', isApproved: true },
        { id: 'MU1', name: 'MU1', isApproved: null },
      ],
    });
    expect(await merchantCheck(url, 'MU2')).toMatchObject([{ state: 'ok' }]);
    expect(await merchantCheck(url, 'MU9')).toMatchObject([{ state: 'note', fault: 'merchant-approval-unsaid' }]);
    const account = { url, username: 'US1', password: 'secret' };
    expect(await devicesOf({ ...account, merchant: 'MU1' }, options)).toEqual([{ serialNumber: 'A1', name: null }]);
    expect(await devicesOf({ ...account, merchant: 'MU2' }, options)).toEqual([{ serialNumber: 'A2', name: null }]);
  });

  test.each(['live', 'sandbox'] as const)('accepts a typed merchant in mode %s', { timeout: 60_000 }, async (mode) => {
    const url = await platform({ '/devices': listOf('devices', []) });
    expect(await tried(url, mode)).toMatchObject({ merchants: [], isListed: false });
    expect(await merchantCheck(url, 'MU7')).toMatchObject([{ state: 'note', fault: 'merchant-approval-unsaid' }]);
    const till = new SetupTill();
    try {
      beginAt(till.dataDir, 'account', mode);
      await till.start();
      await till.answer({ step: 'account', url, username: 'US1', password: 'secret' });
      expect(await till.answer({ step: 'merchant', merchant: 'no id' }).then(() => null, toFailure)).toMatchObject({
        context: { fault: 'merchant-unknown' },
      });
      expect(await till.answer({ step: 'merchant', merchant: 'MU7' })).toMatchObject({
        step: 'shop',
        answers: { merchant: { id: 'MU7', isApproved: null } },
      });
    } finally {
      await till.close();
    }
  });

  test('a server without a Device list is not the platform', async () => {
    const refused = await tried(await platform({})).then(() => null, toFailure);
    expect(refused).toMatchObject({ context: { fault: 'not-platform' } });
  });
});
