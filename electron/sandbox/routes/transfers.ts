import { paymentStateValues, transferTypeValues } from '../../platform-api/index.ts';
import { amountFilters, commonFilters, oneOf, text } from '../http/filters.ts';
import type { Filters } from '../http/filters.ts';
import type { Handlers, World } from '../http/handlers.ts';
import { answerList } from '../http/lists.ts';
import { field } from '../store/collection.ts';
import { visibleOnly, visibleOr404 } from './finders.ts';
import { representTransfer } from './represent.ts';

/** Filters that Authorizations and Transfers share. */
export const paymentFilters: Filters = {
  ...commonFilters,
  ...amountFilters,
  device: text('device'),
  idempotency_id: text('idempotency_id'),
  trace_id: text('trace_id'),
  state: oneOf('state', paymentStateValues),
  instrument_brand_type: text('card_present_details.brand'),
  instrument_card_last4: (value) =>
    /^[0-9]{4}$/.test(value)
      ? { sql: `substr(${field('card_present_details.masked_account_number')}, -4) = ?`, values: [value] }
      : null,
};

const filters = { ...paymentFilters, type: oneOf('type', transferTypeValues) };

/** Transfers: they come from captures (assumed endpoints: the specification shows none). */
export function transferHandlers(world: World): Pick<Handlers, 'listTransfers' | 'fetchTransfer'> {
  return {
    listTransfers: (call) =>
      answerList(world, call, {
        name: 'transfers',
        collection: world.store.transfers,
        filters,
        hasTags: true,
        conditions: visibleOnly(call.user),
        represent: (transfer) => representTransfer(world, transfer),
      }),

    fetchTransfer: ({ parameters, user }) => ({
      status: 200,
      body: representTransfer(world, visibleOr404(user, world.store.transfers.find(parameters.transfer_id))),
    }),
  };
}
