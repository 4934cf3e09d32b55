/** Tolerant reading by the document's shapes; rules of every operation; multipart bodies byte by byte. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { multipart, type Upload } from '../../../../electron/host/platform/files.ts';
import { retryRuleOf, timeoutOf } from '../../../../electron/host/platform/operation-rules.ts';
import { extra, readRecord, type ReceivedRecord } from '../../../../electron/host/platform/received.ts';
import { secretsIn } from '../../../../electron/host/platform/limits.ts';
import {
  limits,
  operations,
  replies,
  shapes,
  type Authorization,
  type Device,
  type OperationId,
} from '../../../../electron/platform-api/index.ts';

describe('a record', () => {
  it('keeps its id and may lack everything else, also for the compiler', () => {
    expectTypeOf<ReceivedRecord<Authorization>['id']>().toEqualTypeOf<string>();
    expectTypeOf<undefined>().toExtend<ReceivedRecord<Authorization>['amount']>();
    expectTypeOf<null>().toExtend<ReceivedRecord<Authorization>['card_present_details']>();
    expectTypeOf<'SOMETHING_NEW'>().toExtend<ReceivedRecord<Authorization>['state']>();
    // @ts-expect-error -- a text field is never a number
    expectTypeOf<number>().toExtend<ReceivedRecord<Device>['name']>();
  });

  it.each<[string, object, object | null]>([
    [
      'as documented',
      { id: 'DV1', connection: 'OPEN', enabled: true },
      { id: 'DV1', connection: 'OPEN', enabled: true },
    ],
    ['in another case', { id: 'DV1', connection: 'Open' }, { id: 'DV1', connection: 'OPEN' }],
    ['with an unknown value', { id: 'DV1', connection: 'Ajar' }, { id: 'DV1', connection: 'Ajar' }],
    ['with an unknown field', { id: 'DV1', colour: { of: [1] } }, { id: 'DV1', colour: { of: [1] } }],
    ['with an object in the place of an id', { id: 'DV1', merchant: { id: 'MU1' } }, { id: 'DV1', merchant: 'MU1' }],
    ['with a flag in words', { id: 'DV1', enabled: 'false' }, { id: 'DV1', enabled: false }],
    ['with nulls', { id: 'DV1', name: null, tags: null }, { id: 'DV1', name: null, tags: null }],
    ['with lists in the place of text', { id: 'DV1', name: ['x'], tags: [] }, { id: 'DV1', name: null, tags: null }],
    ['without an id', { name: 'x' }, null],
    ['whose id is a number', { id: 7 }, { id: '7' }],
    ['whose id is empty', { id: '' }, null],
    ['whose id is a path', { id: '../x' }, null],
  ])('is read or refused as expected: %s', (_, sent, read) => {
    expect(readRecord('Device', sent as Record<string, unknown>)).toEqual(read);
  });

  it('is read with all-null card details', () => {
    const details = { approval_code: null, brand: null, entry_mode: null, masked_account_number: null, emv_data: null };
    for (const sent of [details, null, { ...details, brand: 'Visa' }]) {
      const read = readRecord('Authorization', { id: 'AU1', card_present_details: sent });
      expect(extra(read ?? {}, 'card_present_details')).toEqual(sent && { ...sent, brand: sent.brand && 'VISA' });
    }
  });

  it.each([
    [12, 12],
    ['12', 12],
    ['-5', -5],
    ['1.5', 1.5],
    ['12 dollars', null],
    [2 ** 53, null],
    ['99999999999999999999', null],
    [Number.NaN, null],
    [true, null],
  ])('reads the amount %j as %j', (sent, read) => {
    expect(readRecord('Authorization', { id: 'AU1', amount: sent })).toEqual({ id: 'AU1', amount: read });
  });

  it('has a shape for every reply, and every referenced shape exists', () => {
    for (const [id, { shape }] of Object.entries(replies)) if (shape !== null) expect(shapes[shape], id).toBeDefined();
    const named = [...JSON.stringify(shapes).matchAll(/"@(\w+)"/g)].map(([, name = '']) => name);
    for (const name of named) expect(shapes[name], name).toBeDefined();
  });
});

describe('rules', () => {
  const rules = (Object.keys(operations) as OperationId[]).map((id) => {
    const { method, bodyType, rawReplyTypes, queryParameters } = operations[id];
    const isList = (queryParameters as readonly string[]).includes('limit');
    const operation = { id, method, bodyType, rawReplyTypes, isList };
    return { id, retry: retryRuleOf(operation, null), timeoutMs: timeoutOf(operation) };
  });

  it('retries a write only if it cannot have arrived, and a payment write never', () => {
    for (const { id, retry, timeoutMs } of rules) {
      const { method } = operations[id];
      expect(retry === 'read', id).toBe(method === 'GET');
      expect(timeoutMs, id).toBeLessThanOrEqual(limits.requestTimeoutMs);
      const table = { ...operations[id], id, isList: false };
      if (method !== 'GET') {
        expect(retryRuleOf(table, { idempotency_id: 'k' }), id).toBe('never');
        expect(retryRuleOf(table, { request: '{"merchant":"MU1","idempotency_id":"k"}' }), id).toBe('never');
      }
    }
    const never = rules.filter(({ retry }) => retry === 'never');
    expect(never.map(({ id }) => id).sort()).toEqual([
      'createBalanceAdjustment',
      'createBalanceTransfer',
      'createDevice',
      'createFee',
      'createPaymentLink',
      'createSubscription',
      'createSubscriptionBalanceEntry',
      'createSubscriptionLink',
      'releaseSettlementQueueEntries',
      'updateAuthorization',
      'updateDevice',
    ]);
  });

  it.each([
    ['createAuthorization', 300_000],
    ['createTransfer', 300_000],
    ['uploadFile', 300_000],
    ['downloadFile', 300_000],
    ['createFee', 60_000],
    ['fetchFee', 30_000],
  ] as const)('%s may take %i ms', (id, timeoutMs) => {
    expect(timeoutOf({ ...operations[id], id, isList: false })).toBe(timeoutMs);
  });

  it('finds the secrets of a body at any depth', () => {
    const body = { name: 'A', number: '4111111111111111', deep: [{ security_code: '123', basic: { password: 'x' } }] };
    expect(secretsIn(body)).toEqual(['4111111111111111', '123', 'x']);
    expect(secretsIn({ file: new Uint8Array(3) })).toEqual([]);
    expect(secretsIn(undefined)).toEqual([]);
  });
});

describe('a multipart body', () => {
  const options = { boundary: 'till-1', maxFileBytes: 100_000 };

  /** Node's own parser, independent of the encoder. */
  function parsed({ type, bytes }: Upload): Promise<FormData> {
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  }

  it('is read by a parser: text, numbers, JSON, files', async () => {
    const text = 'PI1\nPI2\n'.repeat(10_000);
    const form = await parsed(
      multipart(
        {
          file: { name: 'ids.csv', type: 'text/csv', bytes: Buffer.from(text) },
          other: { name: 'b.pdf', type: 'application/pdf', bytes: Buffer.from('x') },
          request: 'a\r\n"b',
          count: 7,
          tags: { a: 'b' },
          left: undefined,
        },
        options,
      ),
    );
    const [file, other] = [form.get('file'), form.get('other')] as File[];
    expect([file?.name, file?.type, await file?.text()]).toEqual(['ids.csv', 'text/csv', text]);
    expect([other?.name, other?.type, await other?.text()]).toEqual(['b.pdf', 'application/pdf', 'x']);
    expect([form.get('request'), form.get('count'), form.get('tags')]).toEqual(['a\r\n"b', '7', '{"a":"b"}']);
    expect([...form.keys()]).toHaveLength(5);
  });

  it('is not broken by a file’s name', () => {
    const name = 'a"\r\nX-Evil: 1\r\n\r\n--till-1--.txt';
    const { bytes } = multipart({ file: { name, type: 'text/plain', bytes: Buffer.from('x') } }, options);
    expect(bytes.toString()).not.toContain('\r\nX-Evil');
  });

  it.each([
    ['that is too long', { name: 'a', type: 'text/plain', bytes: new Uint8Array(100_001) }],
    ['whose type is a header', { name: 'a', type: 'text/plain\r\nX: 1', bytes: new Uint8Array(1) }],
  ])('is refused before sending with a file %s', (_, file) => {
    expect(() => multipart({ file }, options)).toThrow(expect.objectContaining({ code: 'API_INVALID' }));
  });
});
