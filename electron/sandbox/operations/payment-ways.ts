/**
 * Prepares payments of every way that Authorizations and Transfers share: encrypted card data from a terminal (cable
 * route), a Device that the platform drives itself (cloud route), or a stored Payment Instrument. `prepare` checks the
 * request and asks the issuer; it stores nothing.
 */
import { numericCurrency } from '../../domain/index.ts';
import type {
  AuthorizationCreate,
  BuyerCharges,
  CardPresentDetails,
  EncryptedCardData,
  FailureCode,
  OperationKey,
  PaymentDeviceConfiguration,
  PaymentState,
} from '../../platform-api/index.ts';
import { Problem } from '../world/problem.ts';
import { decide, failureMessage, withTip } from '../rules/decide.ts';
import type { Decision, Outcome } from '../rules/decide.ts';
import { connectionOf } from '../rules/device-rules.ts';
import { fingerprintOf } from '../rules/idempotency.ts';
import { refuseDisabled } from '../rules/instrument-rules.ts';
import { invalidField, unprocessable } from '../rules/refusal.ts';
import { BANK_TRANSFER_MS } from '../rules/transfer-rules.ts';
import { equals } from '../store/collection.ts';
import type { StoredDevice, StoredInstrument, StoredMerchant, StoredUser } from '../store/store.ts';
import { askIssuer, readEncryptedCard, refuseOtherAmount } from './card-authorization.ts';
import { presentedCard } from './cloud-card.ts';
import { refuseDuplicate } from './duplicates.ts';
import { maySee } from '../rules/user-rules.ts';
import type { World } from '../world/world.ts';

export interface PaymentBody {
  amount: number;
  currency: string;
  device?: string;
  merchant?: string;
  source?: string;
  payment_instrument?: EncryptedCardData;
  operation_key?: OperationKey;
  additional_buyer_charges?: BuyerCharges;
  device_configuration?: PaymentDeviceConfiguration;
}

/** Operation keys that a way accepts. The first of `notPresent` is the default without a card present. */
export interface OperationKeys {
  cardPresent: readonly OperationKey[];
  notPresent: readonly OperationKey[];
}

export interface PreparedPayment {
  merchant: StoredMerchant;
  device: StoredDevice | null;
  /** Id of the Payment Instrument. */
  source: string | null;
  operationKey: OperationKey;
  decision: Decision;
  details: CardPresentDetails | null;
  /** Key serial number of encrypted card data, or null. It is marked as used with the payment. */
  keySerialNumber: string | null;
  isOnDevice: boolean;
}

/**
 * The merchant of a request: that of its device, the merchant in the request, or the home merchant of the credentials
 * (assumed).
 */
export function resolveMerchant(
  world: World,
  user: StoredUser,
  body: Pick<PaymentBody, 'device' | 'merchant'>,
): { merchant: StoredMerchant; device: StoredDevice | null } {
  const { store } = world;
  const device = body.device === undefined ? null : store.devices.find(body.device);
  if (device === undefined || (device && !maySee(user, device.merchant))) {
    throw new Problem(invalidField('device', 'There is no such device.'));
  }
  if (device && body.merchant !== undefined && body.merchant !== device.merchant) {
    throw new Problem(invalidField('merchant', 'The device belongs to another merchant.'));
  }
  const home = user.merchant ?? store.applications.find(user.application)?.home_merchant ?? '';
  const merchant = store.merchants.find(device?.merchant ?? body.merchant ?? home);
  if (!merchant || !maySee(user, merchant.id))
    throw new Problem(invalidField('merchant', 'There is no such merchant.'));
  if (merchant.state !== 'APPROVED') {
    throw new Problem(unprocessable(`The merchant is ${merchant.state}, not APPROVED.`, 'MERCHANT_NOT_APPROVED'));
  }
  if (store.applications.find(merchant.application)?.processing_enabled === false) {
    throw new Problem(unprocessable('Processing is switched off for the application.', 'PROCESSING_DISABLED'));
  }
  if (device && !device.enabled) {
    throw new Problem(unprocessable('The device is not enabled.', 'DEVICE_NOT_ENABLED', { field: 'device' }));
  }
  return { merchant, device };
}

/** Changes that an outcome makes to a payment. */
export function changeBy(outcome: Outcome): {
  state: PaymentState;
  amount?: number;
  tip_amount?: number;
  failure_code?: FailureCode;
  failure_message?: string;
} {
  if (outcome.kind === 'approved') {
    const tip = outcome.tipMinor === undefined ? {} : { tip_amount: outcome.tipMinor };
    return { state: 'SUCCEEDED', amount: outcome.amountMinor, ...tip };
  }
  return {
    state: outcome.kind === 'cancelled' ? 'CANCELED' : 'FAILED',
    failure_code: outcome.failureCode,
    failure_message: failureMessage(outcome.failureCode),
  };
}

