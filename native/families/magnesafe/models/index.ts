/**
 * The readers of the MagneSafe family (reference section 1). All lack a display and keys: every prompt for the customer
 * is on the till's screens. On a serial line only mDynamo's module speaks this protocol, and the protocol does not
 * report the model.
 */
import { headless, type Model, type Quirk } from '../../shared/models.ts';
import type { MagnesafeLimits } from './limits.ts';

export interface MagnesafeModel extends Model {
  readonly limits?: Partial<MagnesafeLimits>;
  readonly quirks?: readonly Quirk<MagnesafeModel>[];
  readonly productId: number;
  readonly hasBattery: boolean;
  /**
   * Number of the first choice in the answer to a selection. The manual counts from 1, with 0 for the title; two of the
   * maker's programs send 0. A reader that counts the other way selects the wrong application, and its card data shows
   * that.
   */
  readonly firstChoice: 0 | 1;
}

const simulatedFirmware = '21042812D01';
const plain = {
  ...headless,
  hasBattery: false,
  firstChoice: 0,
  simulatedFirmware,
  source: 'MagneSafe reference, section 1',
} as const;

/** The simulator's default comes first: the reader with a serial line. */
export const magnesafeModels: readonly MagnesafeModel[] = [
  { ...plain, name: 'mDynamo', productId: 0x001a, readers: ['chip'] },
  { ...plain, name: 'tDynamo', productId: 0x001c, hasBattery: true },
  { ...plain, name: 'eDynamo', productId: 0x001e, readers: ['chip', 'swipe'], hasBattery: true },
  { ...plain, name: 'iDynamo 6', productId: 0x001f },
];

/** Returns the model for a USB product id. A serial line or an unknown id gets the model with the fewest readers. */
export function modelOf(productId: number | undefined, models = magnesafeModels): MagnesafeModel {
  const found = models.find((model) => model.productId === productId) ?? models[0];
  if (!found) throw new RangeError('there are no models');
  return found;
}

/**
 * Devices of the same maker that are recognized by their USB ids and never queried, with readable descriptions. This
 * family's commands would mean something else to some of them, and one command would start the boot loader.
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
