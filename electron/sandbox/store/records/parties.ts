/** Applications, users, identities, merchants, instruments and their verifications. */
import type {
  AddressVerification,
  BankAccountType,
  CardBrand,
  Entity,
  MerchantState,
  NameVerificationResults,
  PaymentInstrumentType,
  PostalAddress,
  Processor,
  Role,
  SecurityCodeVerification,
  SettlementQueueMode,
  Tags,
  VerificationState,
} from '../../../platform-api/index.ts';
import type { TestCardId } from '../../rules/test-cards.ts';
import type { Pending } from './payments.ts';

export interface ApplicationRecord {
  name: string;
  /** True if the sandbox created the record at its first start. */
  is_seeded: boolean;
  /** Merchant of payments whose request lacks both a device and a merchant (assumed). */
  home_merchant: string;
  /** User whose credentials the sandbox prints at its start; empty before the first start. */
  first_user: string;
  enabled: boolean;
  processing_enabled: boolean;
  settlement_enabled: boolean;
  tags: Tags;
}

export interface UserRecord {
  application: string;
  role: Role;
  /** Merchant of ROLE_MERCHANT, which limits the visible resources; otherwise null. */
  merchant: string | null;
  enabled: boolean;
  /**
   * Salt and SHA-256 of salt and password, hexadecimal. Passwords are 128 random bits, so a slow hash would add
   * nothing.
   */
  salt: string;
  password_hash: string;
  tags: Tags;
}

export interface MerchantRecord {
  application: string;
  name: string;
  identity: string | null;
  processor: Processor;
  state: MerchantState;
  settlement_queue_mode: SettlementQueueMode;
  /** True if the merchant's compliance form is complete, so that the merchant may submit security codes. */
  is_pci_compliant: boolean;
  /** Id of the latest Verification. */
  verification: string | null;
  tags: Tags;
}

export interface ApplicationProfileRecord {
  application: string;
  /** Always null: the record belongs to the application, so ROLE_MERCHANT cannot see it. */
  merchant: null;
  fee_profile: string | null;
  risk_profile: string | null;
  tags: Tags;
}

export interface FeeProfileRecord {
  application: string;
  merchant: null;
  basis_points: number;
  fixed_fee: number;
  tags: Tags;
}

export interface IdentityRecord {
  application: string;
  merchant: string | null;
  entity: Entity;
  tags: Tags;
}

/** Contains only facts derived from the card's number and security code. */
export interface PaymentInstrumentRecord {
  application: string;
  /** Merchant that created the record, for ROLE_MERCHANT, or null if the platform created it. */
  merchant: string | null;
  identity: string;
  type: PaymentInstrumentType;
  name: string | null;
  address: PostalAddress | null;
  enabled: boolean;
  currency: string;
  brand: CardBrand | null;
  last_four: string | null;
  /** The test card, which determines decisions. Null for a bank account, which has no test card. */
  test_card: TestCardId | null;
  expiration_month: number | null;
  expiration_year: number | null;
  masked_account_number: string | null;
  bank_code: string | null;
  account_type: BankAccountType | null;
  account_updater_enabled: boolean;
  network_token_enabled: boolean;
  security_code_verification: SecurityCodeVerification;
  address_verification: AddressVerification;
  name_verification_results: NameVerificationResults | null;
  tags: Tags;
}

export interface InstrumentHistoryRecord {
  payment_instrument: string;
  origin: 'API' | 'ACCOUNT_UPDATER';
  changes: { field: string; old_value: string | null; new_value: string | null }[];
}

export interface VerificationRecord {
  application: string;
  merchant: string | null;
  identity: string | null;
  payment_instrument: string | null;
  processor: string | null;
  state: VerificationState;
  messages: string[];
  is_push_to_card_eligible: boolean | null;
  name_verification_results: NameVerificationResults | null;
  tags: Tags;
  pending: Pending<VerificationRecord> | null;
}
