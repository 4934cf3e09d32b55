/** Decrypts NEO 2 card data like a platform, independently of driver and simulator: strings and Node's ciphers. */
import { hostDataKey, tdesCbc } from '../simulator/host-side.ts';

export interface OpenedNeo2Blob {
  attribution: string;
  keySerialNumber: string;
  /** Decrypted elements by tag, hexadecimal. */
  values: Map<string, string>;
  clear: Map<string, string>;
}

/** Throws when the data differ from the agreed format. */
export function openNeo2Blob(hex: string): OpenedNeo2Blob {
  const elements: { tag: string; form: string; value: string }[] = [];
  let at = 2;
  const take = (bytes: number): string => {
    const taken = hex.slice(at, at + 2 * bytes);
    if (taken.length !== 2 * bytes) throw new Error('the data end too soon');
    at += 2 * bytes;
    return taken;
  };
  while (at < hex.length) {
    let tag = take(1);
    if ((Number.parseInt(tag, 16) & 0x1f) === 0x1f) {
      do tag += take(1);
      while ((Number.parseInt(tag.slice(-2), 16) & 0x80) !== 0);
    }
    const first = take(1);
    const form = { A: 'masked', C: 'encrypted' }[first[0] ?? ''] ?? 'clear';
    const length =
      Number.parseInt(first, 16) < 0x80 ? Number.parseInt(first, 16) : Number.parseInt(take(Number(first[1])), 16);
    elements.push({ tag, form, value: take(length) });
  }
  if (elements.some(({ form }) => form === 'masked')) throw new Error('masked data were passed on');
  const clear = new Map(elements.filter(({ form }) => form === 'clear').map(({ tag, value }) => [tag, value]));
  const keySerialNumber = clear.get('DFEE12') ?? '';
  const key = hostDataKey(keySerialNumber);
  const values = new Map<string, string>();
  for (const { tag, value } of elements.filter(({ form }) => form === 'encrypted')) {
    const plain = Buffer.from(tdesCbc(key, Buffer.from(value, 'hex'), 'decrypt'))
      .toString('hex')
      .toUpperCase();
    if (!plain.startsWith(tag)) throw new Error(`another element than ${tag} is inside`);
    const length = Number.parseInt(plain.slice(tag.length, tag.length + 2), 16);
    const rest = plain.slice(tag.length + 2 + 2 * length);
    if (!/^(00){0,7}$/.test(rest)) throw new Error('not padded with zeros to whole blocks');
    values.set(tag, plain.slice(tag.length + 2, tag.length + 2 + 2 * length));
  }
  return { attribution: hex.slice(0, 2), keySerialNumber, values, clear };
}
