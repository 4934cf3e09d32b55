/**
 * Chance from a seed: the same seed gives the same draws on every machine. Streams with different names do not affect
 * each other.
 */

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number in `min..max`. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** A key of `weights`, drawn by weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  /** Half of the values are below the median, one in a hundred is above `p99`, as with real services. */
  logNormal(median: number, p99: number): number;
  bytes(count: number): Uint8Array;
  /** A separate stream for a part of the world. */
  fork(name: string): Random;
}

/** The 99th percentile of the standard normal distribution. */
const Z99 = 2.326_347_874;

/** FNV-1a of the text, so that each name gives its own start. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/**
 * Small Fast Counter (sfc32) after its first rounds; it passes the usual test batteries and needs only 32-bit integers.
 */
export function createRandom(seed: string): Random {
  let [a, b, c, d] = [hash(`${seed}/a`), hash(`${seed}/b`), hash(`${seed}/c`), 1];
  const word = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 16; i += 1) word();
  const next = (): number => word() / 2 ** 32;
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return entries[entries.length - 1]![0];
    },
    logNormal(median, p99) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return Math.round(median * Math.exp((Math.log(p99 / median) / Z99) * normal));
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => word() & 0xff),
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
