/** Calls to the platform: request, outcome, and configuration of the client. */
import type { TillError } from '../../contract/index.ts';
import type { Passwords } from '../../config/index.ts';
import type { ErrorDetails } from './errors.ts';
import type { Json } from './read.ts';

/** Header names are in lower case; a repeated header is joined with a comma. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * Outcome of a call to the platform. `answered`: success with a readable body. `refused`: the platform answered and did
 * nothing; for a write, only the platform's own error envelope proves this. `not-sent`: provably no byte of the request
 * was sent. `unknown`, the unknown outcome: the request may have arrived and taken effect.
 */
export type ApiOutcome<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'refused'; error: TillError; details: ErrorDetails }
  | { kind: 'not-sent'; error: TillError }
  | { kind: 'unknown'; error: TillError; details: ErrorDetails | null };

/** Details of the error answer behind an outcome, or null. */
export function detailsOf(outcome: ApiOutcome<unknown>): ErrorDetails | null {
  return 'details' in outcome ? outcome.details : null;
}

export function mapOutcome<From, To>(outcome: ApiOutcome<From>, map: (value: From) => To): ApiOutcome<To> {
  return outcome.kind === 'answered' ? { kind: 'answered', value: map(outcome.value) } : outcome;
}

/**
 * Failures that are retried automatically. `read`: every failure that may be transient. `unsent`: only failures that
 * provably had no effect, which are: no byte was sent, or the platform's own 429. `never`: none.
 */
export type RetryRule = 'read' | 'unsent' | 'never';

export interface ApiCall<T> {
  /** Name for logs and errors, such as `GET /devices/{device_id}`. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  /** Body in a format other than JSON. */
  upload?: { type: string; bytes: Buffer };
  /** `Accept` header, if other than JSON. */
  accept?: string;
  /** Secret values of the body; removed from every text of the answer. */
  secrets?: readonly string[];
  /** Time from the first attempt to the last byte of the last answer. At most five minutes. */
  timeoutMs: number;
  /** Default: `read` for GET, otherwise `never`. */
  retry?: RetryRule;
  signal?: AbortSignal;
  /** Reads the body of a success; returns null if the body is invalid. */
  read: (body: Json) => T | null;
  /** Value of a success without a body, for operations that allow this. */
  whenEmpty?: T;
  /** Reads a 200 as a file instead of JSON; `read` returns the file, or the reason why it is the wrong file. */
  file?: { maxBytes: number; read: (headers: AnswerHeaders, bytes: Buffer) => { value: T } | string };
}

export interface PlatformConfig {
  /**
   * `https://host[:port][/prefix]`. Plain http is allowed for this computer only, because every request carries the
   * password.
   */
  baseUrl: string;
  username: string;
  /** Password, or null if it is unavailable; then nothing is sent (API_NO_PASSWORD). */
  password: string | null;
  /** Previous password, tried when the platform refuses the new password during a password change. */
  formerPassword?: string | undefined;
  /** True if the former password is to be tried first. */
  formerWorks?: boolean | undefined;
  trouble?: Passwords['trouble'];
  /** Name of the version header. Default `Service-Version`. */
  versionHeader?: string;
  version?: string;
  userAgent?: string;
  /** Allows http:// to other computers: for a sandbox on the shop's own network, never for the platform. */
  allowPlainHttp?: boolean;
  connectTimeoutMs?: number;
  maxResponseBytes?: number;
  connections?: number;
  /** `http://[user:password@]host:port`; unused for this computer. The whole value is secret. */
  proxy?: string | null;
  /** PEM texts of certificate authorities that are trusted in addition to the system's. */
  authorities?: readonly string[];
}

/** Time limit of one read, including retries. */
export const READ_TIMEOUT_MS = 30_000;
/** Interval of the connectivity probe. */
export const PROBE_EVERY_MS = 30_000;
/** Time limit of a list, including all pages. */
export const LIST_TIMEOUT_MS = 60_000;
