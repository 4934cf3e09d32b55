/** Who of this till's terminals uses which port: one port is never opened twice, and never probed under a payment. */
import { realpathSync } from 'node:fs';

export interface PortBook {
  /** Who uses the port; null when nobody of ours does. */
  userOf(address: string): string | null;
  /** Takes the port; null when another one of ours has it. Gives a function that releases it; idempotent. */
  claim(address: string, user: string): (() => void) | null;
  /** Every address in use, in its plain form. */
  inUse(): ReadonlySet<string>;
}

/** One port by one name: a link such as /dev/serial/by-id/… is followed to its node. */
export function plainAddress(address: string): string {
  if (!address.startsWith('serial:/')) return address;
  try {
    return `serial:${realpathSync(address.slice('serial:'.length))}`;
  } catch {
    return address; // not there: its own name is as good as any
  }
}

export function createPortBook(): PortBook {
  const users = new Map<string, { user: string }>();
  return {
    userOf: (address) => users.get(plainAddress(address))?.user ?? null,
    claim(address, user) {
      const plain = plainAddress(address);
      if (users.has(plain)) return null;
      const claim = { user };
      users.set(plain, claim);
      return () => {
        if (users.get(plain) === claim) users.delete(plain);
      };
    },
    inUse: () => new Set(users.keys()),
  };
}
