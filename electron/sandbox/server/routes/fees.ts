import { numericCurrency } from '../../../domain/index.ts';
import { enqueue } from '../../operations/transfers.ts';
import { Problem } from '../../world/problem.ts';
import { text } from '../filters.ts';
import type { Handlers } from '../handlers.ts';
import { invalidField } from '../../rules/refusal.ts';
import { refuseFeeChange } from '../../rules/settlement-rules.ts';
import { equals } from '../../store/collection.ts';
import type { FeeRecord } from '../../store/records/index.ts';
import { representFee } from '../../views/money.ts';
import { given, resource } from './resource.ts';
import type { World } from '../../world/world.ts';

/**
 * The link of a custom Fee; its fields are null when the Fee is linked to nothing.
 * @throws Problem 422
 */
function linkOf(world: World, id: string | undefined, merchant: string): Pick<FeeRecord, 'linked_to' | 'linked_type'> {
  if (id === undefined) return { linked_to: null, linked_type: null };
  const transfer = world.store.transfers.find(id);
  const found = transfer ?? world.store.authorizations.find(id);
  if (found?.merchant !== merchant) {
    throw new Problem(invalidField('linked_to', 'The merchant has no such transfer or authorization.'));
  }
  return { linked_to: id, linked_type: transfer ? 'TRANSFER' : 'AUTHORIZATION' };
}

/** Fees. This file creates custom fees; operations/transfers.ts creates those of transactions. */
export function feeHandlers(world: World) {
  const { store } = world;
  const fees = resource(world, {
    name: 'fees',
    collection: store.fees,
    filters: { linked_to: text('linked_to') },
    represent: (stored) => representFee(world, stored),
  });
  return {
    listFees: (call) => fees.list(call),
    createFee: ({ body }) => {
      const merchant = store.merchants.find(body.merchant);
      if (!merchant) throw new Problem(invalidField('merchant', 'There is no such merchant.'));
      if (numericCurrency(body.currency) === undefined) {
        throw new Problem(invalidField('currency', 'That currency is not known.'));
      }
      const link = linkOf(world, body.linked_to, merchant.id);
      const fee = store.transaction(() => {
        const made = store.fees.insert({
          application: merchant.application,
          merchant: merchant.id,
          amount: body.amount,
          currency: body.currency,
          fee_type: 'CUSTOM',
          label: body.label ?? null,
          ...link,
          is_settled: false,
          tags: body.tags ?? {},
        });
        enqueue(world, merchant, {
          entity_type: 'FEE',
          entity_id: made.id,
          amount: -made.amount,
          currency: made.currency,
        });
        return store.fees.find(made.id) ?? made;
      });
      return fees.created(fee);
    },
    fetchFee: ({ parameters, user }) => fees.fetch(user, parameters.fee_id),
    updateFee: ({ parameters, body, user }) => {
      const fee = fees.find(user, parameters.fee_id);
      const change = given(body, 'amount', 'label', 'tags');
      const refusal = refuseFeeChange(fee, change);
      if (refusal) throw new Problem(refusal);
      const updated = store.transaction(() => {
        const queued = store.settlementQueue.first(equals('entity_id', fee.id));
        if (queued && change.amount !== undefined) store.settlementQueue.update(queued, { amount: -change.amount });
        return store.fees.update(fee, change);
      });
      return fees.answer(updated);
    },
  } satisfies Partial<Handlers>;
}
