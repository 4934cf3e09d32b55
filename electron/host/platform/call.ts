/** What a call to the platform is, how it ends, and what a client of the platform is set up with. */
import type { TillError } from '../../contract/index.ts';
import type { Passwords } from '../../config/index.ts';
import type { ErrorDetails } from './errors.ts';
import type { Json } from './read.ts';

/** Header names in lower case; a header given twice is joined with a comma. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * How a call to the platform ended. `answered`: with a success and a body that could be read. `refused`: it answered
 * and did nothing; of a write only in the platform's own words. `not-sent`: provably no byte of the request left. `unknown`, the
 * unknown outcome: it may have arrived and been acted on.
 */
export type ApiOutcome<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'refused'; error: TillError; details: ErrorDetails }
  | { kind: 'not-sent'; error: TillError }
  | { kind: 'unknown'; error: TillError; details: ErrorDetails | null };

/** Of the error answer behind an outcome; null where there is none. */
export function detailsOf(outcome: ApiOutcome<unknown>): ErrorDetails | null {
  return 'details' in outcome ? outcome.details : null;
}

/** The same outcome with another value. */
export function mapOutcome<From, To>(outcome: ApiOutcome<From>, map: (value: From) => To): ApiOutcome<To> {
  return outcome.kind === 'answered' ? { kind: 'answered', value: map(outcome.value) } : outcome;
}

/**
 * What may be tried again by itself. `read`: whatever did not work out and may pass. `unsent`: only what provably did
 * nothing, that is: no byte left, or a 429 of the platform's own. `never`.
 */
export type RetryRule = 'read' | 'unsent' | 'never';

export interface ApiCall<T> {
  /** For logs and errors, e.g. `GET /devices/{device_id}`. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  /** A body that is no JSON. */
  upload?: { type: string; bytes: Buffer };
  /** `Accept` header, where JSON is not what is wanted. */
  accept?: string;
  /** Values of the body that may stand nowhere else: taken out of everything the answer says. */
  secrets?: readonly string[];
  /** From the first try to the last byte of the last answer, milliseconds. At most five minutes. */
  timeoutMs: number;
  /** Default: `read` for GET, else `never`. */
  retry?: RetryRule;
  signal?: AbortSignal;
  /** Reads the body of a success; null when it is not what it should be. */
  read: (body: Json) => T | null;
  /** The value of a success without a body, where none is due. */
  whenEmpty?: T;
  /** Takes a 200 as a file instead of JSON; `read` gives it, or why it is not what was asked for. */
  file?: { maxBytes: number; read: (headers: AnswerHeaders, bytes: Buffer) => { value: T } | string };
}

export interface PlatformConfig {
  /** `https://host[:port][/prefix]`. Plain http only to this machine, since every request carries the password. */
  baseUrl: string;
  username: string;
  /** Null: none can be had, so nothing is sent (API_NO_PASSWORD). */
  password: string | null;
  /** While the password is being changed: tried as well where the platform refuses the other. */
  formerPassword?: string | undefined;
  /** The former one is tried first. */
  formerWorks?: boolean | undefined;
  trouble?: Passwords['trouble'];
  /** Name of the version header. Default `Service-Version`. */
  versionHeader?: string;
  version?: string;
  userAgent?: string;
  /** Allows http:// to other machines: a sandbox on a shop's own network, never the platform. */
  allowPlainHttp?: boolean;
  connectTimeoutMs?: number;
  maxResponseBytes?: number;
  connections?: number;
  /** `http://[user:password@]host:port`; not used to reach this machine. Secret as a whole. */
  proxy?: string | null;
  /** PEM texts of authorities trusted beside the system's own. */
  authorities?: readonly string[];
}

/** Time for one read, retries included. */
export const READ_TIMEOUT_MS = 30_000;
/** How often the platform is asked whether it is there. */
export const PROBE_EVERY_MS = 30_000;
/** Time for a list, all its pages included. */
export const LIST_TIMEOUT_MS = 60_000;
