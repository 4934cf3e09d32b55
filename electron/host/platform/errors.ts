/** Error answers: the platform's error envelope, and the meaning of each status for money. */
import { maskCardNumbers } from '../../domain/index.ts';
import { TillError, type Failure, type FailureCode } from '../../contract/index.ts';
import { resources } from '../../platform-api/generated/calls.ts';
import { isId } from './limits.ts';
import { asObject, codeAt, idAt, objectAt, textAt, type Json } from './read.ts';

/** Contents of an error answer, as far as present. */
export interface ErrorDetails {
  status: number;
  /**
   * True if the platform itself answered: its envelope with a status that it uses for refusals. Other answers may be a
   * gateway's.
   */
  isOwn: boolean;
  /** `code` of the envelope, such as INVALID_FIELD, or null if the body is not an envelope. */
  platformCode: string | null;
  /** `failure_code`, such as INSUFFICIENT_FUNDS. */
  failureCode: string | null;
  logref: string | null;
  /** `x-request-id` of the answer. */
  requestId: string | null;
  /** Transfer and Authorization behind a decline or a repeated idempotency id. */
  transfer: string | null;
  authorization: string | null;
  /** Id of each resource in the error, by kind, such as `{ subscription: 'SU1' }`. */
  resources: Readonly<Record<string, string>>;
  /** Field that a 422 is about. */
  field: string | null;
  /** Message of the platform, cleaned and shortened, for logs and technicians. */
  message: string | null;
  /** Delay of `Retry-After`. */
  retryAfterMs: number | null;
}

const MAX_MESSAGE = 200;
/** Maximum length of codes, references and field names. */
const MAX_NAME = 100;

/**
 * Reads `{ total, _embedded: { errors: [ {code, message, logref, failure_code, transfer, …} ] } }`, and the simpler
 * shapes that occur instead: one error at the top, an `errors` list, no body, HTML.
 */
export function readErrorDetails(
  status: number,
  requestId: string | null,
  body: unknown,
  retryAfterMs: number | null,
  clean: (text: string) => string,
): ErrorDetails {
  const embedded = embeddedErrors(body);
  const error = firstError(body) ?? {};
  // A careless platform or gateway may echo the request in any field, so each field is cleaned.
  const name = (text: string | null): string | null => (text === null ? null : clean(text).slice(0, MAX_NAME));
  const id = (text: string | null): string | null =>
    text !== null && isId(text) && clean(text) === text ? text : null;
  const message = textAt(error, 'failure_message') ?? textAt(error, 'message');
  return {
    status,
    isOwn: ownStatuses.has(status) && embedded !== null && codeAt(error, 'code') !== null,
    platformCode: name(codeAt(error, 'code')),
    failureCode: name(codeAt(error, 'failure_code')),
    logref: name(textAt(error, 'logref')),
    requestId: name(requestId),
    transfer: id(idAt(error, 'transfer')),
    authorization: id(idAt(error, 'authorization')),
    resources: Object.fromEntries(
      Object.keys(error)
        .filter((key) => kinds.has(key))
        .map((key) => [key, id(idAt(error, key))] as const)
        .filter((entry): entry is readonly [string, string] => entry[1] !== null),
    ),
    field: name(textAt(error, 'field')),
    message: message === null ? null : clean(message).slice(0, MAX_MESSAGE),
    retryAfterMs,
  };
}

/** Names under which an error may contain a resource, such as `payment_instrument` for `paymentInstruments`. */
const kinds: ReadonlySet<string> = new Set(
  Object.keys(resources).map((name) =>
    name
      .replace(/ies$/, 'y')
      .replace(/s$/, '')
      .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ),
);

function firstError(body: unknown): Json | null {
  const record = asObject(body);
  if (!record) return null;
  const list = embeddedErrors(body) ?? record['errors'];
  return (Array.isArray(list) ? asObject(list[0]) : null) ?? record;
}

