/**
 * Receipts of the platform: sent to the customer by e-mail or SMS, and shown as a web page. The endpoints are assumed
 * (specification, "Receipts"), so replies are read defensively.
 */
import {
  sendDestination,
  TillError,
  type AttemptView,
  type SendMethod,
  type SendResult,
} from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import { notConfigured, type ApiOutcome, type Operations } from '../platform/index.ts';
import { kindOf, reversalOf } from './receipt-kind.ts';

export interface SenderOptions {
  /** Operations, or null if no platform is configured. */
  operations: Pick<Operations, 'receipts' | 'receiptDeliveryAttempts'> | null;
  clock: Clock;
}

export interface SendRequest {
  attempt: AttemptView;
  reversal: string | null;
  method: SendMethod;
  destination: string;
}

type Delivery = Pick<SendResult, 'state' | 'reason'>;

interface PlatformReceipt {
  id: string;
  page: string | null;
}

/** Time limit of each request, because a customer waits. */
const REQUEST_MS = 15_000;
/** Delays of the polls for the delivery state, after the platform accepted the request. */
const LOOKS_MS = [250, 500, 750, 1_000, 1_500, 2_000, 2_000] as const;

export class ReceiptSender {
  readonly #options: SenderOptions;
  /** Receipts by Transfer or Authorization: one Receipt serves all deliveries. */
  readonly #known = new Map<string, PlatformReceipt>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** @throws RECEIPT_ADDRESS, PAY_STATE or API_… when nothing was sent */
  async send({ attempt, reversal, method, destination: typed }: SendRequest): Promise<SendResult> {
    const destination = sendDestination(method, typed);
    if (destination === null) {
      throw new TillError('RECEIPT_ADDRESS', 'A receipt cannot be sent to this address.', { context: { method } });
    }
    const receipt = await this.#receiptOf(attempt, reversal);
    const result = { method, destination, receipt: receipt.id };
    const outcome = await this.#operations.receiptDeliveryAttempts.create(
      receipt.id,
      { requested_delivery_methods: [{ type: method, destinations: [destination] }] },
      { timeoutMs: REQUEST_MS },
    );
    if (outcome.kind === 'unknown') return { ...result, state: 'unknown', reason: outcome.error.code };
    const [first] = answered(outcome)._embedded?.delivery_attempts ?? [];
    return { ...result, ...(await this.#followed(receipt.id, first?.id ?? null, first?.state ?? null)) };
  }

  /**
   * Public web page of the receipt, for the customer's phone, or null.
   * @throws the same codes as `send`
   */
  async page(attempt: AttemptView, reversal: string | null): Promise<string | null> {
    return (await this.#receiptOf(attempt, reversal)).page;
  }

  get #operations(): NonNullable<SenderOptions['operations']> {
    if (this.#options.operations) return this.#options.operations;
    throw TillError.of(notConfigured);
  }

  async #receiptOf(attempt: AttemptView, reversal: string | null): Promise<PlatformReceipt> {
    const { receipts } = this.#operations;
    const entity = entityOf(attempt, reversal);
    const made = this.#known.get(entity) ?? (await this.#earlier(entity));
    if (made) return made;
    const tip = reversal === null && attempt.tipMinor > 0 ? { amount_breakdown: { tip_amount: attempt.tipMinor } } : {};
    const body = { entity_id: entity, send_receipt_to_buyer: false, tags: { attempt: attempt.id }, ...tip };
    return this.#remember(entity, answered(await receipts.create(body, { timeoutMs: REQUEST_MS })));
  }

  /**
   * Receipt from before this start of the till, or null. If the list fails, another Receipt is created, which is
   * harmless.
   */
  async #earlier(entity: string): Promise<PlatformReceipt | null> {
    try {
      for await (const record of this.#operations.receipts.list({ entity_id: entity }, { pageSize: 1 })) {
        if (record.entity_id === entity) return this.#remember(entity, record);
      }
    } catch {
      return null;
    }
    return null;
  }

  #remember(entity: string, record: { id: string; receipt_url?: string | null }): PlatformReceipt {
    const receipt = { id: record.id, page: pageOf(record.receipt_url) };
    this.#known.set(entity, receipt);
    return receipt;
  }

  /** Polls the delivery until the platform reports sent or failed, for a few seconds. */
  async #followed(receipt: string, id: string | null, first: string | null): Promise<Delivery> {
    let state = first;
    let reason: string | null = null;
    for (const pauseMs of LOOKS_MS) {
      if (state === 'SENT') return { state: 'sent', reason: null };
      if (state === 'FAILED') return { state: 'failed', reason };
      if (id === null) break;
      await new Promise<void>((resolve) => void this.#options.clock.after(pauseMs, resolve));
      const found = await this.#delivery(receipt, id);
      if (found) ({ state, reason } = found);
    }
    return { state: 'unknown', reason: state };
  }

  async #delivery(receipt: string, id: string): Promise<{ state: string | null; reason: string | null } | null> {
    try {
      for await (const one of this.#operations.receiptDeliveryAttempts.list(receipt, {}, { pageSize: 100 })) {
        if (one.id === id) return { state: one.state ?? null, reason: one.failure_code ?? null };
      }
    } catch {
      // Poll again; after the last poll the state is unknown.
    }
    return null;
  }
}

/**
 * Id of the record that the platform's Receipt is for.
 * @throws PAY_STATE when no money moved
 */
export function entityOf(attempt: AttemptView, reversal: string | null): string {
  const kind = reversal === null ? kindOf(attempt) : 'reversal';
  const id =
    reversal === null
      ? (attempt.transfer ?? (kind === 'authorization' ? attempt.authorization : null))
      : reversalOf(attempt, reversal).transfer;
  if (id !== null) return id;
  throw new TillError('PAY_STATE', 'Nothing moved in this payment, so the platform has no receipt of it to send.', {
    context: { attempt: attempt.id, state: attempt.state },
  });
}

/** Maximum address length that a QR code on a screen can show. */
const MAX_PAGE = 300;

/** Address that a customer's phone can open: https, outside this computer and the shop's network. Otherwise null. */
export function pageOf(url: string | null | undefined): string | null {
  if (!url || url.length > MAX_PAGE || !URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  const isOwn =
    hostname === 'localhost' ||
    !hostname.includes('.') ||
    /^(127|10|0|169\.254|192\.168|172\.(1[6-9]|2[0-9]|3[01]))\./.test(hostname) ||
    /\.(local|internal|lan|localhost)$/.test(hostname);
  return protocol === 'https:' && !isOwn ? url : null;
}

function answered<T>(outcome: ApiOutcome<T>): T {
  if (outcome.kind === 'answered') return outcome.value;
  throw outcome.error;
}
