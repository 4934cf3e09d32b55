/** What a behaviour of a simulated MMS terminal gets and may do (shared/simulator/behaviour.ts). */
import type { MmsRequest } from '../codec/message.ts';
import type { Tlv } from '../../../framing/tlv.ts';
import type { CommonControls, OutgoingMessage, TerminalBehaviour } from '../../shared/simulator/behaviour.ts';
import type { TerminalSensors } from './property-store.ts';
import type { NotificationStatus } from './wire.ts';

/** One message on its way to the host. Its code is the command answered, or the notification's (source and type). */
export interface Outgoing extends OutgoingMessage {
  readonly kind: 'response' | 'notification';
  /** The MMS message. */
  readonly message: Uint8Array;
}

/** Where a transaction stands. */
export type TransactionStep =
  | 'waiting-card'
  | 'reading'
  | 'choosing-application'
  | 'entering-pin'
  /** The online request is out; waiting for the bank's answer. */
  | 'online'
  /** The bank's answer is with the card. */
  | 'completing'
  /** The outcome is out; the final notification follows when the card is removed. */
  | 'removing'
  | 'ended';

/** How a card presents itself to the reader. */
export type CardReading = 'ok' | 'chip-unreadable' | 'stripe-unreadable' | 'two-cards';

export interface TerminalControls extends CommonControls<TerminalSensors> {
  /** Sends any notification, e.g. "reset in 3 minutes" or "battery low" (reference section 8). */
  notify(code: number, status: NotificationStatus, tlvs?: readonly Tlv[]): void;
}

/** A request is refused with a status code of three bytes: group, unit, detail. */
export type Behaviour = TerminalBehaviour<MmsRequest, Outgoing, TransactionStep, CardReading, TerminalControls>;
