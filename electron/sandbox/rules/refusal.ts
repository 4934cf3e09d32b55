import type { ErrorCode, FailureCode } from '../../platform-api/index.ts';

/**
 * The refusal of a request, before it becomes an HTTP answer (server/errors.ts). Rules return refusals and never throw.
 */
export interface Refusal {
  status: 400 | 401 | 402 | 403 | 404 | 405 | 406 | 409 | 410 | 413 | 422 | 429 | 499 | 500 | 503;
  code: ErrorCode;
  message: string;
  field?: string;
  failureCode?: FailureCode;
  /** Ids of the refused resources. */
  authorization?: string;
  transfer?: string;
}

/** 422 about one request field. */
export function invalidField(field: string, message: string, failureCode?: FailureCode): Refusal {
  return { status: 422, code: 'INVALID_FIELD', message, field, ...(failureCode ? { failureCode } : {}) };
}

/** 422 about the request as a whole. */
export function unprocessable(message: string, failureCode: FailureCode, more: Partial<Refusal> = {}): Refusal {
  return { status: 422, code: 'UNPROCESSABLE_ENTITY', message, failureCode, ...more };
}

/** 409: the request is no longer possible. */
export function conflict(message: string): Refusal {
  return { status: 409, code: 'CONFLICT', message };
}

export const notFound: Refusal = { status: 404, code: 'NOT_FOUND', message: 'There is no such resource.' };
