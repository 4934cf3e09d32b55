/**
 * How a simulated terminal is made to misbehave: a stack of behaviours, each of which may look at what comes in,
 * change what goes out, and act when a transaction reaches a step. Ready-made ones are in faults.ts.
 *
 * Everything that goes out passes through the whole stack, oldest first; one message may become none, or several.
 */
import type { MmsRequest } from '../codec/message.ts';
import type { Tlv } from '../../../framing/tlv.ts';
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';
import type { TerminalSensors } from './property-store.ts';
import type { NotificationStatus } from './wire.ts';

/** One message on its way to the host, before it is framed. */
export interface Outgoing {
  readonly kind: 'response' | 'notification';
  /** The command answered, or the notification's code (source and type). */
  readonly code: number;
  /** The MMS message. */
  readonly message: Uint8Array;
  /** Sent this much later; what follows does not wait for it. */
  readonly delayMs: number;
  /** Raw bytes on the wire before the frame. */
  readonly garbageBefore?: Uint8Array;
  /** Only this many bytes of the frame are sent. */
  readonly cutTo?: number;
  /** Called when it is on the wire. */
  readonly whenSent?: () => void;
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

/** What a behaviour may do to the terminal it sits in. */
export interface TerminalControls {
  removeCard(): void;
  /** Power cycle as on a brown-out: no farewell. */
  reboot(): void;
  /** Pulls the cable, if the carrier can. */
  unplug(): void;
  sense(changes: Partial<TerminalSensors>): void;
  /** Sends any notification, e.g. "reset in 3 minutes" or "battery low" (reference section 8). */
  notify(code: number, status: NotificationStatus, tlvs?: readonly Tlv[]): void;
}

export interface Behaviour {
  readonly name: string;
  /** `swallow`: the terminal never saw it. A number: refuse it with that status code (group, unit, detail). */
  onRequest?(request: MmsRequest, controls: TerminalControls): 'swallow' | number | undefined;
  /** What goes out instead of this message. */
  onSend?(outgoing: Outgoing, controls: TerminalControls): readonly Outgoing[];
  onStep?(step: TransactionStep, controls: TerminalControls): void;
  /** Called when a card is presented; undefined: no opinion. */
  onRead?(mode: ReadMode): CardReading | undefined;
  /** Makes the chip decline whatever the bank said. */
  cardDeclines?(): boolean;
}

/** Runs a message through the stack. */
export function passThrough(
  stack: readonly Behaviour[],
  outgoing: Outgoing,
  controls: TerminalControls,
): readonly Outgoing[] {
  let going: readonly Outgoing[] = [outgoing];
  for (const behaviour of stack) {
    if (behaviour.onSend) going = going.flatMap((one) => behaviour.onSend?.(one, controls) ?? [one]);
  }
  return going;
}