const onDevice = (device: string) => [
  equals('device', device),
  equals('is_on_device', 1),
  { sql: "record ->> '$.pending.decides_at' IS NOT NULL", values: [] },
];

/** The payment that the platform is running on a Device, if any. */
export function runningPaymentOn(world: World, device: string) {
  const { store } = world;
  const authorization = store.authorizations.first(...onDevice(device));
  const transfer = store.transfers.first(...onDevice(device));
  return { authorization, transfer };
}

/** Ends the payment that is running on a Device, if any. This implements CANCEL. */
export function cancelOnDevice(world: World, device: string): void {
  const { authorization, transfer } = runningPaymentOn(world, device);
  const change = {
    state: 'CANCELED',
    failure_code: 'CANCELLATION_VIA_API',
    failure_message: failureMessage('CANCELLATION_VIA_API'),
    pending: null,
  } as const;
  if (authorization) world.store.authorizations.update(authorization, change);
  if (transfer) world.store.transfers.update(transfer, change);
}

function takeKey(asked: OperationKey | undefined, allowed: readonly OperationKey[], why: string): OperationKey {
  const [first = 'SALE'] = allowed;
  if (asked !== undefined && !allowed.includes(asked)) {
    throw new Problem(invalidField('operation_key', `${why} needs ${allowed.join(' or ')}.`));
  }
  return asked ?? first;
}

type Base = Pick<PreparedPayment, 'merchant' | 'device'>;

function byCable(world: World, body: PaymentBody, data: EncryptedCardData, base: Base, keys: OperationKeys) {
  if (body.operation_key === undefined || !keys.cardPresent.includes(body.operation_key)) {
    const wanted = keys.cardPresent.join(' or ');
    throw new Problem(invalidField('operation_key', `Card data from a terminal needs ${wanted}.`));
  }
  const card = readEncryptedCard(data);
  if ('status' in card) throw new Problem(card);
  const otherAmount = refuseOtherAmount(card.facts, body);
  if (otherAmount) throw new Problem(otherAmount);
  if (world.store.usedKeys.first(equals('key_serial_number', card.keySerialNumber))) {
    const field = 'payment_instrument.emv_data_key_serial_number';
    throw new Problem(invalidField(field, 'This key serial number was used before.', 'KEY_SERIAL_NUMBER_REUSED'));
  }
  const answer = askIssuer(card, body.amount, {
    processor: base.merchant.processor,
    now: world.clock.now(),
    random: world.random,
  });
  const decision = refuseDuplicate(world, answer.decision, {
    device: base.device,
    asked: body.device_configuration,
    amountMinor: body.amount,
    details: answer.details,
  });
  const details = decision === answer.decision ? answer.details : { ...answer.details, approval_code: null };
  return {
    ...base,
    source: null,
    operationKey: body.operation_key,
    decision,
    details,
    keySerialNumber: card.keySerialNumber,
    isOnDevice: false,
  };
}

/** The platform prompts on the terminal. The control endpoint sets the customer's behaviour there. */
function byCloud(world: World, body: PaymentBody, device: StoredDevice, base: Base, keys: OperationKeys) {
  const now = world.clock.now();
  if (connectionOf(device, now) !== 'OPEN') {
    throw new Problem(unprocessable('The device is offline.', 'DEVICE_NOT_CONNECTED', { field: 'device' }));
  }
  const { authorization, transfer } = runningPaymentOn(world, device.id);
  if (authorization || transfer) {
    throw new Problem(unprocessable('The device is in use.', 'DEVICE_IN_USE', { field: 'device' }));
  }
  const { decidesAfterMs, tipMinor } = world.cloud;
  const decided = decide({
    card: world.cloud.card,
    expiry: { year: 2030, month: 12 },
    amountMinor: body.amount,
    processor: base.merchant.processor,
    now,
  });
  const asksForTip =
    body.device_configuration?.prompt_tip_on_screen ?? device.configuration.prompt_tip_on_screen === true;
  const card = presentedCard(world, decided.outcome);
  const checked = refuseDuplicate(world, decided, {
    device,
    asked: body.device_configuration,
    amountMinor: body.amount,
    details: card,
  });
  const decision = asksForTip ? withTip(checked, body.amount, tipMinor) : checked;
  const details = checked === decided ? card : { ...card, approval_code: null };
  return {
    ...base,
    source: null,
    operationKey: takeKey(body.operation_key, keys.cardPresent, 'A device'),
    decision: { ...decision, delayMs: decidesAfterMs + decision.delayMs, losesReply: false },
    // Card details require that a card was presented.
    details: decision.outcome.kind === 'cancelled' ? null : details,
    keySerialNumber: null,
    isOnDevice: true,
  };
}

/**
 * A Payment Instrument that the request may use.
 * @throws Problem 422
 */