/** Error list of the platform's envelope, or null if the body is not an envelope. */
function embeddedErrors(body: unknown): unknown[] | null {
  const list = objectAt(asObject(body) ?? {}, '_embedded')?.['errors'];
  return Array.isArray(list) ? list : null;
}

/**
 * Statuses that the platform refuses with (specification, "Errors"; facts, section 4). A 410, 413 or 499 comes from a
 * gateway.
 */
const ownStatuses: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 406, 409, 422, 429]);

/**
 * Meaning of a status outside 200..299. `refused`: the platform answered and did nothing. `unknown`: it may have acted.
 * A server fault or a gateway's timeout leaves the outcome of the request open, and a redirect comes from another
 * server.
 */
export function meaningOf(status: number): { kind: 'refused' | 'unknown'; code: FailureCode; words: string } {
  if (status >= 500) return { kind: 'unknown', code: 'API_SERVER', words: `server error ${status}` };
  if (status === 408) return { kind: 'unknown', code: 'API_TIMEOUT', words: 'the platform gave up waiting' };
  if (status < 400) return { kind: 'unknown', code: 'API_UNREADABLE', words: `unexpected status ${status}` };
  const known = byStatus[status];
  return known
    ? { kind: 'refused', code: known[0], words: known[1] }
    : { kind: 'refused', code: 'API_INVALID', words: `request refused with status ${status}` };
}

const byStatus: Readonly<Record<number, readonly [FailureCode, string]>> = {
  400: ['API_INVALID', 'the platform could not read the request'],
  401: ['API_UNAUTHORIZED', 'the platform does not accept these credentials'],
  402: ['API_DECLINED', 'declined'],
  403: ['API_FORBIDDEN', 'these credentials do not allow this request'],
  404: ['API_NOT_FOUND', 'the platform has no such record'],
  405: ['API_INVALID', 'the platform does not support that method there'],
  406: ['API_INVALID', 'the platform cannot answer in that format'],
  409: ['API_CONFLICT', 'in conflict with the current state'],
  422: ['API_INVALID', 'the platform refused the request'],
  429: ['API_RATE_LIMITED', 'too many requests'],
};

/** Typed error of an error answer. Its context contains ids and codes only, and the cleaned message. */
export function answerError(operation: string, code: FailureCode, words: string, details: ErrorDetails): TillError {
  const context: NonNullable<Failure['context']> = { operation, status: details.status };
  if (details.platformCode !== null) context['platformCode'] = details.platformCode;
  if (details.failureCode !== null) context['failureCode'] = details.failureCode;
  if (details.logref !== null) context['logref'] = details.logref;
  if (details.requestId !== null) context['requestId'] = details.requestId;
  Object.assign(context, details.resources);
  if (details.field !== null) context['field'] = details.field;
  if (details.message !== null) context['platformMessage'] = details.message;
  if (details.retryAfterMs !== null) context['retryAfterMs'] = details.retryAfterMs;
  return new TillError(code, `${operation}: ${words}`, { context });
}

/** `Retry-After` in seconds or as an HTTP date, as milliseconds from now, or null if missing or unreadable. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** Encrypted card data is hexadecimal and much longer than any trace id; even a part of it must not be kept. */
const longHex = /[0-9A-Fa-f]{33,}/g;

/**
 * Creates a function that makes the platform's texts safe to keep. It removes secrets (in any case, because codes are
 * converted to upper case), long hexadecimal text, card numbers and control characters.
 */
export function createCleaner(secrets: readonly string[]): (text: string) => string {
  const worthRemoving = secrets
    .filter((secret) => secret.length > 0)
    .map((secret) => new RegExp(secret.replace(/[^A-Za-z0-9]/g, '\\$&'), 'gi'));
  return (text) => {
    let clean = text;
    for (const secret of worthRemoving) clean = clean.replace(secret, '[removed]');
    clean = clean.replace(longHex, '[removed]');
    // oxlint-disable-next-line no-control-regex -- control characters must be kept out of a log
    return maskCardNumbers(clean.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim(), { hex: 'any' });
  };
}
