/** Payment Links, deliveries of them and of Receipts, and attempts to pay. Minor units, milliseconds since 1970. */
import type {
  CardPresentDetails,
  DeliveryDestinations,
  DeliveryMethod,
  PaymentLinkItem,
  ReceiptItem,
  ReceiptType,
  Tags,
} from '../../../platform-api/index.ts';
import type { LinkFacts } from '../../rules/payment-link-rules.ts';
import type { Pending } from './payments.ts';

export interface PaymentLinkRecord extends LinkFacts {
  application: string;
  merchant: string;
  nickname: string | null;
  items: PaymentLinkItem[];
  link_expires_at: number;
  tags: Tags;
  /** EXPIRED at `link_expires_at`, or null once completed or expired, and while a single-use link is being paid. */
  pending: Pending<PaymentLinkRecord> | null;
}

export interface DeliveryAttemptRecord {
  application: string;
  merchant: string;
  linked_to: string;
  linked_type: 'PAYMENT_LINK' | 'RECEIPT';
  type: DeliveryMethod;
  destination: string;
  /** Key that equal destinations share. Not shown. */
  destination_key: string;
  state: 'PENDING' | 'SENT' | 'FAILED';
  failure_code: string | null;
  tags: Tags;
  pending: Pending<DeliveryAttemptRecord> | null;
}

export interface TransferAttemptRecord {
  application: string;
  merchant: string;
  entity_id: string;
  entity_type: 'PAYMENT_LINK';
  transfer_id: string | null;
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  payment_instrument: string | null;
  amount: number;
  currency: string;
  failure_code: string | null;
  /** Token of the submitted form, for idempotency. Not shown. */
  form_token: string;
}

export interface ReceiptRecord {
  application: string;
  merchant: string;
  merchant_name: string;
  entity_id: string;
  entity_type: 'TRANSFER' | 'AUTHORIZATION';
  type: ReceiptType;
  amount: number;
  currency: string;
  amount_breakdown: Record<string, number> | null;
  items: ReceiptItem[];
  card_present_details: CardPresentDetails | null;
  requested_delivery_methods: DeliveryDestinations[];
  /** Secret part of the receipt page's URL. */
  token: string;
  tags: Tags;
}
