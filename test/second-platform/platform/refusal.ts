import type { Switches } from './switches.ts';

export interface RefusalDetails {
  failure_code?: string;
  failure_message?: string;
  field?: string;
  transfer?: string;
  authorization?: string;
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: RefusalDetails;

  constructor(status: number, code: string, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  body(switches: Switches, requestId: string): { type: string; text: string } {
    const error = { code: this.code, message: this.message, logref: requestId, ...this.details };
    if (this.status === 401 && switches.emptyUnauthorized) return { type: 'text/plain', text: '' };
    if (switches.errors === 'flat') return { type: switches.contentType, text: JSON.stringify(error) };
    if (switches.errors === 'plain-text' && [401, 403, 405, 500].includes(this.status))
      return { type: 'text/plain; charset=utf-8', text: `${this.code}: ${this.message}\n` };
    return { type: switches.contentType, text: JSON.stringify({ total: 1, _embedded: { errors: [error] } }) };
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, 'NOT_FOUND', `${what} does not exist.`);
export const invalid = (field: string, message: string, failureCode?: string): Refusal =>
  new Refusal(422, 'INVALID_FIELD', message, { field, ...(failureCode ? { failure_code: failureCode } : {}) });
