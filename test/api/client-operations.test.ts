/** Tests the typed client against a real sandbox: every kind of operation, both paginations, uploads and downloads. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiOutcome, PlatformConfig } from '../../electron/host/platform/call.ts';
import { Http } from '../../electron/host/platform/http.ts';
import { createOperations, type Operations } from '../../electron/host/platform/operations.ts';
import { createLogger, type LogEntry } from '../../electron/host/log/index.ts';
import { operations, resources, versions } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { systemClock } from '../../electron/domain/index.ts';

let harness: Harness;
let http: Http;
let platform: Operations;
const lines: LogEntry[] = [];

function connect(more: Partial<PlatformConfig> = {}): Http {
  const { url, username, password } = harness.sandbox;
  const log = createLogger('platform', { write: (entry) => void lines.push(entry) });
  return new Http({ baseUrl: url, username, password, ...more }, { clock: systemClock, random: () => 0.5, log });
}

beforeAll(async () => {
  harness = await Harness.start();
  http = connect();
  platform = createOperations(http);
});
afterAll(async () => {
  await http.close();
  await harness.sandbox.close();
  const said = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(10);
  expect(said).not.toContain(harness.sandbox.password);
  expect(said).not.toContain('4111111111111111');
});

function valueOf<T>(outcome: ApiOutcome<T>): T {
  if (outcome.kind !== 'answered') throw outcome.error;
  return outcome.value;
}

function refusalOf(outcome: ApiOutcome<unknown>) {
  if (outcome.kind === 'answered') throw new Error('answered');
  return { kind: outcome.kind, code: outcome.error.code, ...outcome.error.context };
}

it('the client has exactly one method for each operation of the document', () => {
  const methods = Object.entries(resources).flatMap(([resource, names]) =>
    Object.keys(names).map((name) => [resource, name] as const),
  );
  expect(methods).toHaveLength(Object.keys(operations).length);
  const built = platform as unknown as Record<string, Record<string, unknown>>;
  for (const [resource, name] of methods)
    expect(typeof built[resource]?.[name], `${resource}.${name}`).toBe('function');
  expect(Object.keys(built)).toEqual(Object.keys(resources));
});

describe('a record', () => {
  it('is created, fetched and changed, with its tags', async () => {
    const { merchant } = harness.sandbox;
    const fee = valueOf(await platform.fees.create({ amount: 250, currency: 'USD', merchant, tags: { order: '7' } }));
    expect(fee).toMatchObject({ amount: 250, currency: 'USD', tags: { order: '7' } });
    valueOf(await platform.fees.update(fee.id, { tags: { order: '8' } }));
    expect(valueOf(await platform.fees.fetch(fee.id))).toMatchObject({ id: fee.id, tags: { order: '8' } });
  });

  it('is fetched with the parameters of a query', async () => {
    const { id } = await harness.device('B61378A');
    const device = valueOf(await platform.devices.fetch(id, { include_connection: true }));
    expect(device.connection).toBe('OPEN');
    expect(valueOf(await platform.devices.fetch(id)).connection).toBeUndefined();
  });

  it('is reported as a typed refusal with its reference when it does not exist', async () => {
    expect(refusalOf(await platform.fees.fetch('FEnone'))).toMatchObject({
      kind: 'refused',
      code: 'API_NOT_FOUND',
      status: 404,
      platformCode: 'NOT_FOUND',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it('is refused with the name of the field that breaks a rule', async () => {
    const { merchant } = harness.sandbox;
    expect(refusalOf(await platform.fees.create({ amount: 0, currency: 'USD', merchant }))).toMatchObject({
      code: 'API_INVALID',
      status: 422,
      field: 'amount',
    });
  });

  it('is never sent with tags over the limit, or with an invalid id', async () => {
    const before = lines.length;
    const { merchant } = harness.sandbox;
    const fee = { amount: 1, currency: 'USD', merchant } as const;
    const tags = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']));
    expect(refusalOf(await platform.fees.create({ ...fee, tags }))).toMatchObject({ kind: 'not-sent', field: 'tags' });
    for (const [key, value] of [
      ['k', 'v'.repeat(501)],
      ['k'.repeat(41), 'v'],
      ['k', 'a,b'],
      ['', 'v'],
    ] as const) {
      const outcome = await platform.fees.create({ ...fee, tags: { [key]: value } });
      expect(refusalOf(outcome)).toMatchObject({ kind: 'not-sent', code: 'API_INVALID' });
    }
    expect(refusalOf(await platform.fees.fetch('../users'))).toMatchObject({ kind: 'not-sent', field: 'id' });
    expect(refusalOf(await platform.fees.fetch(''))).toMatchObject({ kind: 'not-sent' });
    expect(lines).toHaveLength(before);
  });

  it('is created from a card, and its numbers appear in no log line', async () => {
    const { id: identity } = valueOf(await platform.identities.create({ entity: { last_name: 'Buyer' } }));
    const card = valueOf(
      await platform.paymentInstruments.create({
        type: 'PAYMENT_CARD',
        identity,
        name: 'TEST CARD',
        number: '4111111111111111',
        expiration_month: 12,
        expiration_year: 2030,
      }),
    );
    expect(card).toMatchObject({ brand: 'VISA', last_four: '1111' });
  });

  it('cannot be deleted (404) if it does not exist', async () => {
    const outcome = await platform.disputeEvidence.delete('DInone', 'EVnone');
    expect(refusalOf(outcome)).toMatchObject({ kind: 'refused', status: 404 });
  });
});

describe('a list from the client', () => {
  it.each([
    ['cursors', versions.cursorPagination],
    ['offsets', '2020-01-01'],
  ])('is read to its end over %s, and contains each record once', async (_, version) => {
    const { merchant } = harness.sandbox;
    const wanted = new Set<string>();
    for (let count = 0; count < 7; count += 1) {
      const { id } = valueOf(
        await platform.fees.create({ amount: 10 + count, currency: 'USD', merchant, label: version }),
      );
      wanted.add(id);
    }
    const other = connect({ version });
    try {
      const found: string[] = [];
      for await (const fee of createOperations(other).fees.list({ merchant_id: merchant }, { pageSize: 3 })) {
        if (fee.label === version) found.push(fee.id);
      }
      expect(found.sort()).toEqual([...wanted].sort());
    } finally {
      await other.close();
    }
  });

  it('may be empty, may be left early, and may be aborted', async () => {
    for await (const fee of platform.fees.list({ linked_to: 'TRnone' })) throw new Error(fee.id);
    let seen = 0;
    for await (const device of platform.devices.list()) {
      seen += device.id ? 1 : 0;
      break;
    }
    expect(seen).toBe(1);
    const pages = platform.devices.list({}, { signal: AbortSignal.abort() }).pages();
    expect((await pages.next()).value).toMatchObject({ kind: 'not-sent' });
  });

  it('throws a typed error when it is refused, or returns the refusal as an outcome', async () => {
    const stranger = connect({ password: 'wrong' });
    const { fees } = createOperations(stranger);
    await expect(fees.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'API_UNAUTHORIZED' });
    expect((await fees.list().pages().next()).value).toMatchObject({ kind: 'refused' });
    await stranger.close();
  });
});

describe('a file', () => {
  const text = 'a line of a file\n'.repeat(20_000);

  it('is uploaded and downloaded byte by byte', async () => {
    const file = valueOf(await platform.files.create({ type: 'IDENTITY_VERIFICATION' }));
    valueOf(
      await platform.files.upload(file.id, { file: { name: 'up.txt', type: 'text/plain', bytes: Buffer.from(text) } }),
    );
    const saved = valueOf(await platform.files.download(file.id));
    expect(saved.size).toBe(text.length);
    expect(saved.bytes.toString()).toBe(text);
    const small = await platform.files.download(file.id, { maxBytes: 1_000 });
    expect(refusalOf(small)).toMatchObject({ kind: 'unknown', code: 'API_UNREADABLE' });
  });

  it('is never sent when it is too long', async () => {
    const long = { name: 'a.txt', type: 'text/plain', bytes: Buffer.alloc(2_000) };
    const outcome = await platform.files.upload('FI1', { file: long }, { maxFileBytes: 1_999 });
    expect(refusalOf(outcome)).toMatchObject({ kind: 'not-sent', code: 'API_INVALID', field: 'file' });
  });

  it('is sent with its request for an Account Updater batch, and its results come as CSV or JSON', async () => {
    const { id } = await harness.card();
    const batch = valueOf(
      await platform.instrumentUpdates.create({
        file: { name: 'batch.csv', type: 'text/csv', bytes: Buffer.from(`${id}\n`) },
        request: JSON.stringify({ merchant: harness.sandbox.merchant, idempotency_id: 'batch-1' }),
      }),
    );
    expect(batch).toMatchObject({ merchant: harness.sandbox.merchant, idempotency_id: 'batch-1' });
    harness.clock.advance(24 * 60 * 60_000);
    const csv = valueOf(await platform.instrumentUpdates.download(batch.id));
    expect(csv.type).toBe('text/csv');
    expect(csv.bytes.toString()).toContain('payment_instrument_original,payment_instrument_new,result');
    const json = valueOf(await platform.instrumentUpdates.download(batch.id, { format: 'json' }));
    expect(json.type).toMatch(/json$/);
    expect(json.bytes.toString()).toContain(id);
  });
});

describe('a failed request', () => {
  it('is sent again if it is a read, and never sent again if it is a write that may have arrived', async () => {
    const { merchant } = harness.sandbox;
    await harness.control({ type: 'fault', operation: 'listDevices', kind: 'status', status: 503, times: 2 });
    for await (const device of platform.devices.list()) expect(device.id).toMatch(/^DV/);
    await harness.control({ type: 'fault', operation: 'createFee', kind: 'drop', when: 'after' });
    const label = 'committed, then lost';
    const lost = await platform.fees.create({ amount: 5, currency: 'USD', merchant, label });
    expect(refusalOf(lost)).toMatchObject({ kind: 'unknown', code: 'API_BROKEN' });
    let count = 0;
    for await (const fee of platform.fees.list({ merchant_id: merchant })) count += fee.label === label ? 1 : 0;
    expect(count).toBe(1);
  });

  it('is sent again after 429 if it is a write, because the platform reports that it did nothing', async () => {
    const { merchant } = harness.sandbox;
    const fee = await platform.fees.create({ amount: 6, currency: 'USD', merchant });
    if (fee.kind !== 'answered') throw fee.error;
    await harness.control({ type: 'fault', operation: 'updateFee', kind: 'status', status: 429, times: 2 });
    expect((await platform.fees.update(fee.value.id, { tags: { seen: 'yes' } })).kind).toBe('answered');
    // Creating a Fee again could move money twice, because a gateway may answer 429 for a request that it has
    // forwarded.
    await harness.control({ type: 'fault', operation: 'createFee', kind: 'status', status: 429, times: 1 });
    expect((await platform.fees.create({ amount: 6, currency: 'USD', merchant })).kind).toBe('refused');
    await harness.control({ type: 'fault', operation: 'createTransfer', kind: 'status', status: 429, times: 1 });
    const { id: source } = await harness.card();
    const body = { amount: 100, currency: 'USD', merchant, source, idempotency_id: 'once' } as const;
    // With an idempotency key, the caller looks the payment up before repeating it.
    expect(refusalOf(await platform.transfers.create(body))).toMatchObject({ code: 'API_RATE_LIMITED' });
    expect((await platform.transfers.create(body)).kind).toBe('answered');
  });
});
