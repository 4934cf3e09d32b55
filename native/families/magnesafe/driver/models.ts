/**
 * What each model can do (reference section 1). None has a display or keys: everything that is asked of the customer stands on our
 * screens. On a serial line only mDynamo's module speaks this protocol, and the wire does not name it.
 */
import { headless } from '../../shared/driver/models.ts';
import type { TerminalCapabilities } from '../../shared/terminal.ts';

interface MagnesafeModel {
  readonly name: string;
  readonly productId: number;
  readonly capabilities: TerminalCapabilities;
  readonly hasBattery: boolean;
  /**
   * The number of the first choice in the answer to a selection. The manual counts from 1, where 0 is the title; two programs of the
   * maker send 0. A reader that takes it the other way offers the wrong application, which the card's own data then names.
   */
  readonly firstChoice: 0 | 1;
}

const chipAndStripe: TerminalCapabilities = { ...headless, readers: ['chip', 'swipe'] };

export const magnesafeModels: readonly MagnesafeModel[] = [
  { name: 'tDynamo', productId: 0x001c, capabilities: headless, hasBattery: true, firstChoice: 0 },
  { name: 'eDynamo', productId: 0x001e, capabilities: chipAndStripe, hasBattery: true, firstChoice: 0 },
  { name: 'iDynamo 6', productId: 0x001f, capabilities: headless, hasBattery: false, firstChoice: 0 },
  {
    name: 'mDynamo',
    productId: 0x001a,
    capabilities: { ...headless, readers: ['chip'] },
    hasBattery: false,
    firstChoice: 0,
  },
];

/** On USB by its product id; a serial line and one whose id nobody has heard of are the model with the fewest readers. */
export function modelOf(productId: number | undefined): MagnesafeModel {
  const found = magnesafeModels.find((model) => model.productId === productId) ?? magnesafeModels.at(-1);
  if (!found) throw new RangeError('there are no models');
  return found;
}

/**
 * Devices of the same maker that are told from their ids and never asked anything: what they are, for people. Commands of this family would
 * mean something else to some of them, and one of those is a way into the boot loader.
 */
export const refusedProducts: Readonly<Record<number, string>> = {
  0x0001: 'a stripe reader that types what it reads, as a keyboard does: it must be set to HID first',
  0x0002: 'a stripe reader without a chip reader',
  0x0003: 'a stripe reader without a chip reader',
  0x0011: 'a stripe reader without a chip reader',
  0x0013: 'a stripe reader without a chip reader',
  0x0014: 'a stripe reader without a chip reader',
  0x0020: 'a reader of another generation (iDynamo 5)',
  0x3009: 'a reader of another generation (DynaPro)',
  0x5357: 'a reader whose firmware is being loaded: unplug it and plug it in again',
};
