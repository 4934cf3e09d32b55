import { numericCurrency } from '../../contract/index.ts';
import type { AuthorizationCreate } from '../../platform-api/index.ts';
import { limits, pathOf } from '../../platform-api/index.ts';
import { maySee } from '../http/auth.ts';
import { Problem } from '../http/envelope.ts';
import { flag } from '../http/filters.ts';
import type { Answer, Call, Handlers, World } from '../http/handlers.ts';
import { answerList } from '../http/lists.ts';
import { refuseCapture, refuseVoid } from '../rules/authorization-rules.ts';
import { failureMessage } from '../rules/decide.ts';
import type { Outcome } from '../rules/decide.ts';
import { connectionOf } from '../rules/device-rules.ts';
import { fingerprintOf, refuseRepeat } from '../rules/idempotency.ts';
import { invalidField, unprocessable } from '../rules/refusal.ts';
import { equals } from '../store/collection.ts';
import { newUuid } from '../store/ids.ts';
import type { AuthorizationRecord } from '../store/records.ts';
import type { StoredAuthorization, StoredDevice, StoredMerchant, StoredUser } from '../store/store.ts';
import { askIssuer, readEncryptedCard, refuseOtherAmount } from './card-authorization.ts';
import { visibleOnly, visibleOr404 } from './finders.ts';
import { representAuthorization } from './represent.ts';
import { paymentFilters } from './transfers.ts';

const DAY_MS = 24 * 60 * 60_000;
const filters = { ...paymentFilters, is_void: flag('is_void') };

/** Which merchant a request is for: its device's, the named one, or the home merchant of the credentials (assumed). */
function resolveMerchant(
  world: World,
  user: StoredUser,
  body: AuthorizationCreate,
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
  if (device && !device.enabled) {
    throw new Problem(unprocessable('The device is not enabled.', 'DEVICE_NOT_ENABLED', { field: 'device' }));
  }
  return { merchant, device };
}

function changeBy(outcome: Outcome): Partial<AuthorizationRecord> {
  if (outcome.kind === 'approved') return { state: 'SUCCEEDED', amount: outcome.amountMinor };
  return {
    state: outcome.kind === 'cancelled' ? 'CANCELED' : 'FAILED',
    failure_code: outcome.failureCode,
    failure_message: failureMessage(outcome.failureCode),
  };
}

/** A hold that did not come about is a 402 with the failed resource's id behind it (observed). */
function answerCreated(
  world: World,
  stored: StoredAuthorization,
  isLost: boolean,
): Answer<ReturnType<typeof representAuthorization>> {
  if (stored.failure_code !== null) {
    throw new Problem({
      status: 402,
      code: 'DECLINED',
      message: failureMessage(stored.failure_code),
      failureCode: stored.failure_code,
      authorization: stored.id,
    });
  }
  return {
    status: 201,
    body: representAuthorization(world, stored),
    location: world.url(pathOf('fetchAuthorization', { authorization_id: stored.id })),
    isLost,
  };
}

async function create(world: World, { body, user, wait }: Call<'createAuthorization'>) {
  const { store, clock } = world;
  store.settleDue();
  const fingerprint = fingerprintOf(body);
  if (body.idempotency_id !== undefined) {
    const original = store.authorizations.first(equals('idempotency_id', body.idempotency_id));
    if (original) {
      const refusal = refuseRepeat(
        world.idempotency,
        { authorization: original.id, failureCode: original.failure_code, fingerprint: original.fingerprint },
        fingerprint,
      );
      if (refusal) throw new Problem(refusal);
      return answerCreated(world, original, false);
    }
  }
  const { merchant, device } = resolveMerchant(world, user, body);
  if (numericCurrency(body.currency) === undefined) {
    throw new Problem(invalidField('currency', 'That currency is not known.'));
  }
  if (!body.payment_instrument) {
    const message = 'Without card data the platform would have to drive the terminal, which this sandbox does not yet.';
    throw new Problem(unprocessable(message, 'CARD_DATA_REQUIRED', { field: 'payment_instrument' }));
  }
  if (body.operation_key !== 'CARD_PRESENT_AUTHORIZATION') {
    throw new Problem(invalidField('operation_key', 'Card data from a terminal needs CARD_PRESENT_AUTHORIZATION.'));
  }
  const card = readEncryptedCard(body.payment_instrument);
  if ('status' in card) throw new Problem(card);
  const otherAmount = refuseOtherAmount(card.facts, body);
  if (otherAmount) throw new Problem(otherAmount);
  if (store.usedKeys.first(equals('key_serial_number', card.keySerialNumber))) {
    const field = 'payment_instrument.emv_data_key_serial_number';
    throw new Problem(invalidField(field, 'This key serial number was used before.', 'KEY_SERIAL_NUMBER_REUSED'));
  }

  const now = clock.now();
  const { decision, details } = askIssuer(card, body.amount, {
    processor: merchant.processor,
    now,
    random: world.random,
  });
  const change = { ...changeBy(decision.outcome), card_present_details: details };
  const created = store.transaction(() => {
    const stored = store.authorizations.insert({
      application: merchant.application,
      merchant: merchant.id,
      device: device?.id ?? null,
      state: 'PENDING',
      amount: body.amount,
      amount_requested: body.amount,
      capture_amount: null,
      currency: body.currency,
      operation_key: 'CARD_PRESENT_AUTHORIZATION',
      idempotency_id: body.idempotency_id ?? null,
      fingerprint,
      trace_id: newUuid(world.random),
      expires_at: now + limits.authorizationDays * DAY_MS,
      transfer: null,
      is_void: false,
      void_state: 'UNATTEMPTED',
      failure_code: null,
      failure_message: null,
      card_present_details: null,
      tags: body.tags ?? {},
      // A slow issuer: committed as PENDING, and decided when its time has come whether or not anyone still waits.
      pending: decision.delayMs > 0 ? { decides_at: now + decision.delayMs, change } : null,
      ...(decision.delayMs > 0 ? {} : change),
    });
    store.usedKeys.insert({ key_serial_number: card.keySerialNumber, authorization: stored.id });
    return stored;
  });
  if (decision.delayMs === 0) return answerCreated(world, created, decision.losesReply);
  await wait(decision.delayMs);
  store.settleDue();
  return answerCreated(world, store.authorizations.find(created.id) ?? created, decision.losesReply);
}

