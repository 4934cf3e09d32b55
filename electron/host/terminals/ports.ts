/** Who of this till uses which port: one port is never opened twice, and never probed under a payment or a receipt. */
import { realpathSync } from 'node:fs';
import { serialKeyOf } from '../../contract/index.ts';

/**
 * One port by one name: a symbolic link such as /dev/serial/by-id/… is followed to its node, and names of Windows are
 * written alike.
 */
export function plainAddress(address: string): string {
  if (!address.startsWith('serial:')) return address;
  const path = address.slice('serial:'.length);
  const windows = /^(?:\\\\[.?]\\)?(com[0-9]+)$/i.exec(path);
  if (windows?.[1]) return `serial:${windows[1].toUpperCase()}`;
  if (!path.startsWith('/')) return address;
  try {
    return `serial:${realpathSync(path)}`;
  } catch {
    return address; // not there: its own name will do
  }
}

const terminalName = (family: string, serialNumber: string): string =>
  `terminal:${family}:${serialKeyOf(serialNumber)}`;

export class PortBook {
  readonly #users = new Map<string, { user: string }>();
  readonly #printer: string | null;

  /** `printer`: the receipt printer's port as an address; claimed for good, also while it is away. */
  constructor(printer: string | null = null) {
    this.#printer = printer;
  }

  /** True of the receipt printer's own port, by whatever name. */
  isPrinter(address: string): boolean {
    // Followed anew each time: the same name is another node after a replug.
    return this.#printer !== null && plainAddress(this.#printer) === plainAddress(address);
  }

  /** Who uses the port; null when nobody of ours does. */
  userOf(address: string): string | null {
    if (this.isPrinter(address)) return 'receipt printer';
    return this.#users.get(plainAddress(address))?.user ?? null;
  }

  /** Takes a terminal by its serial number for one slot; null when another one of ours is connected to such a terminal. */
  claimTerminal({ family, serialNumber }: { family: string; serialNumber: string }, user: string): (() => void) | null {
    return this.claim(terminalName(family, serialNumber), user);
  }

  /** The slot that is connected to a terminal of this serial number; null when none is. */
  userOfTerminal({ family, serialNumber }: { family: string; serialNumber: string }): string | null {
    return this.userOf(terminalName(family, serialNumber));
  }

  /** Takes the port; null when another one of ours has it. Gives a function that releases it; idempotent. */
  claim(address: string, user: string): (() => void) | null {
    const plain = plainAddress(address);
    if (this.userOf(address) !== null) return null;
    const claim = { user };
    this.#users.set(plain, claim);
    return () => {
      if (this.#users.get(plain) === claim) this.#users.delete(plain);
    };
  }
}
