/**
 * Every terminal family there is a driver for, in the order they are asked. The contract names them (`familySchema`); a
 * name without an entry here, or an entry without a name, does not compile. Their simulators are listed in simulators.ts,
 * so that a till does not carry them. native/README.md walks through adding one.
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

/** What a USB device is that no family can use although its maker makes terminals; undefined for all others. */
export function refusedUsb(vendorId: number, productId: number): string | undefined {
  const refused = families.find(({ usb }) => usb.vendorId === vendorId && usb.refused?.[productId] !== undefined);
  return refused?.usb.refused?.[productId];
}

/** The family a USB device belongs to by its ids; undefined for a stranger. */
export function familyOfUsb(vendorId: number, productId: number): TerminalFamily | undefined {
  return families.find(({ usb }) => usb.vendorId === vendorId && usb.productIds.includes(productId));
}
