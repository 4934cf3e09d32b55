/**
 * What the payment engine asks of the world: a terminal, a platform, a journal, a clock. All by parameter, so that
 * tests and simulations can stand in for each (and so that nothing here can reach for the real ones by itself).
 */
import type { EntryMode, Failure, LinkKind, Prompt } from '../../contract/index.ts';
import type { TerminalEnd } from './machine/index.ts';

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
  describe(terminal: string): { id: string; serialNumber: string | null; link: LinkKind | null; isReady: boolean };
  start(
    terminal: string,
    request: { attempt: string; amountMinor: number; currency: string; cardTimeoutMs: number },
    listener: (event: TerminalEvent) => void,
  ): Promise<void>;
  respond(terminal: string, attempt: string, answer: BankAnswer): Promise<void>;
  cancel(terminal: string, attempt: string): Promise<'asked' | 'too-late'>;
  /** Answers the prompt `choose-application`, by the place of a choice from 0. */
  choose(terminal: string, attempt: string, index: number): Promise<void>;
}

/** An Authorization as the engine reads it: only what decisions and the screen need. */
export interface AuthorizationRecord {
  id: string;
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
  isVoid: boolean;
  amountMinor: number;
  amountRequestedMinor: number;
  currency: string;
  /** The Transfer a capture created; null until then. */
  transfer: string | null;
  failureCode: string | null;
  idempotencyId: string | null;
  card: {
    brand: string | null;
    lastFour: string | null;
    entryMode: EntryMode;
    approvalCode: string | null;
    applicationLabel: string | null;
    applicationIdentifier: string | null;
  };
  /** EMV data for the card, where the platform returns it (assumed fields). */
  issuer: { authorizationResponseCode: string | null; authenticationData: string | null; scripts: string[] };
}

export interface TransferRecord {
  id: string;
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
  amountMinor: number;
  currency: string;
  failureCode: string | null;
}

/**
 * How a platform call ended. `answered`: the platform decided, and this is its record. `refused`: it answered and did
 * nothing (422 and the like). `not-sent`: provably no byte of the request arrived. `unknown`: it may have arrived.
 */
export type PlatformOutcome<Record> =
  | { kind: 'answered'; record: Record }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'not-sent'; failure: Failure }
  | { kind: 'unknown'; failure: Failure };

export interface CreateAuthorization {
  idempotencyId: string;
  attempt: string;
  amountMinor: number;
  currency: string;
  /** Serial number of the terminal, from which the platform port finds the Device. */
  terminalSerialNumber: string | null;
  card: CardPayload;
}

/** The platform as the engine sees it. None of these ever rejects: what went wrong is part of the outcome. */
export interface PlatformPort {
  authorize(request: CreateAuthorization): Promise<PlatformOutcome<AuthorizationRecord>>;
  /** By id, or by idempotency id when the id is not known. `answered` with null: the platform says there is none. */
  findAuthorization(
    by: { id: string } | { idempotencyId: string },
  ): Promise<PlatformOutcome<AuthorizationRecord | null>>;
  capture(request: { authorization: string; amountMinor: number }): Promise<PlatformOutcome<AuthorizationRecord>>;
  void(request: { authorization: string }): Promise<PlatformOutcome<AuthorizationRecord>>;
  findTransfer(id: string): Promise<PlatformOutcome<TransferRecord | null>>;
}

/** Time by parameter. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` after `delayMs`; returns a function that calls it off. */
  after(delayMs: number, task: () => void): () => void;
}
