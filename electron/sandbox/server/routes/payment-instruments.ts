/** Tokenized payment details. Only `tokenize` reads and checks numbers and security codes, which are never stored. */
import { paymentInstrumentTypeValues } from '../../../platform-api/index.ts';
import type { PaymentInstrumentCreate, PaymentInstrumentUpdate } from '../../../platform-api/index.ts';
import { brandOf } from '../../crypto/card.ts';
import { Problem, throwIfRefused } from '../../world/problem.ts';
import { commonFilters, flag, oneOf, text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { answerList } from '../lists.ts';
import { cardChanges, refuseChange, refuseDisabled, refuseIncomplete } from '../../rules/instrument-rules.ts';
import { invalidField, unprocessable } from '../../rules/refusal.ts';
import type { Refusal } from '../../rules/refusal.ts';
import { recogniseTestCard } from '../../rules/test-cards.ts';
import { verifyAddress, verifyName, verifySecurityCode } from '../../rules/verification-rules.ts';
import { equals } from '../../store/collection.ts';
import { newUuid, randomText } from '../../store/ids.ts';
import type { PaymentInstrumentRecord } from '../../store/records/index.ts';
import type { StoredInstrument, StoredUser } from '../../store/store.ts';
import { representHistory, representInstrument, representVerification } from '../../views/parties.ts';
import { given, resource } from './resource.ts';
import type { World } from '../../world/world.ts';

const SESSION_MS = 5 * 60_000;

type Details = Pick<
  PaymentInstrumentRecord,
  | 'brand'
  | 'last_four'
  | 'test_card'
  | 'expiration_month'
  | 'expiration_year'
  | 'masked_account_number'
  | 'bank_code'
  | 'account_type'
>;

const noDetails: Details = {
  brand: null,
  last_four: null,
  test_card: null,
  expiration_month: null,
  expiration_year: null,
  masked_account_number: null,
  bank_code: null,
  account_type: null,
};

/** Details that may be kept of a request's numbers. */
function tokenize(body: PaymentInstrumentCreate): Details {
  if (body.type === 'BANK_ACCOUNT') {
    const number = body.account_number ?? '';
    const lastFour = number.slice(-4);
    return {
      ...noDetails,
      last_four: lastFour,
      masked_account_number: lastFour.padStart(number.length, 'X'),
      bank_code: body.bank_code ?? null,
      account_type: body.account_type ?? null,
    };
  }
  if (body.type !== 'PAYMENT_CARD') {
    // The sandbox cannot open a wallet's token, so the token counts as the card that approves.
    return {
      ...noDetails,
      brand: 'VISA',
      last_four: '1111',
      test_card: 'approve',
      expiration_month: 12,
      expiration_year: 2030,
    };
  }
  const number = body.number ?? '';
  const card = recogniseTestCard(number);
  if (!card) throw new Problem(invalidField('number', 'Only test cards are taken here.', 'INVALID_CARD_NUMBER'));
  return {
    ...noDetails,
    brand: brandOf(number),
    last_four: number.slice(-4),
    test_card: card.id,
    expiration_month: body.expiration_month ?? null,
    expiration_year: body.expiration_year ?? null,
  };
}

/** Only a PCI-compliant merchant may submit a security code. */
function refuseSecurityCode(world: World, user: StoredUser, merchantId: string | undefined): Refusal | null {
  const { store } = world;
  const id = merchantId ?? store.applications.find(user.application)?.home_merchant ?? '';
  const merchant = store.merchants.find(id);
  if (!merchant) return invalidField('merchant', 'There is no such merchant.');
  if (merchant.is_pci_compliant) return null;
  return { status: 403, code: 'FORBIDDEN', message: 'The merchant is not PCI compliant.', field: 'security_code' };
}

function verify(world: World, user: StoredUser, stored: StoredInstrument, body: PaymentInstrumentUpdate) {
  if (stored.type === 'BANK_ACCOUNT') {
    throw new Problem(invalidField('verify_payment_card', 'A bank account is no payment card.'));
  }
  const refusals = [
    refuseDisabled(stored, 'payment_instrument_id_verify'),
    body.security_code === undefined ? null : refuseSecurityCode(world, user, body.merchant),
  ];
  throwIfRefused(refusals.filter((one) => one !== null));
  return world.store.instruments.update(stored, {
    security_code_verification: verifySecurityCode(body.security_code),
    address_verification: verifyAddress(body.address ?? stored.address),
    name_verification_results: verifyName(stored.name, stored.brand),
  });
}

function update(world: World, stored: StoredInstrument, body: PaymentInstrumentUpdate) {
  const { store } = world;
  throwIfRefused([
    ...refuseChange(stored.type, body),
    ...(body.security_code === undefined
      ? []
      : [invalidField('security_code', 'A security code is for verify_payment_card only.')]),
  ]);
  const change = given(
    body,
    'name',
    'address',
    'enabled',
    'expiration_month',
    'expiration_year',
    'account_updater_enabled',
    'network_token_enabled',
    'tags',
  );
  return store.transaction(() => {
    const changes = stored.type === 'BANK_ACCOUNT' ? [] : cardChanges(stored, change);
    if (changes.length > 0) {
      store.instrumentHistory.insert({ payment_instrument: stored.id, origin: 'API', changes });
    }
    return store.instruments.update(stored, change);
  });
}

function create(world: World, { body, user }: Call<'createPaymentInstrument'>) {
  const { store } = world;
  throwIfRefused(refuseIncomplete(body));
  const identity = store.identities.find(body.identity);
  if (!identity) throw new Problem(invalidField('identity', 'There is no such identity.'));
  const address = body.address ?? null;
  const isCard = body.type === 'PAYMENT_CARD';
  if (body.security_code !== undefined) {
    const refusal = refuseSecurityCode(world, user, undefined);
    if (refusal) throw new Problem(refusal);
  }
  return store.instruments.insert({
    application: identity.application,
    merchant: user.merchant,
    identity: identity.id,
    type: body.type,
    name: body.name ?? null,
    address,
    enabled: true,
    currency: body.currency ?? 'USD',
    ...tokenize(body),
    account_updater_enabled: isCard,
    network_token_enabled: isCard,
    security_code_verification: isCard ? verifySecurityCode(body.security_code) : 'UNKNOWN',
    address_verification: isCard ? verifyAddress(address) : 'UNKNOWN',
    name_verification_results: null,
    tags: body.tags ?? {},
  });
}

/** Checks whether a card supports push-to-card, and compares the cardholder's name. */
function checkPushToCard(
  world: World,
  stored: StoredInstrument,
  body: Call<'createPaymentInstrumentVerification'>['body'],
) {
  const { store } = world;
  const refusal = refuseDisabled(stored, 'payment_instrument_id_verify');
  if (refusal) throw new Problem(refusal);
  if (stored.type === 'BANK_ACCOUNT') {
    throw new Problem(unprocessable('Only a card can be pushed to.', 'PUSH_TO_CARD_NOT_SUPPORTED'));
  }
  if (body.merchant !== undefined && !store.merchants.find(body.merchant)) {
    throw new Problem(invalidField('merchant', 'There is no such merchant.'));
  }
  const names = verifyName(stored.name, stored.brand);
  // Push-to-card uses the two networks that also verify names.
  const isEligible = names.full_name_verification_results !== 'NOT_SUPPORTED';
  return store.transaction(() => {
    store.instruments.update(stored, { name_verification_results: names });
    return store.verifications.insert({
      application: stored.application,
      merchant: body.merchant ?? null,
      identity: stored.identity,
      payment_instrument: stored.id,
      processor: null,
      state: 'SUCCEEDED',
      messages: [],
      is_push_to_card_eligible: isEligible,
      name_verification_results: names,
      tags: body.tags ?? {},
      pending: null,
    });
  });
}

function listHistory(world: World, call: Call<'listInstrumentHistory'>, { id }: StoredInstrument) {
  return answerList(world, call, {
    name: 'instrument_history',
    collection: world.store.instrumentHistory,
    filters: commonFilters,
    hasTags: false,
    conditions: [equals('payment_instrument', id)],
    represent: (stored) => representHistory(world, stored),
  });
}

function openWalletSession(world: World, { body }: Call<'createWalletAPaySession'>) {
  const now = world.clock.now();
  return {
    status: 200,
    body: {
      merchantSession: {
        epochTimestamp: now,
        expiresAt: now + SESSION_MS,
        merchantSessionIdentifier: newUuid(world.random),
        nonce: randomText(8, world.random),
        domainName: body.domain ?? new URL(body.validation_url).hostname,
        displayName: body.display_name ?? 'Training',
      },
      _links: {},
    },
  };
}

export function paymentInstrumentHandlers(world: World) {
  const instruments = resource(world, {
    name: 'payment_instruments',
    collection: world.store.instruments,
    filters: {
      identity: text('identity'),
      type: oneOf('type', paymentInstrumentTypeValues),
      enabled: flag('enabled'),
      last_four: text('last_four'),
    },
    isRecentOnly: true,
    represent: (stored) => representInstrument(world, stored),
  });
  const verifications = resource(world, {
    name: 'verifications',
    collection: world.store.verifications,
    represent: (stored) => representVerification(world, stored),
  });
  return {
    createPaymentInstrument: (call) => instruments.created(create(world, call)),
    listPaymentInstruments: (call) => instruments.list(call),
    fetchPaymentInstrument: ({ parameters, user }) => instruments.fetch(user, parameters.payment_instrument_id),
    updatePaymentInstrument: ({ parameters, body, user }) => {
      const stored = instruments.find(user, parameters.payment_instrument_id);
      return instruments.answer(
        body.verify_payment_card === true ? verify(world, user, stored, body) : update(world, stored, body),
      );
    },
    listInstrumentHistory: (call) =>
      listHistory(world, call, instruments.find(call.user, call.parameters.payment_instrument_id)),
    createPaymentInstrumentVerification: ({ parameters, body, user }) => {
      const stored = instruments.find(user, parameters.payment_instrument_id_verify);
      return verifications.created(checkPushToCard(world, stored, body));
    },
    createWalletAPaySession: (call) => openWalletSession(world, call),
  } satisfies Partial<Handlers>;
}
