import { operationKeyKnownValues, paymentStateValues, transferTypeValues } from '../../../platform-api/index.ts';
import { numericCurrency } from '../../../domain/index.ts';
import { addTransfer } from '../../operations/transfers.ts';
import { Problem, throwIfRefused } from '../../world/problem.ts';
import { amountFilters, oneOf, text } from '../filters.ts';
import type { Filters } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { failureMessage, withDelay, refuseFailed } from '../../rules/decide.ts';
import { fingerprintOf, refuseRepeat } from '../../rules/idempotency.ts';
import { invalidField } from '../../rules/refusal.ts';
import { FAILING_REFUND_MINOR, refundable, refuseReversal, REVERSAL_MS } from '../../rules/transfer-rules.ts';
import { equals, field } from '../../store/collection.ts';
import type { Condition } from '../../store/collection.ts';
import type { StoredTransfer } from '../../store/store.ts';
import {
  decidedFields,
  decideStored,
  keepUsedKey,
  prepare,
  resolveMerchant,
  usableInstrument,
  waitUntilDecided,
} from '../../operations/payment-ways.ts';
import type { OperationKeys, PreparedPayment } from '../../operations/payment-ways.ts';
import { newTransfer } from '../../operations/new-payments.ts';
import { representTransfer } from '../../views/payments.ts';
import { resource } from './resource.ts';
import type { World } from '../../world/world.ts';

/** A condition on the presented card, or on the stored instrument that paid. */
const ofCard = (present: string, stored: 'brand' | 'last_four', value: string): Condition => ({
  sql: `(${present} = ? OR coalesce(${field('source')}, ${field('destination')}) IN
    (SELECT id FROM payment_instruments WHERE ${field(stored)} = ?))`,
  values: [value, value],
});

/** Filters that Authorizations and Transfers share, in addition to those of every list. */
export const paymentFilters: Filters = {
  ...amountFilters,
  device: text('device'),
  idempotency_id: text('idempotency_id'),
  trace_id: text('trace_id'),
  state: oneOf('state', paymentStateValues),
  instrument_brand_type: (value) => ofCard(field('card_present_details.brand'), 'brand', value),
  instrument_card_last4: (value) =>
    /^[0-9]{4}$/.test(value)
      ? ofCard(`substr(${field('card_present_details.masked_account_number')}, -4)`, 'last_four', value)
      : null,
};

const filters = { ...paymentFilters, type: oneOf('type', transferTypeValues) };

const operationKeys: OperationKeys = {
  cardPresent: ['CARD_PRESENT_DEBIT', 'CARD_PRESENT_UNREFERENCED_REFUND'],
  notPresent: ['SALE', 'PULL_FROM_CARD'],
};
const creditKeys = ['PUSH_TO_CARD', 'UNREFERENCED_REFUND'] as const;

/** Reversals have their own endpoint, with their own idempotency keys. */
const isReversal: Condition = { sql: `${field('type')} = 'REVERSAL'`, values: [] };
const isNoReversal: Condition = { sql: `${field('type')} <> 'REVERSAL'`, values: [] };

const transfersOf = (world: World) =>
  resource(world, {
    name: 'transfers',
    collection: world.store.transfers,
    filters,
    represent: (stored) => representTransfer(world, stored),
  });

function answerCreated(world: World, stored: StoredTransfer) {
  throwIfRefused([refuseFailed('PAYMENT_DECLINED', 'transfer', stored)]);
  return transfersOf(world).created(stored);
}

/** The answer to a repeated idempotency_id on one endpoint, or undefined when the id is new there. */
function answerRepeat(world: World, id: string | undefined, fingerprint: string, endpoint: Condition) {
  if (id === undefined) return undefined;
  const original = world.store.transfers.first(equals('idempotency_id', id), endpoint);
  if (!original) return undefined;
  const refusal = refuseRepeat(
    world.idempotency,
    { transfer: original.id, failureCode: original.failure_code, fingerprint: original.fingerprint },
    fingerprint,
  );
  if (refusal) throw new Problem(refusal);
  return answerCreated(world, original);
}

function prepareCredit(world: World, { body, user }: Call<'createTransfer'>): PreparedPayment {
  const { merchant, device } = resolveMerchant(world, user, body);
  if (body.source !== undefined || body.payment_instrument || device) {
    throw new Problem(invalidField('destination', 'A credit has a destination and nothing else to take from.'));
  }
  if (numericCurrency(body.currency) === undefined) {
    throw new Problem(invalidField('currency', 'That currency is not known.'));
  }
  const operationKey = body.operation_key ?? 'PUSH_TO_CARD';
  if (!creditKeys.some((key) => key === operationKey)) {
    throw new Problem(invalidField('operation_key', `A destination needs ${creditKeys.join(' or ')}.`));
  }
  const instrument = usableInstrument(world, user, body.destination ?? '', 'destination');
  return {
    merchant,
    device: null,
    source: null,
    operationKey,
    decision: decideStored(world, instrument, body.amount, merchant.processor),
    details: null,
    keySerialNumber: null,
    isOnDevice: false,
  };
}

