/**
 * Tests Account Updater batches: CSV in, results out, and the resulting history.
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { instrumentUpdateResultKnownValues, limits } from '../../electron/platform-api/index.ts';
import type {
  ErrorEnvelope,
  InstrumentHistoryEntry,
  InstrumentUpdate,
  InstrumentUpdateRow,
  Merchant,
  PaymentInstrument,
} from '../../electron/platform-api/index.ts';
import {
  findUpdate,
  readBatch,
  readResults,
  writeResults,
} from '../../electron/sandbox/rules/instrument-update-rules.ts';
import type { UpdatableFacts } from '../../electron/sandbox/rules/instrument-update-rules.ts';
import { Harness } from './harness.ts';
import type { Client } from './harness.ts';
import { seen, WebhookHarness } from './webhook-calls.ts';

const DAY_MS = 24 * 60 * 60_000;
const HEADER = 'payment_instrument_original,payment_instrument_new,result';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

interface Sent {
  csv: Uint8Array | string;
  merchant?: string;
  key?: string;
  request?: string;
}

function batch({ csv, merchant = harness.sandbox.merchant, key = 'batch-1', request }: Sent): FormData {
  const form = new FormData();
  const bytes = typeof csv === 'string' ? new TextEncoder().encode(csv) : Uint8Array.from(csv);
  form.set('file', new File([bytes], 'batch.csv', { type: 'text/csv' }));
  form.set('request', request ?? JSON.stringify({ merchant, idempotency_id: key }));
  return form;
}
const send = <Body = InstrumentUpdate>(sent: Sent, client: Client = harness.client) =>
  client.send<Body>('POST', '/instrument_updates', { body: batch(sent) });
const make = async (sent: Sent): Promise<InstrumentUpdate> => {
  const { status, body, headers } = await send(sent);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(headers.get('location')).toBe(body._links['self']?.href);
  return body;
};
const refused = async (sent: Sent) => {
  const { status, body } = await send<ErrorEnvelope>(sent);
  return [status, body._embedded?.errors[0]?.field];
};
const download = async (id: string, query = '') => {
  const response = await harness.client.raw('GET', `/instrument_updates/${id}/download${query}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
/** Results of a batch of these ids, after its completion. */
const results = async (...ids: string[]) => {
  const { id } = await make({ csv: ids.join('\n'), key: `batch of ${ids.length} ${harness.clock.now()}` });
  harness.clock.advance(DAY_MS);
  return harness.client.get<InstrumentUpdateRow[]>(`/instrument_updates/${id}/download?format=json`);
};
const expiring = (more: object = {}) =>
  harness.card('approve', { expiration_month: 12, expiration_year: 2026, ...more });

describe('an Instrument Update', () => {
  test('is PENDING, then COMPLETED by the clock, and can be downloaded only after that', async () => {
    const { id } = await harness.card();
    const update = await make({ csv: `${id}\n`, key: 'monthly' });
    expect(update).toMatchObject({
      idempotency_id: 'monthly',
      merchant: harness.sandbox.merchant,
      state: 'PENDING',
      created_at: '2026-11-20T09:00:00.000Z',
    });
    const path = `/instrument_updates/${update.id}`;
    harness.clock.advance(4_999);
    expect(await harness.client.get(path)).toEqual(update);
    await harness.client.fails(409, 'GET', `${path}/download`);
    harness.clock.advance(1);
    expect(await harness.client.get(path)).toMatchObject({
      state: 'COMPLETED',
      updated_at: '2026-11-20T09:00:05.000Z',
    });
    expect((await download(update.id)).status).toBe(200);
  });

  test('is downloaded as CSV with the exact header, or as JSON on request', async () => {
    const valid = await harness.card();
    const old = await expiring();
    const { id } = await make({ csv: [valid.id, old.id, 'PIunknown'].join('\n') });
    harness.clock.advance(DAY_MS);
    const { type, text } = await download(id);
    expect(type).toBe('text/csv');
    const rows = await harness.client.get<InstrumentUpdateRow[]>(`/instrument_updates/${id}/download?format=json`);
    const renewed = rows[1]?.payment_instrument_new ?? '';
    expect(text).toBe(
      `${HEADER}\n${valid.id},,NO_CHANGE_FOUND\n${old.id},${renewed},CARD_EXPIRATION_UPDATED\nPIunknown,,CARD_NOT_FOUND\n`,
    );
    expect(rows).toEqual(
      parse<Record<string, string>>(text, { columns: true }).map((row) => ({
        ...row,
        payment_instrument_new: row['payment_instrument_new'] || null,
      })),
    );
    expect(await download(id, '?format=csv')).toMatchObject({ status: 200, text });
    expect((await harness.client.fails(422, 'GET', `/instrument_updates/${id}/download?format=xml`)).field).toBe(
      'format',
    );
  });

  test('is 404 if unknown, has no list, and cannot be created by merchants', async () => {
    await harness.client.fails(404, 'GET', '/instrument_updates/IUnone');
    await harness.client.fails(404, 'GET', '/instrument_updates/IUnone/download');
    const listed = await harness.client.send('GET', '/instrument_updates');
    expect([listed.status, listed.headers.get('allow')]).toEqual([405, 'POST']);
    const { id } = await make({ csv: (await harness.card()).id });
    const own = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    await own.get(`/instrument_updates/${id}`);
    expect((await send({ csv: 'PIabcd', key: 'theirs' }, own)).status).toBe(403);
    const merchants = await harness.client.listed<Merchant>('/merchants', 'merchants');
    const other = merchants.find((one) => one.id !== harness.sandbox.merchant)?.id ?? '';
    const strange = await harness.login('ROLE_MERCHANT', other);
    await strange.fails(404, 'GET', `/instrument_updates/${id}`);
    await strange.fails(404, 'GET', `/instrument_updates/${id}/download`);
  });
});

