/** Authorizations, Transfers and reversals: the calls that move money, and the looks after them. */
import type { AuthorizationRecord, CreatePayment, TransferRecord } from '../payments/index.ts';
import type { ApiCall, ApiOutcome, Http } from './http.ts';
import { READ_TIMEOUT_MS } from './http.ts';
import { checkTags, segment, type Tags } from './limits.ts';
import { find, findReversal, type LookUp } from './look-up.ts';
import { mapOutcome, only } from './outcomes.ts';
import { itemsOf, type ListFilters } from './pages.ts';
import { readAuthorization, readTransfer, readTransferAsPayment } from './payment-records.ts';
import { codeAt, tagsAt, type Json } from './read.ts';

/** Card data is on the line and the bank is being asked. */
export const CREATE_TIMEOUT_MS = 60_000;
/** A customer is at the terminal: the specification allows up to five minutes. */
export const CLOUD_CREATE_TIMEOUT_MS = 300_000;
export const CAPTURE_TIMEOUT_MS = 60_000;

/** A payment as it is sent. The Device decides the merchant; without one the merchant is named. */
export type NewPayment = Pick<
  CreatePayment,
  'kind' | 'route' | 'amountMinor' | 'surchargeMinor' | 'isTipOnTerminal' | 'currency' | 'idempotencyId' | 'card'
> & {
  /** The Device's id; null for a terminal the platform does not know. */
  device: string | null;
  merchant: string | null;
  tags: Tags;
};

export interface PaymentCalls {
  authorizations: {
    create(request: NewPayment): Promise<ApiOutcome<AuthorizationRecord>>;
    get(id: string): Promise<ApiOutcome<AuthorizationRecord>>;
    /** What stands under a key; `answered` with null when the platform has nothing. */
    find(by: LookUp): Promise<ApiOutcome<AuthorizationRecord | null>>;
    list(filters?: ListFilters): AsyncGenerator<AuthorizationRecord>;
    capture(id: string, amountMinor: number, tags?: Tags): Promise<ApiOutcome<AuthorizationRecord>>;
    void(id: string): Promise<ApiOutcome<AuthorizationRecord>>;
  };
  transfers: {
    /** An unreferenced refund: a Transfer that is itself the payment. */
    refund(request: NewPayment): Promise<ApiOutcome<AuthorizationRecord>>;
    getAsPayment(id: string): Promise<ApiOutcome<AuthorizationRecord>>;
    find(by: LookUp): Promise<ApiOutcome<AuthorizationRecord | null>>;
    get(id: string): Promise<ApiOutcome<TransferRecord>>;
    list(filters?: ListFilters): AsyncGenerator<TransferRecord>;
    reverse(
      id: string,
      request: { amountMinor: number; idempotencyId: string; tags: Tags },
    ): Promise<ApiOutcome<TransferRecord>>;
    /** The reversal under a key; `answered` with null when the platform has none. */
    findReversal(id: string, by: LookUp & { amountMinor: number }): Promise<ApiOutcome<TransferRecord | null>>;
  };
}

