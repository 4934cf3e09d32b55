/** Malformed Authorizations, Transfers and Devices: read tolerantly, never guessed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  all,
  answer,
  authorization,
  harnessOf,
  byId,
  byKey,
  captureOf,
  createRequest,
  errors,
  type Expected,
  expectNoSecrets,
  json,
  KEY,
  listOf,
  records,
  routes,
  type Row,
  runRow,
  startHostile,
  inWords,
  watchRejections,
} from './support.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

const unreadable = all('unknown API_UNREADABLE');
const fine = all('answered SUCCEEDED');
type Fields = Readonly<Record<string, unknown>>;
interface FieldRow {
  name: string;
  more: Fields;
  expected: Expected;
  reads?: Fields;
}
const fields = (name: string, more: Fields, expected: Expected, also: Partial<FieldRow> = {}): FieldRow => ({
  name,
  more,
  expected,
  ...also,
});

/** Fields of the one record that every endpoint answers with, and the outcome of the five calls. */
const table: FieldRow[] = [
  fields('amount as a float', { amount: 12.34 }, unreadable),
  fields('amount as digits in a string', { amount: '1234' }, fine, { reads: { amountMinor: 1234 } }),
  fields('amount as a float in a string', { amount: '12.34' }, unreadable),
  fields('amount with a sign', { amount: -1234 }, unreadable),
  fields('amount of thirteen digits', { amount: 1_000_000_000_000 }, unreadable),
  fields('amount beyond what a number holds', { amount: 2 ** 60 }, unreadable),
  fields('amount null', { amount: null }, unreadable),
  fields('amount missing', { amount: undefined }, unreadable),
  fields('amount as an object', { amount: { value: 1234, currency: 'USD' } }, unreadable),
  fields('amount less than asked', { amount: 1000 }, fine, { reads: { amountMinor: 1000, requestedMinor: 1234 } }),
  fields('amount_requested of another type', { amount_requested: '12,34' }, fine, { reads: { requestedMinor: 1234 } }),
  fields('id missing', { id: undefined }, unreadable),
  fields('id empty', { id: '' }, unreadable),
  fields('id as a number', { id: 1 }, unreadable),
  fields('id that is a path', { id: '../transfers/TR1' }, unreadable),
  fields(
    'id of another authorization',
    { id: 'AU2' },
    { ...unreadable, authorize: 'answered SUCCEEDED', find: 'answered SUCCEEDED' },
  ),
  fields(
    'key of another payment',
    { idempotency_id: 'another' },
    { ...fine, authorize: 'unknown API_UNREADABLE', find: 'answered nothing' },
  ),
  fields('no key', { idempotency_id: null }, { ...fine, find: 'unknown API_UNREADABLE' }),
  fields('currency missing', { currency: undefined }, unreadable),
  fields('currency as a number', { currency: 840 }, unreadable),
  fields('currency in lower case', { currency: 'usd' }, fine, { reads: { currency: 'USD' } }),
  // The engine compares it with the payment's currency (payments/machine/records.ts).
  fields('another currency than asked', { currency: 'EUR' }, fine, { reads: { currency: 'EUR' } }),
  fields('an unknown state', { state: 'SETTLING' }, all('answered UNKNOWN')),
  fields('the state UNKNOWN', { state: 'UNKNOWN' }, all('answered UNKNOWN')),
  fields('states in lower case', { state: 'succeeded' }, fine),
  fields('state missing', { state: undefined }, all('answered UNKNOWN')),
  fields('state as a number', { state: 1 }, all('answered UNKNOWN')),
  fields('transfer as an object', { transfer: { id: 'TR1' } }, all('answered SUCCEEDED TR1')),
  fields('transfer as a number: a capture is uncertain', { transfer: 17 }, unreadable),
  fields('transfer that is no id', { transfer: 'TR 1/..' }, unreadable),
  fields('is_void as text', { is_void: 'true', void_state: 'SUCCEEDED' }, all('answered SUCCEEDED void')),
  fields('is_void, but the void is under way', { is_void: true, void_state: 'PENDING' }, fine),
  fields('is_void, but the void failed', { is_void: true, void_state: 'failed' }, fine),
  fields('is_void as a word', { is_void: 'yes' }, fine, { reads: { isVoid: false } }),
  fields('card_present_details null', { card_present_details: null }, fine, {
    reads: { card: { brand: null, lastFour: null, entryMode: 'unknown' } },
  }),
  fields(
    'card_present_details all null',
    {
      card_present_details: {
        brand: null,
        entry_mode: null,
        masked_account_number: null,
        approval_code: null,
        emv_data: null,
        name: null,
      },
    },
    fine,
    { reads: { card: { brand: null, lastFour: null, entryMode: 'unknown', approvalCode: null } } },
  ),
  fields(
    'card_present_details of other types',
    {
      card_present_details: { brand: 4, entry_mode: [], masked_account_number: 1111, emv_data: 'x', approval_code: {} },
    },
    fine,
    {
      reads: {
        card: { brand: null, lastFour: null, entryMode: 'unknown', approvalCode: null, applicationLabel: null },
      },
    },
  ),
  fields(
    'an account number that is not masked: nothing of it is taken',
    { card_present_details: { masked_account_number: '4111111111111111', entry_mode: 'CHIP_ENTRY' } },
    fine,
    { reads: { card: { lastFour: null, entryMode: 'chip' } } },
  ),
  fields(
    'emv_data with scripts of other types',
    {
      card_present_details: { emv_data: { issuer_scripts: ['7208', 7, null], authorization_response_code: '00' } },
    },
    fine,
    { reads: { issuer: { scripts: ['7208'], authorizationResponseCode: '00', authenticationData: null } } },
  ),
  fields('unknown fields', { zebra: { stripes: [1, 2] }, tags: null }, fine),
];

