/**
 * Implements a terminal's card encryption in a small way, independent of the sandbox's code: numbers instead of
 * buffers, ECB instead of CBC, recursive keys instead of a loop. It uses published test keys and test cards only.
 */
import { createCipheriv } from 'node:crypto';

const hex = (value: bigint, bytes: number) => value.toString(16).padStart(bytes * 2, '0');
const num = (text: string) => BigInt(`0x${text || '0'}`);

/** Triple DES, ECB, over hexadecimal text. A key of 8 bytes is used three times. */
export function tdes(key: string, data: string): string {
  const long = key.length === 16 ? key.repeat(3) : key + key.slice(0, 16);
  const cipher = createCipheriv('des-ede3-ecb', Buffer.from(long, 'hex'), null).setAutoPadding(false);
  return cipher.update(data, 'hex', 'hex') + cipher.final('hex');
}

const xorHex = (a: string, b: string) => hex(num(a) ^ num(b), a.length / 2);

const baseKey = '0123456789ABCDEFFEDCBA9876543210';
export const cardKey = baseKey;
const variant = 'C0C0C0C000000000'.repeat(2);

function child(key: string, register: bigint): string {
  const half = (k: string) => {
    const [left, right] = [k.slice(0, 16), k.slice(16)];
    return xorHex(tdes(left, xorHex(hex(register, 8), right)), right);
  };
  return half(xorHex(key, variant)) + half(key);
}

/** The terminal's key for the KSN, derived from the lowest bit up. */
function derived(ksn: bigint): string {
  const counter = ksn & 0x1fffffn;
  if (counter === 0n) {
    const block = hex((ksn >> 16n) & ~0x1fn, 8);
    return tdes(baseKey, block) + tdes(xorHex(baseKey, variant), block);
  }
  const lowest = counter & -counter;
  return child(derived(ksn ^ lowest), ksn & 0xffffffffffffffffn);
}

export function dataKey(ksn: string): string {
  const key = xorHex(derived(num(ksn)), '0000000000FF0000'.repeat(2));
  return tdes(key, key.slice(0, 16)) + tdes(key, key.slice(16));
}

const macKey = (ksn: string) => xorHex(derived(num(ksn)), '000000000000FF00'.repeat(2));

/** Encrypts with CBC under a zero IV, and returns every block. */
function cbc(key: string, data: string): string[] {
  const blocks: string[] = [];
  let last = '0'.repeat(16);
  for (const block of data.match(/.{16}/g) ?? []) blocks.push((last = tdes(key, xorHex(block, last))));
  return blocks;
}

export function tlv(tag: string, value: string): string {
  const length = value.length / 2;
  const encoded =
    length < 128
      ? hex(BigInt(length), 1)
      : length < 256
        ? `81${hex(BigInt(length), 1)}`
        : `82${hex(BigInt(length), 2)}`;
  return tag + encoded + value;
}

export interface CardInput {
  pan: string;
  ksn: string;
  amount: number;
  /** Currency in tag 5F2A, numeric ISO 4217. */
  currency?: string;
  entry?: 'chip' | 'contactless' | 'swipe';
  /** Year and month, YYMM. */
  expiry?: string;
  arqc?: string;
  /** Tag 9F34. */
  cvm?: string;
  /** Changes to the tags of the plaintext, e.g. another `5A`; null removes a tag. */
  tags?: Record<string, string | null>;
}

export const defaultArqc = '1122334455667788';

function plaintext(card: CardInput): string {
  const { pan, expiry = '3012', entry = 'chip', amount } = card;
  const track = `${pan}D${expiry}2010000000000F`;
  const even = (text: string) => (text.length % 2 === 0 ? text : `${text}F`).replace(/FF$/, 'F');
  const isChip = entry !== 'swipe';
  const tags: Record<string, string | null> = {
    '57': even(track.replace(/F$/, '')),
    '5A': even(pan),
    '5F24': `${expiry}31`,
    ...(isChip ? { '9F26': card.arqc ?? defaultArqc, '9F27': '80', '9F36': '0001', '95': '0000000000' } : {}),
    '9C': '00',
    '9F02': String(amount).padStart(12, '0'),
    '5F2A': card.currency ?? '0840',
    ...(isChip
      ? { '9F34': card.cvm ?? '1F0302', '84': 'A0000000031010', '50': Buffer.from('VISA CREDIT').toString('hex') }
      : {}),
    '9F39': { chip: '05', contactless: '07', swipe: '90' }[entry],
    ...card.tags,
  };
  const inner = Object.entries(tags).map(([tag, value]) => (value === null ? '' : tlv(tag, value)));
  return tlv('FC', inner.join(''));
}

/** The whole blob, from LEN16 to MAC, in upper-case hexadecimal. */
export function encryptCard(card: CardInput): string {
  const clear = plaintext(card);
  const padCount = (8 - ((clear.length / 2) % 8)) % 8;
  const ciphertext = cbc(dataKey(card.ksn), clear + '00'.repeat(padCount)).join('');
  const sealed = tlv(
    'F8',
    tlv('DFDF59', ciphertext) + tlv('DFDF56', card.ksn) + tlv('DFDF57', '80') + tlv('DFDF58', hex(BigInt(padCount), 1)),
  );
  const generic = tlv('FA', tlv('70', tlv('DFDF53', '00') + tlv('DFDF52', '05') + sealed));
  const shell = tlv('F9', tlv('DFDF54', card.ksn) + tlv('DFDF55', '82') + tlv('DFDF25', 'B61378A0') + generic);
  const head = hex(BigInt(shell.length / 2), 2) + shell;
  const signed = head + '00'.repeat((8 - ((head.length / 2) % 8)) % 8);
  return `${signed}${(cbc(macKey(card.ksn), signed).at(-1) ?? '').slice(0, 8)}`.toUpperCase();
}

/** KSNs of one terminal, counting up from 1. */
export function ksnSource(prefix = 'FFFF9876543210E'): () => string {
  let counter = 0;
  return () => {
    do counter += 1;
    while (counter.toString(2).replaceAll('0', '').length > 10);
    return `${prefix}${counter.toString(16).padStart(5, '0')}`.toUpperCase();
  };
}

export const testPans = {
  approve: '4111111111111111',
  pin: '4012888888881881',
  'no-funds': '5105105105105100',
  partial: '5454545454545454',
  slow: '6011111111111117',
  'lost-reply': '378282246310005',
} as const;
