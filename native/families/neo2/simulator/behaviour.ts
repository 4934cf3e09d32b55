/** What a behaviour of a simulated NEO 2 reader gets and may do (shared/simulator/behaviour.ts). */
import type { CommonControls, OutgoingMessage, TerminalBehaviour } from '../../shared/simulator/behaviour.ts';

/** One frame on its way to the host. Its code is the command byte; 0 for events. */
export interface Neo2Outgoing extends OutgoingMessage {
  /**
   * `answer`: the reply to a command, also the last one of a long-running command. `taken`: 63. `prompt`: the reader asks
   * its host. `event`: lights and display. `boot`: it has started up.
   */
  readonly kind: 'answer' | 'taken' | 'prompt' | 'event' | 'boot';
  /** The whole frame, checksum included. */
  readonly frame: Uint8Array;
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

export interface Neo2Controls extends CommonControls<Neo2Sensors> {
  /** Puts any frame on the wire. */
  say(frame: Uint8Array): void;
}

export interface Neo2Command {
  readonly command: number;
  readonly subcommand: number;
  readonly data: Uint8Array;
}

/** A command is refused with a status byte. */
export type Neo2Behaviour = TerminalBehaviour<Neo2Command, Neo2Outgoing, Neo2Step, Neo2CardReading, Neo2Controls>;
