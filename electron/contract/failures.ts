import { z } from 'zod';

/**
 * Every code a failure can carry, by family, and whether the customer was charged where a request ended with it: `no`, or
 * `unknown`. The UI has a sentence for each (renderer/text): what happened and what to do next. None compiles without one.
 */
const failures = {
  // LINK_: bytes cannot move
  LINK_NOT_FOUND: 'no', // no such port, device or host
  LINK_BUSY: 'no', // held by another program
  LINK_PERMISSION: 'no', // the operating system does not let us
  LINK_REFUSED: 'no', // TCP: nobody listens
  LINK_CLOSED: 'no', // we closed it while something was in flight
  LINK_LOST: 'no', // unplugged, hung up or broken
  LINK_TIMEOUT: 'no', // could not be opened in time
  // FRAME_ and TERM_: bytes move, but not the right ones
  FRAME_GARBAGE: 'no', // what answers does not speak this protocol
  TERM_SILENT: 'no', // no answer in time
  TERM_REFUSED: 'no', // the terminal answered with an error status
  TERM_CARD_IN: 'no', // the chip card of the payment before is still in it
  TERM_BUSY: 'no', // another exchange or transaction is running there
  TERM_UNKNOWN_MODEL: 'no', // answers, but is no terminal we know
  TERM_NOT_READY: 'no', // lost, restarting or not identified yet
  TERM_NOT_FOUND: 'no', // no terminal by that name
  TERM_UNSUPPORTED: 'no', // this model cannot do that
  TERM_OTHER: 'no', // another terminal than the paired one is there; context: address, paired, found
  TERM_TWICE: 'no', // another terminal with its serial number is connected already; context: address, serialNumber, other
  TERM_RESTARTING: 'no', // it has announced its own restart, so no payment is started now; context: resetAt
  TERM_UNHEALTHY: 'no', // it says that it is not operational or has been tampered with
  TERM_CARD_DATA: 'no', // its card data does not belong to this payment: nothing was sent; context: fault (CardDataFault)
  // DEVICE_: the platform's record of a terminal, for which one rule stands in host/devices/match.ts
  DEVICE_OTHER_MERCHANT: 'no', // it belongs to another merchant; context: serialNumber, device, merchant, tillMerchant
  DEVICE_TWICE: 'no', // the till's merchant has more than one with this serial number; context: serialNumber, devices
  DEVICE_NOT_ENABLED: 'no', // it is not in service; context: serialNumber, device
  DEVICE_NONE: 'no', // there is none, and this terminal has no cable
  DEVICE_CODE_MISSING: 'no', // ACTIVATE needs the code that the terminal shows; context: field, failureCode, platformMessage
  DEVICE_CODE_WRONG: 'no', // that is not the code, or not any more; context: the same
  DEVICE_OFFLINE: 'no', // the platform cannot reach the terminal, so an action was not done; context: failureCode, platformMessage
  // PAY_: the payment itself
  PAY_AMOUNT: 'no', // amount refused, see context.reason
  PAY_TIP_LARGE: 'no', // a tip above the till's share of the goods that nobody said is meant; context: tipMinor, limitMinor, currency
  PAY_BUSY: 'no', // this terminal already has a payment that is not finished
  PAY_NOT_FOUND: 'no', // no attempt by that id
  PAY_NO_CARD: 'no', // nobody presented a card in time
  PAY_NO_PIN: 'no', // the card was in, and its PIN was not entered in time
  PAY_NO_CHOICE: 'no', // the card was in, and its application was not chosen in time
  PAY_NOT_COMPLETED: 'no', // the card came out, or the terminal failed, before the payment was complete
  PAY_NO_ANSWER: 'no', // the terminal gave up for lack of the platform's answer, and the platform has no record of it
  PAY_NEVER_ARRIVED: 'no', // no record of it, however long it was looked for; also after a conflict ("is being processed")
  PAY_TOO_LATE: 'unknown', // cannot be cancelled any more
  PAY_PARTIAL: 'no', // less than the amount was approved, and that is not taken here
  PAY_CAPTURE_FAILED: 'no', // the capture was taken and failed afterwards
  PAY_NOT_CAPTURED: 'no', // approved, and the platform names a reason why it will never capture that; the approval is taken back
  PAY_REVERSAL_FAILED: 'unknown', // the platform could not give the money back
  PAY_DUPLICATE: 'no', // paid already (the order, or minutes ago with the same card), or given back of this payment; context: attempt or link, minutes, reversal
  PAY_STATE: 'unknown', // this cannot be done with a payment that stands as it does; context: state, and what somebody did first: instead, by, amountMinor
  PAY_UNRESOLVED: 'unknown', // payments of an earlier run are still being checked; context: attempts
  PAY_LINK_OPEN: 'no', // this order has a payment link that can still be paid; context: link, state
  PAY_ORDER_OPEN: 'unknown', // a payment of this order is not finished: no other one, no link and no note of it; context: attempt, state
  PAY_REFUSED: 'no', // the platform refused the request itself (configuration, not the card)
  // API_: the platform
  API_UNREACHABLE: 'no', // no connection; nothing was sent
  API_TIMEOUT: 'unknown', // no answer in time; the request may have arrived
  API_BROKEN: 'unknown', // the connection broke; the request may have arrived
  API_UNREADABLE: 'unknown', // an answer that is not JSON or not what the specification says
  API_UNAUTHORIZED: 'no', // 401
  API_NO_PASSWORD: 'no', // the till cannot have its password, so nothing was sent; context: place, why (SecretTrouble)
  API_FORBIDDEN: 'no', // 403
  API_NOT_FOUND: 'no', // 404
  API_CONFLICT: 'unknown', // 409: it may be at it already
  API_INVALID: 'no', // 400, 405, 406, 422
  API_DECLINED: 'no', // 402
  API_RATE_LIMITED: 'no', // 429
  API_SERVER: 'unknown', // 500 and above
  API_NOT_CONFIGURED: 'no', // no platform address or credentials
  API_OTHER_ACCOUNT: 'unknown', // about a payment made with other credentials: nothing was asked
  API_OTHER_RECORD: 'unknown', // the answer names a record that belongs to another payment; context: record, owner
  API_OTHER_CURRENCY: 'unknown', // the platform's record is in another currency than the payment; context: record, currency
  // PRINTER_, RECEIPT_: the paper, never the payment
  PRINTER_NOT_CONFIGURED: 'no', // no receipt printer is set up on this till
  PRINTER_UNREACHABLE: 'no', // off, unplugged, at another address, or not ours to use; context: printer
  PRINTER_TIMEOUT: 'no', // it takes no data, or not all of it in time
  PRINTER_NOT_READY: 'no', // it says itself what is wrong; context: reason (paper, cover, offline, error)
  RECEIPT_ADDRESS: 'no', // no e-mail address or telephone number; context: method
  // ROLE_: who may do that
  ROLE_REQUIRED: 'no', // somebody else must do or confirm this; context: role, where known name (who may not) and ask (who may, as joinNames joins them); signIn: nobody is signed in to this window
  ROLE_PIN_WRONG: 'no', // context: triesLeft, waitMs until the next one is looked at
  ROLE_LOCKED: 'no', // no PIN is looked at yet, after wrong ones; context: until, waitMs; name (who has to wait) and ask (who else may), where it is not the whole till
  // SETUP_: setting the till up
  SETUP_ANSWER: 'no', // an answer that is not taken; context: step, field, fault
  SETUP_STEP: 'no', // another step is asked, or it cannot be done now; context: step
  SETUP_OPEN: 'no', // this live till is not set up to the end: no payment but the test is taken
  // JRNL_: the record on disk
  JRNL_IN_USE: 'no', // another Tillbridge holds this data folder
  JRNL_UNWRITABLE: 'no', // full, read-only, or failing
  JRNL_CORRUPT: 'no',
  JRNL_NEWER: 'no', // written by a newer version
  // UPDATE_: another version of this program
  UPDATE_REFUSED: 'no', // it is not what it should be; context: why (starter/updates/refusal.ts)
  UPDATE_FAILED: 'no', // it could not be fetched or put in place; context: why
  UPDATE_BUSY: 'no', // a payment runs or is being checked, or nobody can say that none is
  // HOST_, IPC_, CFG_: ourselves
  HOST_STOPPING: 'no',
  HOST_INTERNAL: 'unknown',
  IPC_INVALID: 'no', // a command that does not fit the contract
  TEXT_CARD_NUMBER: 'no', // what somebody typed holds a card number: nothing was kept or sent; context: field
  IPC_BUSY: 'no', // one window asked for too much at once: this was not begun; context: what
  IPC_DISCONNECTED: 'no', // UI side: the engine is away
  IPC_SESSION_ENDED: 'no', // UI side: this window was signed out; the engine goes on
  CFG_INVALID: 'no', // settings or flags that make no sense; context where one setting is meant: setting, fault (SettingFaultCode), limit, held
  CFG_CHANGED: 'no', // somebody else changed this setting meanwhile: nothing was changed; context: setting, value (JSON text), by
  CFG_PERSON: 'no', // a change of a person that is not taken; context: name, fault (PersonFault)
  CFG_TLS_OFF: 'no', // the environment switches off or weakens TLS: a live till does not start; context: variable
} as const satisfies Record<string, 'no' | 'unknown'>;

