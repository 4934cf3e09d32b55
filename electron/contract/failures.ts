import { z } from 'zod';

/**
 * Every failure code by family, and whether the customer may have been charged when a request ended with it: `no`, or
 * `unknown`. The UI has a message for each code, saying what happened and what to do next; a code that lacks a message
 * fails to compile.
 */
const failures = {
  // LINK_: bytes cannot move
  LINK_NOT_FOUND: 'no', // no such port, device or host
  LINK_BUSY: 'no', // in use by another program
  LINK_PERMISSION: 'no', // the operating system denies access
  LINK_REFUSED: 'no', // TCP: connection refused
  LINK_CLOSED: 'no', // closed by us while an exchange was running
  LINK_LOST: 'no', // unplugged, hung up or broken
  LINK_TIMEOUT: 'no', // could not be opened in time
  // FRAME_ and TERM_: bytes move, but they are wrong
  FRAME_GARBAGE: 'no', // the answer does not follow this protocol
  TERM_SILENT: 'no', // no answer in time
  TERM_REFUSED: 'no', // the terminal answered with an error status
  TERM_CARD_IN: 'no', // the chip card of the previous payment is still inserted
  TERM_BUSY: 'no', // another exchange or transaction is running on the terminal
  TERM_UNKNOWN_MODEL: 'no', // answers, but is not a known terminal
  TERM_NOT_READY: 'no', // lost, restarting or not identified yet
  TERM_NOT_FOUND: 'no',
  TERM_UNSUPPORTED: 'no', // this model cannot do that
  TERM_OTHER: 'no', // a terminal other than the paired terminal is connected; context: address, paired, found
  TERM_TWICE: 'no', // another connected terminal has the same serial number; context: address, serialNumber, other
  TERM_RESTARTING: 'no', // the terminal announced its own restart, so no payment is started now; context: resetAt
  TERM_UNHEALTHY: 'no', // the terminal reports that it is not operational or was tampered with
  TERM_CARD_DATA: 'no', // its card data belongs to another payment: nothing was sent; context: fault (CardDataFault)
  // DEVICE_: the platform's record of a terminal, matched by the rule in host/devices/match.ts
  // the Device belongs to another merchant; context: serialNumber, device, merchant, tillMerchant
  DEVICE_OTHER_MERCHANT: 'no',
  // the till's merchant has more than one Device with this serial number; context: serialNumber, devices
  DEVICE_TWICE: 'no',
  DEVICE_NOT_ENABLED: 'no', // the Device is not in service; context: serialNumber, device
  DEVICE_NONE: 'no', // the Device is missing, and this terminal has no cable
  DEVICE_CODE_MISSING: 'no', // ACTIVATE needs the code that the terminal shows; context: field, failureCode, platformMessage
  DEVICE_CODE_WRONG: 'no', // the code is wrong or expired; context: the same
  // the platform cannot reach the terminal, so an action failed; context: failureCode, platformMessage
  DEVICE_OFFLINE: 'no',
  // PAY_: the payment itself
  PAY_AMOUNT: 'no', // amount refused, see context.reason
  // the tip exceeds the till's share of the goods and was not confirmed; context: tipMinor, limitMinor, currency
  PAY_TIP_LARGE: 'no',
  PAY_BUSY: 'no', // this terminal already has an unfinished payment
  PAY_NOT_FOUND: 'no',
  PAY_NO_CARD: 'no', // no card was presented in time
  PAY_NO_PIN: 'no', // the card was inserted, and its PIN was not entered in time
  PAY_NO_CHOICE: 'no', // the card was inserted, and its application was not chosen in time
  PAY_NOT_COMPLETED: 'no', // the card came out, or the terminal failed, before the payment was complete
  PAY_NO_ANSWER: 'no', // the terminal timed out waiting for the platform's answer, and the platform has no record of it
  PAY_NEVER_ARRIVED: 'no', // the platform has no record after every poll; also after a conflict ("is being processed")
  PAY_PARTIAL: 'no', // partial approval, which is not accepted here
  PAY_CAPTURE_FAILED: 'no', // the capture was accepted and failed afterwards
  // approved, but the platform gives a reason why it will never capture it; the approval is voided
  PAY_NOT_CAPTURED: 'no',
  PAY_REVERSAL_FAILED: 'unknown', // the platform could not reverse the payment
  // already paid (the order, or minutes ago with the same card), or already reversed from this payment; context:
  // attempt or link, minutes, reversal
  PAY_DUPLICATE: 'no',
  // not possible in the payment's state; context: state, and the earlier conflicting request: instead, by, amountMinor
  PAY_STATE: 'unknown',
  PAY_UNRESOLVED: 'unknown', // payments of an earlier run are still being checked; context: attempts
  PAY_LINK_OPEN: 'no', // this order has a payment link that can still be paid; context: link, state
  // a payment of this order is unfinished: another payment, link or note is refused; context: attempt, state
  PAY_ORDER_OPEN: 'unknown',
  PAY_REFUSED: 'no', // the platform refused the request itself: the configuration is wrong, not the card
  // API_: the platform
  API_UNREACHABLE: 'no', // no connection; nothing was sent
  API_TIMEOUT: 'unknown', // no answer in time; the request may have arrived
  API_BROKEN: 'unknown', // the connection broke; the request may have arrived
  API_UNREADABLE: 'unknown', // the answer is invalid JSON or violates the specification
  API_UNAUTHORIZED: 'no', // 401
  API_NO_PASSWORD: 'no', // the password is unreadable, so nothing was sent; context: place, why (SecretTrouble)
  API_FORBIDDEN: 'no', // 403
  API_NOT_FOUND: 'no', // 404
  API_CONFLICT: 'unknown', // 409: the platform may already be processing the request
  API_INVALID: 'no', // 400, 405, 406, 422
  API_DECLINED: 'no', // 402
  API_RATE_LIMITED: 'no', // 429
  API_SERVER: 'unknown', // 500 and above
  API_NOT_CONFIGURED: 'no', // no platform address or credentials
  API_OTHER_ACCOUNT: 'unknown', // the payment was made with other credentials: no request was sent
  API_OTHER_RECORD: 'unknown', // the answer contains a record of another payment; context: record, owner
  // the currency of the platform's record differs from the payment's; context: record, currency
  API_OTHER_CURRENCY: 'unknown',
  // PRINTER_, RECEIPT_: the paper, never the payment
  PRINTER_NOT_CONFIGURED: 'no',
  PRINTER_UNREACHABLE: 'no', // off, unplugged, at another address, or not accessible; context: printer
  PRINTER_TIMEOUT: 'no', // the printer accepts data too slowly or stops accepting data
  PRINTER_NOT_READY: 'no', // the printer reports its own fault; context: reason (paper, cover, offline, error)
  RECEIPT_ADDRESS: 'no', // not an e-mail address or telephone number; context: method
  // ROLE_: permissions
  // a person with another role must do or confirm this; context: role; if known, name (not permitted) and ask
  // (permitted, joined by joinNames); signIn: no cashier is signed in to this window
  ROLE_REQUIRED: 'no',
  ROLE_PIN_WRONG: 'no', // context: triesLeft, waitMs until the next PIN is checked
  // PINs are refused for a time after wrong PINs; context: until, waitMs; unless the whole till is locked, name (who
  // has to wait) and ask (who else may)
  ROLE_LOCKED: 'no',
  // SETUP_: setup of the till
  SETUP_ANSWER: 'no', // the answer is not accepted; context: step, field, fault
  SETUP_STEP: 'no', // another step is current, or this step is impossible now; context: step
  SETUP_OPEN: 'no', // the setup of this live till is unfinished: only the test payment is accepted
  // JRNL_: the journal on disk
  JRNL_IN_USE: 'no', // another Tillbridge uses this data folder
  JRNL_UNWRITABLE: 'no', // full, read-only, or failing
  JRNL_CORRUPT: 'no',
  JRNL_NEWER: 'no', // written by a newer version
  // UPDATE_: another version of this program
  UPDATE_REFUSED: 'no', // the package is not as expected; context: why (starter/updates/refusal.ts)
  UPDATE_FAILED: 'no', // the update could not be downloaded or installed; context: why
  UPDATE_BUSY: 'no', // a payment runs or is being checked, or the state of payments is unknown
  // HOST_, IPC_, CFG_: this program
  HOST_STOPPING: 'no',
  HOST_INTERNAL: 'unknown',
  IPC_INVALID: 'no', // the command does not match the contract
  TEXT_CARD_NUMBER: 'no', // the typed text contains a card number: it was not stored or sent; context: field
  IPC_BUSY: 'no', // the window has too many requests running: this request was not started; context: what
  IPC_DISCONNECTED: 'no', // UI side: the host is not connected
  IPC_SESSION_ENDED: 'no', // UI side: this window was signed out; the host continues
  // settings or flags are invalid; for a single setting, context: setting, fault (SettingFaultCode), limit, held
  CFG_INVALID: 'no',
  // another user changed this setting first, so this change was refused; context: setting, value (JSON text), by
  CFG_CHANGED: 'no',
  CFG_PERSON: 'no', // the change of a person is not accepted; context: name, fault (PersonFault)
  CFG_TLS_OFF: 'no', // the environment disables or weakens TLS: a live till does not start; context: variable
} as const satisfies Record<string, 'no' | 'unknown'>;

