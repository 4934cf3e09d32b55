/** Authorizations, Transfers and reversals: the calls that move money, and the looks after them. */
import { TillError } from '../../contract/index.ts';
import type { AuthorizationRecord, CreatePayment, TransferRecord } from '../payments/index.ts';
import type { ApiCall, ApiOutcome, Http } from './http.ts';
import { READ_TIMEOUT_MS } from './http.ts';
import { checkTags, segment, type Tags } from './limits.ts';
import { only } from './outcomes.ts';
import { itemsOf, pagesOf, type ListFilters } from './pages.ts';
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

/** How a payment whose id is not known is looked for. */
export interface LookUp {
  idempotencyId: string;
  /** Value of the tag `attempt`. */
  attempt: string;
  /** When the request may have left, milliseconds since 1970. */
  startedAt: number;
}

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
    findReversal(id: string, idempotencyId: string): Promise<ApiOutcome<TransferRecord | null>>;
  };
}

const MINUTE_MS = 60_000;
/** Clocks differ, and a create may be decided late: the window a payment is looked for in, around its start. */
const BEFORE_MS = 24 * 60 * MINUTE_MS;

export function createPaymentCalls(http: Http): PaymentCalls {
  const authorization = (id: string): string => `/authorizations/${segment(id)}`;
  const transfer = (id: string): string => `/transfers/${segment(id)}`;

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
        http.call(createCall(request, '/authorizations', 'CARD_PRESENT_AUTHORIZATION', readAuthorization)),
      get: (id) =>
        http.call({
          operation: 'GET /authorizations/{authorization_id}',
          method: 'GET',
          path: authorization(id),
          timeoutMs: READ_TIMEOUT_MS,
          read: only(readAuthorization, (record) => record.id === id),
        }),
      find: (by) => find(http, 'authorizations', readAuthorization, by),
      list: (filters) =>
        itemsOf(http, {
          path: '/authorizations',
          key: 'authorizations',
          ...(filters ? { filters } : {}),
          read: readAuthorization,
        }),
      capture: (id, amountMinor, tags) =>
        http.call({
          operation: 'PUT /authorizations/{authorization_id}',
          method: 'PUT',
          path: authorization(id),
          body: { capture_amount: amountMinor, ...(tags ? { tags } : {}) },
          timeoutMs: CAPTURE_TIMEOUT_MS,
          read: only(readAuthorization, (record) => record.id === id),
        }),
      void: (id) =>
        http.call({
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
        http.call(createCall(request, '/transfers', 'CARD_PRESENT_UNREFERENCED_REFUND', readTransferAsPayment)),
      getAsPayment: (id) => getTransfer(id, readTransferAsPayment),
      find: (by) => find(http, 'transfers', readTransferAsPayment, by),
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
      async findReversal(id, idempotencyId) {
        const pages = pagesOf(http, { path: `${transfer(id)}/reversals`, key: 'transfers', read: readTransfer });
        let isNameless = false;
        for await (const page of pages) {
          if (page.kind !== 'answered') return page;
          const found = page.value.items.find((record) => record.idempotencyId === idempotencyId);
          if (found) return { kind: 'answered', value: found };
          isNameless ||= page.value.items.some((record) => record.idempotencyId === null);
        }
        return isNameless ? nameless('GET /transfers/{id}/reversals') : { kind: 'answered', value: null };
      },
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

/** `YYYY-MM-DDTHH:MM:SS`: what date filters want (facts, section 6). */
function filterInstant(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}

/**
 * Three looks, since any filter may be one the platform does not know: by key, by our tag, and through everything made
 * around the time in question, comparing keys (money rule 4). "None" needs all three to have been read to their end.
 */
async function find(
  http: Http,
  key: 'authorizations' | 'transfers',
  read: (record: Json) => AuthorizationRecord | null,
  { idempotencyId, attempt, startedAt }: LookUp,
): Promise<ApiOutcome<AuthorizationRecord | null>> {
  const since = { 'created_at.gte': filterInstant(startedAt - BEFORE_MS) };
  const looks: ListFilters[] = [
    { idempotency_id: idempotencyId, ...since },
    { 'tags.key': 'attempt', 'tags.value': attempt, ...since },
    {
      'created_at.gte': filterInstant(startedAt - 10 * MINUTE_MS),
      'created_at.lte': filterInstant(startedAt + BEFORE_MS),
    },
  ];
  // A record without a key is ours when it carries our tag.
  const readTagged = (record: Json): { payment: AuthorizationRecord; tag: string | null } | null => {
    const payment = read(record);
    return payment && { payment, tag: tagsAt(record)['attempt'] ?? null };
  };
  let isNameless = false;
  for (const [index, filters] of looks.entries()) {
    // By its key there is one, or a platform that does not know the filter: a short page shows which.
    const pageSize = index === 0 ? 20 : 100;
    for await (const page of pagesOf(http, { path: `/${key}`, key, filters, pageSize, read: readTagged })) {
      if (page.kind !== 'answered') return page;
      const found = page.value.items.find(
        ({ payment, tag }) =>
          payment.idempotencyId === idempotencyId || (payment.idempotencyId === null && tag === attempt),
      );
      if (found) return { kind: 'answered', value: found.payment };
      isNameless ||= page.value.items.some(({ payment, tag }) => payment.idempotencyId === null && tag === null);
    }
  }
  return isNameless ? nameless(`GET /${key}`) : { kind: 'answered', value: null };
}

/** One of those without a key may be ours: that is not "none". */
function nameless(operation: string): ApiOutcome<never> {
  const words = 'the list does not say under which keys its records stand';
  const error = new TillError('API_UNREADABLE', `${operation}: ${words}`, { context: { operation } });
  return { kind: 'unknown', error, details: null };
}
