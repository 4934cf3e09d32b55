/** Turns encrypted card data into an outcome: opens it, compares it with the request, and asks the issuer. */
import { currencyOfNumeric } from '../../domain/index.ts';
import type {
  AuthorizationCreate,
  CardPresentDetails,
  EncryptedCardData,
  Processor,
} from '../../platform-api/index.ts';
import type { CardFacts } from '../crypto/card.ts';
import { openCardData } from '../crypto/card-data.ts';
import { issuerAuthenticationData } from '../crypto/issuer.ts';
import { TlvError } from '../crypto/tlv.ts';
import { decide } from '../rules/decide.ts';
import type { Decision, Outcome } from '../rules/decide.ts';
import { invalidField } from '../rules/refusal.ts';
import type { Refusal } from '../rules/refusal.ts';
import { recogniseTestCard } from '../rules/test-cards.ts';
import type { TestCard } from '../rules/test-cards.ts';
import { randomText } from '../store/ids.ts';
import type { RandomBytes } from '../store/ids.ts';

const dataField = 'payment_instrument.encrypted_emv_data';
const ksnField = 'payment_instrument.emv_data_key_serial_number';

const entryModes = { chip: 'CHIP_ENTRY', contactless: 'CONTACTLESS', swipe: 'SWIPED' } as const;

export interface ReadCard {
  facts: CardFacts;
  testCard: TestCard | null;
  keySerialNumber: string;
}

/** Decrypts and reads the card. Every copy of the plaintext is wiped before this returns. */
export function readEncryptedCard(data: EncryptedCardData): ReadCard | Refusal {
  const opened = openCardData(data.encrypted_emv_format ?? 0, Buffer.from(data.encrypted_emv_data, 'hex'));
  if (!opened.ok) {
    switch (opened.why) {
      case 'format':
        return invalidField(
          'payment_instrument.encrypted_emv_format',
          `${opened.detail}.`,
          'ENCRYPTED_FORMAT_UNSUPPORTED',
        );
      case 'malformed':
        return invalidField(dataField, `${opened.detail}.`, 'ENCRYPTED_DATA_MALFORMED');
      case 'unknown-key':
        return invalidField(ksnField, `${opened.detail}.`, 'KEY_SERIAL_NUMBER_UNKNOWN');
      case 'mac':
        return invalidField(dataField, `${opened.detail}.`, 'ENCRYPTED_DATA_MAC_INVALID');
    }
  }
  try {
    if (opened.keySerialNumber !== data.emv_data_key_serial_number.toUpperCase()) {
      return invalidField(ksnField, 'It is not the one inside the encrypted data.', 'ENCRYPTED_DATA_MALFORMED');
    }
    const { facts, known } = opened.read(recogniseTestCard);
    return { facts, testCard: known, keySerialNumber: opened.keySerialNumber };
  } catch (error) {
    if (!(error instanceof TlvError)) throw error;
    return invalidField(dataField, `${error.message}.`, 'ENCRYPTED_DATA_MALFORMED');
  } finally {
    opened.wipe();
  }
}

/** The card signed an amount and a currency, so an authorization for any other is a caller error. */
export function refuseOtherAmount(
  facts: CardFacts,
  body: Pick<AuthorizationCreate, 'amount' | 'currency'>,
): Refusal | null {
  if (facts.amountMinor !== null && facts.amountMinor !== body.amount) {
    return invalidField('amount', 'The card data was made for another amount.');
  }
  if (facts.numericCurrency !== null && currencyOfNumeric(facts.numericCurrency) !== body.currency) {
    return invalidField('currency', 'The card data was made for another currency.');
  }
  return null;
}

export interface IssuerAnswer {
  decision: Decision;
  details: CardPresentDetails;
}

function describe(card: ReadCard, outcome: Outcome, random: RandomBytes): CardPresentDetails {
  const { facts } = card;
  return {
    approval_code: outcome.kind === 'approved' ? randomText(6, random).toUpperCase() : null,
    brand: facts.brand,
    entry_mode: entryModes[facts.entry],
    masked_account_number: facts.lastFour.padStart(facts.length, '*'),
    name: null,
    payment_type: card.testCard?.paymentType ?? 'NONE',
    emv_data:
      facts.entry === 'swipe'
        ? null
        : {
            application_identifier: facts.applicationIdentifier,
            application_label: facts.applicationLabel,
            application_preferred_name: null,
            application_transaction_counter: facts.applicationTransactionCounter,
            cryptogram: facts.cryptogram?.toString('hex').toUpperCase() ?? null,
            issuer_code_table_index: null,
            pin_verified: facts.isPinVerified,
            authorization_response_code: outcome.responseCode,
            issuer_authentication_data: facts.cryptogram
              ? issuerAuthenticationData(facts.cryptogram, outcome.responseCode)
              : null,
            issuer_scripts: [],
          },
  };
}

/** Decides, and returns the data that the card and the receipt need. */
export function askIssuer(
  card: ReadCard,
  amountMinor: number,
  context: { processor: Processor; now: number; random: RandomBytes },
): IssuerAnswer {
  const decision = decide({
    card: card.testCard?.id ?? null,
    expiry: card.facts.expiry,
    amountMinor,
    processor: context.processor,
    now: context.now,
  });
  return { decision, details: describe(card, decision.outcome, context.random) };
}
