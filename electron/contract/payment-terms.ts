import { z } from 'zod';

/**
 * Wall-clock time in ISO 8601 with milliseconds and Z. It is text, so that a number in a log is never mistaken for a
 * card number.
 */
export const instantSchema = z.iso.datetime();

/**
 * The step that the customer or cashier must do now. All terminal families share this vocabulary: drivers translate
 * their notifications into it, and the UI has a text and a picture for each.
 */
export const promptSchema = z.enum([
  'starting',
  'card-left-in', // the card of the previous payment must be removed first; then this payment starts by itself
  'present-card', // insert, tap or swipe
  'insert-card', // this card must be read by its chip
  'swipe-card', // the chip could not be read
  'tap-again', // the card was taken away too soon
  'one-card-only', // two cards answered at once
  'see-phone', // confirm on the phone, then tap again
  'choose-on-terminal', // application selection
  'choose-application', // application selection on the till's screen: the terminal has no screen
  'enter-pin',
  'confirm-amount',
  'choose-tip',
  'sign',
  'processing', // terminal and card are communicating; leave the card in
  'asking-bank', // the till's request is with the platform
  'remove-card', // take the card out; after an approval, that completes the payment
  'cancelling',
  'follow-terminal', // the platform drives the terminal, whose own screen shows the steps
]);
export type Prompt = z.infer<typeof promptSchema>;

/** Kind of payment attempt: a sale, a hold to capture later, or an unreferenced refund. */
export const attemptKindSchema = z.enum(['sale', 'authorization', 'refund']);
export type AttemptKind = z.infer<typeof attemptKindSchema>;

/** Route to the terminal: driven by this till over the cable, or by the platform over its own network. */
export const paymentRouteSchema = z.enum(['cable', 'cloud']);
export type PaymentRoute = z.infer<typeof paymentRouteSchema>;

/** Way in which the card was read. `unknown` until the terminal reports it. */
export const entryModeSchema = z.enum(['chip', 'contactless', 'swipe', 'manual', 'unknown']);
export type EntryMode = z.infer<typeof entryModeSchema>;
export const readers = ['chip', 'contactless', 'swipe'] as const;
export const readerSchema = z.enum(readers);
export type Reader = z.infer<typeof readerSchema>;

/**
 * Reasons why card data does not belong to the payment: wrong amount, wrong currency, not a purchase, a decision by the
 * card alone (declined or approved offline), a date years off, or data used before.
 */
export type CardDataFault = 'amount' | 'currency' | 'type' | 'cryptogram' | 'date' | 'repeated';

/** A chip card left in the terminal after its payment: certainly, or possibly if the terminal does not report it. */
export const cardInSlotSchema = z.enum(['in', 'maybe']);
export type CardInSlot = z.infer<typeof cardInSlotSchema>;

/** Action of a customer whose card is in the terminal, for which the terminal waits a limited time. */
export type AwaitedAction = 'pin' | 'choice';

/**
 * Time limit for entering the PIN, in milliseconds: longer than the usual wait for a card, and below the 255 s that fit
 * into a terminal's time-out byte.
 */
export const PIN_MS = 240_000;

export const linkKindSchema = z.enum(['serial', 'hid', 'tcp']);
export type LinkKind = z.infer<typeof linkKindSchema>;

/** Terminal families that Tillbridge has a driver for. */
export const familySchema = z.enum(['mms', 'neo2', 'magnesafe']);
export type Family = z.infer<typeof familySchema>;

/** Address of a terminal: `serial:/dev/ttyUSB0`, `tcp:127.0.0.1:9001`, `hid:B61378A` (serial number). */
export const terminalAddressSchema = z.string().regex(/^(serial:.+|tcp:.+:[0-9]{1,5}|hid:.+)$/u);
export type TerminalAddress = z.infer<typeof terminalAddressSchema>;

/** Actions of PUT /devices/{device_id} (specification, "Compliance Forms and Devices"). */
export const deviceActionSchema = z.enum(['ACTIVATE', 'DEACTIVATE', 'CANCEL', 'REBOOT', 'CREATE_IDLE_MESSAGE']);
export type DeviceAction = z.infer<typeof deviceActionSchema>;

/**
 * Actions that the platform performs, by the processor of the Device (specification, devices table). Other names of
 * processors are kept unchanged.
 */
export const actionsByProcessor: Readonly<Record<string, readonly DeviceAction[]>> = {
  DUMMY_V1: ['ACTIVATE', 'DEACTIVATE', 'CANCEL'],
  SERVICE_V1: ['ACTIVATE', 'DEACTIVATE', 'CANCEL'],
  GATEWAY_A_V1: ['ACTIVATE', 'DEACTIVATE'],
  GATEWAY_B_V1: ['ACTIVATE', 'DEACTIVATE', 'CREATE_IDLE_MESSAGE', 'REBOOT'],
};

/** Normalizes a serial number for comparison: case and surrounding spaces are ignored. */
export function serialKeyOf(serialNumber: string): string {
  return serialNumber.trim().toUpperCase();
}
