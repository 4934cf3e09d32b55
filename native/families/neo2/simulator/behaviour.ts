/** Types for behaviours of a simulated NEO 2 reader (shared/simulator/behaviour.ts). */
import type { CommonControls, OutgoingMessage, TerminalBehaviour } from '../../shared/simulator/behaviour.ts';

/** A frame to the host. Its code is the command byte, or 0 for events. */
export interface Neo2Outgoing extends OutgoingMessage {
  /**
   * `answer`: the reply to a command, including the last reply of a long-running command. `taken`: 63. `prompt`: a
   * request to the host. `event`: lights and display. `boot`: the reader has started.
   */
  readonly kind: 'answer' | 'taken' | 'prompt' | 'event' | 'boot';
  /** The whole frame, checksum included. */
  readonly frame: Uint8Array;
}

export type Neo2Step =
  | 'waiting-card'
  | 'reading'
  | 'choosing-application'
  /** The chip is read; the reader waits for 60-11. */
  | 'started'
  | 'verifying'
  | 'entering-pin'
  /** The card data is sent; a chip waits for 60-12. */
  | 'online'
  /** The chip processes the bank's answer. */
  | 'completing'
  /** The result is sent; the card is still in. */
  | 'removing'
  | 'ended';

/** Outcome of reading a presented card. */
export type Neo2CardReading = 'ok' | 'chip-unreadable' | 'stripe-unreadable' | 'two-cards' | 'torn-tap';

/** Sensor values, which tests and faults change at run time. */
export interface Neo2Sensors {
  /** Percentage, 0..100. */
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
  say(frame: Uint8Array): void;
}

export interface Neo2Command {
  readonly command: number;
  readonly subcommand: number;
  readonly data: Uint8Array;
}

export type Neo2Behaviour = TerminalBehaviour<Neo2Command, Neo2Outgoing, Neo2Step, Neo2CardReading, Neo2Controls>;
