/** Applications, their profiles, and the fee profiles that these name. */
import { Problem } from '../../world/problem.ts';
import { commonFilters, text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { answerList } from '../lists.ts';
import { invalidField, notFound } from '../../rules/refusal.ts';
import type { Condition, Stored } from '../../store/collection.ts';
import { newId } from '../../store/ids.ts';
import type { ApplicationProfileRecord } from '../../store/records/index.ts';
import type { StoredUser } from '../../store/store.ts';
import { representApplication, representFeeProfile, representProfile } from '../../views/parties.ts';
import { given, resource } from './resource.ts';
import type { World } from '../../world/world.ts';

/** ROLE_MERCHANT sees only the Application to which it belongs. */
function visibleApplications(user: StoredUser): Condition[] {
  return user.merchant === null ? [] : [{ sql: 'id = ?', values: [user.application] }];
}

export function findApplication(world: World, user: StoredUser, id: string) {
  const found = world.store.applications.find(id);
  if (!found || (user.merchant !== null && user.application !== id)) throw new Problem(notFound);
  return found;
}

/** Creates an Application with its own profile. */
function create(world: World, body: Call<'createApplication'>['body']) {
  return world.store.transaction(() => {
    const made = world.store.applications.insert({
      name: body.name,
      is_seeded: false,
      home_merchant: '',
      first_user: '',
      enabled: true,
      processing_enabled: true,
      settlement_enabled: true,
      tags: body.tags ?? {},
    });
    world.store.applicationProfiles.insert({
      application: made.id,
      merchant: null,
      fee_profile: null,
      risk_profile: newId('RP', world.random),
      tags: {},
    });
    return made;
  });
}

function list(world: World, call: Call<'listApplications'>) {
  return answerList(world, call, {
    name: 'applications',
    collection: world.store.applications,
    filters: commonFilters,
    hasTags: true,
    conditions: visibleApplications(call.user),
    represent: (stored) => representApplication(world, stored),
  });
}

const resources = (world: World) => ({
  profiles: resource(world, {
    name: 'application_profiles',
    collection: world.store.applicationProfiles,
    filters: { application: text('application') },
    represent: (stored) => representProfile(world, stored),
  }),
  feeProfiles: resource(world, {
    name: 'fee_profiles',
    collection: world.store.feeProfiles,
    represent: (stored) => representFeeProfile(world, stored),
  }),
});

function updateProfile(
  { store }: World,
  profile: Stored<ApplicationProfileRecord>,
  body: Call<'updateApplicationProfile'>['body'],
) {
  if (typeof body.fee_profile === 'string' && !store.feeProfiles.find(body.fee_profile)) {
    throw new Problem(invalidField('fee_profile', 'There is no such fee profile.'));
  }
  return store.applicationProfiles.update(profile, given(body, 'fee_profile', 'risk_profile', 'tags'));
}

function createFeeProfile(world: World, { body, user }: Call<'createFeeProfile'>) {
  return world.store.feeProfiles.insert({
    application: user.application,
    merchant: null,
    basis_points: body.basis_points,
    fixed_fee: body.fixed_fee,
    tags: body.tags ?? {},
  });
}

export function applicationHandlers(world: World) {
  const { profiles, feeProfiles } = resources(world);
  return {
    createApplication: ({ body }) => {
      const reply = representApplication(world, create(world, body));
      return { status: 201, body: reply, location: reply._links['self']?.href ?? '' };
    },
    listApplications: (call) => list(world, call),
    fetchApplication: ({ parameters, user }) => ({
      status: 200,
      body: representApplication(world, findApplication(world, user, parameters.application_id)),
    }),
    updateApplication: ({ parameters, body, user }) => {
      const application = findApplication(world, user, parameters.application_id);
      const change = given(body, 'name', 'enabled', 'processing_enabled', 'settlement_enabled', 'tags');
      return { status: 200, body: representApplication(world, world.store.applications.update(application, change)) };
    },
    listApplicationProfiles: (call) => profiles.list(call),
    fetchApplicationProfile: ({ parameters, user }) => profiles.fetch(user, parameters.application_profile_id),
    updateApplicationProfile: ({ parameters, body, user }) =>
      profiles.answer(updateProfile(world, profiles.find(user, parameters.application_profile_id), body)),
    createFeeProfile: (call) => feeProfiles.created(createFeeProfile(world, call)),
    listFeeProfiles: (call) => feeProfiles.list(call),
    fetchFeeProfile: ({ parameters, user }) => feeProfiles.fetch(user, parameters.fee_profile_id),
  } satisfies Partial<Handlers>;
}
