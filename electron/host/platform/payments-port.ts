/** Platform port of the payment engine: calls and outcomes in the engine's terms. Never rejects. */
import { toFailure } from '../../contract/index.ts';
import type {
  AuthorizationRecord,
  CreatePayment,
  PaymentKey,
  PlatformOutcome,
  PlatformPort,
  ReversalKey,
  TransferRecord,
} from '../payments/index.ts';
import { detailsOf, mapOutcome, type ApiOutcome } from './call.ts';
import type { PlatformDevices } from './devices.ts';
import type { Http } from './http.ts';
import { notConfigured } from './not-configured.ts';
import { tagText, type Tags } from './limits.ts';
import { findPayment, findReversal } from './look-up.ts';
import { operation } from './operations.ts';
import { CAPTURE_TAG, readAuthorization, readTransfer, readTransferAsPayment } from './payment-records.ts';
import { codeAt, tagsAt, type Json } from './read.ts';
import { afterCapture, afterCreate, isErrorAnswer, isNone, toPlatformOutcome, type Refused } from './refusals.ts';

export interface PaymentsPortOptions {
  http: Http;
  devices: Pick<PlatformDevices, 'act'>;
  merchant: string | null;
  /** Name of the till, sent as a tag with every payment, if set. */
  till?: string;
  /** Result of `accountOf`; without it, payments are not separated by account. */
  account?: string;
  /** Opens a connection in advance; without it, the first request opens the connection. */
  preconnect?: () => void;
}

/**
 * Time limit on the cable route, where the card was already read and only the bank answers; on the cloud route the
 * platform holds the request open.
 */
const CABLE_CREATE_TIMEOUT_MS = 60_000;

export class PaymentsPort implements PlatformPort {
  readonly account?: string;
  readonly #options: PaymentsPortOptions;

  constructor(options: PaymentsPortOptions) {
    this.#options = options;
    if (options.account !== undefined) this.account = options.account;
  }

  now(): number | null {
    return this.#http.platformNow();
  }

  preconnect(): void {
    this.#options.preconnect?.();
  }

