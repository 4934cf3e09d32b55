/**
 * Claims of ports by parts of this till: a port is opened only once at a time, and left alone during a payment or a
 * receipt.
 */
import { realpathSync } from 'node:fs';
import { serialKeyOf } from '../../contract/index.ts';

/**
 * Canonical name of a port: a symbolic link such as /dev/serial/by-id/… is resolved, and Windows names are normalized.
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
    return address; // a missing node keeps its name
  }
}

const terminalName = (family: string, serialNumber: string): string =>
  `terminal:${family}:${serialKeyOf(serialNumber)}`;

export class PortBook {
  readonly #users = new Map<string, { user: string }>();
  readonly #printer: string | null;

  /**
   * `printer` is the address of the receipt printer's port; it stays claimed even while the printer is disconnected.
   */
  constructor(printer: string | null = null) {
    this.#printer = printer;
  }

  /** True if the address is the receipt printer's port, under any name. */
  isPrinter(address: string): boolean {
    // Resolve each time: after a replug the same name may be another node.
    return this.#printer !== null && plainAddress(this.#printer) === plainAddress(address);
  }

  /** Which part of the till uses this port, or null. */
  userOf(address: string): string | null {
    if (this.isPrinter(address)) return 'receipt printer';
    return this.#users.get(plainAddress(address))?.user ?? null;
  }

  /** Claims a terminal by serial number for a slot, or null if another slot has such a terminal. */
  claimTerminal({ family, serialNumber }: { family: string; serialNumber: string }, user: string): (() => void) | null {
    return this.claim(terminalName(family, serialNumber), user);
  }

  /** Slot that is connected to a terminal with this serial number, or null. */
  userOfTerminal({ family, serialNumber }: { family: string; serialNumber: string }): string | null {
    return this.userOf(terminalName(family, serialNumber));
  }

  /**
   * Claims the port. Returns null if another part of the till has it. Returns an idempotent function that releases the
   * port.
   */
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
