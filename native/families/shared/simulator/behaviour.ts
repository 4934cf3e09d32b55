/**
 * How a simulated terminal is made to misbehave: a stack of behaviours, each of which may look at what comes in,
 * change what goes out, and act when a transaction reaches a step. Ready-made ones are in faults.ts of each family.
 *
 * Everything that goes out passes through the whole stack, oldest first; one message may become none, or several.
 */
import type { ReadMode } from './card/online-data.ts';

/** One message on its way to the host, before it is framed. */
export interface OutgoingMessage {
  readonly kind: string;
  /** What the family aims faults by: the command answered, or the notification's code. */
  readonly code: number;
  /** Sent this much later; what follows does not wait for it. */
  readonly delayMs: number;
  /** Not sent before this has settled; what follows does not wait for it. */
  readonly heldUntil?: Promise<unknown>;
  /** Raw bytes on the wire before the frame. */
  readonly garbageBefore?: Uint8Array;
  /** Only this many bytes of the frame are sent. */
  readonly cutTo?: number;
  /** Called when it is on the wire. */
  readonly whenSent?: () => void;
}

/** What a behaviour may do to the terminal it sits in. */
export interface CommonControls<Sensors> {
  removeCard(): void;
  /** Power cycle as on a brown-out: no farewell. */
  reboot(): void;
  /** Pulls the cable, if the carrier can. */
  unplug(): void;
  sense(changes: Partial<Sensors>): void;
}

export interface TerminalBehaviour<Request, Outgoing extends OutgoingMessage, Step, Reading, Controls> {
  readonly name: string;
  /** `swallow`: the terminal never saw it. A number: refuse it with that status code. */
  onRequest?(request: Request, controls: Controls): 'swallow' | number | undefined;
  /** What goes out instead of this message. */
  onSend?(outgoing: Outgoing, controls: Controls): readonly Outgoing[];
  onStep?(step: Step, controls: Controls): void;
  /** Called when a card is presented; undefined: no opinion. */
  onRead?(mode: ReadMode): Reading | undefined;
  /** Makes the chip decline whatever the bank said. */
  cardDeclines?(): boolean;
}
