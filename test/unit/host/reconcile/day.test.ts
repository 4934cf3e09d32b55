/** The comparison over real lists: a real sandbox, more records than a page holds, both kinds of pagination. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptView, DayReport } from '../../../../electron/contract/index.ts';
import { JournalDatabase } from '../../../../electron/host/journal/database.ts';
import { DayStore } from '../../../../electron/host/journal/day-store.ts';
import { createLogHub, createLogger } from '../../../../electron/host/log/index.ts';
import { connectPlatform, type Platform } from '../../../../electron/host/platform/index.ts';
import { Reconciler } from '../../../../electron/host/reconcile/index.ts';
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts';
import { attempt } from '../../renderer/fixtures/states.ts';
import { systemClock } from '../../../../electron/domain/index.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-day-'));
let journals = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => sandbox.close());

function platformOf(versionHeader?: string): Platform {
  const { url, username, password, merchant } = sandbox;
  const logs = createLogHub({ clock: systemClock, homeDirectory: '/nowhere', secrets: [password] });
  return connectPlatform({
    settings: { url, username, password, merchant, ...(versionHeader ? { versionHeader } : {}) },
    clock: systemClock,
    random: () => 0.5,
    log: createLogger('test', logs),
    publish: () => undefined,
  });
}

/** A record made by another program. */
async function madeElsewhere(path: string, body: object): Promise<Record<string, unknown>> {
  const basic = Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64');
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const made = (await response.json()) as Record<string, unknown>;
  if (response.status !== 201) throw new Error(JSON.stringify(made));
  return made;
}

async function reconciled(platform: Platform, attempts: AttemptView[]): Promise<DayReport> {
  const db = new JournalDatabase({ path: join(folder, `journal-${(journals += 1)}.sqlite`), clean: (text) => text });
  const dayStore = new DayStore(db);
  const reconciler = new Reconciler({
    operations: platform.operations,
    merchant: platform.merchant,
    now: () => Date.now(),
    journal: {
      dayStore,
      activeBetween: () => attempts.map(({ id }) => id),
      unmatched: () => [{ at: Date.now(), attempt: 'A-old', what: 'finished approved' }],
      has: (id) => attempts.some((one) => one.id === id),
    },
    attempt: (id) => {
      const found = attempts.find((one) => one.id === id);
      if (!found) throw new Error(id);
      return found;
    },
    payLinks: {
      activeBetween: () => [],
      has: () => false,
      get: (id) => {
        throw new Error(id);
      },
    },
  });
  const hour = 60 * 60_000;
  const window = { from: new Date(Date.now() - hour).toISOString(), to: new Date(Date.now() + hour).toISOString() };
  try {
    return await reconciler.reconcile(window);
  } finally {
    db.close();
    await platform.close();
  }
}

/** A stored payment card as source, which needs no card at a terminal. */
async function stored(): Promise<string> {
  const identity = await madeElsewhere('/identities', { entity: { first_name: 'Ana' } });
  const instrument = await madeElsewhere('/payment_instruments', {
    type: 'PAYMENT_CARD',
    identity: identity['id'],
    number: '4111111111111111',
    expiration_month: 12,
    expiration_year: 2030,
  });
  return String(instrument['id']);
}

const now = (): string => new Date().toISOString();

function captured(transfer: Record<string, unknown>, change: Partial<AttemptView> = {}): AttemptView {
  return attempt({
    id: `A-${String(transfer['id']).slice(-8)}`,
    state: 'captured',
    currency: 'USD',
    capturedMinor: Number(transfer['amount']),
    tipMinor: 0,
    authorization: null,
    transfer: String(transfer['id']),
    startedAt: now(),
    finishedAt: now(),
    ...change,
  });
}

