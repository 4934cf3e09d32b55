/**
 * Identities and their Merchants, as far as other resources need them (assumed: the specification shows no endpoint).
 */
import { processorKnownValues } from '../../../platform-api/index.ts';
import { addComplianceForm } from '../../operations/compliance.ts';
import { Problem } from '../../world/problem.ts';
import { commonFilters } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import type { Stored } from '../../store/collection.ts';
import type { IdentityRecord } from '../../store/records/index.ts';
import type { StoredMerchant } from '../../store/store.ts';
import { answerList } from '../lists.ts';
import { VERIFICATION_MS, verifyIdentity } from '../../rules/verification-rules.ts';
import { keptEntity } from '../../rules/entity-rules.ts';
import { invalidField } from '../../rules/refusal.ts';
import { findMerchant } from './finders.ts';
import { representIdentity } from '../../views/parties.ts';
import { representMerchant } from '../../views/payments.ts';
import { given, resource } from './resource.ts';
import type { World } from '../../world/world.ts';

/** Creates a Merchant of an Identity, with the Verification that decides about it. */
function create(world: World, identity: Stored<IdentityRecord>, body: Call<'createMerchant'>['body']): StoredMerchant {
  const { store, clock } = world;
  if (!processorKnownValues.some((known) => known === body.processor)) {
    throw new Problem(invalidField('processor', 'There is no such processor.'));
  }
  const decidesAt = clock.now() + VERIFICATION_MS;
  const merchant = store.transaction(() => {
    const made = store.merchants.insert({
      application: identity.application,
      identity: identity.id,
      name: body.name ?? identity.entity.business_name ?? identity.entity.last_name ?? identity.id,
      processor: body.processor,
      state: 'PROVISIONING',
      settlement_queue_mode: 'AUTOMATIC',
      is_pci_compliant: false,
      verification: null,
      tags: body.tags ?? {},
    });
    const verification = store.verifications.insert({
      application: identity.application,
      merchant: made.id,
      identity: identity.id,
      payment_instrument: null,
      processor: body.processor,
      state: 'PENDING',
      messages: [],
      is_push_to_card_eligible: null,
      name_verification_results: null,
      tags: {},
      pending: { decides_at: decidesAt, change: verifyIdentity(identity.entity) },
    });
    addComplianceForm(world, made);
    if (identity.merchant === null) store.identities.update(identity, { merchant: made.id });
    return store.merchants.update(made, { verification: verification.id });
  });
  world.settleAt(decidesAt);
  return merchant;
}

export function merchantHandlers(world: World) {
  const { store } = world;
  const identities = resource(world, {
    name: 'identities',
    collection: store.identities,
    represent: (stored) => representIdentity(world, stored),
  });
  return {
    createIdentity: ({ body, user }) =>
      identities.created(
        store.identities.insert({
          application: user.application,
          merchant: null,
          entity: keptEntity(body.entity),
          tags: body.tags ?? {},
        }),
      ),
    listIdentities: (call) => identities.list(call),
    fetchIdentity: ({ parameters, user }) => identities.fetch(user, parameters.identity_id),
    updateIdentity: ({ parameters, body, user }) => {
      const found = identities.find(user, parameters.identity_id);
      const change = {
        ...given(body, 'tags'),
        ...(body.entity ? { entity: keptEntity(body.entity, found.entity) } : {}),
      };
      return identities.answer(store.identities.update(found, change));
    },

    createMerchant: ({ parameters, body, user }) => {
      const reply = representMerchant(world, create(world, identities.find(user, parameters.identity_id), body));
      return { status: 201, body: reply, location: reply._links['self']?.href ?? '' };
    },

    listMerchants: (call) =>
      answerList(world, call, {
        name: 'merchants',
        collection: store.merchants,
        filters: commonFilters,
        hasTags: true,
        conditions: call.user.merchant === null ? [] : [{ sql: 'id = ?', values: [call.user.merchant] }],
        represent: (merchant) => representMerchant(world, merchant),
      }),
    fetchMerchant: ({ parameters, user }) => ({
      status: 200,
      body: representMerchant(world, findMerchant(world, user, parameters.merchant_id)),
    }),
    updateMerchant: ({ parameters, body, user }) => {
      const merchant = findMerchant(world, user, parameters.merchant_id);
      const change = given(body, 'name', 'settlement_queue_mode', 'tags');
      return { status: 200, body: representMerchant(world, store.merchants.update(merchant, change)) };
    },
  } satisfies Partial<Handlers>;
}
