/** Texts of users and machines, free of card numbers, from a repeatable random stream. */
import { randomUUID } from 'node:crypto';
import { withCheckDigit } from '../unit/renderer/fixtures/typists.ts';

type Kind = (random: () => number) => string;

const below = (random: () => number, most: number): number => Math.floor(random() * most);
const from = (random: () => number, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(below(random, alphabet.length))).join('');
const digits = (random: () => number, length: number): string => from(random, '0123456789', length);
const one = <T>(random: () => number, items: readonly T[]): T => items[below(random, items.length)] as T;
const two = (value: number): string => String(value).padStart(2, '0');

/** GS1 prefixes of goods, for most sales in Europe, America and East Asia, by the first three digits. */
const countries: readonly (readonly [number, number])[] = [
  [0, 139],
  [300, 379],
  [400, 440],
  [450, 459],
  [490, 509],
  [570, 579],
  [690, 699],
  [730, 769],
  [800, 849],
  [870, 919],
  [978, 979],
];
const company = (random: () => number): string => {
  const [first, last] = one(random, countries);
  return String(first + below(random, last - first + 1)).padStart(3, '0');
};

function instant(random: () => number): string {
  const at = new Date(Date.UTC(2024, 0, 1) + below(random, 6 * 365 * 86_400_000));
  const iso = at.toISOString();
  const [y, mo, d] = [at.getUTCFullYear(), two(at.getUTCMonth() + 1), two(at.getUTCDate())];
  const clock = iso.slice(11, 19);
  return one(random, [
    iso,
    iso.replace('T', ' ').replace('Z', ''),
    iso.replace(/[-:TZ.]/g, ''),
    iso.replace(/[-:TZ.]/g, '').slice(0, 14),
    `${y}-${mo}-${d} ${clock}`,
    `${d}.${mo}.${y} ${clock}`,
    `${d}/${mo}/${y}, ${clock}`,
    `${mo}/${d}/${y} ${clock}`,
    String(at.getTime()),
    String(at.getTime() * 1000),
  ]);
}

function telephone(random: () => number): string {
  return one(random, [
    () => `+1 ${200 + below(random, 800)}-${digits(random, 3)}-${digits(random, 4)}`,
    () => `(${200 + below(random, 800)}) ${digits(random, 3)}-${digits(random, 4)}`,
    () => `+49 15${digits(random, 1)} ${digits(random, 8)}`,
    () => `+4915${digits(random, 9)}`,
    () => `0049 176 ${digits(random, 8)}`,
    () => `0176 ${digits(random, 4)} ${digits(random, 4)}`,
    () => `+34 6${digits(random, 2)} ${digits(random, 3)} ${digits(random, 3)}`,
    () => `+33 6 ${digits(random, 2)} ${digits(random, 2)} ${digits(random, 2)} ${digits(random, 2)}`,
    () => `+55 11 9${digits(random, 4)}-${digits(random, 4)}`,
    () => `+86 13${digits(random, 1)} ${digits(random, 4)} ${digits(random, 4)}`,
    () => `tel ${digits(random, 4)} ${digits(random, 6)}, ext ${digits(random, 3)}`,
  ])();
}

function order(random: () => number): string {
  return one(random, [
    () => `A-${digits(random, 4)}, table ${below(random, 60)}`,
    () => `#${digits(random, 5)}`,
    () => `ORD-2026${digits(random, 4)}-${digits(random, 4)}`,
    () => `2026-${digits(random, 4)}-${digits(random, 4)}`,
    () => `INV/2026/${digits(random, 5)}`,
    () => `${from(random, 'ABCDEFGHJKLMNPQRSTUVWXYZ', 2)}${digits(random, 8)}`,
    () => `SO${digits(random, 6)}-${digits(random, 2)}`,
    () => digits(random, 10),
    () => digits(random, 12),
    () => `till ${below(random, 9)} receipt ${digits(random, 6)} of ${two(1 + below(random, 28))}.11.`,
    () => `${one(random, ['302', '303', '306', '028', '112', '701'])}-${digits(random, 7)}-${digits(random, 7)}`,
    () => `4 x espresso 2,40; 2 x croissant 1.80; ${digits(random, 3)}`,
  ])();
}

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Kinds of texts that a till meets; those with sixteen bare digits could be cards by every rule except their owner. */
export const innocent: Readonly<Record<string, Kind>> = {
  'order references': order,
  instants: instant,
  'telephone numbers': telephone,
  'UUIDs (version 4)': () => randomUUID(),
  ULIDs: (random) => `01K${from(random, base32, 23)}`,
  'ids of the platform': (random) => `${one(random, ['AU', 'TR', 'PL', 'DV', 'MU'])}${from(random, base62, 22)}`,
  'hashes, 64 hexadecimal digits': (random) => from(random, '0123456789abcdef', 64),
  'barcodes EAN-13': (random) => withCheckDigit(company(random) + digits(random, 9)),
  'barcodes UPC-A': (random) => withCheckDigit(digits(random, 11)),
  'barcodes EAN-8': (random) => withCheckDigit(digits(random, 7)),
  'barcodes GTIN-14 of cartons': (random) =>
    withCheckDigit(`${1 + below(random, 8)}${company(random)}${digits(random, 9)}`),
  'random, 14 bare digits': (random) => digits(random, 14),
  'random, 16 bare digits': (random) => digits(random, 16),
};
