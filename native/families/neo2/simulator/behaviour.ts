/**
 * How a simulated NEO 2 reader is made to misbehave: a stack of behaviours, as for the MMS family (mms/behaviour.ts).
 * Everything that goes out passes through the whole stack, oldest first; one frame may become none, or several.
 */
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

/** One frame on its way to the host. */
export interface Neo2Outgoing {
  /**
   * `answer`: the reply to a command, also the last one of a long-running command. `taken`: 63. `prompt`: the reader asks its host.
   * `event`: lights and display. `boot`: it has started up.
   */
  readonly kind: 'answer' | 'taken' | 'prompt' | 'event' | 'boot';
  /** The command byte; 0 for events. */
  readonly code: number;
  /** The whole frame, checksum included. */
  readonly frame: Uint8Array;
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
export type Neo2Step =
  | 'waiting-card'
  | 'reading'
  | 'choosing-application'
  /** The chip is read; waiting for 60-11. */
  | 'started'
  | 'verifying'
  | 'entering-pin'
  /** The card data is out; a chip waits for 60-12. */
  | 'online'
  /** The bank's answer is with the chip. */
  | 'completing'
  /** The result is out; the card is still in. */
  | 'removing'
  | 'ended';

/** How a card presents itself to the reader. */
export type Neo2CardReading = 'ok' | 'chip-unreadable' | 'stripe-unreadable' | 'two-cards' | 'torn-tap';

/** What the reader's sensors say. Tests and faults change it at run time. */
export interface Neo2Sensors {
  /** 0 to 100. */
  batteryPercent: number;
  coinCellMillivolts: number;
  isActivated: boolean;
}

export const healthyNeo2Sensors: Readonly<Neo2Sensors> = {
  batteryPercent: 100,
  coinCellMillivolts: 3_010,
  isActivated: true,
};

/** What a behaviour may do to the reader it sits in. */
export interface Neo2Controls {
  removeCard(): void;
  /** Power cycle as on a brown-out: no farewell. */
  reboot(): void;
  /** Pulls the cable, if the carrier can. */
  unplug(): void;
  sense(changes: Partial<Neo2Sensors>): void;
  /** Puts any frame on the wire. */
  say(frame: Uint8Array): void;
}

export interface Neo2Behaviour {
  readonly name: string;
  /** `swallow`: the reader never saw it. A number: refuse it with that status. */
  onCommand?(
    command: { readonly command: number; readonly subcommand: number },
    controls: Neo2Controls,
  ): 'swallow' | number | undefined;
  /** What goes out instead of this frame. */
  onSend?(outgoing: Neo2Outgoing, controls: Neo2Controls): readonly Neo2Outgoing[];
  onStep?(step: Neo2Step, controls: Neo2Controls): void;
  /** Called when a card is presented; undefined: no opinion. */
  onRead?(mode: ReadMode): Neo2CardReading | undefined;
  /** Makes the chip decline whatever the bank said. */
  cardDeclines?(): boolean;
}

/** Runs a frame through the stack. */
export function passNeo2(
  stack: readonly Neo2Behaviour[],
  outgoing: Neo2Outgoing,
  controls: Neo2Controls,
): readonly Neo2Outgoing[] {
  let going: readonly Neo2Outgoing[] = [outgoing];
  for (const behaviour of stack) {
    if (behaviour.onSend) going = going.flatMap((one) => behaviour.onSend?.(one, controls) ?? [one]);
  }
  return going;
}
