/**
 * Tests the simulator's encryption against the sandbox's decryption. Each is written independently and checks the
 * other.
 * @module-tag ci-only
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Authorization } from '../../electron/platform-api/index.ts';
import { deriveInitialKey, DukptDevice } from '../../native/families/shared/simulator/card/dukpt-device.ts';
import { checkAnswer } from '../../native/families/shared/simulator/card/emv-card.ts';
import { chipValues, encodeTemplate, swipeValues } from '../../native/families/shared/simulator/card/online-data.ts';
import type { ReadMode } from '../../native/families/shared/simulator/card/online-data.ts';
import { describeCard, testDeck } from '../../native/families/shared/simulator/card/test-cards.ts';
import { encodeArqcBlob } from '../../native/families/mms/simulator/card-blob.ts';
import { TEST_BASE_KEY, TEST_INITIAL_KSN } from '../../native/families/shared/simulator/card/key-injection.ts';
import { packSerialNumber } from '../../native/families/mms/codec/properties.ts';
import { Harness } from './harness.ts';

let harness: Harness;
const dukpt = new DukptDevice(deriveInitialKey(TEST_BASE_KEY, TEST_INITIAL_KSN), TEST_INITIAL_KSN);

beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.sandbox.close());

function read(cardId: string, mode: ReadMode, amountMinor: number) {
  const card = testDeck.find((one) => one.id === cardId);
  const [application] = card?.applications ?? [];
  const keys = dukpt.next();
  if (!card || !application || !keys) throw new Error(`No card ${cardId}`);
  const facts = {
    amountMinor,
    otherAmountMinor: 0,
    numericCurrency: '0840',
    transactionType: 0,
    at: harness.clock.now(),
    unpredictableNumber: Uint8Array.of(1, 2, 3, 4),
    transactionCounter: 7,
    isPinVerified: cardId === 'pin',
  };
  const values = mode === 'swipe' ? swipeValues(card, facts) : chipValues({ card, application, mode, facts });
  const blob = encodeArqcBlob({
    keys,
    serialNumber: packSerialNumber('B61378A'),
    template: encodeTemplate(values, mode === 'swipe' ? 'swipe' : 'online'),
    mode,
    cardType: 5,
    fallback: 0,
    maskedTrack2: null,
    cardholderName: 'TEST/CARD',
    interchangeProfile: null,
  });
  return { card, values, blob, ksn: keys.ksn };
}

const upper = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();

async function authorize(cardId: string, mode: ReadMode, amount: number) {
  const { card, values, blob, ksn } = read(cardId, mode, amount);
  const body = {
    amount,
    currency: 'USD',
    operation_key: 'CARD_PRESENT_AUTHORIZATION',
    payment_instrument: {
      encrypted_emv_data: upper(blob),
      emv_data_key_serial_number: upper(ksn),
      encrypted_emv_format: 1,
    },
  };
  const answer = await harness.client.send<Authorization>('POST', '/authorizations', { body });
  return { ...answer, card, values };
}

test.each(['chip', 'contactless', 'swipe'] as const)(
  'the sandbox reads the card that the simulator read by %s',
  async (mode) => {
    const { status, body, card } = await authorize('approve', mode, 1234);
    expect(status).toBe(201);
    expect(body.card_present_details).toMatchObject({
      masked_account_number: `************${describeCard(card).lastFour}`,
      entry_mode: { chip: 'CHIP_ENTRY', contactless: 'CONTACTLESS', swipe: 'SWIPED' }[mode],
    });
  },
);

test('the card accepts the issuer authentication data of an approval', async () => {
  const { body, values } = await authorize('pin', 'chip', 4999);
  const emv = body.card_present_details?.emv_data;
  expect(emv?.pin_verified).toBe(true);
  const verdict = checkAnswer({
    arqc: values.get(0x9f26) ?? new Uint8Array(),
    responseCode: Buffer.from(emv?.authorization_response_code ?? ''),
    issuerAuthenticationData: Buffer.from(emv?.issuer_authentication_data ?? '', 'hex'),
  });
  expect(verdict).toBe('approved');
  expect(upper(values.get(0x9f26) ?? new Uint8Array())).toBe(emv?.cryptogram);
});

test('the card accepts the issuer authentication data of a decline, and follows it', async () => {
  const { card, values, blob, ksn } = read('no-funds', 'chip', 1500);
  expect(describeCard(card).lastFour).toBe('5100');
  const error = await harness.client.fails(402, 'POST', '/authorizations', {
    amount: 1500,
    currency: 'USD',
    operation_key: 'CARD_PRESENT_AUTHORIZATION',
    payment_instrument: {
      encrypted_emv_data: upper(blob),
      emv_data_key_serial_number: upper(ksn),
      encrypted_emv_format: 1,
    },
  });
  const failed = await harness.client.get<Authorization>(`/authorizations/${error.authorization}`);
  const emv = failed.card_present_details?.emv_data;
  expect(
    checkAnswer({
      arqc: values.get(0x9f26) ?? new Uint8Array(),
      responseCode: Buffer.from(emv?.authorization_response_code ?? ''),
      issuerAuthenticationData: Buffer.from(emv?.issuer_authentication_data ?? '', 'hex'),
    }),
  ).toBe('declined');
});

test('every card of the simulator is a test card of the sandbox too', async () => {
  for (const { id } of testDeck.filter((card) => card.id !== 'slow' && card.id !== 'lost-reply')) {
    const { blob, ksn } = read(id, 'chip', 1234);
    const response = await harness.client.raw('POST', '/authorizations', {
      body: {
        amount: 1234,
        currency: 'USD',
        operation_key: 'CARD_PRESENT_AUTHORIZATION',
        payment_instrument: {
          encrypted_emv_data: upper(blob),
          emv_data_key_serial_number: upper(ksn),
          encrypted_emv_format: 1,
        },
      },
    });
    expect(response.status, id).toBe(id === 'no-funds' ? 402 : 201);
  }
});

test('simulator and sandbox agree for many transactions', async () => {
  for (let round = 0; round < 50; round += 1) {
    expect((await authorize('approve', 'chip', 1234)).status, `round ${round}`).toBe(201);
  }
});
