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
import { mapOutcome, type ApiOutcome } from './call.ts';
import type { PlatformDevices } from './devices.ts';
import type { Http } from './http.ts';
import { tagText, type Tags } from './limits.ts';
import { findPayment, findReversal } from './look-up.ts';
import { operation } from './operations.ts';
import { readAuthorization, readTransfer, readTransferAsPayment } from './payment-records.ts';
import { codeAt, tagsAt, type Json } from './read.ts';
import { afterCapture, mayBeRepeatedKey, notFoundAfter, plain, type Refused } from './refusals.ts';

export interface PaymentsPortOptions {
  http: Http;
  devices: Pick<PlatformDevices, 'act'>;
  merchant: string | null;
  /** Of `accountOf`; left out: payments are not kept apart by it. */
  account?: string;
  /** Has a connection stand; left out: the first request opens it. */
  warm?: () => void;
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

  warm(): void {
    this.#options.warm?.();
  }

  authorize(request: CreatePayment): Promise<PlatformOutcome<AuthorizationRecord>> {
    return safely(async () => {
      const startedAt = this.#http.now();
      const created = await this.#create(request);
      return settled(async () => this.#behindRefusal(created, request, startedAt));
    });
  }

  findPayment(by: PaymentKey): Promise<PlatformOutcome<AuthorizationRecord | null>> {
    return safely(async () => ('id' in by ? orNone(await this.#find(by)) : plain(await this.#find(by))));
  }

  capture(request: Parameters<PlatformPort['capture']>[0]): Promise<PlatformOutcome<AuthorizationRecord>> {
    const { authorization, amountMinor, tipMinor, attempt, order, note = null } = request;
    // The Transfer would take the Authorization's tags; the tip is known only now.
    const body = { capture_amount: amountMinor, tags: tagsOf({ attempt, order, note, tipMinor }) };
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
    return safely(async () => orNone(await operation(this.#http, 'fetchTransfer', readTransfer)(id)));
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
      const body = { refund_amount: amountMinor, idempotency_id: idempotencyId, tags: { attempt } };
      const made = await operation(this.#http, 'createReversal', read)(transfer, body);
      if (made.kind !== 'refused' || !mayBeRepeatedKey(made.details)) return plain(made);
      const found = await findReversal(this.#http, transfer, by);
      if (found.kind !== 'answered') return { kind: 'unknown', failure: found.error.toFailure() };
      return found.value === null ? notFoundAfter(made) : { kind: 'answered', record: found.value };
    });
  }

  findReversal({ transfer, ...by }: ReversalKey): Promise<PlatformOutcome<TransferRecord | null>> {
    return safely(async () => plain(await findReversal(this.#http, transfer, by)));
  }

  get #http(): Http {
    return this.#options.http;
  }

  async #create(request: CreatePayment): Promise<ApiOutcome<AuthorizationRecord>> {
    const { kind, route, idempotencyId, currency, attempt } = request;
    const isRefund = kind === 'refund';
    // An answer about another payment is no answer (money rule 7).
    const read = only(
      ofAttempt(isRefund ? readTransferAsPayment : readAuthorization, attempt, isRefund ? 'DEBIT' : null),
      (record) => isUnder(record, idempotencyId) && record.currency === currency,
    );
    const create = operation(this.#http, isRefund ? 'createTransfer' : 'createAuthorization', read);
    const options = route === 'cloud' ? {} : { timeoutMs: CABLE_CREATE_TIMEOUT_MS };
    return this.#inTillTime(await create(bodyOf(request, this.#options.merchant), options));
  }

  async #readHold(id: string): Promise<ApiOutcome<AuthorizationRecord>> {
    return this.#inTillTime(await operation(this.#http, 'fetchAuthorization', readAuthorization)(id));
  }

  async #find(by: PaymentKey): Promise<ApiOutcome<AuthorizationRecord | null>> {
    const isRefund = by.kind === 'refund';
    if ('idempotencyId' in by)
      return this.#inTillTime(await findPayment(this.#http, isRefund ? 'refund' : 'authorization', by));
    if (!isRefund) return this.#readHold(by.id);
    return this.#inTillTime(await operation(this.#http, 'fetchTransfer', readTransferAsPayment)(by.id));
  }

  /** Its instants in the till's time, by what the answer itself said of the platform's clock. */
  #inTillTime<Found extends AuthorizationRecord | null>(outcome: ApiOutcome<Found>): ApiOutcome<Found> {
    return mapOutcome(outcome, (record) =>
      record === null || record.expiresAt === null
        ? record
        : { ...record, expiresAt: record.expiresAt - this.#http.offsetMs() },
    );
  }

  /**
   * What a refused create left behind. A refusal that names a record (a decline, a repeated key) is answered by reading
   * that one. One that may be about a repeated key, but does not say whose, is believed only once the platform also says
   * that nothing stands under the key: a gateway that sent our request twice gives us the second answer. A conflict is not
   * believed even then.
   */
  async #behindRefusal(
    outcome: ApiOutcome<AuthorizationRecord>,
    { kind, idempotencyId, attempt }: CreatePayment,
    startedAt: number,
  ): Promise<PlatformOutcome<AuthorizationRecord>> {
    if (outcome.kind !== 'refused') return plain(outcome);
    const id = kind === 'refund' ? outcome.details.transfer : outcome.details.authorization;
    if (id !== null) {
      const read = await this.#find({ kind, startedAt, id });
      // Something exists there and could not be read: that is not "refused".
      if (read.kind !== 'answered' || read.value === null) return { kind: 'unknown', failure: unreadOf(read) };
      if (isUnder(read.value, idempotencyId)) return { kind: 'answered', record: read.value };
    } else if (!mayBeRepeatedKey(outcome.details)) return plain(outcome);
    const found = await this.#find({ kind, startedAt, idempotencyId, attempt });
    if (found.kind !== 'answered') return { kind: 'unknown', failure: found.error.toFailure() };
    return found.value === null ? notFoundAfter(outcome) : { kind: 'answered', record: found.value };
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
      const update = operation(this.#http, 'updateAuthorization', readAuthorization);
      const outcome = this.#inTillTime(await update(id, body, { name }));
      if (outcome.kind !== 'refused') return plain(outcome);
      const read = await this.#readHold(id);
      return read.kind === 'answered' && isDone(read.value) ? plain(read) : refused(outcome);
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
function bodyOf(request: CreatePayment, merchant: string | null) {
  const { kind, device, amountMinor, surchargeMinor, currency, idempotencyId, isTipOnTerminal, card } = request;
  const operationKey = kind === 'refund' ? 'CARD_PRESENT_UNREFERENCED_REFUND' : 'CARD_PRESENT_AUTHORIZATION';
  return {
    amount: amountMinor,
    currency,
    operation_key: operationKey,
    idempotency_id: idempotencyId,
    tags: tagsOf(request),
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

/** "There is none", where the platform itself says so: a gateway's 404 page does not speak for it. */
function orNone<Value>(read: ApiOutcome<Value>): PlatformOutcome<Value | null> {
  const isNone = read.kind === 'refused' && read.details.status === 404 && read.details.platformCode !== null;
  return isNone ? { kind: 'answered', record: null } : plain(read);
}

function unreadOf(outcome: ApiOutcome<unknown>): Failure {
  if (outcome.kind !== 'answered') return outcome.error.toFailure();
  return { code: 'API_UNREADABLE', message: 'The platform named a payment that it does not show.' };
}

/** The join key back to our order (facts, section 6). */
function tagsOf({
  attempt,
  order,
  note = null,
  tipMinor,
}: Pick<CreatePayment, 'attempt' | 'order' | 'note' | 'tipMinor'>): Tags {
  const orderId = tagText(order);
  const noteText = tagText(note);
  return {
    attempt,
    ...(orderId === '' ? {} : { order_id: orderId }),
    ...(noteText === '' ? {} : { note: noteText }),
    ...(tipMinor > 0 ? { tip_amount: String(tipMinor) } : {}),
  };
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
