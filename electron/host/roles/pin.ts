/** PINs are kept as scrypt hashes with a salt of their own; a till's settings never hold one in the clear. */
import { randomBytes, scrypt, scryptSync, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** `scrypt$N,r,p$SALT$HASH`, both in base64; those of earlier versions have no numbers. */
export type PinHash = string;

/** What one guess costs: time grows with all three, memory is 128 × N × r bytes. */
export interface PinCost {
  N: number;
  r: number;
  p: number;
}

const LENGTH = 32;
/** As OWASP names it for scrypt: 64 MB for each guess, some 0.3 s. */
const COST: PinCost = { N: 2 ** 16, r: 8, p: 2 };
const EARLIER_COST: PinCost = { N: 2 ** 15, r: 8, p: 1 };
/** A hash from a settings file must not take the computer's memory. */
const MOST_BYTES = 512 * 1024 * 1024;

/** @param cost of one guess; tests take less */
export function hashPin(pin: string, cost: PinCost = COST): PinHash {
  const salt = randomBytes(16);
  const hash = scryptSync(plain(pin), salt, LENGTH, optionsOf(cost));
  return `scrypt$${cost.N},${cost.r},${cost.p}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** The same on a thread of its own. */
export async function hashPinBeside(pin: string, cost: PinCost = COST): Promise<PinHash> {
  const salt = randomBytes(16);
  const hash = await derived(pin, salt, optionsOf(cost));
  return `scrypt$${cost.N},${cost.r},${cost.p}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Why somebody may not choose this PIN; null: they may. Everybody tries one digit over and over, and digits in a row. */
export function pinFault(pin: string): 'pin-form' | 'pin-easy' | null {
  if (!/^[0-9]{4,12}$/.test(pin)) return 'pin-form';
  const digits = pin.split('').map(Number);
  const steps = digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0));
  return [0, 1, -1].some((step) => steps.every((one) => one === step)) ? 'pin-easy' : null;
}

/** False for a hash that is not one of ours, too. Holds everything up meanwhile: `isPinBeside` does not. */
export function isPin(pin: string, hash: PinHash): boolean {
  const parts = partsOf(hash);
  return parts !== null && isSame(parts.wanted, scryptSync(plain(pin), parts.salt, LENGTH, parts.options));
}

/** The same on a thread of its own. */
export async function isPinBeside(pin: string, hash: PinHash): Promise<boolean> {
  const parts = partsOf(hash);
  if (parts === null) return false;
  return isSame(parts.wanted, await derived(pin, parts.salt, parts.options));
}

const derived = (pin: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((done, reject) => {
    scrypt(plain(pin), salt, LENGTH, options, (error, key) => (error ? reject(error) : done(key)));
  });

const plain = (pin: string): string => pin.normalize('NFKC');
const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);
const optionsOf = ({ N, r, p }: PinCost): ScryptOptions => ({ N, r, p, maxmem: 256 * N * r + 2 ** 20 });

function partsOf(hash: PinHash): { salt: Buffer; wanted: Buffer; options: ScryptOptions } | null {
  const [, N, r, p, salt, wanted] =
    /^scrypt\$(?:([0-9]{1,7}),([0-9]{1,2}),([0-9]{1,2})\$)?([^$]+)\$([^$]+)$/.exec(hash) ?? [];
  if (salt === undefined || wanted === undefined) return null;
  const cost = N === undefined ? EARLIER_COST : { N: Number(N), r: Number(r), p: Number(p) };
  const isPossible = cost.N > 1 && Math.log2(cost.N) % 1 === 0 && cost.r > 0 && cost.p > 0;
  if (!isPossible || 128 * cost.N * cost.r > MOST_BYTES) return null;
  return { salt: Buffer.from(salt, 'base64'), wanted: Buffer.from(wanted, 'base64'), options: optionsOf(cost) };
}
