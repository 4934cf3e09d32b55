/** Hashes and verifies PINs. PINs are stored as scrypt hashes, each with its own salt, and never in plain text. */
import { randomBytes, scrypt, scryptSync, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** `scrypt$N,r,p$SALT$HASH`, salt and hash in base64; hashes of earlier versions lack the numbers. */
export type PinHash = string;

/** Cost of one guess: time grows with all three, memory is 128 × N × r bytes. */
export interface PinCost {
  N: number;
  r: number;
  p: number;
}

const LENGTH = 32;
/** OWASP's recommendation for scrypt: 64 MB and about 0.3 s per guess. */
const COST: PinCost = { N: 2 ** 16, r: 8, p: 2 };
const EARLIER_COST: PinCost = { N: 2 ** 15, r: 8, p: 1 };
/** Maximum memory, so that a hash in a settings file cannot exhaust the computer. */
const MAX_BYTES = 512 * 1024 * 1024;

/** @param cost cost of one guess; tests use less */
export function hashPin(pin: string, cost: PinCost = COST): PinHash {
  const salt = randomBytes(16);
  const hash = scryptSync(plain(pin), salt, LENGTH, optionsOf(cost));
  return `scrypt$${cost.N},${cost.r},${cost.p}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Hashes on a worker thread. */
export async function hashPinOnWorker(pin: string, cost: PinCost = COST): Promise<PinHash> {
  const salt = randomBytes(16);
  const hash = await derived(pin, salt, optionsOf(cost));
  return `scrypt$${cost.N},${cost.r},${cost.p}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Reason why a PIN is rejected, or null. One repeated digit and consecutive digits are the first guesses. */
export function pinFault(pin: string): 'pin-form' | 'pin-easy' | null {
  if (!/^[0-9]{4,12}$/.test(pin)) return 'pin-form';
  const digits = pin.split('').map(Number);
  const steps = digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0));
  return [0, 1, -1].some((step) => steps.every((one) => one === step)) ? 'pin-easy' : null;
}

/** True if the PIN matches; false for an invalid hash. Blocks the thread, unlike `isPinOnWorker`. */
export function isPin(pin: string, hash: PinHash): boolean {
  const parts = partsOf(hash);
  return parts !== null && isSame(parts.wanted, scryptSync(plain(pin), parts.salt, LENGTH, parts.options));
}

/** Verifies on a worker thread. */
export async function isPinOnWorker(pin: string, hash: PinHash): Promise<boolean> {
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
  if (!isPossible || 128 * cost.N * cost.r > MAX_BYTES) return null;
  return { salt: Buffer.from(salt, 'base64'), wanted: Buffer.from(wanted, 'base64'), options: optionsOf(cost) };
}
