/** Random numbers from a seed: the same seed gives the same run on every machine. Not suitable for secrets. */

/** FNV-1a hash of the parts. */
export function mix(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join('\0')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** mulberry32: 32 bits of state, which suffice to choose mutations. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Integer from 0 to `below` - 1. */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * below) / 0x1_0000_0000) >>> 0;
  }

  /** Integer from `from` to `to`, both inclusive. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new RangeError('nothing to pick from');
    return chosen;
  }

  /** True once in `times` calls on average. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  bytes(length: number): Uint8Array {
    const made = new Uint8Array(length);
    for (let at = 0; at < length; at++) made[at] = this.below(256);
    return made;
  }
}
