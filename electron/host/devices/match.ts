/**
 * The rule by which a terminal is joined with the platform's Device, for payments, screens and command line alike: of the till's
 * merchant, exactly one with its serial number, enabled. Pure.
 */
import { serialKeyOf, type Failure } from '../../contract/index.ts';
import type { DeviceMatch } from '../payments/index.ts';
import type { DeviceRecord } from '../platform/index.ts';

export interface MatchFacts {
  serialNumber: string;
  /** The till's; null: whichever the credentials may see, so that two merchants' Devices are found twice. */
  merchant: string | null;
}

type Known = Pick<DeviceRecord, 'id' | 'serialNumber' | 'merchant' | 'isEnabled'>;

export function hasSerialNumber(device: Pick<DeviceRecord, 'serialNumber'>, serialNumber: string): boolean {
  return device.serialNumber !== null && serialKeyOf(device.serialNumber) === serialKeyOf(serialNumber);
}

/**
 * A Device is made under a merchant, and a payment without one goes to the Device's (specification, "Devices"; facts, 1.1 and 2.1).
 * So one whose record names no merchant, and links to none, still has one that nobody here knows: not proven to be the
 * till's, and not charged. Nor does a filter by merchant prove it, since a platform may pass over a filter.
 */
export function isOfMerchant(device: Pick<DeviceRecord, 'merchant'>, merchant: string | null): boolean {
  return merchant === null || device.merchant === merchant;
}

/** @param devices all that the platform has with this serial number; others are passed over */
export function matchDevice(devices: readonly Known[], { serialNumber, merchant }: MatchFacts): DeviceMatch {
  const same = devices.filter((device) => hasSerialNumber(device, serialNumber));
  const own = same.filter((device) => isOfMerchant(device, merchant));
  const [first] = same;
  const [device] = own;
  if (!first) return { kind: 'none' };
  if (!device) return refused(otherMerchant(first, serialNumber, merchant));
  if (own.length > 1) return refused(twice(own, serialNumber));
  // A platform that does not say whether it is enabled refuses the payment itself where it is not.
  return device.isEnabled === false
    ? refused(notEnabled(device, serialNumber))
    : { kind: 'matched', device: device.id };
}

const refused = (failure: Failure): DeviceMatch => ({ kind: 'refused', failure });

function otherMerchant({ id, merchant }: Known, serialNumber: string, till: string | null): Failure {
  return {
    code: 'DEVICE_OTHER_MERCHANT',
    message:
      merchant === null
        ? `The platform does not say which merchant its Device with serial number ${serialNumber} belongs to; this till belongs to ${till ?? '(not said)'}.`
        : `The platform's Device with serial number ${serialNumber} belongs to merchant ${merchant}, this till to ${till ?? '(not said)'}.`,
    context: { serialNumber, device: id, merchant, tillMerchant: till },
  };
}

function twice(own: readonly Known[], serialNumber: string): Failure {
  const devices = own.map(({ id }) => id).join(', ');
  return {
    code: 'DEVICE_TWICE',
    message: `The platform has ${own.length} Devices with serial number ${serialNumber}: ${devices}.`,
    context: { serialNumber, devices },
  };
}

function notEnabled({ id }: Known, serialNumber: string): Failure {
  return {
    code: 'DEVICE_NOT_ENABLED',
    message: `The platform's Device with serial number ${serialNumber} is not enabled.`,
    context: { serialNumber, device: id },
  };
}
