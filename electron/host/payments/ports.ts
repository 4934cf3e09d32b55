/**
 * The payment engine's dependencies: a terminal, a platform, a journal, a clock. All are parameters, so that tests and
 * simulations can replace each, and code here cannot reach the real dependencies directly.
 */
import type { AttemptKind, EntryMode, Failure, LinkKind, PaymentRoute, Prompt } from '../../contract/index.ts';
import type { AuthorizationAnswer, TerminalEnd, TransferAnswer } from './machine/index.ts';

/** Encrypted card data, opaque, on its way from terminal to platform. Never journaled or logged. */
export interface CardPayload {
  encryptedEmvData: string;
  keySerialNumber: string;
  format: number;
}

/** The bank's answer on its way back to the card. */
export interface BankAnswer {
  isApproved: boolean;
  authorizationResponseCode: string;
  issuerAuthenticationData?: string;
  issuerScripts?: readonly string[];
}

export type TerminalResult = TerminalEnd;

export type TerminalEvent =
  /** `choices` comes with `choose-application` only. */
  | { type: 'prompt'; attempt: string; prompt: Prompt; choices?: readonly string[] }
  | { type: 'card'; attempt: string; what: 'presented' | 'removed'; entryMode: EntryMode }
  | { type: 'online-request'; attempt: string; entryMode: EntryMode; data: CardPayload }
  | { type: 'finished'; attempt: string; result: TerminalResult };

/** The terminals of this till, by id. Every method rejects with a TillError. */
export interface TerminalPort {
  describe(terminal: string): {
    id: string;
    serialNumber: string | null;
    link: LinkKind | null;
    isReady: boolean;
    /** Route that the terminal is paired for; by default the cable. */
    route?: PaymentRoute;
  };
  start(
    terminal: string,
    request: { attempt: string; amountMinor: number; currency: string; cardTimeoutMs: number },
    listener: (event: TerminalEvent) => void,
  ): Promise<void>;
  /** Rejects a start that waits for the previous payment's card to be removed. Any other start continues. */
  giveUpStart(terminal: string, attempt: string): void;
  respond(terminal: string, attempt: string, answer: BankAnswer): Promise<void>;
  cancel(terminal: string, attempt: string): Promise<'asked' | 'too-late'>;
  /**
   * Answers the prompt `choose-application`.
   * @param index position of the choice, from 0
   */
  choose(terminal: string, attempt: string, index: number): Promise<void>;
}

/**
 * Record under an attempt's key: an Authorization, or for a refund the Transfer (then `transfer` is null and `isVoid`
 * false). In addition to the fields that the journal keeps, it has the fields that the decision about this reply and
 * the card need.
 */
export interface AuthorizationRecord extends AuthorizationAnswer {
  surchargeMinor: number | null;
  currency: string;
  idempotencyId: string | null;
  /** EMV data for the card, if the platform returns it (assumed fields). */
  issuer: { authorizationResponseCode: string | null; authenticationData: string | null; scripts: string[] };
}

export interface TransferRecord extends TransferAnswer {
  currency: string;
  idempotencyId: string | null;
}

/**
 * Result of a platform call. `answered`: the platform decided, and this is its record. `refused`: it answered and did
 * nothing (422 and the like). `not-sent`: provably no byte of the request arrived. `unknown`, the unknown outcome: the
 * request may have arrived.
 */
export type PlatformOutcome<Record> =
  /**
   * `isRefused`: the request was answered with an error, and the record shows that it is done, by this request or
   * another.
   */
  | { kind: 'answered'; record: Record; isRefused?: true }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'not-sent'; failure: Failure }
  | { kind: 'unknown'; failure: Failure };

export interface CreatePayment {
  kind: AttemptKind;
  route: PaymentRoute;
  idempotencyId: string;
  attempt: string;
  order: string | null;
  /** The cashier's note; absent if the caller has none. */
  note?: string | null;
  /** Total: goods, tip, surcharge and room for a tip. */
  amountMinor: number;
  tipMinor: number;
  surchargeMinor: number;
  isTipOnTerminal: boolean;
  currency: string;
  /**
   * The platform's Device for the terminal, or null if the platform has none (README, Decisions), and then the request
   * contains the merchant.
   */
  device: string | null;
  /** Null on the cloud route: the platform reads the card itself. */
  card: CardPayload | null;
}

export type PaymentKey = {
  kind: AttemptKind;
  /** Time when the request may have been sent, milliseconds since 1970. Lists are read from a little before it. */
  startedAt: number;
} & ({ id: string } | { idempotencyId: string; attempt: string });

/** A reversal as it is sent, with all data for a look-up. */
export interface ReversalKey {
  /** The Transfer that is reversed. */
  transfer: string;
  idempotencyId: string;
  attempt: string;
  amountMinor: number;
  /** Earliest time at which the request may have been sent, milliseconds since 1970 by the till's clock. */
  startedAt: number;
}

/** The platform as the engine sees it. No method ever rejects: a failure is part of the outcome. */
export interface PlatformPort {
  /**
   * The merchant account (`accountOf`); payments of another account are not searched for here. Absent if accounts are
   * not distinguished.
   */
  readonly account?: string;
  /**
   * Time by the platform's clock, milliseconds since 1970, according to its last answer, or null if no answer contained
   * it. Absent if the platform's time is unavailable.
   */
  now?(): number | null;
  /** Prepares the connection because an authorization is about to come. Callers do not wait for it. */
  preconnect?(): void;
  /** PENDING is an answer: the engine polls again. */
  authorize(request: CreatePayment): Promise<PlatformOutcome<AuthorizationRecord>>;
  /** `answered` with null: the platform reports that there is none. */
  findPayment(by: PaymentKey): Promise<PlatformOutcome<AuthorizationRecord | null>>;
  capture(request: {
    authorization: string;
    amountMinor: number;
    tipMinor: number;
    attempt: string;
    order: string | null;
    note?: string | null;
  }): Promise<PlatformOutcome<AuthorizationRecord>>;
  void(request: { authorization: string }): Promise<PlatformOutcome<AuthorizationRecord>>;
  findTransfer(id: string): Promise<PlatformOutcome<TransferRecord | null>>;
  /** CANCEL on the Device (cloud route). Its reply is no evidence about the payment. */
  cancelOnDevice(request: { device: string }): Promise<PlatformOutcome<null>>;
  reverse(request: ReversalKey): Promise<PlatformOutcome<TransferRecord>>;
  /**
   * `answered` with null: the platform reports that the reversal does not exist, and every other record provably
   * belongs to another reversal.
   */
  findReversal(by: ReversalKey): Promise<PlatformOutcome<TransferRecord | null>>;
}

/** The platform's Device for a terminal, as far as the platform has reported it. */
export type DeviceMatch =
  | { kind: 'matched'; device: string }
  /** Device of another merchant, found twice, or not enabled: no payment goes to this terminal. */
  | { kind: 'refused'; failure: Failure }
  /** The platform has no Device with the terminal's serial number. */
  | { kind: 'none' }
  /** The platform has not answered yet; `failure` is the reason. */
  | { kind: 'unknown'; failure: Failure };

/** Known matches of the platform's Devices. Only `known` makes a caller wait for the platform. */
export interface DevicePort {
  matchOf(serialNumber: string | null): DeviceMatch;
  /** Waits for a limited time if the match is still unknown. Never rejects. */
  known(serialNumber: string | null): Promise<DeviceMatch>;
  /**
   * The platform refused a payment because of this Device: it is queried again, and gets no payment while it is known
   * to be disabled.
   */
  invalidateMatch(serialNumber: string | null, device: string, isDisabled: boolean): void;
}
