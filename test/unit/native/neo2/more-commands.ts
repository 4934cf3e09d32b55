/** Commands of the guide that the driver does not send. They are built here to check every printed request. */
import { bigEndian, concatBytes } from '../../../../native/framing/bytes.ts';
import { ascii, neo2Command } from '../../../../native/families/neo2/codec/commands.ts';

const byte = (value: number): Uint8Array => Uint8Array.of(value);
const name = (text: string): Uint8Array => concatBytes(ascii(text), byte(0));

export const getConfiguration = (): Uint8Array => neo2Command('get-configuration');
export const getLightSensor = (): Uint8Array => neo2Command('get-light-sensor');
/** Requests the coin cell's voltage in millivolts (guide p472). */
export const getCoinCell = (): Uint8Array => neo2Command('get-battery', byte(0x00));
/** Resets the state of a transaction without a display message (guide p242). */
export const resetTransactionState = (): Uint8Array => neo2Command('cancel-transaction', byte(0x01));
export const stopTransaction = (): Uint8Array => neo2Command('stop-transaction');
/** Reads cards only in a transaction; 00 would read them all the time. */
export const pollOnDemand = (): Uint8Array => neo2Command('set-poll-mode', byte(0x01));
/** Major configuration 1C to 4C of the contact kernel (guide p197). */
export const setContactConfiguration = (configuration: 1 | 2 | 3 | 4): Uint8Array =>
  neo2Command('contact-set-configuration', byte(configuration));
/** Sends the vendor's signed list of card ranges that come in clear. */
export const setWhiteList = (list: Uint8Array): Uint8Array => neo2Command('set-white-list', list);

/** A line of at most 16 characters, or text of at most 32, on readers with a character display (K 71716957). */
export const displayText = (text: string): Uint8Array =>
  neo2Command(text.length > 16 ? 'display-lines' : 'display-line', ascii(text));
export const createScreen = (screen: string): Uint8Array => neo2Command('screen-create', name(screen));
export const listScreens = (): Uint8Array => neo2Command('screen-list');
export const removeScreenObject = (screen: string, object: string): Uint8Array =>
  neo2Command('screen-remove-object', name(screen), name(object));
/** 61-08, property 01: four bytes of color. */
export const colourScreenObject = (screen: string, object: string, colour: Uint8Array): Uint8Array =>
  neo2Command('screen-update-object', name(screen), name(object), byte(0x01), colour);

/** Kinds of screen objects in the guide's examples (p449). */
export const screenObject = { button: 0x02, invisible: 0x03 } as const;

/** 61-07: `content` follows the position, in the object's format, for example a button's caption and a zero byte. */
export function addScreenObject(object: {
  screen: string;
  object: string;
  kind: number;
  /** Values 01 and 02 appear in the guide's examples; no source explains them. */
  placement: number;
  x: number;
  y: number;
  content?: Uint8Array;
}): Uint8Array {
  return neo2Command(
    'screen-add-object',
    name(object.screen),
    name(object.object),
    byte(object.kind),
    byte(object.placement),
    bigEndian(object.x, 2),
    bigEndian(object.y, 2),
    object.content ?? new Uint8Array(),
  );
}
