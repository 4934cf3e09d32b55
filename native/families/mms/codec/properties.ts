/**
 * Properties: what a terminal knows about itself (D101 get, D111 set; reference section 7, MMS manual table 185).
 *
 * A property is named by six numbers, e.g. 2.2.1.1.1.1. Two forms carry the same name:
 *
 *     simple   85 first | 87 four middle numbers | 89 { C0+last: value }
 *     nested   85 first | 89 { E0+second { E0+third { E0+fourth { E0+fifth { C0+last: value }}}}}
 *
 * Either may be preceded by 81 with the object identifier of the vendor. An answer repeats the form of the question.
 */
import { bigEndian, equalBytes, fromHex } from '../../../framing/bytes.ts';
import { encodeTlv, findTlv, parseTlvs, type Tlv } from '../../../framing/tlv.ts';
import { plainText } from '../../shared/plain-text.ts';

/** A property's name as in the manual, e.g. `2.2.1.1.1.1`. */
type PropertyName = string;

export interface PropertyCall {
  readonly name: PropertyName;
  readonly form: 'simple' | 'nested';
  /** Whether the vendor's object identifier stands in front. Some models want it for some properties; see `properties`. */
  readonly hasObjectIdentifier: boolean;
  /** Empty in a question. */
  readonly value: Uint8Array;
}

/** What the driver asks for, each in the form the manual's own example uses. */
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

/** 1.3.6.1.4.1.(vendor arc as printed), in the relative form the manual uses. */
const objectIdentifier = fromHex('2B06010401F609');

/** The payload TLVs of a get, a set, or an answer to either. Throws a RangeError on a name that cannot be written. */
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

/** Reads the payload of a get, a set, or an answer; undefined when it is neither form. */
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

/** Text of a property: ASCII, ended or padded with zero bytes. */
export function propertyText(value: Uint8Array): string {
  const end = value.indexOf(0);
  const text = String.fromCharCode(...(end < 0 ? value : value.subarray(0, end)));
  // What a terminal says of itself goes to screens and logs.
  return plainText(text, '').trim();
}

/** A serial number as MMS packs it: seven hexadecimal digits and one 0 of padding in four bytes (manual table 1206). */
export function packSerialNumber(serialNumber: string): Uint8Array {
  if (!/^[0-9A-F]{7}$/.test(serialNumber)) throw new RangeError('an MMS serial number is seven hexadecimal digits');
  return fromHex(`${serialNumber}0`);
}

/** The seven digits of a packed serial number; other lengths are given as all their digits. */
export function unpackSerialNumber(value: Uint8Array): string {
  let digits = '';
  for (const byte of value) digits += byte.toString(16).padStart(2, '0').toUpperCase();
  return value.length === 4 && digits.endsWith('0') ? digits.slice(0, 7) : digits;
}
