import type { Handlers, World } from '../http/handlers.ts';
import { findMerchant } from './finders.ts';
import { representMerchant } from './represent.ts';

/** Merchants, as far as devices and payments need them (assumed: the specification shows no endpoint). */
export function merchantHandlers(world: World): Pick<Handlers, 'fetchMerchant'> {
  return {
    fetchMerchant: ({ parameters, user }) => ({
      status: 200,
      body: representMerchant(world, findMerchant(world, user, parameters.merchant_id)),
    }),
  };
}
