/** An Application's funds. Transfers between its own two accounts do not change the balance. */
import { limits } from '../../../platform-api/index.ts';
import { numericCurrency } from '../../../domain/index.ts';
import { Problem } from '../../world/problem.ts';
import { text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { invalidField, notFound, unprocessable } from '../../rules/refusal.ts';
import { balanceOf, movementMs } from '../../rules/settlement-rules.ts';
import { equals } from '../../store/collection.ts';
import type { StoredUser } from '../../store/store.ts';
import { findApplication } from './applications.ts';
import { representAdjustment, representBalanceTransfer } from '../../views/money.ts';
import { resource } from './resource.ts';
import type { World } from '../../world/world.ts';

const balance = (world: World, application: string, currency: string) =>
  balanceOf(world.store.balanceAdjustments.all(equals('linked_to', application), equals('currency', currency)));

/**
 * The Application whose money moves.
 * @throws Problem 422
 */
function check(world: World, body: { linked_to: string; currency: string }) {
  const application = world.store.applications.find(body.linked_to);
  if (!application) throw new Problem(invalidField('linked_to', 'There is no such application.'));
  if (numericCurrency(body.currency) === undefined) {
    throw new Problem(invalidField('currency', 'That currency is not known.'));
  }
  return application;
}

function listBalances(world: World, { query, user, usesCursor, target }: Call<'listBalances'>) {
  const linkedTo = query['linked_to'];
  if (!linkedTo) throw new Problem(invalidField('linked_to', 'linked_to names the application.'));
  const { id } = findBalanceOwner(world, user, linkedTo);
  const currencies = new Set(world.store.balanceAdjustments.all(equals('linked_to', id)).map((one) => one.currency));
  const balances = [...(currencies.size > 0 ? currencies : ['USD'])].sort().map((currency) => ({
    linked_to: id,
    currency,
    ...balance(world, id, currency),
    _links: { application: { href: world.url(`/applications/${id}`) } },
  }));
  const limit = limits.pageSize;
  return {
    status: 200,
    body: {
      _embedded: { balances },
      _links: { self: { href: world.url(target) } },
      page: usesCursor ? { limit, next_cursor: null } : { offset: 0, limit, count: balances.length },
    },
  };
}

export function balanceHandlers(world: World) {
  const { store, clock } = world;
  const filters = { linked_to: text('linked_to') };
  const adjustments = resource(world, {
    name: 'balance_adjustments',
    collection: store.balanceAdjustments,
    filters,
    represent: (stored) => representAdjustment(world, stored),
  });
  const transfers = resource(world, {
    name: 'balance_transfers',
    collection: store.balanceTransfers,
    filters,
    represent: (stored) => representBalanceTransfer(world, stored),
  });

  return {
    listBalances: (call) => listBalances(world, call),
    createBalanceAdjustment: ({ body }) => {
      const application = check(world, body);
      const { available_amount: available } = balance(world, application.id, body.currency);
      if (body.direction === 'PAYOUT' && body.amount > available) {
        throw new Problem(unprocessable(`Only ${available} are available.`, 'INSUFFICIENT_FUNDS', { field: 'amount' }));
      }
      const decidesAt = clock.now() + movementMs(body.payment_rail);
      const isDone = decidesAt <= clock.now();
      const made = store.balanceAdjustments.insert({
        application: application.id,
        merchant: null,
        linked_to: application.id,
        amount: body.amount,
        currency: body.currency,
        direction: body.direction,
        payment_rail: body.payment_rail,
        state: isDone ? 'SUCCEEDED' : 'PENDING',
        tags: body.tags ?? {},
        pending: isDone ? null : { decides_at: decidesAt, change: { state: 'SUCCEEDED' } },
      });
      if (!isDone) world.settleAt(decidesAt);
      return adjustments.created(made);
    },
    listBalanceAdjustments: (call) => adjustments.list(call),
    fetchBalanceAdjustment: ({ parameters, user }) => adjustments.fetch(user, parameters.balance_adjustment_id),
    createBalanceTransfer: ({ body }) => {
      const application = check(world, body);
      if (body.source === body.destination) {
        throw new Problem(invalidField('destination', 'Source and destination are the same account.'));
      }
      return transfers.created(
        store.balanceTransfers.insert({
          application: application.id,
          merchant: null,
          linked_to: application.id,
          amount: body.amount,
          currency: body.currency,
          source: body.source,
          destination: body.destination,
          state: 'SUCCEEDED',
          tags: body.tags ?? {},
          pending: null,
        }),
      );
    },
    listBalanceTransfers: (call) => transfers.list(call),
    fetchBalanceTransfer: ({ parameters, user }) => transfers.fetch(user, parameters.balance_transfer_id),
  } satisfies Partial<Handlers>;
}

/** Merchants must not see the Application's money. */
function findBalanceOwner(world: World, user: StoredUser, id: string) {
  if (user.merchant !== null) throw new Problem(notFound);
  return findApplication(world, user, id);
}