export function usableInstrument(world: World, user: StoredUser, id: string, field: string): StoredInstrument {
  const instrument = world.store.instruments.find(id);
  if (!instrument || !maySee(user, instrument.merchant)) {
    throw new Problem(invalidField(field, 'There is no such payment instrument.'));
  }
  const refusal = refuseDisabled(instrument, field);
  if (refusal) throw new Problem(refusal);
  return instrument;
}

export function decideStored(world: World, instrument: StoredInstrument, amountMinor: number, processor: string) {
  const isBank = instrument.type === 'BANK_ACCOUNT';
  const decision = decide({
    card: isBank ? 'approve' : instrument.test_card,
    expiry: { year: instrument.expiration_year ?? 2099, month: instrument.expiration_month ?? 12 },
    amountMinor,
    processor,
    now: world.clock.now(),
    isCardPresent: false,
  });
  const isSlow = isBank && decision.outcome.kind === 'approved';
  return isSlow ? { ...decision, delayMs: BANK_TRANSFER_MS } : decision;
}

/**
 * Checks a payment request and decides it.
 * @param isHold true for an Authorization, which accepts cards only
 * @throws Problem 422
 */
export function prepare(
  world: World,
  user: StoredUser,
  body: PaymentBody,
  keys: OperationKeys,
  isHold: boolean,
): PreparedPayment {
  const base = resolveMerchant(world, user, body);
  if (numericCurrency(body.currency) === undefined) {
    throw new Problem(invalidField('currency', 'That currency is not known.'));
  }
  const { convenience_amount = 0, rent_surcharge_amount = 0 } = body.additional_buyer_charges ?? {};
  if (convenience_amount + rent_surcharge_amount > body.amount) {
    throw new Problem(invalidField('additional_buyer_charges', 'The amount has to include them.'));
  }
  if (body.payment_instrument && body.source !== undefined) {
    throw new Problem(invalidField('source', 'Give a source or card data, not both.'));
  }
  if (body.payment_instrument) return byCable(world, body, body.payment_instrument, base, keys);
  if (body.source !== undefined) {
    if (base.device) throw new Problem(invalidField('source', 'Give a source or a device, not both.'));
    const instrument = usableInstrument(world, user, body.source, 'source');
    if (isHold && instrument.type === 'BANK_ACCOUNT') {
      throw new Problem(invalidField('source', 'Only a card can be held.'));
    }
    return {
      ...base,
      source: instrument.id,
      operationKey: takeKey(body.operation_key, keys.notPresent, 'A source'),
      decision: decideStored(world, instrument, body.amount, base.merchant.processor),
      details: null,
      keySerialNumber: null,
      isOnDevice: false,
    };
  }
  if (base.device) return byCloud(world, body, base.device, base, keys);
  const message = 'A payment needs card data, a source or a device.';
  throw new Problem(unprocessable(message, 'CARD_DATA_REQUIRED', { field: 'payment_instrument' }));
}

/**
 * Fields of a new payment's record, from its request and its decision: the outcome, or PENDING if the outcome comes
 * later. A later outcome takes effect on time, even if the caller no longer waits.
 */
export function decidedFields(
  world: World,
  body: PaymentBody & Pick<AuthorizationCreate, 'idempotency_id' | 'tags'>,
  payment: PreparedPayment,
  { outcome, delayMs }: Decision,
) {
  const change = { ...changeBy(outcome), card_present_details: payment.details };
  return {
    device: payment.device?.id ?? null,
    source: payment.source,
    state: 'PENDING' as const,
    amount: body.amount,
    // A partial approval changes the amount, but not the requested amount.
    amount_requested: body.amount,
    currency: body.currency,
    operation_key: payment.operationKey,
    idempotency_id: body.idempotency_id ?? null,
    fingerprint: fingerprintOf(body),
    additional_buyer_charges: body.additional_buyer_charges ?? null,
    tags: body.tags ?? {},
    is_on_device: payment.isOnDevice,
    pending: delayMs > 0 ? { decides_at: world.clock.now() + delayMs, change } : null,
    ...(delayMs > 0 ? {} : change),
  };
}

/** Records the key serial number of a payment's card data, which works only once. */
export function keepUsedKey({ store }: World, { keySerialNumber }: PreparedPayment, payment: string): void {
  if (keySerialNumber === null) return;
  store.usedKeys.insert({ key_serial_number: keySerialNumber, authorization: payment });
}

/** Interval of polls while a payment is held open, because a CANCEL may end it early. */
const POLL_MS = 250;

/** Waits until a payment is decided, or the sandbox closes. */
export async function waitUntilDecided(
  world: World,
  decidesAt: number,
  wait: (delayMs: number) => Promise<boolean>,
  isDecided: () => boolean,
): Promise<void> {
  while (!isDecided() && (await wait(Math.min(POLL_MS, Math.max(0, decidesAt - world.clock.now()))))) world.settle();
}