describe.each([
  ['cursor pages', undefined],
  // For an unknown header, the platform answers as without a version.
  ['offset pages', 'X-Other-Version'],
])('a platform with %s', (_name, version) => {
  test('a list longer than a page is read to its end', { timeout: 180_000 }, async () => {
    const source = await stored();
    const merchant = sandbox.merchant;
    const transfers: Record<string, unknown>[] = [];
    for (let index = 0; index < 130; index += 1) {
      const made = madeElsewhere('/transfers', { source, merchant, amount: 1_000 + index, currency: 'USD' });
      transfers.push(await made);
    }
    // All but the oldest, which only a second page shows.
    const [oldest, ...others] = transfers;
    const report = await reconciled(
      platformOf(version),
      others.map((one) => captured(one)),
    );
    expect(report.counts).toMatchObject({ matched: 129, different: 0, onlyHere: 0, onlyThere: 1 });
    expect(report.entries.find(({ verdict }) => verdict === 'only-there')?.there).toMatchObject([
      { kind: 'transfer', id: oldest?.['id'], amountMinor: 1_000 },
    ]);
    expect(report.strays).toMatchObject([{ attempt: 'A-old' }]);
  });
});

test(
  'another amount, another outcome and a missing record are reported as differences',
  { timeout: 180_000 },
  async () => {
    const source = await stored();
    const merchant = sandbox.merchant;
    const make = (amount: number) => madeElsewhere('/transfers', { source, merchant, amount, currency: 'USD' });
    const less = captured(await make(2_000), { capturedMinor: 2_500 });
    const unpaid = captured(await make(3_000), { state: 'failed', capturedMinor: null });
    const gone = captured({ id: 'TRgoneForGood00000000001', amount: 700 });
    const report = await reconciled(platformOf(), [less, unpaid, gone]);
    const of = (view: AttemptView) => report.entries.find((entry) => entry.attempt === view.id);
    expect(of(less)).toMatchObject({
      verdict: 'different',
      reasons: [{ what: 'amount', here: '2500', there: '2000' }],
    });
    expect(of(unpaid)).toMatchObject({ verdict: 'different', reasons: [{ what: 'state', here: 'failed' }] });
    expect(of(gone)).toMatchObject({ verdict: 'only-here', reasons: [{ what: 'missing-there', here: 'captured' }] });
    expect(report.totals).toEqual([{ currency: 'USD', hereMinor: 3_200, thereMinor: 5_000 }]);
  },
);

test('a hold that was captured elsewhere differs, although the amounts match', async () => {
  const source = await stored();
  const made = await madeElsewhere('/transfers', {
    source,
    merchant: sandbox.merchant,
    amount: 4_000,
    currency: 'USD',
  });
  const view = captured(made, { capturedElsewhere: { askedMinor: 5_700 } });
  const report = await reconciled(platformOf(), [view]);
  expect(report.entries.find((entry) => entry.attempt === view.id)).toMatchObject({
    verdict: 'different',
    reasons: [{ what: 'captured-elsewhere', here: '5700', there: '4000' }],
  });
});

test('a record of two payments is counted once, and the second payment differs', async () => {
  const source = await stored();
  const made = await madeElsewhere('/transfers', {
    source,
    merchant: sandbox.merchant,
    amount: 1_234,
    currency: 'USD',
  });
  const [one, other] = [captured(made), captured(made, { id: 'A-other' })];
  const report = await reconciled(platformOf(), [one, other]);
  const of = (view: AttemptView) => report.entries.find((entry) => entry.attempt === view.id);
  expect(of(one)).toMatchObject({ verdict: 'matched' });
  const reasons = [{ what: 'another-payments', here: made['id'], there: one.id }];
  expect(of(other)).toMatchObject({ verdict: 'different', reasons });
  expect(report.totals).toEqual([{ currency: 'USD', hereMinor: 2_468, thereMinor: 1_234 }]);
});

test('a platform that cannot be read whole gives no report', async () => {
  const platform = platformOf();
  await sandbox.close();
  await expect(reconciled(platform, [])).rejects.toMatchObject({ code: 'API_UNREACHABLE' });
});
