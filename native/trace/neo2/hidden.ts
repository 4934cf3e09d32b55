/**
 * Which parts of a NEO 2 frame hold card data. What is not known to be harmless is hidden: the data of a command that the
 * list below does not name shows its length and nothing else.
 */
import type { Neo2Frame } from '../../framing/neo2-frame.ts';

/** Commands about the reader itself (reference section 4): neither they nor their answers carry anything of a card. */
const harmlessCommands: ReadonlySet<number> = new Set([
  0x01, // poll on demand, texts and lights
  0x04, // configuration
  0x05, // cancel, stop
  0x09, // module information
  0x12, // serial number
  0x14, // boot notification
  0x18, // ping
  0x29, // firmware
  0x32, // status
  0x77, // restart
  0x83, // buttons and lights
  0xf0, // battery, texts
]);

/** Views into the bytes the frame was read from. */
export function hiddenParts(frame: Neo2Frame): Uint8Array[] {
  if (frame.kind === 'event' || harmlessCommands.has(frame.command)) return [];
  return [frame.data];
}
