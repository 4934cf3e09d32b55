import { limits, pathOf } from '../../../platform-api/index.ts';
import { addTransfer } from '../../operations/transfers.ts';
import { Problem } from '../../world/problem.ts';
import { flag } from '../filters.ts';
import type { Answer, Call, Handlers } from '../handlers.ts';
import { answerList } from '../lists.ts';
import { refuseCapture, refuseVoid } from '../../rules/authorization-rules.ts';
import { failureMessage, heldBack } from '../../rules/decide.ts';
import { connectionOf } from '../../rules/device-rules.ts';
import { fingerprintOf, refuseRepeat } from '../../rules/idempotency.ts';
import { invalidField } from '../../rules/refusal.ts';
import { equals } from '../../store/collection.ts';
import type { StoredAuthorization, StoredUser } from '../../store/store.ts';
import { visibleOnly, visibleOr404 } from './finders.ts';
import { newAuthorization, newTransfer } from '../../operations/new-payments.ts';
import { decidedFields, keepUsedKey, prepare, waitUntilDecided } from '../../operations/payment-ways.ts';
import type { OperationKeys } from '../../operations/payment-ways.ts';
import { representAuthorization } from '../../views/payments.ts';
import { paymentFilters } from './transfers.ts';
import type { World } from '../../world/world.ts';

const DAY_MS = 24 * 60 * 60_000;
const operationKeys: OperationKeys = {
  cardPresent: ['CARD_PRESENT_AUTHORIZATION'],
  notPresent: ['CARD_NOT_PRESENT_AUTHORIZATION'],
};
const filters = { ...paymentFilters, is_void: flag('is_void') };

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

async function create(world: World, { body, user, wait, pendingMs }: Call<'createAuthorization'>) {
  const { store } = world;
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
  const payment = prepare(world, user, body, operationKeys, true);
  const decision = heldBack(payment.decision, pendingMs);
  const fields = decidedFields(world, body, payment, decision);
  const created = store.transaction(() => {
    const stored = store.authorizations.insert(newAuthorization(world, payment.merchant, fields));
    keepUsedKey(world, payment, stored.id);
    return stored;
  });
  if (!fields.pending) return answerCreated(world, created, decision.losesReply);
  const { decides_at: decidesAt } = fields.pending;
  const isHeld = pendingMs === null && (!payment.isOnDevice || world.cloud.answers === 'held');
  if (!isHeld) world.settleAt(decidesAt);
  if (isHeld) await waitUntilDecided(world, decidesAt, wait, () => !store.authorizations.find(created.id)?.pending);
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
    const transfer = addTransfer(
      world,
      newTransfer(
        world,
        { id: stored.merchant, application: stored.application },
        {
          device: stored.device,
          source: stored.source,
          authorization: stored.id,
          type: 'DEBIT',
          amount,
          currency: stored.currency,
          operation_key: stored.source === null ? 'CARD_PRESENT_DEBIT' : 'SALE',
          fee: body.fee ?? 0,
          // A capture of less than is held drops the tip.
          tip_amount: amount === stored.amount ? (stored.tip_amount ?? null) : null,
          additional_buyer_charges: stored.additional_buyer_charges ?? null,
          card_present_details: stored.card_present_details,
          tags: body.tags ?? stored.tags,
        },
      ),
    );
    return store.authorizations.update(stored, { transfer: transfer.id, capture_amount: amount });
  });
}

/** Authorizations: create (every way in), list, fetch, capture, void. */
export function authorizationHandlers(world: World) {
  const { store, clock } = world;
  const find = (user: StoredUser, id: string) => {
    return visibleOr404(user, store.authorizations.find(id));
  };
  return {
    createAuthorization: (call) => create(world, call),

    listAuthorizations: (call) => {
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
        // The state stays SUCCEEDED: only is_void and void_state change (observed).
        const voided = store.authorizations.update(stored, { is_void: true, void_state: 'SUCCEEDED' });
        return { status: 200, body: representAuthorization(world, voided) };
      }
      if (body.capture_amount === undefined) {
        throw new Problem(invalidField('capture_amount', 'A capture needs a capture_amount.'));
      }
      return { status: 200, body: representAuthorization(world, capture(world, stored, body, body.capture_amount)) };
    },
  } satisfies Partial<Handlers>;
}
