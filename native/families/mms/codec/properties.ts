/**
 * Properties: facts and settings of a terminal (D101 get, D111 set; reference section 7, MMS manual table 185).
 *
 * Six numbers name a property, for example 2.2.1.1.1.1. Two encodings carry the same name:
 *
 *     simple   85 first | 87 four middle numbers | 89 { C0+last: value }
 *     nested   85 first | 89 { E0+second { E0+third { E0+fourth { E0+fifth { C0+last: value }}}}}
 *
 * The vendor's object identifier (tag 81) may precede either encoding. An answer uses the encoding of its request.
 */
import { bigEndian, equalBytes, fromHex, toHex } from '../../../framing/bytes.ts';
import { encodeTlv, findTlv, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import { plainText } from '../../shared/plain-text.ts';

/** Name of a property as the manual prints it, for example `2.2.1.1.1.1`. */
type PropertyName = string;

export interface PropertyCall {
  readonly name: PropertyName;
  readonly form: 'simple' | 'nested';
  /**
   * True if the vendor's object identifier comes first. Some models require it for some properties; see `properties`.
   */
  readonly hasObjectIdentifier: boolean;
  /** Empty in a get request. */
  readonly value: Uint8Array;
}

/** Properties that the driver reads, each in the encoding of the manual's own example. */
export const properties = {
  serialNumber: { name: '2.2.1.1.1.1', form: 'simple', hasObjectIdentifier: true },
  model: { name: '2.1.2.2.2.1', form: 'nested', hasObjectIdentifier: true },
  firmware: { name: '2.1.2.2.2.2', form: 'nested', hasObjectIdentifier: true },
  pciHardwareId: { name: '2.2.1.1.1.3', form: 'nested', hasObjectIdentifier: true },
  operational: { name: '2.3.1.2.1.1', form: 'simple', hasObjectIdentifier: false },
  offlineDetail: { name: '2.3.1.2.1.2', form: 'simple', hasObjectIdentifier: false },
  externalPower: { name: '2.3.1.2.1.3', form: 'simple', hasObjectIdentifier: false },
  battery: { name: '2.3.1.2.1.4', form: 'simple', hasObjectIdentifier: false },
  charger: { name: '2.3.1.2.1.5', form: 'simple', hasObjectIdentifier: false },
  temperature: { name: '2.3.1.2.1.6', form: 'simple', hasObjectIdentifier: false },
  tampered: { name: '2.3.1.1.2.3', form: 'simple', hasObjectIdentifier: false },
  rebooted: { name: '1.2.7.1.1.2', form: 'simple', hasObjectIdentifier: false },
  userEventsOnIdle: { name: '1.2.7.1.2.1', form: 'simple', hasObjectIdentifier: false },
  arpcTimeout: { name: '1.1.1.1.1.5', form: 'simple', hasObjectIdentifier: false },
} as const satisfies Record<string, Omit<PropertyCall, 'value'>>;

/** 1.3.6.1.4.1.(vendor arc as printed), in the relative encoding that the manual uses. */
const objectIdentifier = fromHex('2B06010401F609');

/** Payload TLVs of a get, a set, or an answer to either. @throws RangeError when the name cannot be encoded. */
export function propertyTlvs(call: Omit<PropertyCall, 'value'> & { readonly value?: Uint8Array }): Tlv[] {
  const numbers = call.name.split('.').map(Number);
  const [first, ...rest] = numbers;
  const last = rest.pop();
  const isValid = numbers.length === 6 && numbers.every((part) => Number.isInteger(part) && part > 0 && part < 0x1f);
  if (!isValid || first === undefined || last === undefined) throw new RangeError(`${call.name} is no property name`);
  let content = encodeTlv(0xc0 + last, call.value ?? new Uint8Array());
  if (call.form === 'nested') for (const part of rest.toReversed()) content = encodeTlv(0xe0 + part, content);
  return [
    ...(call.hasObjectIdentifier ? [{ tag: 0x81, value: objectIdentifier }] : []),
    { tag: 0x85, value: bigEndian(first, 1) },
    ...(call.form === 'simple' ? [{ tag: 0x87, value: Uint8Array.from(rest) }] : []),
    { tag: 0x89, value: content },
  ];
}

/** Reads the payload of a get, a set, or an answer. Returns undefined for an unknown encoding. */
export function readProperty(tlvs: readonly Tlv[]): PropertyCall | undefined {
  const identifier = findTlv(tlvs, 0x81);
  if (identifier && !equalBytes(identifier, objectIdentifier)) return undefined;
  const first = findTlv(tlvs, 0x85);
  const middle = findTlv(tlvs, 0x87);
  let content = findTlv(tlvs, 0x89);
  if (first?.length !== 1 || !content) return undefined;
  const numbers = [...first, ...(middle ?? [])];
  for (;;) {
    const level = parseTlvs(content);
    const only = level.ok ? level.tlvs[0] : undefined;
    if (!only || only.tag > 0xff) return undefined;
    const number = only.tag & 0x1f;
    numbers.push(number);
    if ((only.tag & 0xe0) === 0xc0) {
      if (numbers.length !== 6) return undefined;
      return {
        name: numbers.join('.'),
        form: middle ? 'simple' : 'nested',
        hasObjectIdentifier: identifier !== undefined,
        value: only.value,
      };
    }
    if ((only.tag & 0xe0) !== 0xe0 || numbers.length >= 6) return undefined;
    content = only.value;
  }
}

/** Text of a property: ASCII, terminated or padded with zero bytes. */
export function propertyText(value: Uint8Array): string {
  const end = value.indexOf(0);
  const text = String.fromCharCode(...(end < 0 ? value : value.subarray(0, end)));
  // Cleaned, because the terminal's own texts appear on screens and in logs.
  return plainText(text, '').trim();
}

/** Packs a serial number: seven hexadecimal digits and one padding 0 in four bytes (manual table 1206). */
export function packSerialNumber(serialNumber: string): Uint8Array {
  if (!/^[0-9A-F]{7}$/.test(serialNumber)) throw new RangeError('an MMS serial number is seven hexadecimal digits');
  return fromHex(`${serialNumber}0`);
}

/** Seven digits of a packed serial number; a value of any other length returns all its digits. */
export function unpackSerialNumber(value: Uint8Array): string {
  const digits = toHex(value);
  return value.length === 4 && digits.endsWith('0') ? digits.slice(0, 7) : digits;
}
