/**
 * Rule that joins a terminal with the platform's Device, shared by payments, screens and command line: exactly one
 * Device of the till's merchant has the serial number, and it is enabled. Pure.
 */
import { serialKeyOf, type Failure } from '../../contract/index.ts';
import type { DeviceMatch } from '../payments/index.ts';
import type { DeviceRecord } from '../platform/index.ts';

export interface MatchFacts {
  serialNumber: string;
  /**
   * Merchant of the till, or null for all merchants that the credentials see; Devices of two merchants then count as
   * duplicates.
   */
  merchant: string | null;
}

type Known = Pick<DeviceRecord, 'id' | 'serialNumber' | 'merchant' | 'isEnabled'>;

export function hasSerialNumber(device: Pick<DeviceRecord, 'serialNumber'>, serialNumber: string): boolean {
  return device.serialNumber !== null && serialKeyOf(device.serialNumber) === serialKeyOf(serialNumber);
}

/**
 * Every Device belongs to a merchant, and a payment without a merchant goes to the Device's (specification, "Devices";
 * facts, 1.1 and 2.1). A record that lacks a merchant belongs to an unknown merchant, so it is never charged. A filter
 * by merchant is no proof, because a platform may ignore the filter.
 */
export function isOfMerchant(device: Pick<DeviceRecord, 'merchant'>, merchant: string | null): boolean {
  return merchant === null || device.merchant === merchant;
}

/** @param devices all Devices of the platform with this serial number; others are skipped */
export function matchDevice(devices: readonly Known[], { serialNumber, merchant }: MatchFacts): DeviceMatch {
  const same = devices.filter((device) => hasSerialNumber(device, serialNumber));
  const own = same.filter((device) => isOfMerchant(device, merchant));
  const [first] = same;
  const [device] = own;
  if (!first) return { kind: 'none' };
  if (!device) return refused(otherMerchant(first, serialNumber, merchant));
  if (own.length > 1) return refused(twice(own, serialNumber));
  // If the platform does not report `isEnabled`, it refuses payments on a disabled Device itself.
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
