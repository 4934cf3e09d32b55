/**
 * What every simulated terminal is, whatever its family: bytes on a cable, an outside (display, card slot, keys), and a
 * customer's gestures. Carriers, control port and autopilot know this interface and no protocol.
 */
import type { Family } from '../../../../electron/contract/index.ts';
import type { CardFace } from './card/test-cards.ts';

/** What a customer can do to a terminal (contract: practice gestures). */
export const gestures = ['insert', 'tap', 'swipe', 'remove', 'press-cancel', 'enter-pin'] as const;
export type Gesture = (typeof gestures)[number];

/** What can be seen of a terminal from outside. Never card data: cards by brand and last four. */
export interface TerminalFace {
  /** Lines on the display, top first; empty where the model has none. */
  display: readonly string[];
  cards: readonly CardFace[];
  chosenCard: string;
  /** Gestures that would do something now. */
  can: readonly Gesture[];
}

/** What the terminal is waiting for the customer to do. */
export type Ask = 'present' | 'enter-pin' | 'remove' | null;

export interface SimulatedTerminal {
  readonly family: Family;
  readonly serialNumber: string;
  readonly model: string;
  readonly firmware: string;
  /** Bytes from the cable, cut anywhere. Never throws. */
  receive(bytes: Uint8Array): void;
  /** Bytes for the cable. Gives a function that unsubscribes. */
  onSend(listener: (bytes: Uint8Array) => void): () => void;
  /** A fault pulls the cable (half a frame, then gone). The carrier listens. */
  onUnplug(listener: () => void): () => void;
  /** Called by the carrier when its other end came or went: half-received frames are dropped. */
  cableMoved(isConnected: boolean): void;
  readonly face: TerminalFace;
  readonly asks: Ask;
  /** Called after every change of what can be seen, or of what is asked. */
  onChange(listener: () => void): () => void;
  /** Takes another card into the customer's hand; false for a card that is not in the deck. */
  choose(card: string): boolean;
  /** False when it does nothing now. */
  gesture(gesture: Gesture): boolean;
  /** Stops all timers; says nothing any more. */
  close(): void;
}