describe('results', () => {
  test('differ for the test instruments, and cover all results of the specification', async () => {
    const cases: [PaymentInstrument, string][] = [
      [await harness.card('approve'), 'NO_CHANGE_FOUND'],
      [await harness.card('pin'), 'NO_CHANGE_FOUND'],
      [await expiring(), 'CARD_EXPIRATION_UPDATED'],
      [await harness.card('no-funds'), 'CLOSED_ACCOUNT'],
      [await harness.card('partial'), 'CONTACT_CARDHOLDER'],
      [await harness.card('lost-reply'), 'INVALID_CARD'],
      [await harness.bankAccount(), 'INVALID_CARD'],
    ];
    const off = await harness.card();
    await harness.client.put(`/payment_instruments/${off.id}`, { account_updater_enabled: false });
    cases.push([off, 'UNKNOWN']);
    const rows = await results(...cases.map(([{ id }]) => id), 'PInobody');
    expect(rows.map(({ result }) => result)).toEqual([...cases.map(([, result]) => result), 'CARD_NOT_FOUND']);
    expect([...new Set(rows.map(({ result }) => result))].sort()).toEqual(
      [...instrumentUpdateResultKnownValues].sort(),
    );
  });

  test('contain a new instrument of the same buyer for a renewed card, and the history of the old card shows it', async () => {
    const old = await expiring({ tags: { buyer: '7' } });
    const [row] = await results(old.id);
    const renewed = await harness.client.get<PaymentInstrument>(`/payment_instruments/${row?.payment_instrument_new}`);
    expect(renewed).toMatchObject({
      identity: old.identity,
      last_four: old.last_four,
      expiration_month: 12,
      expiration_year: 2030,
      enabled: true,
      tags: { buyer: '7' },
    });
    expect(renewed.id).not.toBe(old.id);
    expect(await harness.client.get(`/payment_instruments/${old.id}`)).toMatchObject({ expiration_year: 2026 });
    const history = await harness.client.listed<InstrumentHistoryEntry>(
      `/payment_instruments/${old.id}/instrument_history`,
      'instrument_history',
    );
    expect(history).toMatchObject([
      { origin: 'ACCOUNT_UPDATER', changes: [{ field: 'expiration_year', old_value: '2026', new_value: '2030' }] },
    ]);
    const sale = { amount: 100, currency: 'USD', source: renewed.id };
    expect(await harness.client.post('/transfers', sale)).toMatchObject({ state: 'SUCCEEDED' });
  });

  test('are the same for an id that the batch repeats', async () => {
    const { id } = await expiring();
    const rows = await results(id, id);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
  });

  test('report another merchant’s instrument as CARD_NOT_FOUND', () => {
    const card: UpdatableFacts = {
      type: 'PAYMENT_CARD',
      merchant: 'MUother',
      account_updater_enabled: true,
      test_card: 'approve',
      expiration_month: 1,
      expiration_year: 2020,
    };
    const now = Date.parse('2026-11-20T09:00:00Z');
    expect(findUpdate(card, 'MUours', now)).toBe('CARD_NOT_FOUND');
    expect(findUpdate(card, 'MUother', now)).toBe('CARD_EXPIRATION_UPDATED');
    expect(findUpdate({ ...card, merchant: null }, 'MUours', now)).toBe('CARD_EXPIRATION_UPDATED');
  });

  test('renew a card from sixty days before it expires', () => {
    const card: UpdatableFacts = {
      type: 'PAYMENT_CARD',
      merchant: null,
      account_updater_enabled: true,
      test_card: 'approve',
      expiration_month: 1,
      expiration_year: 2027,
    };
    const edge = Date.UTC(2027, 1, 1) - 60 * DAY_MS;
    expect(findUpdate(card, 'MU', edge - 1)).toBe('NO_CHANGE_FOUND');
    expect(findUpdate(card, 'MU', edge)).toBe('CARD_EXPIRATION_UPDATED');
  });
});

