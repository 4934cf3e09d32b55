/**
 * Makes a simulated terminal misbehave through a stack of behaviours. Each behaviour may inspect incoming requests,
 * change outgoing messages, and act when a transaction reaches a step. The faults.ts of each family has ready-made
 * behaviours.
 *
 * Every outgoing message passes through the whole stack, oldest behaviour first; one message may become none or
 * several.
 */
import type { ReadMode } from './card/online-data.ts';

/** Message to the host, before it is framed. */
export interface OutgoingMessage {
  readonly kind: string;
  /** Code by which faults select messages: the answered command, or the notification's code. */
  readonly code: number;
  /** Delay before sending; later messages do not wait for it. */
  readonly delayMs: number;
  /** Promise to wait for before sending; later messages do not wait for it. */
  readonly heldUntil?: Promise<unknown>;
  /** Raw bytes that precede the frame on the wire. */
  readonly garbageBefore?: Uint8Array;
  /** Number of bytes of the frame that are sent; absent for the whole frame. */
  readonly cutTo?: number;
  readonly whenSent?: () => void;
}

/** Controls that a behaviour has over its terminal. */
export interface CommonControls<Sensors> {
  removeCard(): void;
  /** Power cycle as in a brown-out: the terminal goes down without a message. */
  reboot(): void;
  /** Unplugs the cable, if the carrier can. */
  unplug(): void;
  sense(changes: Partial<Sensors>): void;
}

export interface TerminalBehaviour<Request, Outgoing extends OutgoingMessage, Step, Reading, Controls> {
  readonly name: string;
  /** `swallow` drops the request before the terminal sees it. A number refuses it with that status code. */
  onRequest?(request: Request, controls: Controls): 'swallow' | number | undefined;
  /** Messages that are sent instead of `outgoing`. */
  onSend?(outgoing: Outgoing, controls: Controls): readonly Outgoing[];
  onStep?(step: Step, controls: Controls): void;
  /** Called when a card is presented; undefined leaves the reading to other behaviours. */
  onRead?(mode: ReadMode): Reading | undefined;
  /** Makes the chip decline regardless of the bank's answer. */
  cardDeclines?(): boolean;
}
