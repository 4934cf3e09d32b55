/**
 * Opens the message that a NEO 2 reader passes to its host for authorization (protocol reference, section 6), in the
 * form that the cable forwards:
 *
 *   attribution(1)  DFEE12 KSN  [DFEE25 result]  57 C1 n ciphertext  5A C1 n ciphertext  elements in clear
 *   9F39 entry mode  FFEE01{DF30 source}  DFEE26 {attribution 00}
 *
 * A sensitive element is a TLV that is encrypted separately: zero bytes up to whole blocks, then TDES CBC under a zero
 * IV and the data key of the message's KSN. C1 instead of 81 before its length marks it as encrypted (A1 would mark it
 * as masked, which is not allowed here). The data has no signature: amount and cryptogram are in clear, and only the
 * issuer's check of the cryptogram protects them. The examples in the reference suggest by their lengths that an
 * element decrypts to its whole TLV; the reference does not say so.
 */
import { counterOf, dataKey, transactionKey } from './dukpt-host.ts';
import type { KeySet } from './blob.ts';
import { decryptCbc } from './tdes.ts';
import { firstTlv, parseTlvs, TlvError, valueOf, type Tlv } from './tlv.ts';

export type OpenedNeo2Data =
  | {
      ok: true;
      /** Upper-case hexadecimal. */
      keySerialNumber: string;
      /** Everything that the reader sent, with sensitive elements decrypted. */
      elements: Tlv[];
      /** Overwrites the decrypted bytes. `elements` must not be used afterwards. */
      wipe: () => void;
    }
  | { ok: false; why: 'malformed' | 'unknown-key'; detail: string };

type Source = 'contact' | 'contactless' | 'swipe';

/** Elements that hold an account number or a track. They must be encrypted, whatever the attribution byte contains. */
const sensitiveTags = new Set(
  '56 57 58 5A 5F21 5F22 5F23 9F1F 9F20 9F6B DF812A DF812B DFEF17 DFEF18 FFEE13 FFEE14'.split(' '),
);

/** Entry modes (9F39) that match each source of the attribution byte. */
const entryModes: Readonly<Record<Source, readonly string[]>> = {
  contact: ['05'],
  contactless: ['07', '91'],
  swipe: ['80', '90'],
};

interface Element extends Tlv {
  isEncrypted: boolean;
}

/** Reads the attribution byte. Bits: 7 stripe encrypted, 6 EMV encrypted, 4 3 0 source, 2 1 cipher. */
function readSource(attribution: number): Source {
  if (((attribution >> 1) & 0b11) !== 0) throw new TlvError('The attribution byte does not say TDES');
  const source: Source = (attribution & 0x08) !== 0 ? 'swipe' : (attribution & 0x01) !== 0 ? 'contactless' : 'contact';
  const isStripe = source === 'swipe' || (attribution & 0x10) !== 0;
  if ((attribution & (isStripe ? 0x80 : 0x40)) === 0) {
    throw new TlvError('The attribution byte says that nothing is encrypted');
  }
  return source;
}

/** Reads BER-TLV whose long-form length bytes may carry two extra flags: 20 masked, 40 encrypted. */
function readElements(bytes: Buffer): Element[] {
  const found: Element[] = [];
  // The flags are removed in a copy, which then parses as BER-TLV.
  const plain = Buffer.from(bytes);
  for (let at = 0; at < bytes.length;) {
    const tagLength = lengthOfTag(bytes, at);
    const first = bytes[at + tagLength];
    if (first === undefined) throw new TlvError(`TLV ends early at byte ${at}`);
    const flags = first >= 0x80 ? first & 0x60 : 0;
    if (flags === 0x20) throw new TlvError(`A masked element at byte ${at}`);
    if (flags === 0x60) throw new TlvError(`Unknown form of element at byte ${at}`);
    plain[at + tagLength] = first & ~flags;
    const one = firstTlv(plain.subarray(at));
    if (flags === 0 && sensitiveTags.has(one.tag)) throw new TlvError(`Tag ${one.tag} is not encrypted`);
    found.push({ ...one, isEncrypted: flags === 0x40 });
    at += one.headerLength + one.value.length;
  }
  return found;
}

