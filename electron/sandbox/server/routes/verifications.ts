import { verificationStateValues } from '../../../platform-api/index.ts';
import { oneOf } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { equals } from '../../store/collection.ts';
import { findMerchant } from './finders.ts';
import { representVerification } from '../../views/parties.ts';
import { resource } from './resource.ts';
import type { World } from '../../world/world.ts';

export function verificationHandlers(world: World) {
  const verifications = resource(world, {
    name: 'verifications',
    collection: world.store.verifications,
    filters: { state: oneOf('state', verificationStateValues) },
    represent: (stored) => representVerification(world, stored),
  });
  const ofMerchant = (call: Call<'listMerchantVerifications'> | Call<'listVerificationsOfMerchant'>) => {
    const { id } = findMerchant(world, call.user, call.parameters.merchant_id);
    return verifications.list(call, [equals('merchant', id)]);
  };
  return {
    listVerifications: (call) => verifications.list(call),
    fetchVerification: ({ parameters, user }) => verifications.fetch(user, parameters.verification_id),
    listMerchantVerifications: ofMerchant,
    listVerificationsOfMerchant: ofMerchant,
  } satisfies Partial<Handlers>;
}