describe('the CSV', () => {
  test.each([
    ['a header line', 'payment_instrument\nPIaaaa\nPIbbbb\n'],
    ['Windows line ends', 'PIaaaa\r\nPIbbbb\r\n'],
    ['a byte order mark', '\uFEFFPIaaaa\nPIbbbb'],
    ['quotes and spaces', '"PIaaaa"\n  PIbbbb  \n'],
    ['empty lines', '\nPIaaaa\n\nPIbbbb\n\n'],
  ])('may contain %s', async (_, csv) => {
    const { id } = await make({ csv });
    harness.clock.advance(DAY_MS);
    expect((await download(id)).text).toBe(`${HEADER}\nPIaaaa,,CARD_NOT_FOUND\nPIbbbb,,CARD_NOT_FOUND\n`);
  });

  test.each([
    ['is empty', ''],
    ['has only a header', 'payment_instrument\n'],
    ['has two columns', 'PIaaaa,PIbbbb\n'],
    ['has a quote that never ends', '"PIaaaa\nPIbbbb\n'],
    ['has a quote in the middle', 'PIa"aaa\n'],
    ['contains an id of another resource', 'PIaaaa\nTRbbbb\n'],
    ['contains a card number', 'PIaaaa\n4111111111111111\n'],
    ['is no UTF-8', Uint8Array.of(0x50, 0x49, 0xff, 0xfe, 0x0a)],
    ['is a spreadsheet', Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x00, 0x00)],
    ['is a single line of 100,000 characters', `PI${'a'.repeat(100_000)}`],
  ])('is refused if it %s, and the message does not repeat its contents', async (_, csv) => {
    const { status, body } = await send<ErrorEnvelope>({ csv });
    expect([status, body._embedded.errors[0]?.field]).toEqual([422, 'file']);
    expect(JSON.stringify(body)).not.toMatch(/4111|TRbbbb|aaaa/);
    // The refused batch was not stored, so the key is still free.
    await make({ csv: 'PIaaaa' });
  });

  test('may contain 100,000 instruments, and is refused with more', { timeout: 180_000 }, async () => {
    const ids = Array.from(
      { length: limits.instrumentUpdateLines },
      (_, index) => `PI${String(index).padStart(22, 'x')}`,
    );
    const { id } = await make({ csv: ids.join('\n'), key: 'full' });
    harness.clock.advance(DAY_MS);
    expect((await download(id)).text.split('\n')).toHaveLength(ids.length + 2);
    expect(await refused({ csv: [...ids, 'PIone1'].join('\n'), key: 'over' })).toEqual([422, 'file']);
  });

  test('is read back unchanged after it was written', () => {
    const rows: InstrumentUpdateRow[] = [
      { payment_instrument_original: 'PIaaaa', payment_instrument_new: 'PIbbbb', result: 'CARD_EXPIRATION_UPDATED' },
      { payment_instrument_original: 'PIcccc', payment_instrument_new: null, result: 'UNKNOWN' },
    ];
    expect(readResults(writeResults(rows))).toEqual(rows);
    expect(readBatch(new TextEncoder().encode('PIaaaa'))).toEqual(['PIaaaa']);
  });
});

