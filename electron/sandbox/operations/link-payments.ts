/**
 * Handles a buyer's payment on the page of a Payment Link. A single transaction claims the link and creates the
 * attempt. So only one of two buyers pays a single-use link, and a form that is sent twice creates a single attempt.
 */
import type { FailureCode, PaymentInstrumentType } from '../../platform-api/index.ts';
import { changeBy, decideStored } from './payment-ways.ts';
import { newTransfer } from './new-payments.ts';
import { amountToPay, closedFor } from '../rules/payment-link-rules.ts';
import type { Closed } from '../rules/payment-link-rules.ts';
import type { Refusal } from '../rules/refusal.ts';
import { describeTestCard } from '../rules/test-cards.ts';
import type { TestCardId } from '../rules/test-cards.ts';
import { equals } from '../store/collection.ts';
import type { Stored } from '../store/collection.ts';
import type { PaymentLinkRecord, TransferAttemptRecord } from '../store/records/index.ts';
import type { StoredInstrument, StoredMerchant, StoredTransfer } from '../store/store.ts';
import { addTransfer } from './transfers.ts';
import type { World } from '../world/world.ts';

export type StoredLink = Stored<PaymentLinkRecord>;
type StoredAttempt = Stored<TransferAttemptRecord>;

/** A way to pay on this page: a published test card or account, chosen by name. The buyer never enters a number. */
export interface PaymentChoice {
  id: string;
  name: string;
  type: PaymentInstrumentType;
  card: TestCardId | null;
}

/** The `partial` card is missing, because there is no way to pay the rest. */
const paymentChoices: readonly PaymentChoice[] = [
  { id: 'card-approve', name: 'Visa credit, approved', type: 'PAYMENT_CARD', card: 'approve' },
  { id: 'card-debit', name: 'Visa debit, approved', type: 'PAYMENT_CARD', card: 'pin' },
  { id: 'card-no-funds', name: 'Mastercard, not enough funds', type: 'PAYMENT_CARD', card: 'no-funds' },
  { id: 'card-slow', name: 'Discover, the issuer takes 20 seconds', type: 'PAYMENT_CARD', card: 'slow' },
  {
    id: 'card-lost-reply',
    name: 'American Express, paid and the reply is lost',
    type: 'PAYMENT_CARD',
    card: 'lost-reply',
  },
  { id: 'bank-account', name: 'Bank account, approved after an hour', type: 'BANK_ACCOUNT', card: null },
  { id: 'wallet-a', name: 'Wallet A, approved', type: 'WALLET_A_PAY', card: 'approve' },
  { id: 'wallet-b', name: 'Wallet B, approved', type: 'WALLET_B_PAY', card: 'approve' },
];

export function choicesOf(link: Pick<PaymentLinkRecord, 'allowed_payment_methods'>): PaymentChoice[] {
  return paymentChoices.filter(({ type }) => link.allowed_payment_methods.includes(type));
}

/**
 * Stores the buyer as an Identity and the chosen card or account as an instrument, so that the payment can be refunded
 * later.
 */
function tokenizeChoice(world: World, link: StoredLink, choice: PaymentChoice): StoredInstrument {
  const { store } = world;
  const { first_name = null, last_name = null } = link.buyer_details ?? {};
  const card = choice.card === null ? null : describeTestCard(choice.card);
  const identity = store.identities.insert({
    application: link.application,
    merchant: link.merchant,
    entity: { last_name: last_name ?? 'Buyer', ...(first_name === null ? {} : { first_name }) },
    tags: {},
  });
  return store.instruments.insert({
    application: link.application,
    merchant: link.merchant,
    identity: identity.id,
    type: choice.type,
    name: [first_name, last_name].filter((part) => part !== null).join(' ') || null,
    address: null,
    enabled: true,
    currency: link.amount_details.currency,
    brand: card?.brand ?? null,
    last_four: card?.maskedNumber.slice(-4) ?? '3456',
    test_card: choice.card,
    expiration_month: card ? 12 : null,
    expiration_year: card ? new Date(world.clock.now()).getUTCFullYear() + 4 : null,
    masked_account_number: card ? null : 'XXXXXX3456',
    bank_code: card ? null : '123123123',
    account_type: card ? null : 'CHECKING',
    account_updater_enabled: choice.type === 'PAYMENT_CARD',
    network_token_enabled: choice.type === 'PAYMENT_CARD',
    security_code_verification: 'UNKNOWN',
    address_verification: 'UNKNOWN',
    name_verification_results: null,
    tags: {},
  });
}

