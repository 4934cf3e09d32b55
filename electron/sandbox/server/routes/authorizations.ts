import { addTransfer } from '../../operations/transfers.ts';
import { Problem, throwIfRefused } from '../../world/problem.ts';
import { flag } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { refuseCapture, refuseVoid } from '../../rules/authorization-rules.ts';
import { withDelay, refuseFailed } from '../../rules/decide.ts';
import { connectionOf } from '../../rules/device-rules.ts';
import { fingerprintOf, refuseRepeat } from '../../rules/idempotency.ts';
import { invalidField } from '../../rules/refusal.ts';
import { equals } from '../../store/collection.ts';
import type { StoredAuthorization } from '../../store/store.ts';
import { newAuthorization, newTransfer } from '../../operations/new-payments.ts';
import { decidedFields, keepUsedKey, prepare, waitUntilDecided } from '../../operations/payment-ways.ts';
import type { OperationKeys } from '../../operations/payment-ways.ts';
import { representAuthorization } from '../../views/payments.ts';
import { resource } from './resource.ts';
import { paymentFilters } from './transfers.ts';
import type { World } from '../../world/world.ts';

const operationKeys: OperationKeys = {
  cardPresent: ['CARD_PRESENT_AUTHORIZATION'],
  notPresent: ['CARD_NOT_PRESENT_AUTHORIZATION'],
};

const authorizationsOf = (world: World) =>
  resource(world, {
    name: 'authorizations',
    collection: world.store.authorizations,
    filters: { ...paymentFilters, is_void: flag('is_void') },
    isRecentOnly: true,
    represent: (stored) => representAuthorization(world, stored),
  });

function answerCreated(world: World, stored: StoredAuthorization, isLost: boolean) {
  throwIfRefused([refuseFailed('DECLINED', 'authorization', stored)]);
  return { ...authorizationsOf(world).created(stored), isLost };
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
  const decision = withDelay(payment.decision, pendingMs);
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
          // A capture of less than the held amount drops the tip.
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

/** Authorizations: create (every way), list, fetch, capture, void. */
export function authorizationHandlers(world: World) {
  const { store, clock } = world;
  const authorizations = authorizationsOf(world);
  return {
    createAuthorization: (call) => create(world, call),
    listAuthorizations: (call) => authorizations.list(call),
    fetchAuthorization: ({ parameters, user }) => authorizations.fetch(user, parameters.authorization_id),
    updateAuthorization: ({ parameters, body, user }) => {
      const stored = authorizations.find(user, parameters.authorization_id);
      const isVoid = body.void_me === true;
      if (isVoid && body.capture_amount !== undefined) {
        throw new Problem(invalidField('void_me', 'Capture or void, not both.'));
      }
      if (isVoid) {
        const refusal = refuseVoid(stored, clock.now());
        if (refusal) throw new Problem({ ...refusal, authorization: stored.id });
        // The state stays SUCCEEDED: only is_void and void_state change (observed).
        return authorizations.answer(store.authorizations.update(stored, { is_void: true, void_state: 'SUCCEEDED' }));
      }
      if (body.capture_amount === undefined) {
        throw new Problem(invalidField('capture_amount', 'A capture needs a capture_amount.'));
      }
      return authorizations.answer(capture(world, stored, body, body.capture_amount));
    },
  } satisfies Partial<Handlers>;
}