const rows: Row[] = table.map(({ name, more, expected, reads }) => ({
  name,
  reply: records(authorization(more)),
  expected,
  check: ({ outcomes }) => {
    if (reads) expect(outcomes.authorize).toMatchObject({ record: reads });
  },
}));

describe('authorization', () => {
  it.concurrent.each(rows)('is read or refused as expected: $name', { timeout: 180_000 }, runRow);
});

describe('entry mode', () => {
  it.each([
    ['CHIP_ENTRY', 'chip'],
    ['SWIPED', 'swipe'],
    ['MANUAL_KEY_ENTRY', 'manual'],
    ['CONTACTLESS', 'contactless'],
    ['chip_entry', 'chip'],
    ['TELEPATHY', 'unknown'],
  ])('%s is read as %s', async (entry_mode, expected) => {
    const server = await startHostile(records(authorization({ card_present_details: { entry_mode } })));
    const harness = harnessOf(server.url);
    expect(await harness.port.findPayment(byId('AU1'))).toMatchObject({ record: { card: { entryMode: expected } } });
    await harness.close();
    await server.close();
  });
});

describe('declines that must not be read out', () => {
  const spoken = /lost|stolen|pick.?up|kept/i;

  it.each(['LOST_OR_STOLEN_CARD', 'PICK_UP_CARD', 'lost_or_stolen_card', 'Pick_Up_Card'])(
    '%s becomes the generic decline, in records, refusals and errors',
    async (failure_code) => {
      const words =
        failure_code.toUpperCase() === 'PICK_UP_CARD' ? 'Please keep the card (pick up)' : 'Reported stolen';
      const said = { failure_code, failure_message: words, message: words, messages: [words], raw: `41 ${words}` };
      const failed = authorization({ state: 'FAILED', ...said });
      const transfer = { id: 'TR1', state: 'FAILED', amount: 1234, currency: 'USD', ...said };
      const server = await startHostile((socket, asked) => {
        if (asked.path.startsWith('/transfers')) return json(200, transfer)(socket, asked);
        return routes({
          create: errors(402, { code: 'DECLINED', authorization: 'AU1', ...said }),
          get: json(200, failed),
          list: json(200, listOf([failed])),
          put: errors(402, { code: 'PAYMENT_DECLINED', transfer: 'TR1', ...said }),
        })(socket, asked);
      });
      const harness = harnessOf(server.url);
      const { port } = harness;
      const created = await port.authorize(createRequest);
      const capture = await port.capture(captureOf('AU1', 1234));
      const found = await port.findPayment(byKey(KEY));
      const moved = await port.findTransfer('TR1');
      expect(created).toMatchObject({ kind: 'answered', record: { state: 'FAILED', failureCode: 'GENERIC_DECLINE' } });
      expect(found).toMatchObject({ kind: 'answered', record: { failureCode: 'GENERIC_DECLINE' } });
      expect(moved).toMatchObject({ kind: 'answered', record: { state: 'FAILED', failureCode: 'GENERIC_DECLINE' } });
      expect(capture).toMatchObject({ kind: 'refused', failure: { context: { failureCode: 'GENERIC_DECLINE' } } });
      expect(JSON.stringify([created, capture, found, moved, harness.lines])).not.toMatch(spoken);
      expect(
        harness.reports.map(({ error }) => `${error?.message} ${JSON.stringify(error?.context)}`).join(),
      ).not.toMatch(spoken);
      expectNoSecrets(harness.lines, harness.reports);
      await harness.close();
      await server.close();
    },
  );

  it('removes the words alone too if the code is deeper or missing', async () => {
    const said = { code: 'DECLINED', message: 'This card was reported lost.', raw: { code: 'PICK_UP_CARD' } };
    const server = await startHostile(routes({ create: errors(402, said), list: json(200, listOf([])) }));
    const harness = harnessOf(server.url);
    const outcome = await harness.port.authorize(createRequest);
    expect(inWords(outcome)).toBe('refused API_DECLINED');
    expect(JSON.stringify([outcome, harness.lines])).not.toMatch(spoken);
    await harness.close();
    await server.close();
  });
});