/** Reason that a Merchant cannot take money now, or null. */
function refusedMerchant(world: World, merchant: StoredMerchant): FailureCode | null {
  if (merchant.state !== 'APPROVED') return 'MERCHANT_NOT_APPROVED';
  const isOn = world.store.applications.find(merchant.application)?.processing_enabled !== false;
  return isOn ? null : 'PROCESSING_DISABLED';
}

const endStates: Readonly<Record<StoredTransfer['state'], TransferAttemptRecord['state']>> = {
  PENDING: 'PENDING',
  UNKNOWN: 'PENDING',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
  CANCELED: 'FAILED',
};

/** Updates the attempt and its link for a Transfer's outcome. Call in the transaction that settles the Transfer. */
export function applyAttemptOutcome(world: World, transfer: StoredTransfer): void {
  const { store } = world;
  const attempt = store.transferAttempts.first(equals('transfer_id', transfer.id));
  const link = attempt && store.paymentLinks.find(attempt.entity_id);
  if (!attempt || !link) return;
  const state = endStates[transfer.state];
  store.transferAttempts.update(attempt, { state, failure_code: transfer.failure_code });
  if (link.is_multiple_use || state === 'PENDING') return;
  if (state === 'SUCCEEDED') {
    // The money has moved, so the link is completed even if it was deactivated in between.
    store.paymentLinks.update(link, { state: 'COMPLETED', paid_by: null, pending: null });
    return;
  }
  const expiry = { decides_at: link.link_expires_at, change: { state: 'EXPIRED' } as const };
  store.paymentLinks.update(link, { paid_by: null, pending: expiry });
  world.settleAt(link.link_expires_at);
}

export interface Payment {
  choice: PaymentChoice;
  /** Amount in minor units that the buyer chose for a VARIABLE link, or null. */
  chosenAmount: number | null;
  /** Random token of the form, for idempotency. */
  formToken: string;
}

export type Paid =
  | { kind: 'attempt'; attempt: StoredAttempt; losesReply: boolean }
  | { kind: 'closed'; why: Closed }
  | { kind: 'refused'; refusal: Refusal };

/** Pays if possible. The attempt holds the outcome. */
export function payThroughLink(world: World, linkId: string, payment: Payment): Paid | null {
  const { store, clock } = world;
  return store.transaction((): Paid | null => {
    const link = store.paymentLinks.find(linkId);
    const merchant = store.merchants.find(link?.merchant ?? '');
    if (!link || !merchant) return null;
    const again = store.transferAttempts.first(equals('entity_id', link.id), equals('form_token', payment.formToken));
    if (again) return { kind: 'attempt', attempt: again, losesReply: false };
    const why = closedFor(link);
    if (why) return { kind: 'closed', why };
    const amount = amountToPay(link.amount_details, payment.chosenAmount);
    if (typeof amount !== 'number') return { kind: 'refused', refusal: amount };

    const common = {
      application: link.application,
      merchant: link.merchant,
      entity_id: link.id,
      entity_type: 'PAYMENT_LINK' as const,
      amount,
      currency: link.amount_details.currency,
      form_token: payment.formToken,
    };
    const instrument = tokenizeChoice(world, link, payment.choice);
    const failure = refusedMerchant(world, merchant);
    if (failure !== null) {
      const attempt = store.transferAttempts.insert({
        ...common,
        transfer_id: null,
        state: 'FAILED',
        payment_instrument: instrument.id,
        failure_code: failure,
      });
      return { kind: 'attempt', attempt, losesReply: false };
    }
    const decision = decideStored(world, instrument, amount, merchant.processor);
    const change = changeBy(decision.outcome);
    const isLater = decision.delayMs > 0;
    const decidesAt = clock.now() + decision.delayMs;
    const transfer = addTransfer(
      world,
      newTransfer(world, merchant, {
        source: instrument.id,
        type: 'DEBIT',
        amount,
        currency: common.currency,
        operation_key: 'SALE',
        tags: link.tags,
        ...(isLater ? { state: 'PENDING', pending: { decides_at: decidesAt, change } } : change),
      }),
    );
    const { id } = store.transferAttempts.insert({
      ...common,
      transfer_id: transfer.id,
      state: 'PENDING',
      payment_instrument: instrument.id,
      failure_code: null,
    });
    if (isLater) {
      // Other buyers cannot pay a claimed link, and it stays valid while this buyer pays.
      if (!link.is_multiple_use) store.paymentLinks.update(link, { paid_by: id, pending: null });
      world.settleAt(decidesAt);
    } else applyAttemptOutcome(world, transfer);
    const attempt = store.transferAttempts.find(id);
    if (!attempt) throw new Error('An attempt to pay got lost');
    return { kind: 'attempt', attempt, losesReply: decision.losesReply };
  });
}
