/**
 * What the payment engine asks of the world: a terminal, a platform, a journal, a clock. All by parameter, so that
 * tests and simulations can stand in for each (and so that nothing here can reach for the real ones by itself).
 */
import type { AttemptKind, EntryMode, Failure, LinkKind, PaymentRoute, Prompt } from '../../contract/index.ts';
import type { AuthorizationAnswer, TerminalEnd, TransferAnswer } from './machine/index.ts';

/** Encrypted card data, opaque, on its way from terminal to platform. Never journaled, never logged. */
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

/** How a transaction on the terminal ended. */
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
    /** What it is paired for; the cable when not said. */
    route?: PaymentRoute;
  };
  start(
    terminal: string,
    request: { attempt: string; amountMinor: number; currency: string; cardTimeoutMs: number },
    listener: (event: TerminalEvent) => void,
  ): Promise<void>;
  /** A start that waits for the card of the payment before to be taken out rejects now. Nothing to any other start. */
  giveUpStart(terminal: string, attempt: string): void;
  respond(terminal: string, attempt: string, answer: BankAnswer): Promise<void>;
  cancel(terminal: string, attempt: string): Promise<'asked' | 'too-late'>;
  /** Answers the prompt `choose-application`, by the place of a choice from 0. */
  choose(terminal: string, attempt: string, index: number): Promise<void>;
}

/**
 * What stands under an attempt's key: an Authorization, or for a refund the Transfer (then `transfer` is null and `isVoid`
 * false). Beside what the journal keeps of it, what the decision about this one reply and the card need.
 */
export interface AuthorizationRecord extends AuthorizationAnswer {
  surchargeMinor: number | null;
  currency: string;
  idempotencyId: string | null;
  /** EMV data for the card, where the platform returns it (assumed fields). */
  issuer: { authorizationResponseCode: string | null; authenticationData: string | null; scripts: string[] };
}

export interface TransferRecord extends TransferAnswer {
  currency: string;
  idempotencyId: string | null;
}

/**
 * How a platform call ended. `answered`: the platform decided, and this is its record. `refused`: it answered and did
 * nothing (422 and the like). `not-sent`: provably no byte of the request arrived. `unknown`, the unknown outcome: it may
 * have arrived.
 */
export type PlatformOutcome<Record> =
  /** `isRefused`: the request was answered with an error, and the record shows that it is done, by this request or another. */
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
  /** What the cashier wrote down; left out where the caller has none. */
  note?: string | null;
  /** In all: goods, tip, surcharge and room for a tip. */
  amountMinor: number;
  tipMinor: number;
  surchargeMinor: number;
  isTipOnTerminal: boolean;
  currency: string;
  /** The platform's Device of the terminal; null: it knows none (README, Decisions), and the merchant is named. */
  device: string | null;
  /** Null on the cloud route: the platform reads the card itself. */
  card: CardPayload | null;
}

/** What to look a payment up by. */
export type PaymentKey = {
  kind: AttemptKind;
  /** When the request may have left, milliseconds since 1970: lists are asked from a little before. */
  startedAt: number;
} & ({ id: string } | { idempotencyId: string; attempt: string });

/** A reversal as it is sent, and all there is to look it up by. */
export interface ReversalKey {
  /** What it gives back of. */
  transfer: string;
  idempotencyId: string;
  attempt: string;
  amountMinor: number;
  /** When its request may have left first, milliseconds since 1970 by the till's clock. */
  startedAt: number;
}

/** The platform as the engine sees it. None of these ever rejects: what went wrong is part of the outcome. */
export interface PlatformPort {
  /** The merchant account (`accountOf`); a payment of another account is not looked for here. Left out: not told apart. */
  readonly account?: string;
  /** The platform's clock, milliseconds since 1970, as its last answer said; null where none did. Left out: not known. */
  now?(): number | null;
  /** An authorization is to come in a moment: the way to the platform may be made ready, which keeps nobody waiting. */
  preconnect?(): void;
  /** PENDING is an answer: the engine asks again. */
  authorize(request: CreatePayment): Promise<PlatformOutcome<AuthorizationRecord>>;
  /** `answered` with null: the platform says there is none. */
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
  /** CANCEL on the Device (cloud route). Its reply proves nothing about the payment. */
  cancelOnDevice(request: { device: string }): Promise<PlatformOutcome<null>>;
  reverse(request: ReversalKey): Promise<PlatformOutcome<TransferRecord>>;
  /** `answered` with null: the platform says there is none, and shows none without a key that may be it. */
  findReversal(by: ReversalKey): Promise<PlatformOutcome<TransferRecord | null>>;
}

/** Which Device of the platform a terminal is, as far as the platform has said. */
export type DeviceMatch =
  | { kind: 'matched'; device: string }
  /** Of another merchant, found twice, not enabled: no payment goes to this terminal. */
  | { kind: 'refused'; failure: Failure }
  /** The platform has none with its serial number. */
  | { kind: 'none' }
  /** It has not said yet; `failure`: why. */
  | { kind: 'unknown'; failure: Failure };

/** What is known of the platform's Devices. Nothing here asks while somebody waits, but `known`. */
export interface DevicePort {
  matchOf(serialNumber: string | null): DeviceMatch;
  /** Waits, bounded in time, where nothing is known yet. Never rejects. */
  known(serialNumber: string | null): Promise<DeviceMatch>;
  /** The platform refused a payment because of this Device: it is asked about again, and not charged while it is known to be disabled. */
  invalidateMatch(serialNumber: string | null, device: string, isDisabled: boolean): void;
}
