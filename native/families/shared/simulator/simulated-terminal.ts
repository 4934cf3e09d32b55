/**
 * A simulated terminal of any family: bytes on a cable, a face (display, card slot, keys), and a customer's gestures.
 * Carriers, control port and autopilot use this interface and know no protocol.
 */
import type { Family } from '../../../../electron/contract/index.ts';
import type { CardFace } from './card/test-cards.ts';

/** Gestures of a customer at a terminal (contract: practice gestures). */
export const gestures = ['insert', 'tap', 'swipe', 'remove', 'press-cancel', 'enter-pin'] as const;
export type Gesture = (typeof gestures)[number];

/** Visible state of a terminal. It contains no card data: cards appear with brand and last four digits. */
export interface TerminalFace {
  /** Lines on the display, top first; empty when the model has no display. */
  display: readonly string[];
  cards: readonly CardFace[];
  chosenCard: string;
  /** Gestures that have an effect now. */
  can: readonly Gesture[];
}

/** Action that the terminal expects from the customer. */
export type Ask = 'present' | 'enter-pin' | 'remove' | null;

export interface SimulatedTerminal {
  readonly family: Family;
  readonly serialNumber: string;
  readonly model: string;
  readonly firmware: string;
  /** Receives bytes from the cable, split at any point. Never throws. */
  receive(bytes: Uint8Array): void;
  /** Called with bytes for the cable. Returns an unsubscribe function. */
  onSend(listener: (bytes: Uint8Array) => void): () => void;
  /** Called when a fault unplugs the cable in the middle of a frame. The carrier listens. */
  onUnplug(listener: () => void): () => void;
  /** Called by the carrier when its other end connects or disconnects: partially received frames are dropped. */
  cableChanged(isConnected: boolean): void;
  readonly face: TerminalFace;
  readonly asks: Ask;
  /** Called after every change of the face or of `asks`. */
  onChange(listener: () => void): () => void;
  /** Selects the card that the customer presents next; returns false when the deck has no such card. */
  choose(card: string): boolean;
  /** Returns false when the gesture has no effect now. */
  gesture(gesture: Gesture): boolean;
  /** Stops all timers and messages. */
  close(): void;
}
