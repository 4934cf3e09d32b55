/** Types for behaviours of a simulated MagneSafe reader (shared/simulator/behaviour.ts). */
import type { CommonControls, OutgoingMessage, TerminalBehaviour } from '../../shared/simulator/behaviour.ts';

/** A whole command: one byte, or two bytes of the extended layer. */
export interface Request {
  readonly command: number;
  readonly data: Uint8Array;
}

/** A message to the host. Its code is the answered command, or the notification's id. */
export interface Outgoing extends OutgoingMessage {
  readonly kind: 'response' | 'notification' | 'swipe';
  /** A message, a notification's data, or a swipe report. */
  readonly message: Uint8Array;
}

/** Progress of a transaction. After its result the reader has no transaction, although the card may still be in. */
export type TransactionStep =
  | 'waiting-card'
  | 'reading'
  | 'choosing-application'
  /** The online request is sent; the reader waits for the bank's answer. */
  | 'online'
  /** The card processes the bank's answer. */
  | 'completing'
  | 'ended';

/** Outcome of reading a presented card. */
export type CardReading = 'ok' | 'chip-unreadable' | 'stripe-unreadable' | 'two-cards';

export interface ReaderSensors {
  batteryPercent: number;
  /** Level 2 sends cards in clear; level 3 encrypts. */
  securityLevel: number;
  hasKeys: boolean;
  /** 1: the format of current firmware. */
  messageFormat: number;
}

export type ReaderControls = CommonControls<ReaderSensors>;
export type Behaviour = TerminalBehaviour<Request, Outgoing, TransactionStep, CardReading, ReaderControls>;