function lengthOfTag(bytes: Buffer, start: number): number {
  let at = start;
  if (((bytes[at] ?? 0) & 0x1f) === 0x1f) {
    do at += 1;
    while (((bytes[at] ?? 0) & 0x80) !== 0);
  }
  return at - start + 1;
}

function decryptElement(key: Buffer, { tag, value }: Element): { element: Tlv; clear: Buffer } {
  if (value.length === 0 || value.length % 8 !== 0) throw new TlvError(`Tag ${tag} is not in blocks of 8`);
  const clear = decryptCbc(key, value);
  const element = tryFirstTlv(clear);
  const padding = element && clear.subarray(element.headerLength + element.value.length);
  if (element?.tag !== tag || !padding || padding.length >= 8 || padding.some((byte) => byte !== 0)) {
    clear.fill(0);
    // A wrong key can leave arbitrary bytes, so the message quotes none of them.
    throw new TlvError(`Tag ${tag} does not decrypt to itself`);
  }
  return { element, clear };
}

function tryFirstTlv(bytes: Buffer): Tlv | null {
  try {
    return firstTlv(bytes);
  } catch (error) {
    if (error instanceof TlvError) return null;
    throw error;
  }
}

/** The clear key serial number if it belongs to this key set, otherwise a message that says why not. */
function readKeySerialNumber(elements: readonly Element[], keys: KeySet): Buffer | string {
  const ksn = elements.find(({ tag, isEncrypted }) => tag === 'DFEE12' && !isEncrypted)?.value;
  if (!ksn) throw new TlvError('No DFEE12');
  if (counterOf(ksn) === null) return 'Not a key serial number of a transaction';
  return ksn.subarray(0, keys.keySetId.length).equals(keys.keySetId) ? ksn : 'Unknown key set';
}

function checkTrailer(elements: readonly Element[], attribution: number, source: Source): void {
  const info = valueOf(elements, 'DFEE26');
  if (info?.[0] !== attribution) throw new TlvError('DFEE26 does not repeat the attribution byte');
  const entry = valueOf(elements, '9F39')?.toString('hex') ?? '';
  if (!entryModes[source].includes(entry)) throw new TlvError('Tag 9F39 does not fit the attribution byte');
  const group = valueOf(elements, 'FFEE01');
  if (group) parseTlvs(group);
}

/** Checks and decrypts one answer of a reader. The caller wipes it. */
export function openNeo2Data(data: Buffer, keys: KeySet): OpenedNeo2Data {
  const decrypted: Buffer[] = [];
  const wipe = (): void => decrypted.forEach((clear) => clear.fill(0));
  try {
    const attribution = data[0] ?? 0;
    const source = readSource(attribution);
    const all = readElements(data.subarray(1));
    checkTrailer(all, attribution, source);
    if (!all.some(({ isEncrypted }) => isEncrypted)) throw new TlvError('Nothing is encrypted');
    if (new Set(all.map(({ tag }) => tag)).size !== all.length) throw new TlvError('An element stands there twice');
    const ksn = readKeySerialNumber(all, keys);
    if (typeof ksn === 'string') return { ok: false, why: 'unknown-key', detail: ksn };
    const key = dataKey(transactionKey(keys.baseDerivationKey, ksn));
    const elements = all.map((one): Tlv => {
      if (!one.isEncrypted) return one;
      const { element, clear } = decryptElement(key, one);
      decrypted.push(clear);
      return element;
    });
    return { ok: true, keySerialNumber: ksn.toString('hex').toUpperCase(), elements, wipe };
  } catch (error) {
    wipe();
    if (error instanceof TlvError) return { ok: false, why: 'malformed', detail: error.message };
    throw error;
  }
}
