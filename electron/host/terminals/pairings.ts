/**
 * Which terminal belongs to which slot of this till, by serial number and not by path: paths renumber at every plug.
 *
 * A file of its own and not a table of the journal: pairings are a fact about the counter, not about money. They must
 * survive a journal that is moved aside, must not raise its format (an older Tillbridge refuses a newer journal), and a
 * technician can read them. Written whole: beside it, on disk, then renamed.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import {
  familySchema,
  instantSchema,
  selfTestSchema,
  TillError,
  toFailure,
  type Failure,
} from '../../contract/index.ts';

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

/**
 * Reads `path`, or begins it. A file that cannot be read is kept beside it as `PATH.damaged` and reported: terminals are
 * paired anew then, which is said and never silent.
 */
export function openPairings(path: string, report: (what: string, failure: Failure) => void): Pairings {
  const tell = (what: string, error: unknown): void =>
    report(what, { ...toFailure(error), ...(error instanceof TillError ? {} : { code: 'JRNL_UNWRITABLE' as const }) });
  return pairingsOver(read(path, tell), (all) => {
    try {
      write(path, all);
    } catch (error) {
      tell('pairings could not be written', error);
    }
  });
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

function read(path: string, tell: (what: string, error: unknown) => void): Pairing[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') tell('pairings could not be read', error);
    return [];
  }
  try {
    return fileSchema.parse(JSON.parse(text)).pairings;
  } catch (error) {
    tell('pairings are damaged, kept as .damaged; terminals are paired anew', error);
    try {
      renameSync(path, `${path}.damaged`);
    } catch (moving) {
      tell('damaged pairings could not be moved aside', moving);
    }
    return [];
  }
}

function write(path: string, pairings: readonly Pairing[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify({ version: 1, pairings }, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
