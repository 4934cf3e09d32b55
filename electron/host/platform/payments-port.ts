/** The payment engine's platform: calls and their outcomes in the engine's own terms. Nothing here ever rejects. */
import { toFailure, type Failure } from '../../contract/index.ts';
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
import { tagText, type Tags } from './limits.ts';
import { findPayment, findReversal } from './look-up.ts';
import { operation } from './operations.ts';
import { CAPTURE_TAG, readAuthorization, readTransfer, readTransferAsPayment } from './payment-records.ts';
import { codeAt, tagsAt, type Json } from './read.ts';
import { afterCapture, afterCreate, isErrorAnswer, isNone, plain, type Refused } from './refusals.ts';

export interface PaymentsPortOptions {
  http: Http;
  devices: Pick<PlatformDevices, 'act'>;
  merchant: string | null;
  /** The till's name, which what it makes at the platform carries as a tag; left out: none. */
  till?: string;
  /** Of `accountOf`; left out: payments are not kept apart by it. */
  account?: string;
  /** Has a connection stand; left out: the first request opens it. */
  preconnect?: () => void;
}

/** Card data is on the line and the bank is being asked; on the cloud route the platform holds the request open. */
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
    return safely(async () => {
      const startedAt = this.#http.now();
      const wasLetIn = this.#http.isLetIn;
      const created = await this.#create(request);
      return settled(async () => afterCreate(created, wasLetIn, () => this.#behind(created, request, startedAt)));
    });
  }

  findPayment(by: PaymentKey): Promise<PlatformOutcome<AuthorizationRecord | null>> {
    return safely(async () => ('id' in by ? orNone(await this.#find(by)) : plain(await this.#find(by))));
  }

  capture(request: Parameters<PlatformPort['capture']>[0]): Promise<PlatformOutcome<AuthorizationRecord>> {
    const { authorization, amountMinor, tipMinor, attempt, order, note = null } = request;
    // The Transfer would take the Authorization's tags; the tip is known only now.
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
    return safely(async () => orNone(await operation(this.#http, 'fetchTransfer', withId(readTransfer, id))(id)));
  }

  cancelOnDevice({ device }: { device: string }): Promise<PlatformOutcome<null>> {
    return safely(async () => plain(await this.#options.devices.act(device, 'CANCEL', {})));
  }

  reverse({ transfer, ...by }: ReversalKey): Promise<PlatformOutcome<TransferRecord>> {
    return safely(async () => {
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
      const wasLetIn = this.#http.isLetIn;
      const made = await operation(this.#http, 'createReversal', read)(transfer, body);
      return settled(async () => afterCreate(made, wasLetIn, () => findReversal(this.#http, transfer, by)));
    });
  }

  findReversal({ transfer, ...by }: ReversalKey): Promise<PlatformOutcome<TransferRecord | null>> {
    return safely(async () => plain(await findReversal(this.#http, transfer, by)));
  }

  get #http(): Http {
    return this.#options.http;
  }

  /** The join key back to our order (facts, section 6), and who made it. */
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
    // An answer about another payment is no answer (money rule 7).
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

  /** Its instants in the till's time, by what the answer itself said of the platform's clock. */
  #inTillTime<Found extends AuthorizationRecord | null>(outcome: ApiOutcome<Found>): ApiOutcome<Found> {
    return mapOutcome(outcome, (record) =>
      record === null || record.expiresAt === null
        ? record
        : { ...record, expiresAt: record.expiresAt - this.#http.offsetMs() },
    );
  }

  /** What stands behind a refused create: the record it names (a decline, a repeated key), else what stands under its key. */
  async #behind(
    outcome: ApiOutcome<AuthorizationRecord>,
    { kind, idempotencyId, attempt }: CreatePayment,
    startedAt: number,
  ): Promise<ApiOutcome<AuthorizationRecord | null>> {
    const details = detailsOf(outcome);
    const id = (kind === 'refund' ? details?.transfer : details?.authorization) ?? null;
    if (id !== null) {
      const read = await this.#find({ kind, startedAt, id });
      // Something exists there and could not be read: that is not "none".
      if (read.kind !== 'answered') return { kind: 'unknown', error: read.error, details: null };
      if (read.value !== null && isUnder(read.value, idempotencyId)) return read;
    }
    return this.#find({ kind, startedAt, idempotencyId, attempt });
  }

  /** "Already captured" and "already void" come as refusals: what the authorization says now decides. */
  #update(
    id: string,
    body: { capture_amount: number; tags: Tags } | { void_me: true },
    name: string,
    isDone: (record: AuthorizationRecord) => boolean,
    refused: (outcome: Refused) => PlatformOutcome<never> = plain,
  ): Promise<PlatformOutcome<AuthorizationRecord>> {
    return safely(async () => {
      const update = operation(this.#http, 'updateAuthorization', withId(readAuthorization, id));
      const outcome = this.#inTillTime(await update(id, body, { name }));
      if (!isErrorAnswer(outcome)) return plain(outcome);
      const read = await this.#readHold(id);
      // The platform's error, or a gateway's, does not say that this request did what the record shows.
      if (read.kind === 'answered' && isDone(read.value))
        return { kind: 'answered', record: read.value, isRefused: true };
      return outcome.kind === 'refused' ? refused(outcome) : plain(outcome);
    });
  }
}

/** The port of a till without a platform: provably nothing is sent. */
export function createUnconfiguredPort(): PlatformPort {
  const failure: Failure = { code: 'API_NOT_CONFIGURED', message: 'No payment platform is set up on this till.' };
  const notSent = async () => ({ kind: 'not-sent', failure }) as const;
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

/** The body of a create. The Device decides the merchant; without one the merchant is named. */
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
    // The amount includes it already (facts, 2.1).
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

/** A reader that takes only the record that was asked for; any other is as good as unreadable. */
function only<T>(read: (body: Json) => T | null, isTheOne: (record: T) => boolean): (body: Json) => T | null {
  return (body) => {
    const record = read(body);
    return record !== null && isTheOne(record) ? record : null;
  };
}

/** A reader of the record that was asked for by its id. */
function withId<T extends { id: string }>(read: (body: Json) => T | null, id: string): (body: Json) => T | null {
  return only(read, (record) => record.id === id);
}

/** A record without a key may be ours: see `ofAttempt`. */
function isUnder(record: { idempotencyId: string | null }, idempotencyId: string): boolean {
  return record.idempotencyId === null || record.idempotencyId === idempotencyId;
}

/**
 * A record without a key is taken for ours, unless it carries another attempt's tag or, where money is given, took some:
 * captures have no key of their own, and one of them in the answer to a refund is not the refund (money rule 7).
 */
function ofAttempt<T>(read: (record: Json) => T | null, attempt: string, otherType: 'DEBIT' | null) {
  return (record: Json): T | null => {
    const tag = tagsAt(record)['attempt'];
    if (tag !== undefined && tag !== attempt) return null;
    return otherType !== null && codeAt(record, 'type') === otherType ? null : read(record);
  };
}

/** Null where the platform itself says that there is none. */
function orNone<Value>(read: ApiOutcome<Value>): PlatformOutcome<Value | null> {
  return isNone(read) ? { kind: 'answered', record: null } : plain(read);
}

/** What is thrown here is a bug, or an input refused before anything was sent (API_INVALID). */
export async function safely<Value>(task: () => Promise<PlatformOutcome<Value>>): Promise<PlatformOutcome<Value>> {
  try {
    return await task();
  } catch (error) {
    const failure = toFailure(error);
    return { kind: failure.code === 'API_INVALID' ? 'refused' : 'unknown', failure };
  }
}

/** After the request has left, an exception proves nothing about it, whatever its code. */
async function settled<Value>(task: () => Promise<PlatformOutcome<Value>>): Promise<PlatformOutcome<Value>> {
  try {
    return await task();
  } catch (error) {
    return { kind: 'unknown', failure: toFailure(error) };
  }
}