async function create(world: World, call: Call<'createTransfer'>) {
  const { store } = world;
  const { body, user, wait, pendingMs } = call;
  const fingerprint = fingerprintOf(body);
  const repeat = answerRepeat(world, body.idempotency_id, fingerprint, isNoReversal);
  if (repeat) return repeat;
  if (body.operation_key !== undefined && !operationKeyKnownValues.some((known) => known === body.operation_key)) {
    throw new Problem(invalidField('operation_key', 'There is no such operation key.'));
  }
  const payment =
    body.destination === undefined ? prepare(world, user, body, operationKeys, false) : prepareCredit(world, call);
  const decision = withDelay(payment.decision, pendingMs);
  const isCredit = body.destination !== undefined || payment.operationKey === 'CARD_PRESENT_UNREFERENCED_REFUND';
  const fields = decidedFields(world, body, payment, decision);
  const created = store.transaction(() => {
    const stored = addTransfer(
      world,
      newTransfer(world, payment.merchant, {
        ...fields,
        destination: body.destination ?? null,
        type: isCredit ? 'CREDIT' : 'DEBIT',
        fee: body.fee ?? 0,
      }),
    );
    keepUsedKey(world, payment, stored.id);
    return stored;
  });
  if (!fields.pending) return answerCreated(world, created);
  const { decides_at: decidesAt } = fields.pending;
  world.settleAt(decidesAt);
  const isHeld =
    pendingMs === null && (payment.keySerialNumber !== null || (payment.isOnDevice && world.cloud.answers === 'held'));
  if (isHeld) await waitUntilDecided(world, decidesAt, wait, () => !store.transfers.find(created.id)?.pending);
  return answerCreated(world, store.transfers.find(created.id) ?? created);
}

function reverse(world: World, { parameters, body, user }: Call<'createReversal'>) {
  const { store, clock } = world;
  const original = transfersOf(world).find(user, parameters.id);
  const fingerprint = fingerprintOf({ ...body, parent_transfer: original.id });
  const repeat = answerRepeat(world, body.idempotency_id, fingerprint, isReversal);
  if (repeat) return repeat;
  if (body.device !== undefined && store.devices.find(body.device)?.merchant !== original.merchant) {
    throw new Problem(invalidField('device', 'The merchant has no such device.'));
  }
  const earlier = store.transfers.all(equals('parent_transfer', original.id));
  // A request's amount is never zero, so a refund of an exhausted payment asks for 1, which is refused as too much.
  const amount = body.refund_amount ?? Math.max(1, refundable(original, earlier));
  const refusal = refuseReversal(original, earlier, amount);
  if (refusal) throw new Problem({ ...refusal, transfer: original.id });
  const decidesAt = clock.now() + REVERSAL_MS;
  const isFailing = amount === FAILING_REFUND_MINOR;
  const reversal = store.transfers.insert(
    newTransfer(
      world,
      { id: original.merchant, application: original.application },
      {
        device: body.device ?? null,
        destination: original.source,
        parent_transfer: original.id,
        state: 'PENDING',
        type: 'REVERSAL',
        amount,
        currency: original.currency,
        operation_key: 'CARD_NOT_PRESENT_REFUND',
        idempotency_id: body.idempotency_id ?? null,
        fingerprint,
        card_present_details: original.card_present_details,
        tags: body.tags ?? {},
        pending: {
          decides_at: decidesAt,
          change: isFailing
            ? {
                state: 'FAILED',
                failure_code: 'GENERIC_DECLINE',
                failure_message: failureMessage('GENERIC_DECLINE'),
              }
            : { state: 'SUCCEEDED' },
        },
      },
    ),
  );
  world.settleAt(decidesAt);
  return answerCreated(world, reversal);
}

/**
 * Transfers: sales, credits, captures, refunds (assumed endpoints: the specification lists two resources without
 * endpoints).
 */
export function transferHandlers(world: World) {
  const transfers = transfersOf(world);
  return {
    createTransfer: (call) => create(world, call),
    listTransfers: (call) => transfers.list(call),
    fetchTransfer: ({ parameters, user }) => transfers.fetch(user, parameters.transfer_id),
    updateTransfer: ({ parameters, body, user }) => {
      const transfer = transfers.find(user, parameters.transfer_id);
      return transfers.answer(world.store.transfers.update(transfer, { tags: body.tags }));
    },
    createReversal: (call) => reverse(world, call),
    listReversals: (call) => {
      const { id } = transfers.find(call.user, call.parameters.id);
      return transfers.list(call, [equals('parent_transfer', id)]);
    },
  } satisfies Partial<Handlers>;
}