  authorize(request: CreatePayment): Promise<PlatformOutcome<AuthorizationRecord>> {
    return failureAsOutcome(async () => {
      const startedAt = this.#http.now();
      const wasPasswordAccepted = this.#http.isPasswordAccepted;
      const created = await this.#create(request);
      return settled(async () =>
        afterCreate(created, wasPasswordAccepted, () => this.#behind(created, request, startedAt)),
      );
    });
  }

  findPayment(by: PaymentKey): Promise<PlatformOutcome<AuthorizationRecord | null>> {
    return failureAsOutcome(async () =>
      'id' in by ? orNone(await this.#find(by)) : toPlatformOutcome(await this.#find(by)),
    );
  }

  capture(request: Parameters<PlatformPort['capture']>[0]): Promise<PlatformOutcome<AuthorizationRecord>> {
    const { authorization, amountMinor, tipMinor, attempt, order, note = null } = request;
    // Without its own tags, a Transfer would inherit the Authorization's; the final tip is known only now.
    const tags = { ...this.#tagsOf({ attempt, order, note, tipMinor }), [CAPTURE_TAG]: String(amountMinor) };
    const body = { capture_amount: amountMinor, tags };
    return this.#update(
      authorization,
      body,
      'PUT /authorizations/{authorization_id}',
      ({ transfer }) => transfer !== null,
      afterCapture,
    );
  }

  void({ authorization }: { authorization: string }): Promise<PlatformOutcome<AuthorizationRecord>> {
    const isDone = (record: AuthorizationRecord): boolean => record.isVoid || record.transfer !== null;
    return this.#update(authorization, { void_me: true }, 'PUT /authorizations/{authorization_id_void_to}', isDone);
  }

  findTransfer(id: string): Promise<PlatformOutcome<TransferRecord | null>> {
    return failureAsOutcome(async () =>
      orNone(await operation(this.#http, 'fetchTransfer', withId(readTransfer, id))(id)),
    );
  }

  cancelOnDevice({ device }: { device: string }): Promise<PlatformOutcome<null>> {
    return failureAsOutcome(async () => toPlatformOutcome(await this.#options.devices.act(device, 'CANCEL', {})));
  }

  reverse({ transfer, ...by }: ReversalKey): Promise<PlatformOutcome<TransferRecord>> {
    return failureAsOutcome(async () => {
      const { amountMinor, idempotencyId, attempt } = by;
      const read = only(
        ofAttempt(readTransfer, attempt, 'DEBIT'),
        (record) => record.id !== transfer && isUnder(record, idempotencyId),
      );
      const body = {
        refund_amount: amountMinor,
        idempotency_id: idempotencyId,
        tags: this.#tagsOf({ attempt, order: null, tipMinor: 0 }),
      };
      const wasPasswordAccepted = this.#http.isPasswordAccepted;
      const made = await operation(this.#http, 'createReversal', read)(transfer, body);
      return settled(async () => afterCreate(made, wasPasswordAccepted, () => findReversal(this.#http, transfer, by)));
    });
  }

  findReversal({ transfer, ...by }: ReversalKey): Promise<PlatformOutcome<TransferRecord | null>> {
    return failureAsOutcome(async () => toPlatformOutcome(await findReversal(this.#http, transfer, by)));
  }

  get #http(): Http {
    return this.#options.http;
  }

  /** Tags that link a record to the till's order (facts, section 6) and name the till. */
  #tagsOf({
    attempt,
    order,
    note = null,
    tipMinor,
  }: Pick<CreatePayment, 'attempt' | 'order' | 'note' | 'tipMinor'>): Tags {
    const orderId = tagText(order);
    const noteText = tagText(note);
    const till = tagText(this.#options.till ?? null);
    return {
      attempt,
      ...(till === '' ? {} : { till }),
      ...(orderId === '' ? {} : { order_id: orderId }),
      ...(noteText === '' ? {} : { note: noteText }),
      ...(tipMinor > 0 ? { tip_amount: String(tipMinor) } : {}),
    };
  }

  async #create(request: CreatePayment): Promise<ApiOutcome<AuthorizationRecord>> {
    const { kind, route, idempotencyId, attempt } = request;
    const isRefund = kind === 'refund';
    // An answer about another payment is not an answer (money rule 7).
    const read = only(
      ofAttempt(isRefund ? readTransferAsPayment : readAuthorization, attempt, isRefund ? 'DEBIT' : null),
      (record) => isUnder(record, idempotencyId),
    );
    const create = operation(this.#http, isRefund ? 'createTransfer' : 'createAuthorization', read);
    const options = route === 'cloud' ? {} : { timeoutMs: CABLE_CREATE_TIMEOUT_MS };
    return this.#inTillTime(await create(bodyOf(request, this.#options.merchant, this.#tagsOf(request)), options));
  }

  async #readHold(id: string): Promise<ApiOutcome<AuthorizationRecord>> {
    return this.#inTillTime(await operation(this.#http, 'fetchAuthorization', withId(readAuthorization, id))(id));
  }

  async #find(by: PaymentKey): Promise<ApiOutcome<AuthorizationRecord | null>> {
    const isRefund = by.kind === 'refund';
    if ('idempotencyId' in by)
      return this.#inTillTime(await findPayment(this.#http, isRefund ? 'refund' : 'authorization', by));
    if (!isRefund) return this.#readHold(by.id);
    return this.#inTillTime(await operation(this.#http, 'fetchTransfer', withId(readTransferAsPayment, by.id))(by.id));
  }

  /** Converts the record's times to the till's clock, with the offset learned from the same answer. */
  #inTillTime<Found extends AuthorizationRecord | null>(outcome: ApiOutcome<Found>): ApiOutcome<Found> {
    return mapOutcome(outcome, (record) =>
      record === null || record.expiresAt === null
        ? record
        : { ...record, expiresAt: record.expiresAt - this.#http.offsetMs() },
    );
  }

  /**
   * Record behind a refused create: the record in the refusal (a decline, a repeated key), otherwise the record under
   * the create's key.
   */
  async #behind(
    outcome: ApiOutcome<AuthorizationRecord>,
    { kind, idempotencyId, attempt }: CreatePayment,
    startedAt: number,
  ): Promise<ApiOutcome<AuthorizationRecord | null>> {
    const details = detailsOf(outcome);
    const id = (kind === 'refund' ? details?.transfer : details?.authorization) ?? null;
    if (id !== null) {
      const read = await this.#find({ kind, startedAt, id });
      // The record exists but is unreadable, so "none" remains unproven.
      if (read.kind !== 'answered') return { kind: 'unknown', error: read.error, details: null };
      if (read.value !== null && isUnder(read.value, idempotencyId)) return read;
    }
    return this.#find({ kind, startedAt, idempotencyId, attempt });
  }

  /**
   * Updates an Authorization. The platform refuses a repeated capture or void as "already captured" or "already void",
   * so the Authorization's current state decides.
   */
  #update(
    id: string,
    body: { capture_amount: number; tags: Tags } | { void_me: true },
    name: string,
    isDone: (record: AuthorizationRecord) => boolean,
    refused: (outcome: Refused) => PlatformOutcome<never> = toPlatformOutcome,
  ): Promise<PlatformOutcome<AuthorizationRecord>> {
    return failureAsOutcome(async () => {
      const update = operation(this.#http, 'updateAuthorization', withId(readAuthorization, id));
      const outcome = this.#inTillTime(await update(id, body, { name }));
      if (!isErrorAnswer(outcome)) return toPlatformOutcome(outcome);
      const read = await this.#readHold(id);
      // An error of the platform or a gateway does not prove that this request caused the record's state.
      if (read.kind === 'answered' && isDone(read.value))
        return { kind: 'answered', record: read.value, isRefused: true };
      return outcome.kind === 'refused' ? refused(outcome) : toPlatformOutcome(outcome);
    });
  }
}

/** Port of a till without a platform; provably sends nothing. */
export function createUnconfiguredPort(): PlatformPort {
  const notSent = async () => ({ kind: 'not-sent', failure: notConfigured }) as const;
  return {
    authorize: notSent,
    findPayment: notSent,
    capture: notSent,
    void: notSent,
    findTransfer: notSent,
    cancelOnDevice: notSent,
    reverse: notSent,
    findReversal: notSent,
  };
}

/** Body of a create. The Device implies the merchant; without a Device the body contains the merchant. */
function bodyOf(request: CreatePayment, merchant: string | null, tags: Tags) {
  const { kind, device, amountMinor, surchargeMinor, currency, idempotencyId, isTipOnTerminal, card } = request;
  const operationKey = kind === 'refund' ? 'CARD_PRESENT_UNREFERENCED_REFUND' : 'CARD_PRESENT_AUTHORIZATION';
  return {
    amount: amountMinor,
    currency,
    operation_key: operationKey,
    idempotency_id: idempotencyId,
    tags,
    ...(device === null ? {} : { device }),
    ...(device === null && merchant !== null ? { merchant } : {}),
    // The amount already includes the surcharge (facts, 2.1).
    ...(surchargeMinor > 0 ? { additional_buyer_charges: { convenience_amount: surchargeMinor } } : {}),
    ...(isTipOnTerminal ? { device_configuration: { prompt_tip_on_screen: true } } : {}),
    ...(card
      ? {
          payment_instrument: {
            encrypted_emv_data: card.encryptedEmvData,
            emv_data_key_serial_number: card.keySerialNumber,
            encrypted_emv_format: card.format,
          },
        }
      : {}),
  } as const;
}

/** Wraps a reader so that it accepts only the requested record; any other counts as unreadable. */
function only<T>(read: (body: Json) => T | null, isTheOne: (record: T) => boolean): (body: Json) => T | null {
  return (body) => {
    const record = read(body);
    return record !== null && isTheOne(record) ? record : null;
  };
}

/** Wraps a reader so that it accepts only the record with this id. */
function withId<T extends { id: string }>(read: (body: Json) => T | null, id: string): (body: Json) => T | null {
  return only(read, (record) => record.id === id);
}

/** A record without a key may be the attempt's: see `ofAttempt`. */
function isUnder(record: { idempotencyId: string | null }, idempotencyId: string): boolean {
  return record.idempotencyId === null || record.idempotencyId === idempotencyId;
}

/**
 * Accepts a record without a key as the attempt's, unless it has another attempt's tag, or is a capture while the
 * attempt refunds: captures lack keys, and a capture in the answer to a refund is not the refund (money rule 7).
 */
function ofAttempt<T>(read: (record: Json) => T | null, attempt: string, otherType: 'DEBIT' | null) {
  return (record: Json): T | null => {
    const tag = tagsAt(record)['attempt'];
    if (tag !== undefined && tag !== attempt) return null;
    return otherType !== null && codeAt(record, 'type') === otherType ? null : read(record);
  };
}

/** Returns null if the platform itself reports that the record does not exist. */
function orNone<Value>(read: ApiOutcome<Value>): PlatformOutcome<Value | null> {
  return isNone(read) ? { kind: 'answered', record: null } : toPlatformOutcome(read);
}

/** A thrown error is a bug, or an input refused before sending (API_INVALID). */
export async function failureAsOutcome<Value>(
  task: () => Promise<PlatformOutcome<Value>>,
): Promise<PlatformOutcome<Value>> {
  try {
    return await task();
  } catch (error) {
    const failure = toFailure(error);
    return { kind: failure.code === 'API_INVALID' ? 'refused' : 'unknown', failure };
  }
}

/** Once the request is sent, an exception is no evidence about its outcome, whatever its code. */
async function settled<Value>(task: () => Promise<PlatformOutcome<Value>>): Promise<PlatformOutcome<Value>> {
  try {
    return await task();
  } catch (error) {
    return { kind: 'unknown', failure: toFailure(error) };
  }
}