export type FailureCode = keyof typeof failures;
export const failureCodes = Object.keys(failures) as FailureCode[];

/**
 * Whether the customer may have been charged where a request ended with this failure. Of a payment its view says so
 * (`AttemptView.mayHaveCharged`). Of a code that only another version has nobody knows: it may have been.
 */
export function mayHaveChargedAfter(code: FailureCode): boolean {
  return failures[code] !== 'no';
}

/** A code of another version. */
const OTHER_CODE = /^[A-Z]{2,8}(?:_[A-Z]+){1,5}$/;

/**
 * A failure as it crosses modules and processes: a code to key words on, a plain message for logs, safe context. A code that only a
 * newer version has, as after a step back to the one before, is HOST_INTERNAL: its payment is shown, and nobody says "not charged".
 */
export const failureSchema = z.object({
  code: z.enum(failureCodes).or(
    z
      .string()
      .regex(OTHER_CODE)
      .transform((): FailureCode => 'HOST_INTERNAL'),
  ),
  /** English, for logs and the command line; screens use their own words, keyed on the code. */
  message: z.string(),
  /** Ids, paths and numbers only: never card data, never secrets. */
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** The one error class of the project. The code is part of the message, so a photo of the screen is enough. */
export class TillError extends Error {
  readonly code: FailureCode;
  readonly context: Failure['context'];

  constructor(code: FailureCode, message: string, options: { context?: Failure['context']; cause?: unknown } = {}) {
    super(`${message} (${code})`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TillError';
    this.code = code;
    this.context = options.context;
  }

  /** A failure to be thrown, as it was said elsewhere. */
  static of({ code, message, context }: Failure, cause?: unknown): TillError {
    return new TillError(code, message, { context, cause });
  }

  /** The message without its code. */
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

/** What came over the contract as `failureSchema` takes it, or null; by hand, so that a page needs no schema library. */
export function carriedFailure(data: unknown): Failure | null {
  if (typeof data !== 'object' || data === null) return null;
  const { code: said, message, context } = data as { code?: unknown; message?: unknown; context?: unknown };
  if (typeof said !== 'string' || typeof message !== 'string') return null;
  if (!isCode(said) && !OTHER_CODE.test(said)) return null;
  const code = isCode(said) ? said : 'HOST_INTERNAL';
  if (context === undefined) return { code, message };
  return isContext(context) ? { code, message, context } : null;
}

/**
 * Any thrown thing as a failure: our own, one that came over the contract (its `data`), and whatever else as
 * HOST_INTERNAL, since an unexpected exception is a bug.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof TillError) return error.toFailure();
  const carried = error instanceof Error && 'data' in error ? carriedFailure(error.data) : null;
  if (carried) return carried;
  return { code: 'HOST_INTERNAL', message: error instanceof Error ? error.message : String(error) };
}
