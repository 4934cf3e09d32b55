/**
 * Tests Disputes: how they open and end, the permissions of each role, and the money that moves.
 * dispute-evidence.test.ts tests evidence files.
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Dispute, ErrorEnvelope, Merchant, Settlement, Transfer } from '../../electron/platform-api/index.ts';
import { CONTROL_PATH } from '../../electron/sandbox/index.ts';
import { refuseOpening } from '../../electron/sandbox/rules/dispute-rules.ts';
import { disputeCalls, form, pdf } from './dispute-calls.ts';
import { Harness } from './harness.ts';
import { Receiver } from './webhook-receiver.ts';

const DAY_MS = 24 * 60 * 60_000;

let harness: Harness;
let calls: ReturnType<typeof disputeCalls>;
beforeEach(async () => {
  harness = await Harness.start();
  calls = disputeCalls(harness);
});
afterEach(() => harness.sandbox.close());

const refusedControl = async (command: object) => {
  const response = await harness.client.raw('POST', CONTROL_PATH, { body: command });
  const { _embedded } = (await response.json()) as ErrorEnvelope;
  return [response.status, _embedded.errors[0]?.field];
};

describe('a Dispute', () => {
  test('opens with a sale of the test amount', async () => {
    const sale = await calls.sale(888_888);
    expect(sale.state).toBe('SUCCEEDED');
    const [dispute, ...more] = await harness.client.listed<Dispute>(`/disputes?transfer=${sale.id}`, 'disputes');
    expect(more).toEqual([]);
    expect(dispute).toMatchObject({
      transfer: sale.id,
      merchant: harness.sandbox.merchant,
      amount: 888_888,
      currency: 'USD',
      state: 'PENDING',
      response_state: 'NEEDS_RESPONSE',
      respond_by: '2026-11-30T09:00:00.000Z',
      submitted_at: null,
    });
    await harness.client.put(`/transfers/${sale.id}`, { tags: { order: '1' } });
    expect(await harness.client.listed('/disputes', 'disputes')).toHaveLength(1);
  });

  test('does not open for an amount one cent above or below', async () => {
    for (const amount of [888_887, 888_889]) await calls.sale(amount);
    expect(await harness.client.listed('/disputes', 'disputes')).toEqual([]);
  });

  test('opens later if the sale of the test amount succeeds later', async () => {
    await harness.client.post('/transfers', {
      amount: 888_888,
      currency: 'USD',
      source: (await harness.card('slow')).id,
    });
    expect(await harness.client.listed('/disputes', 'disputes')).toEqual([]);
    harness.clock.advance(20_000);
    expect(await harness.client.listed('/disputes', 'disputes')).toHaveLength(1);
  });

  test('opens through the control endpoint, for the full amount or a part, with a reason', async () => {
    const { id: transfer } = await calls.sale(1000);
    const { dispute = '' } = await harness.control({ type: 'open-dispute', transfer, amount: 400, reason: 'QUALITY' });
    expect(await calls.fetchDispute(dispute)).toMatchObject({ transfer, amount: 400, reason: 'QUALITY' });
    expect(await refusedControl({ type: 'open-dispute', transfer })).toEqual([409, undefined]);
    await harness.control({ type: 'decide-dispute', dispute, outcome: 'LOST' });
    expect(await refusedControl({ type: 'open-dispute', transfer, amount: 601 })).toEqual([422, 'amount']);
    await harness.control({ type: 'open-dispute', transfer, amount: 600 });
    expect(await refusedControl({ type: 'open-dispute', transfer: 'TRnone' })).toEqual([422, 'transfer']);
    expect(await refusedControl({ type: 'decide-dispute', dispute, outcome: 'WON' })).toEqual([409, undefined]);
    expect(await refusedControl({ type: 'decide-dispute', dispute: 'DInone', outcome: 'WON' })).toEqual([
      422,
      'dispute',
    ]);
  });

  test.each([
    ['DEBIT', 'FAILED'],
    ['DEBIT', 'PENDING'],
    ['CREDIT', 'SUCCEEDED'],
    ['REVERSAL', 'SUCCEEDED'],
  ] as const)('is refused by the control endpoint for a %s that is %s', (type, state) => {
    expect(refuseOpening({ type, state, amount: 100 }, [], 100)?.field).toBe('transfer');
  });

  test('is listed with its filters, and accepts changes to its tags', async () => {
    const first = await calls.opened(100);
    const second = await calls.opened(200);
    await calls.accept(first.id);
    const listed = async (query: string) =>
      (await harness.client.listed<Dispute>(`/disputes?${query}`, 'disputes')).map(({ id }) => id);
    expect((await listed('')).sort()).toEqual([first.id, second.id].sort());
    expect(await listed('state=PENDING')).toEqual([second.id]);
    expect(await listed('response_state=ACCEPTED')).toEqual([first.id]);
    expect(await listed(`transfer=${second.transfer}`)).toEqual([second.id]);
    expect((await harness.client.fails(422, 'GET', '/disputes?state=OPEN')).field).toBe('state');
    const tagged = await harness.client.put<Dispute>(`/disputes/${second.id}`, { tags: { case: '7' } });
    expect(tagged).toMatchObject({ tags: { case: '7' }, state: 'PENDING' });
    expect(await listed('tags.key=case&tags.value=7')).toEqual([second.id]);
    expect((await harness.client.fails(422, 'PUT', `/disputes/${second.id}`, {})).field).toBe('tags');
    expect((await harness.client.fails(422, 'PUT', `/disputes/${second.id}`, { tags: { 'a"b': '1' } })).field).toMatch(
      /^tags/,
    );
  });

  test('is read-only for its merchant, and 404 for other merchants', async () => {
    const dispute = await calls.opened();
    const file = await calls.uploaded(dispute.id);
    const merchants = await harness.client.listed<Merchant>('/merchants', 'merchants');
    const other = merchants.find(({ id }) => id !== harness.sandbox.merchant)?.id ?? '';
    const own = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    const strange = await harness.login('ROLE_MERCHANT', other);
    const path = `/disputes/${dispute.id}`;
    const reads = [path, `${path}/evidence`, `${path}/evidence/${file.id}`, `${path}/adjustment_transfers`];
    for (const read of reads) {
      await own.get(read);
      await strange.fails(404, 'GET', read);
    }
    expect((await own.raw('GET', `${path}/evidence/${file.id}/download`)).status).toBe(200);
    await strange.fails(404, 'GET', `${path}/evidence/${file.id}/download`);
    expect(await strange.listed('/disputes', 'disputes')).toEqual([]);
    for (const change of ['submit', 'accept']) await own.fails(403, 'POST', `${path}/${change}`);
    await own.fails(403, 'PUT', path, { tags: {} });
    await own.fails(403, 'DELETE', `${path}/evidence/${file.id}`);
    expect((await own.send('POST', `${path}/evidence`, { body: form(pdf) })).status).toBe(403);
  });

  test('is 404 on every path if its id is unknown, and answers an unsupported method with 405 and the supported ones', async () => {
    for (const path of ['', '/evidence', '/evidence/DEx', '/evidence/DEx/download', '/adjustment_transfers']) {
      await harness.client.fails(404, 'GET', `/disputes/DInone${path}`);
    }
    for (const path of ['submit', 'accept']) await harness.client.fails(404, 'POST', `/disputes/DInone/${path}`);
    await harness.client.fails(404, 'PUT', '/disputes/DInone', { tags: {} });
    await harness.client.fails(404, 'PUT', '/disputes/DInone/evidence/DEx', { tags: {} });
    await harness.client.fails(404, 'DELETE', '/disputes/DInone/evidence/DEx');
    expect((await harness.client.send('POST', '/disputes/DInone/evidence', { body: form(pdf) })).status).toBe(404);
    const allowed = async (method: string, path: string) => {
      const { status, headers } = await harness.client.send(method, path);
      return [status, headers.get('allow')];
    };
    expect(await allowed('POST', '/disputes')).toEqual([405, 'GET']);
    expect(await allowed('DELETE', '/disputes/DIx')).toEqual([405, 'GET, PUT']);
    expect(await allowed('GET', '/disputes/DIx/submit')).toEqual([405, 'POST']);
    expect(await allowed('PATCH', '/disputes/DIx/evidence/DEx')).toEqual([405, 'DELETE, GET, PUT']);
  });
});

describe('Dispute, POST /disputes/{dispute_id}/submit, evidence complete', () => {
  test('is decided for the seller by the issuing bank when the time of the bank has elapsed', async () => {
    const dispute = await calls.opened();
    await calls.uploaded(dispute.id);
    const submitted = await calls.submit(dispute.id);
    expect(submitted).toMatchObject({
      state: 'PENDING',
      response_state: 'SUBMITTED',
      submitted_at: new Date(harness.clock.now()).toISOString(),
    });
    expect((await calls.evidence(dispute.id)).map(({ submitted_at }) => submitted_at)).toEqual([
      submitted.submitted_at,
    ]);
    harness.clock.advance(14 * DAY_MS - 1);
    expect(await calls.fetchDispute(dispute.id)).toMatchObject({ state: 'PENDING' });
    harness.clock.advance(1);
    expect(await calls.fetchDispute(dispute.id)).toMatchObject({ state: 'WON', response_state: 'SUBMITTED' });
  });

  test('is refused without evidence, with only broken evidence, and during an upload', async () => {
    const { id } = await calls.opened();
    const path = `/disputes/${id}/submit`;
    expect(await harness.client.fails(422, 'POST', path)).toMatchObject({ failure_code: 'EVIDENCE_MISSING' });
    await calls.send(id, pdf);
    await harness.client.fails(409, 'POST', path);
    harness.clock.advance(2_000);
    await calls.submit(id);
  });

  test('needs new evidence for a second submission, and keeps the time of the first', async () => {
    const { id } = await calls.opened();
    await calls.uploaded(id);
    const first = await calls.submit(id);
    expect((await harness.client.fails(422, 'POST', `/disputes/${id}/submit`)).failure_code).toBe('EVIDENCE_MISSING');
    harness.clock.advance(DAY_MS);
    await calls.uploaded(id);
    const second = await calls.submit(id);
    expect(second.submitted_at).toBe(first.submitted_at);
    expect(new Set((await calls.evidence(id)).map(({ submitted_at }) => submitted_at)).size).toBe(2);
    // The bank's time starts at the last submission.
    harness.clock.advance(14 * DAY_MS - 1);
    expect((await calls.fetchDispute(id)).state).toBe('PENDING');
  });
});

describe('Dispute, POST /disputes/{dispute_id}/accept, any', () => {
  test('concedes the Dispute', async () => {
    const { id } = await calls.opened();
    expect(await calls.accept(id)).toMatchObject({ state: 'LOST', response_state: 'ACCEPTED' });
    harness.clock.advance(30 * DAY_MS);
    expect(await calls.fetchDispute(id)).toMatchObject({ state: 'LOST', response_state: 'ACCEPTED' });
    expect(await calls.subtypes(id)).toEqual(['MERCHANT_DEBIT', 'PLATFORM_CREDIT', 'PLATFORM_DEBIT']);
  });

  test('concedes the Dispute even after evidence was submitted', async () => {
    const { id } = await calls.opened();
    await calls.uploaded(id);
    await calls.submit(id);
    expect(await calls.accept(id)).toMatchObject({ state: 'LOST', response_state: 'ACCEPTED' });
  });

  test.each(['WON', 'LOST'] as const)('is refused when the Dispute is %s', async (outcome) => {
    const { id } = await calls.opened();
    await calls.uploaded(id);
    await harness.control({ type: 'decide-dispute', dispute: id, outcome });
    for (const action of ['accept', 'submit']) await harness.client.fails(409, 'POST', `/disputes/${id}/${action}`);
    expect((await calls.send(id, pdf)).status).toBe(409);
    expect(await calls.fetchDispute(id)).toMatchObject({ state: outcome });
  });
});

test('a Dispute is lost if the seller does not answer in time', async () => {
  const { id } = await calls.opened();
  harness.clock.advance(10 * DAY_MS - 1);
  expect((await calls.fetchDispute(id)).state).toBe('PENDING');
  harness.clock.advance(1);
  expect(await calls.fetchDispute(id)).toMatchObject({ state: 'LOST', response_state: 'NO_RESPONSE' });
  expect(await calls.subtypes(id)).toEqual(['MERCHANT_DEBIT', 'PLATFORM_CREDIT', 'PLATFORM_DEBIT']);
});

describe('adjustment Transfers', () => {
  test('move the amount when a Dispute opens, and back when it is won, with all four subtypes', async () => {
    const dispute = await calls.opened(1000);
    expect(await calls.subtypes(dispute.id)).toEqual(['MERCHANT_DEBIT', 'PLATFORM_CREDIT']);
    await harness.control({ type: 'decide-dispute', dispute: dispute.id, outcome: 'WON' });
    const path = `/disputes/${dispute.id}/adjustment_transfers`;
    const found = await harness.client.listed<Transfer>(path, 'transfers');
    expect(found.map(({ subtype }) => String(subtype)).sort()).toEqual([
      'MERCHANT_CREDIT',
      'MERCHANT_DEBIT',
      'PLATFORM_CREDIT',
      'PLATFORM_DEBIT',
    ]);
    for (const one of found) {
      expect(one).toMatchObject({ type: 'ADJUSTMENT', state: 'SUCCEEDED', amount: 1000, currency: 'USD' });
      expect(await harness.client.get(`/transfers/${one.id}`)).toEqual(one);
    }
    expect(await harness.client.listed(`${path}?tags.key=none`, 'transfers')).toEqual([]);
  });

  test('belong only to this Dispute, and are not refunds of the sale', async () => {
    const one = await calls.opened(1000);
    const other = await calls.opened(2000);
    expect(await calls.subtypes(other.id)).toHaveLength(2);
    expect(await harness.client.listed(`/transfers/${one.transfer}/reversals`, 'transfers')).toEqual([]);
  });

  test('reach the merchant’s settlement, where the debited amount returns', async () => {
    const total = async () => (await harness.client.listed<Settlement>('/settlements', 'settlements'))[0]?.total_amount;
    const dispute = await calls.opened(1000);
    expect(await total()).toBe(0);
    await harness.control({ type: 'decide-dispute', dispute: dispute.id, outcome: 'WON' });
    expect(await total()).toBe(1000);
  });
});

test('a Dispute keeps its deadline, its evidence and its outcome through a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-disputes-'));
  try {
    await harness.sandbox.close();
    harness = await Harness.start({ dataDir });
    calls = disputeCalls(harness);
    const { id } = await calls.opened();
    const { id: file } = await calls.uploaded(id);
    await harness.sandbox.close();
    harness.clock.advance(10 * DAY_MS);
    harness = await Harness.start({ dataDir }, harness.clock);
    calls = disputeCalls(harness);
    expect(await calls.fetchDispute(id)).toMatchObject({ state: 'LOST', response_state: 'NO_RESPONSE' });
    expect(await calls.subtypes(id)).toHaveLength(3);
    const bytes = await (await harness.client.raw('GET', `/disputes/${id}/evidence/${file}/download`)).arrayBuffer();
    expect(Buffer.from(bytes).equals(pdf)).toBe(true);
  } finally {
    await harness.sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('Webhooks receive the events of a Dispute, its adjustments and its end', async () => {
  const receiver = await Receiver.start();
  try {
    await harness.client.post('/webhooks', { url: receiver.url });
    await receiver.untilTested();
    const { id } = await calls.opened();
    await harness.control({ type: 'decide-dispute', dispute: id, outcome: 'WON' });
    await receiver.until(9);
    const disputes = receiver.events.filter(({ entity }) => entity === 'dispute');
    expect(
      disputes.map(({ type, _embedded }) => [type, (_embedded?.['disputes']?.[0] as Dispute | undefined)?.state]),
    ).toEqual([
      ['created', 'PENDING'],
      ['updated', 'WON'],
    ]);
    const transfers = receiver.events.filter(({ entity }) => entity === 'transfer');
    expect(
      transfers.map(({ _embedded }) => String((_embedded?.['transfers']?.[0] as Transfer | undefined)?.subtype)).sort(),
    ).toEqual(['API', 'MERCHANT_CREDIT', 'MERCHANT_DEBIT', 'PLATFORM_CREDIT', 'PLATFORM_DEBIT']);
  } finally {
    await receiver.close();
  }
});
