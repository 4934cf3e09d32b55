import { z } from 'zod';

/** Wall-clock time in ISO 8601 with milliseconds and Z. Text, so that a number in a log can never be taken for a card. */
export const instantSchema = z.iso.datetime();

/**
 * What the customer (or the cashier) must do now: one vocabulary for every terminal family. Drivers translate their
 * own notifications into it; the UI has words and a picture for each.
 */
export const promptSchema = z.enum([
  'starting', // the terminal wakes up
  'card-left-in', // the card of the payment before comes out first; then this payment begins by itself
  'present-card', // insert, tap or swipe
  'insert-card', // this card is read by its chip
  'swipe-card', // the chip could not be read
  'tap-again', // taken away too soon
  'one-card-only', // two cards answered at once
  'see-phone', // confirm on the phone, then tap again
  'choose-on-terminal', // application selection
  'choose-application', // application selection on our own screen: the terminal has none
  'enter-pin',
  'confirm-amount',
  'choose-tip',
  'sign',
  'processing', // terminal and card are talking; leave the card in
  'asking-bank', // our request is with the platform
  'remove-card', // take the card out; once the bank said yes, that completes the payment
  'cancelling',
  'follow-terminal', // the platform drives the terminal: its own screen says what to do
]);
export type Prompt = z.infer<typeof promptSchema>;

/** What a payment attempt is: a sale, a hold to be captured later, or money back to a card without a payment before it. */
export const attemptKindSchema = z.enum(['sale', 'authorization', 'refund']);
export type AttemptKind = z.infer<typeof attemptKindSchema>;

/** Who drives the terminal: this till over the cable, or the platform over its own network. */
export const paymentRouteSchema = z.enum(['cable', 'cloud']);
export type PaymentRoute = z.infer<typeof paymentRouteSchema>;

/** How the card was read. `unknown` until the terminal says so. */
export const entryModeSchema = z.enum(['chip', 'contactless', 'swipe', 'manual', 'unknown']);
export type EntryMode = z.infer<typeof entryModeSchema>;
/** What a terminal can have to read cards. */
export const readers = ['chip', 'contactless', 'swipe'] as const;
export const readerSchema = z.enum(readers);
export type Reader = z.infer<typeof readerSchema>;

/**
 * What is wrong with card data that do not belong to the payment they were asked for: another amount, another
 * currency, no purchase, no request to the bank (the card said no, or yes by itself), a date years off, data used before.
 */
export type CardDataFault = 'amount' | 'currency' | 'type' | 'cryptogram' | 'date' | 'repeated';

/** A chip card that its payment has left in the terminal: for sure, or perhaps, where the terminal does not tell. */
export const cardInSlotSchema = z.enum(['in', 'maybe']);
export type CardInSlot = z.infer<typeof cardInSlotSchema>;

/** An act of a customer whose card is in the terminal, for which the terminal waits a limited time. */
export type AwaitedAct = 'pin' | 'choice';

/**
 * Time of a customer for the PIN, milliseconds: longer than the usual wait for a card, and below the 255 s that fit into the
 * time-out byte of a terminal.
 */
export const PIN_MS = 240_000;

export const linkKindSchema = z.enum(['serial', 'hid', 'tcp']);
export type LinkKind = z.infer<typeof linkKindSchema>;

/** Terminal families Tillbridge has a driver for. */
export const familySchema = z.enum(['mms', 'neo2', 'magnesafe']);
export type Family = z.infer<typeof familySchema>;

/** Where a terminal is reached: `serial:/dev/ttyUSB0`, `tcp:127.0.0.1:9001`, `hid:B61378A` (serial number). */
export const terminalAddressSchema = z.string().regex(/^(serial:.+|tcp:.+:[0-9]{1,5}|hid:.+)$/u);
export type TerminalAddress = z.infer<typeof terminalAddressSchema>;

/** The actions of PUT /devices/{device_id} (specification, "Compliance Forms and Devices"). */
export const deviceActionSchema = z.enum(['ACTIVATE', 'DEACTIVATE', 'CANCEL', 'REBOOT', 'CREATE_IDLE_MESSAGE']);
export type DeviceAction = z.infer<typeof deviceActionSchema>;

/** Known processors; the platform may name others, which are kept as they are. */
export const knownProcessors = ['DUMMY_V1', 'SERVICE_V1', 'GATEWAY_A_V1', 'GATEWAY_B_V1'] as const;

/** Which actions the platform performs, by the processor behind the device (specification, devices table). */
export const actionsByProcessor: Readonly<Record<string, readonly DeviceAction[]>> = {
  DUMMY_V1: ['ACTIVATE', 'DEACTIVATE', 'CANCEL'],
  SERVICE_V1: ['ACTIVATE', 'DEACTIVATE', 'CANCEL'],
  GATEWAY_A_V1: ['ACTIVATE', 'DEACTIVATE'],
  GATEWAY_B_V1: ['ACTIVATE', 'DEACTIVATE', 'CREATE_IDLE_MESSAGE', 'REBOOT'],
};

/** Serial numbers are compared as people read them: case and spaces around do not count. */
export function serialKeyOf(serialNumber: string): string {
  return serialNumber.trim().toUpperCase();
}
