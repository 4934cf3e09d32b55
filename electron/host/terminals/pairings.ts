/**
 * Pairs terminals with the slots of this till, by serial number instead of path, because paths are renumbered at every
 * plug-in.
 *
 * Pairings have their own file instead of a table of the journal, because they concern the counter, not money. They
 * must survive a quarantined journal, must not raise the journal's format (an older Tillbridge refuses a newer
 * journal), and technicians can read them.
 */
import { z } from 'zod';
import { familySchema, instantSchema, selfTestSchema } from '../../contract/index.ts';
import { StoredFile, type Report } from './stored-file.ts';

const pairingSchema = z.object({
  /** Id of the terminal on this till (TerminalView.id). */
  id: z.string().min(1),
  /** True if the terminal was adopted rather than listed in the settings. */
  isAdopted: z.boolean(),
  family: familySchema,
  model: z.string(),
  /** Serial number as reported by the terminal. */
  serialNumber: z.string().min(1),
  /** Serial number of its USB device (its own or an adapter's), or null if the system reports none. */
  usbSerialNumber: z.string().nullable(),
  /**
   * Vendor and product of that USB device, `0403:6001`, or null if there is none; absent in files of older versions.
   */
  usbId: z.string().nullable().optional(),
  /** Last address. */
  address: z.string(),
  firstSeenAt: instantSchema,
  lastSeenAt: instantSchema,
  /** Last daily self-test; shown after a restart of the till, and not repeated on the same day. */
  selfTest: selfTestSchema.nullable(),
});
export type Pairing = z.infer<typeof pairingSchema>;

const fileSchema = z.object({ version: z.literal(1), pairings: z.array(pairingSchema) });

export interface Pairings {
  of(id: string): Pairing | null;
  all(): readonly Pairing[];
  /** Replaces the pairing of this id. A failed write is reported; the pairing then lasts until the host exits. */
  keep(pairing: Pairing): void;
  forget(id: string): void;
}

/** Compares serial numbers in the form in which users read them. */
export function isSameTerminal(
  one: { family: string; serialNumber: string },
  other: { family: string; serialNumber: string },
): boolean {
  return one.family === other.family && sameSerialNumber(one.serialNumber, other.serialNumber);
}

export function sameSerialNumber(one: string, other: string): boolean {
  return one.trim().toUpperCase() === other.trim().toUpperCase();
}

/** Pairings in memory, for hosts without their own data folder and for tests. */
export function memoryPairings(): Pairings {
  return pairingsOver([], () => undefined);
}

/** Opens or creates the file at `path`. If the file is unreadable, terminals are paired again, and this is reported. */
export function openPairings(path: string, report: Report): Pairings {
  const file = new StoredFile(path, fileSchema, 'pairings', report);
  return pairingsOver(file.read()?.pairings ?? [], (all) => file.write({ version: 1, pairings: [...all] }));
}

function pairingsOver(initial: readonly Pairing[], save: (all: readonly Pairing[]) => void): Pairings {
  const byId = new Map(initial.map((pairing) => [pairing.id, pairing]));
  return {
    of: (id) => byId.get(id) ?? null,
    all: () => [...byId.values()],
    keep(pairing) {
      byId.set(pairing.id, pairing);
      save([...byId.values()]);
    },
    forget(id) {
      if (byId.delete(id)) save([...byId.values()]);
    },
  };
}
