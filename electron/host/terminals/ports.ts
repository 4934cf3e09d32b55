/** Who of this till's terminals uses which port: one port is never opened twice, and never probed under a payment. */
import { realpathSync } from 'node:fs';

/** One port by one name: a symbolic link such as /dev/serial/by-id/… is followed to its node. */
export function plainAddress(address: string): string {
  if (!address.startsWith('serial:/')) return address;
  try {
    return `serial:${realpathSync(address.slice('serial:'.length))}`;
  } catch {
    return address; // not there: its own name will do
  }
}

export class PortBook {
  readonly #users = new Map<string, { user: string }>();

  /** Who uses the port; null when nobody of ours does. */
  userOf(address: string): string | null {
    return this.#users.get(plainAddress(address))?.user ?? null;
  }

  /** Takes the port; null when another one of ours has it. Gives a function that releases it; idempotent. */
  claim(address: string, user: string): (() => void) | null {
    const plain = plainAddress(address);
    if (this.#users.has(plain)) return null;
    const claim = { user };
    this.#users.set(plain, claim);
    return () => {
      if (this.#users.get(plain) === claim) this.#users.delete(plain);
    };
  }
}
