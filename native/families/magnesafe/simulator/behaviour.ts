/** What a behaviour of a simulated MagneSafe reader gets and may do (shared/simulator/behaviour.ts). */
import type { CommonControls, OutgoingMessage, TerminalBehaviour } from '../../shared/simulator/behaviour.ts';

/** A command: one byte, or two of the extended layer, whole. */
export interface Request {
  readonly command: number;
  readonly data: Uint8Array;
}

/** One message on its way to the host. Its code is the command answered, or the notification's. */
export interface Outgoing extends OutgoingMessage {
  readonly kind: 'response' | 'notification' | 'swipe';
  /** A message, a notification's data, or a swipe report. */
  readonly message: Uint8Array;
}

/** Where a transaction stands. After its result the reader has none, although the card may still be in it. */
export type TransactionStep =
  | 'waiting-card'
  | 'reading'
  | 'choosing-application'
  /** The online request is out; waiting for the bank's answer. */
  | 'online'
  /** The bank's answer is with the card. */
  | 'completing'
  | 'ended';

/** How a card presents itself to the reader. */
export type CardReading = 'ok' | 'chip-unreadable' | 'stripe-unreadable' | 'two-cards';

export interface ReaderSensors {
  batteryPercent: number;
  /** 2 sends cards in clear, 3 encrypts. */
  securityLevel: number;
  hasKeys: boolean;
  /** 1: the format of current firmware. */
  messageFormat: number;
}

export type ReaderControls = CommonControls<ReaderSensors>;
export type Behaviour = TerminalBehaviour<Request, Outgoing, TransactionStep, CardReading, ReaderControls>;