it('a JSON escape hides neither a decline nor a control character', async () => {
  const escaped = JSON.stringify(authorization({ state: 'FAILED', failure_code: '@', failure_message: '#' }))
    .replace('@', String.raw`L\u004fST_OR_STOLEN_CARD`)
    .replace('#', String.raw`Stop\u001b[2J`);
  const reply = answer(201, escaped, { 'content-type': 'application/json' });
  const server = await startHostile(routes({ create: reply, get: reply }));
  const harness = harnessOf(server.url);
  const outcome = await harness.port.authorize(createRequest);
  expect(outcome).toMatchObject({ kind: 'answered', record: { failureCode: 'GENERIC_DECLINE' } });
  expect(JSON.stringify([outcome, harness.lines])).not.toMatch(/lost|stolen|u001b/i);
  await harness.close();
  await server.close();
});

describe('transfer', () => {
  const good = { id: 'TR1', state: 'SUCCEEDED', amount: 1234, currency: 'USD' };
  it.each<[string, Fields, string]>([
    ['as it should be', {}, 'answered SUCCEEDED'],
    ['of another id', { id: 'TR2' }, 'unknown API_UNREADABLE'],
    ['with a float for an amount', { amount: 12.5 }, 'unknown API_UNREADABLE'],
    ['without a currency', { currency: null }, 'unknown API_UNREADABLE'],
    ['in an unknown state', { state: 'IN_FLIGHT' }, 'answered UNKNOWN'],
    ['in lower case', { state: 'canceled' }, 'answered CANCELED'],
  ])('is read or refused as expected: %s', async (_, more, expected) => {
    const server = await startHostile(json(200, { ...good, ...more }));
    const harness = harnessOf(server.url);
    expect(inWords(await harness.port.findTransfer('TR1'))).toBe(expected);
    await harness.close();
    await server.close();
  });

  it('is null if it does not exist', async () => {
    const server = await startHostile(errors(404, { code: 'NOT_FOUND' }));
    const harness = harnessOf(server.url);
    expect(inWords(await harness.port.findTransfer('TR1'))).toBe('answered nothing');
    await harness.close();
    await server.close();
  });
});

describe('device', () => {
  it.each<[string, Fields, Fields]>([
    ['connection "Open"', { connection: 'Open' }, { connection: 'open' }],
    ['connection OPEN', { connection: 'OPEN' }, { connection: 'open' }],
    ['connection closed', { connection: 'closed' }, { connection: 'closed' }],
    ['connection of another kind', { connection: 'FLAKY' }, { connection: 'unknown' }],
    ['connection true', { connection: true }, { connection: 'unknown' }],
    ['connection not named: not closed', {}, { connection: 'unknown' }],
    ['enabled as text', { enabled: 'true' }, { isEnabled: true }],
    // An unknown value refuses nothing: the platform decides about a payment on that Device.
    ['enabled as a number', { enabled: 1 }, { isEnabled: null }],
    [
      'all null',
      { name: null, serial_number: null, merchant: null, model: null },
      { name: null, serialNumber: null, merchant: null },
    ],
    ['merchant as an object', { merchant: { id: 'MU1' } }, { merchant: 'MU1' }],
    [
      'merchant by its link alone',
      { _links: { merchant: { href: 'https://platform.example/merchants/MU1' } } },
      { merchant: 'MU1' },
    ],
    ['a link to no merchant', { _links: { merchant: { href: '' } } }, { merchant: null }],
    ['an unknown model', { model: 'PAX_B2000' }, { model: 'PAX_B2000' }],
  ])('is read field by field: %s', async (_, more, expected) => {
    const server = await startHostile(json(200, { id: 'DV1', ...more }));
    const harness = harnessOf(server.url);
    expect(await harness.devices.get('DV1')).toMatchObject({ kind: 'answered', value: expected });
    expect(server.asked[0]?.query.get('include_connection')).toBe('true');
    await harness.close();
    await server.close();
  });

  it('is rejected with another id', async () => {
    const server = await startHostile(json(200, { id: 'DV2' }));
    const harness = harnessOf(server.url);
    expect(await harness.devices.get('DV1')).toMatchObject({ kind: 'unknown', error: { code: 'API_UNREADABLE' } });
    await harness.close();
    await server.close();
  });
});
