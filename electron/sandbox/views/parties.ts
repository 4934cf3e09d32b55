/** Represents applications, users, identities, merchants, instruments and verifications in replies. */
import type {
  Application,
  ApplicationProfile,
  FeeProfile,
  Identity,
  InstrumentHistoryEntry,
  PaymentInstrument,
  User,
  Verification,
} from '../../platform-api/index.ts';
import { pathOf } from '../../platform-api/index.ts';
import type { Stored } from '../store/collection.ts';
import type {
  ApplicationProfileRecord,
  ApplicationRecord,
  FeeProfileRecord,
  IdentityRecord,
  InstrumentHistoryRecord,
  VerificationRecord,
} from '../store/records/index.ts';
import { keptEntity } from '../rules/entity-rules.ts';
import type { StoredInstrument, StoredUser } from '../store/store.ts';
import { instant, links, shown } from './common.ts';
import type { World } from '../world/world.ts';

const application = (id: string) => pathOf('fetchApplication', { application_id: id });

export const representApplication = (world: World, stored: Stored<ApplicationRecord>): Application => ({
  ...shown(stored, 'name', 'enabled', 'processing_enabled', 'settlement_enabled', 'tags'),
  _links: links(world, {
    self: application(stored.id),
    users: `/users?application=${stored.id}`,
    application_profile: `/application_profiles?application=${stored.id}`,
  }),
});

export const representProfile = (world: World, stored: Stored<ApplicationProfileRecord>): ApplicationProfile => ({
  ...shown(stored, 'application', 'fee_profile', 'risk_profile', 'tags'),
  _links: links(world, {
    self: pathOf('fetchApplicationProfile', { application_profile_id: stored.id }),
    application: application(stored.application),
    fee_profile: stored.fee_profile === null ? null : pathOf('fetchFeeProfile', { fee_profile_id: stored.fee_profile }),
  }),
});

export const representFeeProfile = (world: World, stored: Stored<FeeProfileRecord>): FeeProfile => ({
  ...shown(stored, 'application', 'basis_points', 'fixed_fee', 'tags'),
  _links: links(world, {
    self: pathOf('fetchFeeProfile', { fee_profile_id: stored.id }),
    application: application(stored.application),
  }),
});

/** @param password set only in the answer to the user's creation */
export const representUser = (world: World, stored: StoredUser, password: string | null = null): User => ({
  ...shown(stored, 'application', 'role', 'merchant', 'enabled', 'tags'),
  password,
  _links: links(world, {
    self: pathOf('fetchUser', { user_id: stored.id }),
    application: application(stored.application),
  }),
});

export const representIdentity = (world: World, stored: Stored<IdentityRecord>): Identity => ({
  ...shown(stored, 'application', 'tags'),
  // An identity from an older store may contain more fields.
  entity: keptEntity(stored.entity, stored.entity),
  _links: links(world, {
    self: pathOf('fetchIdentity', { identity_id: stored.id }),
    payment_instruments: `/payment_instruments?identity=${stored.id}`,
    application: application(stored.application),
  }),
});

export const representInstrument = (world: World, stored: StoredInstrument): PaymentInstrument => ({
  ...shown(
    stored,
    'application',
    'identity',
    'type',
    'name',
    'address',
    'enabled',
    'currency',
    'brand',
    'last_four',
    'expiration_month',
    'expiration_year',
    'masked_account_number',
    'bank_code',
    'account_type',
    'account_updater_enabled',
    'network_token_enabled',
    'security_code_verification',
    'address_verification',
    'name_verification_results',
    'tags',
  ),
  instrument_type: stored.type,
  _links: links(world, {
    self: pathOf('fetchPaymentInstrument', { payment_instrument_id: stored.id }),
    identity: pathOf('fetchIdentity', { identity_id: stored.identity }),
    instrument_history: pathOf('listInstrumentHistory', { payment_instrument_id: stored.id }),
    application: application(stored.application),
  }),
});

export const representHistory = (world: World, stored: Stored<InstrumentHistoryRecord>): InstrumentHistoryEntry => ({
  id: stored.id,
  created_at: instant(stored.created_at),
  payment_instrument: stored.payment_instrument,
  origin: stored.origin,
  changes: stored.changes,
  _links: links(world, {
    payment_instrument: pathOf('fetchPaymentInstrument', { payment_instrument_id: stored.payment_instrument }),
  }),
});

export const representVerification = (world: World, stored: Stored<VerificationRecord>): Verification => ({
  ...shown(
    stored,
    'application',
    'merchant',
    'identity',
    'payment_instrument',
    'processor',
    'state',
    'messages',
    'is_push_to_card_eligible',
    'name_verification_results',
    'tags',
  ),
  _links: links(world, {
    self: pathOf('fetchVerification', { verification_id: stored.id }),
    merchant: stored.merchant === null ? null : pathOf('fetchMerchant', { merchant_id: stored.merchant }),
    payment_instrument:
      stored.payment_instrument === null
        ? null
        : pathOf('fetchPaymentInstrument', { payment_instrument_id: stored.payment_instrument }),
  }),
});