export type FailureCode = keyof typeof failures;
export const failureCodes = Object.keys(failures) as FailureCode[];

/**
 * True if the customer may have been charged when a request ended with this failure. For a payment, use its view
 * (`AttemptView.mayHaveCharged`). A code that only another version has counts as "may have been charged".
 */
export function mayHaveChargedAfter(code: FailureCode): boolean {
  return failures[code] !== 'no';
}

/** Pattern of a code of another version. */
const OTHER_CODE = /^[A-Z]{2,8}(?:_[A-Z]+){1,5}$/;

/**
 * A failure as it crosses modules and processes: a code that selects messages, a plain message for logs, and safe
 * context. A code that only a newer version has, as after a downgrade, becomes HOST_INTERNAL, so that its payment is
 * shown, and reported as possibly charged.
 */
export const failureSchema = z.object({
  code: z.enum(failureCodes).or(
    z
      .string()
      .regex(OTHER_CODE)
      .transform((): FailureCode => 'HOST_INTERNAL'),
  ),
  /** English, for logs and the command line; screens have their own messages, selected by the code. */
  message: z.string(),
  /** Ids, paths and numbers only: never card data or secrets. */
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** The project's only error class. The message contains the code, so a photo of the screen is enough. */
export class TillError extends Error {
  readonly code: FailureCode;
  readonly context: Failure['context'];

  constructor(code: FailureCode, message: string, options: { context?: Failure['context']; cause?: unknown } = {}) {
    super(`${message} (${code})`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TillError';
    this.code = code;
    this.context = options.context;
  }

  /** Turns a failure from another module or process into an error to throw. */
  static of({ code, message, context }: Failure, cause?: unknown): TillError {
    return new TillError(code, message, { context, cause });
  }

  get plainMessage(): string {
    return this.message.replace(/ \([A-Z_]+\)$/, '');
  }

  toFailure(): Failure {
    return { code: this.code, message: this.plainMessage, ...(this.context ? { context: this.context } : {}) };
  }
}

const codes: ReadonlySet<unknown> = new Set(failureCodes);
const isCode = (value: unknown): value is FailureCode => codes.has(value);
const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isContext = (value: unknown): value is NonNullable<Failure['context']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isPlain);

/**
 * Reads a failure that came over the contract as `failureSchema` does, or returns null. Written by hand, so that a page
 * needs no schema library.
 */
export function carriedFailure(data: unknown): Failure | null {
  if (typeof data !== 'object' || data === null) return null;
  const { code: carriedCode, message, context } = data as { code?: unknown; message?: unknown; context?: unknown };
  if (typeof carriedCode !== 'string' || typeof message !== 'string') return null;
  if (!isCode(carriedCode) && !OTHER_CODE.test(carriedCode)) return null;
  const code = isCode(carriedCode) ? carriedCode : 'HOST_INTERNAL';
  if (context === undefined) return { code, message };
  return isContext(context) ? { code, message, context } : null;
}

/**
 * Converts any thrown value to a failure: a `TillError`, a failure that came over the contract (its `data`), or
 * HOST_INTERNAL for anything else, because an unexpected exception is a bug.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof TillError) return error.toFailure();
  const carried = error instanceof Error && 'data' in error ? carriedFailure(error.data) : null;
  if (carried) return carried;
  return { code: 'HOST_INTERNAL', message: error instanceof Error ? error.message : String(error) };
}
