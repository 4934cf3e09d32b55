/**
 * Every terminal family that has a driver, in the order in which the families are probed. The contract lists the
 * families (`familySchema`): a name and an entry must match, or compilation fails. The simulators are listed in
 * simulators.ts, so that only tests load them. native/README.md walks through adding a family.
 */
import type { Family } from '../../electron/contract/index.ts';
import { magnesafe } from './magnesafe/index.ts';
import { mms } from './mms/index.ts';
import { neo2 } from './neo2/index.ts';
import type { TerminalFamily } from './shared/family.ts';

const byName = { mms, neo2, magnesafe } satisfies Readonly<Record<Family, TerminalFamily>>;

export const families = Object.values<TerminalFamily>(byName) as [TerminalFamily, ...TerminalFamily[]];

/** Families whose terminals take payments. */
export type PayingFamily = {
  [F in Family]: (typeof byName)[F]['takesPayments'] extends true ? F : never;
}[Family];
const takesPayments = (family: Family): family is PayingFamily => byName[family].takesPayments;
export const payingFamilies = families.map(({ family }) => family).filter(takesPayments);

export function familyNamed(family: Family): TerminalFamily {
  return byName[family];
}

/**
 * Name of a USB device that its family refuses although the family's maker makes terminals (for example a boot loader),
 * or undefined for every other device.
 */
export function refusedUsb(vendorId: number, productId: number): string | undefined {
  const refused = families.find(({ usb }) => usb.vendorId === vendorId && usb.refused?.[productId] !== undefined);
  return refused?.usb.refused?.[productId];
}

/** Family of a USB device, found by its ids, or undefined for an unknown device. */
export function familyOfUsb(vendorId: number, productId: number): TerminalFamily | undefined {
  return families.find(({ usb }) => usb.vendorId === vendorId && usb.productIds.includes(productId));
}