function capture(world: World, stored: StoredAuthorization, body: Call<'updateAuthorization'>['body'], amount: number) {
  const { store, clock } = world;
  const now = clock.now();
  const device = stored.device === null ? undefined : store.devices.find(stored.device);
  const mustBeOnline = device?.configuration.bypass_device_on_capture === false;
  const refusal = refuseCapture(
    stored,
    amount,
    now,
    device && mustBeOnline ? { isOnline: connectionOf(device, now) === 'OPEN' } : null,
  );
  if (refusal) throw new Problem({ ...refusal, authorization: stored.id });
  return store.transaction(() => {
    const transfer = store.transfers.insert({
      application: stored.application,
      merchant: stored.merchant,
      device: stored.device,
      authorization: stored.id,
      state: 'SUCCEEDED',
      type: 'DEBIT',
      subtype: 'API',
      amount,
      amount_requested: amount,
      currency: stored.currency,
      operation_key: 'CARD_PRESENT_DEBIT',
      idempotency_id: null,
      trace_id: newUuid(world.random),
      fee: body.fee ?? 0,
      failure_code: null,
      failure_message: null,
      card_present_details: stored.card_present_details,
      tags: body.tags ?? stored.tags,
    });
    return store.authorizations.update(stored, { transfer: transfer.id, capture_amount: amount });
  });
}

/** Authorizations: create (cable route), list, fetch, capture, void. */
export function authorizationHandlers(
  world: World,
): Pick<Handlers, 'createAuthorization' | 'listAuthorizations' | 'fetchAuthorization' | 'updateAuthorization'> {
  const { store, clock } = world;
  const find = (user: StoredUser, id: string) => {
    store.settleDue();
    return visibleOr404(user, store.authorizations.find(id));
  };
  return {
    createAuthorization: (call) => create(world, call),

    listAuthorizations: (call) => {
      store.settleDue();
      const oldest = clock.now() - limits.defaultListWindowDays * DAY_MS;
      return answerList(world, call, {
        name: 'authorizations',
        collection: store.authorizations,
        filters,
        hasTags: true,
        conditions: visibleOnly(call.user),
        conditionsWithoutFilters: [{ sql: 'created_at >= ?', values: [oldest] }],
        represent: (authorization) => representAuthorization(world, authorization),
      });
    },

    fetchAuthorization: ({ parameters, user }) => ({
      status: 200,
      body: representAuthorization(world, find(user, parameters.authorization_id)),
    }),

    updateAuthorization: ({ parameters, body, user }) => {
      const stored = find(user, parameters.authorization_id);
      const isVoid = body.void_me === true;
      if (isVoid && body.capture_amount !== undefined) {
        throw new Problem(invalidField('void_me', 'Capture or void, not both.'));
      }
      if (isVoid) {
        const refusal = refuseVoid(stored, clock.now());
        if (refusal) throw new Problem({ ...refusal, authorization: stored.id });
        // The state stays SUCCEEDED: only is_void and void_state tell (observed).
        const voided = store.authorizations.update(stored, { is_void: true, void_state: 'SUCCEEDED' });
        return { status: 200, body: representAuthorization(world, voided) };
      }
      if (body.capture_amount === undefined) {
        throw new Problem(invalidField('capture_amount', 'A capture needs a capture_amount.'));
      }
      return { status: 200, body: representAuthorization(world, capture(world, stored, body, body.capture_amount)) };
    },
  };
}
