import type { MmsRequest } from '../codec/message.ts';
import type { Tlv } from '../../../framing/tlv.ts';
import type { CommonControls, OutgoingMessage, TerminalBehaviour } from '../../shared/simulator/behaviour.ts';
import type { TerminalSensors } from './property-store.ts';
import type { NotificationStatus } from './wire.ts';

/** Outgoing message. `code` is the answered command, or the source and type of the notification. */
export interface Outgoing extends OutgoingMessage {
  readonly kind: 'response' | 'notification';
  readonly message: Uint8Array;
}

/** Current step of a transaction. */
export type TransactionStep =
  | 'waiting-card'
  | 'reading'
  | 'choosing-application'
  | 'entering-pin'
  /** Waiting for the bank's answer to the online request. */
  | 'online'
  /** The card has received the bank's answer. */
  | 'completing'
  /** The outcome was sent; the final notification follows when the card is removed. */
  | 'removing'
  | 'ended';

/** Result of reading a presented card. */
export type CardReading = 'ok' | 'chip-unreadable' | 'stripe-unreadable' | 'two-cards';

export interface TerminalControls extends CommonControls<TerminalSensors> {
  /** Sends any notification, for example "reset in 3 minutes" or "battery low" (reference section 8). */
  notify(code: number, status: NotificationStatus, tlvs?: readonly Tlv[]): void;
}

/** A refusal carries a status code of three bytes: group, unit, detail. */
export type Behaviour = TerminalBehaviour<MmsRequest, Outgoing, TransactionStep, CardReading, TerminalControls>;