export function createPaymentCalls(http: Http): PaymentCalls {
  const authorization = (id: string): string => `/authorizations/${segment(id)}`;
  const transfer = (id: string): string => `/transfers/${segment(id)}`;

  /** Its instants in the till's time, by what the answer itself told of the platform's clock. */
  const inTillTime = <T extends AuthorizationRecord | null>(outcome: ApiOutcome<T>): ApiOutcome<T> =>
    mapOutcome(outcome, (record) =>
      record === null || record.expiresAt === null
        ? record
        : { ...record, expiresAt: record.expiresAt - http.offsetMs() },
    );
  const payment = async (request: ApiCall<AuthorizationRecord>): Promise<ApiOutcome<AuthorizationRecord>> =>
    inTillTime(await http.call(request));

  const getTransfer = <T extends { id: string }>(id: string, read: (record: Json) => T | null) =>
    http.call({
      operation: 'GET /transfers/{transfer_id}',
      method: 'GET',
      path: transfer(id),
      timeoutMs: READ_TIMEOUT_MS,
      read: only(read, (record) => record.id === id),
    });

  return {
    authorizations: {
      create: (request) =>
        payment(createCall(request, '/authorizations', 'CARD_PRESENT_AUTHORIZATION', readAuthorization)),
      get: (id) =>
        payment({
          operation: 'GET /authorizations/{authorization_id}',
          method: 'GET',
          path: authorization(id),
          timeoutMs: READ_TIMEOUT_MS,
          read: only(readAuthorization, (record) => record.id === id),
        }),
      find: async (by) => inTillTime(await find(http, 'authorizations', readAuthorization, by)),
      list: (filters) =>
        itemsOf(http, {
          path: '/authorizations',
          key: 'authorizations',
          ...(filters ? { filters } : {}),
          read: readAuthorization,
        }),
      capture: (id, amountMinor, tags) =>
        payment({
          operation: 'PUT /authorizations/{authorization_id}',
          method: 'PUT',
          path: authorization(id),
          body: { capture_amount: amountMinor, ...(tags ? { tags } : {}) },
          timeoutMs: CAPTURE_TIMEOUT_MS,
          read: only(readAuthorization, (record) => record.id === id),
        }),
      void: (id) =>
        payment({
          operation: 'PUT /authorizations/{authorization_id_void_to}',
          method: 'PUT',
          path: authorization(id),
          body: { void_me: true },
          timeoutMs: CAPTURE_TIMEOUT_MS,
          read: only(readAuthorization, (record) => record.id === id),
        }),
    },
    transfers: {
      refund: (request) =>
        payment(createCall(request, '/transfers', 'CARD_PRESENT_UNREFERENCED_REFUND', readTransferAsPayment)),
      getAsPayment: async (id) => inTillTime(await getTransfer(id, readTransferAsPayment)),
      find: async (by) => inTillTime(await find(http, 'transfers', readTransferAsPayment, by)),
      get: (id) => getTransfer(id, readTransfer),
      list: (filters) =>
        itemsOf(http, { path: '/transfers', key: 'transfers', ...(filters ? { filters } : {}), read: readTransfer }),
      async reverse(id, { amountMinor, idempotencyId, tags }) {
        checkTags(tags);
        return http.call({
          operation: 'POST /transfers/{id}/reversals',
          method: 'POST',
          path: `${transfer(id)}/reversals`,
          body: { refund_amount: amountMinor, idempotency_id: idempotencyId, tags },
          timeoutMs: CAPTURE_TIMEOUT_MS,
          read: only(
            ofAttempt(readTransfer, tags['attempt'], 'DEBIT'),
            (record) => record.id !== id && (record.idempotencyId === null || record.idempotencyId === idempotencyId),
          ),
        });
      },
      findReversal: (id, by) => findReversal(http, segment(id), by),
    },
  };
}

/**
 * A record without a key is taken for ours, unless it carries another attempt's tag or, where money is given, took some:
 * captures have no key of their own, and one of them in the answer to a refund is not the refund (money rule 7).
 */
function ofAttempt<T>(read: (record: Json) => T | null, attempt: string | undefined, otherType: 'DEBIT' | null) {
  return (record: Json): T | null => {
    const tag = tagsAt(record)['attempt'];
    if (tag !== undefined && tag !== attempt) return null;
    return otherType !== null && codeAt(record, 'type') === otherType ? null : read(record);
  };
}

function createCall(
  request: NewPayment,
  path: string,
  operationKey: string,
  read: (record: Json) => AuthorizationRecord | null,
): ApiCall<AuthorizationRecord> {
  checkTags(request.tags);
  const { card, device, merchant, surchargeMinor } = request;
  return {
    operation: `POST ${path}`,
    method: 'POST',
    path,
    timeoutMs: request.route === 'cloud' ? CLOUD_CREATE_TIMEOUT_MS : CREATE_TIMEOUT_MS,
    secrets: card ? [card.encryptedEmvData, card.keySerialNumber] : [],
    // An answer about another payment is no answer (money rule 7).
    read: only(
      ofAttempt(read, request.tags['attempt'], request.kind === 'refund' ? 'DEBIT' : null),
      ({ idempotencyId, currency }) =>
        (idempotencyId === null || idempotencyId === request.idempotencyId) && currency === request.currency,
    ),
    body: {
      amount: request.amountMinor,
      currency: request.currency,
      operation_key: operationKey,
      idempotency_id: request.idempotencyId,
      tags: request.tags,
      ...(device === null ? {} : { device }),
      ...(device === null && merchant !== null ? { merchant } : {}),
      // The amount includes it already (facts, 2.1).
      ...(surchargeMinor > 0 ? { additional_buyer_charges: { convenience_amount: surchargeMinor } } : {}),
      ...(request.isTipOnTerminal ? { device_configuration: { prompt_tip_on_screen: true } } : {}),
      ...(card
        ? {
            payment_instrument: {
              encrypted_emv_data: card.encryptedEmvData,
              emv_data_key_serial_number: card.keySerialNumber,
              encrypted_emv_format: card.format,
            },
          }
        : {}),
    },
  };
}