describe('the request part', () => {
  test('contains the merchant and the key, in JSON', async () => {
    const csv = 'PIaaaa';
    expect((await send<ErrorEnvelope>({ csv, request: '{"merchant":' })).status).toBe(400);
    expect(await refused({ csv, request: '{}' })).toEqual([422, 'request.merchant']);
    expect(await refused({ csv, request: '[]' })).toEqual([422, 'request']);
    expect(await refused({ csv, request: JSON.stringify({ merchant: harness.sandbox.merchant }) })).toEqual([
      422,
      'request.idempotency_id',
    ]);
    expect(await refused({ csv, merchant: 'MUnone' })).toEqual([422, 'request.merchant']);
    expect(await refused({ csv, key: 'k'.repeat(256) })).toEqual([422, 'request.idempotency_id']);
    await make({ csv, key: 'k'.repeat(255) });
  });

  test('is required with the file, both as multipart', async () => {
    const without = async (part: string) => {
      const form = batch({ csv: 'PIaaaa' });
      form.delete(part);
      const { status, body } = await harness.client.send<ErrorEnvelope>('POST', '/instrument_updates', { body: form });
      return [status, body._embedded.errors[0]?.field];
    };
    expect(await without('file')).toEqual([422, 'file']);
    expect(await without('request')).toEqual([422, 'request']);
    const text = batch({ csv: 'PIaaaa' });
    text.set('file', 'PIaaaa');
    expect((await harness.client.send('POST', '/instrument_updates', { body: text })).status).toBe(422);
    await harness.client.fails(406, 'POST', '/instrument_updates', { file: 'PIaaaa', request: '{}' });
  });
});

describe('a repeated idempotency_id', () => {
  test('is refused with the field’s name, for the same and for another file', async () => {
    await make({ csv: 'PIaaaa', key: 'once' });
    expect(await refused({ csv: 'PIaaaa', key: 'once' })).toEqual([422, 'idempotency_id']);
    expect(await refused({ csv: 'PIbbbb', key: 'once' })).toEqual([422, 'idempotency_id']);
    await make({ csv: 'PIaaaa', key: 'twice' });
  });

  test('returns the original in mode return-original, unless the batch differs', async () => {
    await harness.sandbox.close();
    harness = await Harness.start({ idempotency: 'return-original' });
    const first = await make({ csv: 'PIaaaa', key: 'once' });
    expect(await make({ csv: 'PIaaaa', key: 'once' })).toEqual(first);
    expect(await refused({ csv: 'PIbbbb', key: 'once' })).toEqual([422, 'idempotency_id']);
  });

  test('applies only to this endpoint', async () => {
    await harness.client.post('/transfers', {
      amount: 5,
      currency: 'USD',
      source: (await harness.card()).id,
      idempotency_id: 'k',
    });
    await make({ csv: 'PIaaaa', key: 'k' });
  });
});

test('a batch survives a restart and completes afterwards', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-updates-'));
  try {
    await harness.sandbox.close();
    harness = await Harness.start({ dataDir });
    const { id: card } = await expiring();
    const { id } = await make({ csv: card });
    await harness.sandbox.close();
    harness.clock.advance(DAY_MS);
    harness = await Harness.start({ dataDir }, harness.clock);
    expect((await download(id)).text).toMatch(new RegExp(`^${HEADER}\n${card},PI\\w{22},CARD_EXPIRATION_UPDATED\n$`));
  } finally {
    await harness.sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('Webhooks receive events of a batch and of the instruments that it creates', async () => {
  const hooks = await WebhookHarness.start();
  try {
    await harness.sandbox.close();
    harness = hooks.harness;
    const { id: card } = await expiring();
    const entities = ['instrument_update', 'payment_instrument'];
    await hooks.subscribed({ enabled_events: entities.map((entity) => ({ entity, types: ['created', 'updated'] })) });
    await make({ csv: card });
    await hooks.until('delivered', 2);
    harness.clock.advance(DAY_MS);
    expect(seen(await hooks.receiver.until(3)).sort()).toEqual([
      'instrument_update created',
      'instrument_update updated',
      'payment_instrument created',
    ]);
  } finally {
    await hooks.close();
  }
});
