/**
 * Which terminal belongs to which slot of this till, by serial number and not by path: paths renumber at every plug.
 *
 * A file of its own and not a table of the journal: pairings are a fact about the counter, not about money. They must
 * survive a journal that is moved aside, must not raise its format (an older Tillbridge refuses a newer journal), and a
 * technician can read them.
 */
import { z } from 'zod';
import { familySchema, instantSchema, selfTestSchema } from '../../contract/index.ts';
import { StoredFile, type Report } from './stored-file.ts';

const pairingSchema = z.object({
  /** The terminal's id on this till (TerminalView.id). */
  id: z.string().min(1),
  /** Found and taken by itself, without an address in the settings. */
  isAdopted: z.boolean(),
  family: familySchema,
  model: z.string(),
  /** As the terminal reports it. */
  serialNumber: z.string().min(1),
  /** Serial number of the USB device it hangs on (its own, or an adapter's), where the system gives one. */
  usbSerialNumber: z.string().nullable(),
  /** Vendor and product of that USB device, `0403:6001`; null where there is none, absent in files of older versions. */
  usbId: z.string().nullable().optional(),
  /** Its last address. */
  address: z.string(),
  firstSeenAt: instantSchema,
  lastSeenAt: instantSchema,
  /** Its last daily self-test; shown again after a restart of the till, and not repeated on the same day. */
  selfTest: selfTestSchema.nullable(),
});
export type Pairing = z.infer<typeof pairingSchema>;

const fileSchema = z.object({ version: z.literal(1), pairings: z.array(pairingSchema) });

export interface Pairings {
  of(id: string): Pairing | null;
  all(): readonly Pairing[];
  /** Replaces the pairing of this id. A failed write is reported; the pairing is then known until the host ends. */
  keep(pairing: Pairing): void;
  forget(id: string): void;
}

/** Serial numbers are compared as people read them. */
export function isSameTerminal(
  one: { family: string; serialNumber: string },
  other: { family: string; serialNumber: string },
): boolean {
  return one.family === other.family && sameSerialNumber(one.serialNumber, other.serialNumber);
}

export function sameSerialNumber(one: string, other: string): boolean {
  return one.trim().toUpperCase() === other.trim().toUpperCase();
}

/** Pairings that live as long as the host, for hosts without a data folder of their own and for tests. */
export function memoryPairings(): Pairings {
  return pairingsOver([], () => undefined);
}

/** Reads `path`, or begins it. After a file that cannot be read terminals are paired anew, which is reported and never silent. */
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
