/**
 * USB devices with a serial port that are not card terminals: printers, modems, GPS receivers, boards that restart when
 * their port is opened, scanners and scales. They are not queried unless the technician allows it.
 *
 * This list contains only ids whose owner makes such devices. A converter (FTDI, CH340, CP210x, PL2303, MCP2200) hides
 * the device behind it, so it is queried as usual. The terminal makers' own devices are queried, too.
 *
 * Sources: the Linux USB ID repository (usb.ids, linux-usb.org); for boards also the udev rules of PJRC
 * (00-teensy.rules) and Adafruit; for GPS receivers gpsd's rules (gpsd.rules.in); for printers Odoo's list of ESC/POS
 * printers (hw_escpos).
 */
import type { KnownKind } from '../../electron/contract/index.ts';

/** Ids by kind: vendor, or vendor and product, in lower-case hexadecimal. */
const adapters: Readonly<Record<KnownKind, readonly string[]>> = {
  printer: [
    '04b8', // Seiko Epson
    '0519', // Star Micronics
    '1504', // Bixolon
    '2730', // Citizen
    '1d90', // Citizen
    '0dd4', // Custom Engineering
    '0a5f', // Zebra Technologies
    '04f9', // Brother
    '154f', // SNBC
    '0416:5011', // Winbond, virtual COM port of many small receipt printers
    '0fe6:811e', // parallel adapter inside receipt printers
  ],
  modem: [
    '12d1', // Huawei
    '19d2', // ZTE
    '1199', // Sierra Wireless
    '2c7c', // Quectel
    '1bc7', // Telit
    '1e0e', // Qualcomm, Option, SIMCom
    '0bdb', // Ericsson
    '1410', // Novatel Wireless
    '2cb7', // Fibocom
    '0803', // Zoom Telephonics
    '0baf', // U.S. Robotics
  ],
  gps: [
    '1546', // u-blox
    '091e', // Garmin
    '1163', // DeLorme
  ],
  board: [
    '2341', // Arduino
    '2a03', // Arduino (dog hunter)
    '239a', // Adafruit
    '16c0:047a', // Teensy serial
    '16c0:047b',
    '16c0:0483', // Teensyduino serial
    '16c0:0487',
    '1ffb', // Pololu
  ],
  scanner: [
    '05e0', // Symbol Technologies
    '05f9', // PSC, Datalogic
    '0536', // Hand Held Products
    '0c2e', // Metrologic, Honeywell
    '065a', // Optoelectronics
    '1eab', // Fujian Newland
  ],
  scale: [
    '0eb8', // Mettler Toledo
    '0922', // Dymo
  ],
};

const kindByNumber: ReadonlyMap<string, KnownKind> = new Map(
  Object.entries(adapters).flatMap(([kind, numbers]) => numbers.map((number) => [number, kind as KnownKind] as const)),
);

/** Returns the kind of a known non-terminal by its USB ids, or null. */
export function knownKindOf(port: { vendorId: string | null; productId: string | null }): KnownKind | null {
  if (port.vendorId === null) return null;
  const vendor = port.vendorId.toLowerCase();
  const product = (port.productId ?? '').toLowerCase();
  return kindByNumber.get(`${vendor}:${product}`) ?? kindByNumber.get(vendor) ?? null;
}
