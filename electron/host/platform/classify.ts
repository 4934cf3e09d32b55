/** Classifies an exchange into an outcome and a typed error, both free of secrets. */
import { hidesSomething, visibleIn } from '../../domain/index.ts';
import { TillError, type Failure, type FailureCode } from '../../contract/index.ts';
import { headers as headerNames } from '../../platform-api/generated/operations.ts';
import type { ApiCall, ApiOutcome } from './call.ts';
import { explainConnectFailure } from './connect-failures.ts';
import { answerError, meaningOf, readErrorDetails, readRetryAfter } from './errors.ts';
import type { ExchangeResult, FailReason } from './exchange.ts';
import { hideSensitiveDeclines, mayContainDeclineReason } from './hidden-declines.ts';
import { asObject } from './read.ts';

type Failed = Extract<ExchangeResult, { kind: 'failed' }>;

export function classify<T>(
  request: ApiCall<T>,
  result: ExchangeResult,
  nowMs: number,
  clean: (text: string) => string,
): ApiOutcome<T> {
  const { operation, file } = request;
  if (result.kind === 'failed') return classifyFailure(operation, result, request.timeoutMs, clean);
  const { status, headers } = result;
  const isSuccess = status >= 200 && status < 300;
  const received = file && status === 200 ? file.read(headers, result.body) : null;
  if (received !== null && typeof received !== 'string') return { kind: 'answered', value: received.value };
  const body = parseBody(result.body);
  const retryAfterMs = readRetryAfter(headers['retry-after'], nowMs);
  const details = readErrorDetails(status, headers[headerNames.requestId] ?? null, body.json, retryAfterMs, clean);
  if (!isSuccess) {
    const meaning = meaningOf(status);
    const error = answerError(operation, meaning.code, meaning.words, details);
    // A gateway may answer a write that the platform has carried out, so its error is no evidence.
    const isProof = request.method === 'GET' || details.isOwn;
    return { kind: isProof ? meaning.kind : 'unknown', error, details };
  }
  // If no body is due, an empty answer is a success; a gateway's page or an error envelope is not.
  if (request.whenEmpty !== undefined && body.form === 'nothing') return { kind: 'answered', value: request.whenEmpty };
  const record = asObject(body.json);
  const value = record === null || file ? null : request.read(record);
  if (value !== null) return { kind: 'answered', value };
  const words = file
    ? (received ?? `answered ${status} where a file was due`)
    : record === null
      ? `answered ${body.form} instead of JSON`
      : 'the answer lacks a required field';
  return { kind: 'unknown', error: answerError(operation, 'API_UNREADABLE', words, details), details: null };
}

function classifyFailure(
  operation: string,
  failed: Failed,
  timeoutMs: number,
  clean: (text: string) => string,
): ApiOutcome<never> {
  const cause = safeCause(failed.cause, clean);
  const code = systemCode(failed.cause);
  const reason = code ?? failed.reason;
  const context: NonNullable<Failure['context']> = { operation, reason };
  const options = cause === undefined ? { context } : { context, cause };
  if (failed.isSent) {
    const [failureCode, words] = sentFailures[failed.reason](timeoutMs);
    return { kind: 'unknown', error: new TillError(failureCode, `${operation}: ${words}`, options), details: null };
  }
  const known = failed.reason === 'broken' ? explainConnectFailure(code, failed.cause) : null;
  if (known?.certificate !== undefined) context['certificate'] = known.certificate;
  if (known?.proxyStatus !== undefined) context['proxyStatus'] = known.proxyStatus;
  const words = known?.words ?? unsentWords(failed.reason, reason, timeoutMs);
  return { kind: 'not-sent', error: new TillError('API_UNREACHABLE', `${operation}: ${words}`, options) };
}

function unsentWords(kind: FailReason, reason: string, timeoutMs: number): string {
  if (kind === 'timeout') return `no connection within ${timeoutMs} ms`;
  return kind === 'aborted' ? 'aborted before it was sent' : `no connection (${reason})`;
}

const sentFailures: Readonly<Record<FailReason, (timeoutMs: number) => readonly [FailureCode, string]>> = {
  timeout: (timeoutMs) => ['API_TIMEOUT', `no answer within ${timeoutMs} ms`],
  'too-large': () => ['API_UNREADABLE', 'the answer is too long'],
  broken: () => ['API_BROKEN', 'the connection broke before the answer was complete'],
  closed: () => ['API_BROKEN', 'the till closed the connection before the answer'],
  aborted: () => ['API_BROKEN', 'aborted before the answer'],
};

/** Keeps only name and message: a parser's error carries the bytes that it failed on. */
function safeCause(cause: unknown, clean: (text: string) => string): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  return Object.assign(new Error(clean(cause.message)), { name: cause.name });
}

/** Code of a system, TLS or client error, such as ECONNREFUSED; for an aggregate, the code of its first error. */
function systemCode(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  const { code } = cause as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  return cause instanceof AggregateError ? systemCode(cause.errors[0]) : systemCode(cause.cause);
}

/** Limit that is enough for one record. Longer JSON may nest too deeply for readers, so it takes the full walk. */
const MAX_PLAIN = 8_192;

/** Most replies contain no secret, which one text search proves; an escape may encode any text. */
const isPlain = (json: string): boolean =>
  json.length <= MAX_PLAIN && !json.includes('\\') && !hidesSomething(json) && !mayContainDeclineReason(json);

function parseBody(bytes: Buffer): { json: unknown; form: string } {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim();
  if (text === '') return { json: undefined, form: 'nothing' };
  try {
    const json: unknown = JSON.parse(text);
    if (isPlain(text)) return { json, form: 'JSON of another kind' };
    return { json: hideSensitiveDeclines(visibleIn(json)), form: 'JSON of another kind' };
  } catch {
    return { json: undefined, form: text.startsWith('<') ? 'a web page' : 'text' };
  }
}
