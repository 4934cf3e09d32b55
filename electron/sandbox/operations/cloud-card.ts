/**
 * Simulates the card that a customer presents to a terminal on the cloud route: its entry mode, and its description in
 * the reply.
 */
import { createHash } from 'node:crypto';
import type { CardPresentDetails } from '../../platform-api/index.ts';
import { issuerAuthenticationData } from '../crypto/issuer.ts';
import type { Outcome } from '../rules/decide.ts';
import { describeTestCard } from '../rules/test-cards.ts';
import type { CloudEntry, TestCard, TestCardId } from '../rules/test-cards.ts';
import { randomText } from '../store/ids.ts';
import type { World } from '../world/world.ts';

type Entry = Exclude<CloudEntry, 'chance'>;
const entries: readonly Entry[] = ['CONTACTLESS', 'CHIP_ENTRY', 'SWIPED', 'MANUAL_KEY_ENTRY'];

/** Default entry mode of each test card. */
const byCard: Readonly<Record<TestCardId, Entry>> = {
  approve: 'CONTACTLESS',
  pin: 'CHIP_ENTRY',
  'no-funds': 'CHIP_ENTRY',
  partial: 'SWIPED',
  slow: 'MANUAL_KEY_ENTRY',
  'lost-reply': 'CONTACTLESS',
};

/** Published application identifiers of the brands. */
const applications: Readonly<Record<TestCard['brand'], { id: string; label: string }>> = {
  VISA: { id: 'A0000000031010', label: 'VISA CREDIT' },
  MASTERCARD: { id: 'A0000000041010', label: 'MASTERCARD' },
  AMERICAN_EXPRESS: { id: 'A00000002501', label: 'AMERICAN EXPRESS' },
  DISCOVER: { id: 'A0000001523010', label: 'DISCOVER' },
};

function entryOf({ cloud, seed }: World): Entry {
  if (cloud.entry === null) return byCard[cloud.card];
  if (cloud.entry !== 'chance') return cloud.entry;
  cloud.presented += 1;
  const [byte = 0] = createHash('sha256').update(`${seed} ${cloud.presented}`).digest();
  return entries[byte % entries.length] ?? 'CONTACTLESS';
}

/** Description of the card after the outcome is decided. */
export function presentedCard(world: World, outcome: Outcome): CardPresentDetails {
  const { card } = world.cloud;
  const { brand, maskedNumber, paymentType } = describeTestCard(card);
  const entry = entryOf(world);
  const cryptogram = Buffer.from(world.random(8));
  const hasChip = entry === 'CONTACTLESS' || entry === 'CHIP_ENTRY';
  return {
    approval_code: outcome.kind === 'approved' ? randomText(6, world.random).toUpperCase() : null,
    brand,
    entry_mode: entry,
    masked_account_number: maskedNumber,
    name: null,
    payment_type: paymentType,
    emv_data: hasChip
      ? {
          application_identifier: applications[brand].id,
          application_label: applications[brand].label,
          application_preferred_name: null,
          application_transaction_counter: Buffer.from(world.random(2)).toString('hex').toUpperCase(),
          cryptogram: cryptogram.toString('hex').toUpperCase(),
          issuer_code_table_index: null,
          pin_verified: card === 'pin' && entry === 'CHIP_ENTRY',
          authorization_response_code: outcome.responseCode,
          issuer_authentication_data: issuerAuthenticationData(cryptogram, outcome.responseCode),
          issuer_scripts: [],
        }
      : null,
  };
}
