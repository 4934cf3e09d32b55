/**
 * Decides which ports are never probed: the receipt printer's, those named in the settings or by a manager, and those
 * with USB ids of a device that is not a terminal. Managers' decisions are stored (ports.json) and can be revoked.
 */
import { z } from 'zod';
import { instantSchema } from '../../contract/index.ts';
import { knownKindOf, type Candidate, type NotAsked } from '../../../native/index.ts';
import { plainAddress, PortBook } from './ports.ts';
import { StoredFile, type Report } from './stored-file.ts';

/** `ports` of the settings. */
export interface PortSettings {
  readonly neverAsk: readonly string[];
  /** If not empty, only these ports are probed. */
  readonly onlyAsk: readonly string[];
}

const decisionSchema = z.object({
  address: z.string().min(1),
  vendorId: z.string().nullable(),
  productId: z.string().nullable(),
  serialNumber: z.string().nullable(),
  ask: z.enum(['never', 'always']),
  at: instantSchema,
});
export type PortDecision = z.infer<typeof decisionSchema>;

const fileSchema = z.object({ version: z.literal(1), ports: z.array(decisionSchema) });

/** Managers' decisions about ports. */
export interface PortDecisions {
  all(): readonly PortDecision[];
  replace(all: readonly PortDecision[]): void;
}

/** Decisions in memory. */
export function memoryDecisions(): PortDecisions {
  let known: readonly PortDecision[] = [];
  return { all: () => known, replace: (all) => void (known = all) };
}

/** Opens or creates the file at `path`. */
export function openDecisions(path: string, report: Report): PortDecisions {
  const file = new StoredFile(path, fileSchema, 'decisions about ports', report);
  let known: readonly PortDecision[] = file.read()?.ports ?? [];
  return {
    all: () => known,
    replace(all) {
      known = all;
      file.write({ version: 1, ports: [...all] });
    },
  };
}

type Port = Pick<Candidate, 'address' | 'vendorId' | 'productId' | 'serialNumber'>;

export class PortRules {
  readonly #settings: PortSettings;
  readonly #decisions: PortDecisions;
  readonly #book: PortBook;

  constructor(settings: PortSettings, decisions: PortDecisions, book: PortBook) {
    this.#settings = settings;
    this.#decisions = decisions;
    this.#book = book;
  }

  /** Reason why this port is not probed, or null if it may be. */
  notAsked(port: Port): NotAsked | null {
    if (this.#book.isPrinter(port.address)) return 'receipt-printer';
    const { neverAsk, onlyAsk } = this.#settings;
    if (neverAsk.some((name) => isNamed(port, name))) return 'settings';
    const decision = this.#decisions.all().find((one) => isSamePort(one, port))?.ask;
    if (decision === 'never') return 'person';
    if (onlyAsk.length > 0) return onlyAsk.some((name) => isNamed(port, name)) ? null : 'settings';
    return decision === undefined && knownKindOf(port) !== null ? 'known' : null;
  }

  /** Port as it was when a manager decided about it, or null. */
  decided(address: string): PortDecision | null {
    return this.#decisions.all().find((one) => plainAddress(one.address) === plainAddress(address)) ?? null;
  }

  /** Stores a manager's decision about a port; null revokes it. */
  decide(port: Port, ask: PortDecision['ask'] | null, at: number): void {
    const { address, vendorId, productId, serialNumber } = port;
    const others = this.#decisions.all().filter((one) => !isSamePort(one, port));
    const decision = { address, vendorId, productId, serialNumber, at: new Date(at).toISOString() };
    this.#decisions.replace(ask === null ? others : [...others, { ...decision, ask }]);
  }
}

/** The rules without a manager. */
export function notAskedOf(facts: {
  printer: string | null;
  settings: PortSettings;
  decisions: PortDecisions;
}): (port: Port) => NotAsked | null {
  const rules = new PortRules(facts.settings, facts.decisions, new PortBook(facts.printer));
  return (port) => rules.notAsked(port);
}

/** True if a name of the settings matches: `serial:PATH`, `usb:VENDOR` or `usb:VENDOR:PRODUCT` in hexadecimal. */
function isNamed({ address, vendorId, productId }: Port, name: string): boolean {
  if (!name.startsWith('usb:')) return plainAddress(name) === plainAddress(address);
  const [vendor, product] = name.slice('usb:'.length).toLowerCase().split(':');
  return vendor === vendorId && (product === undefined || product === productId);
}

/**
 * Minimum length of a unique serial number: makers of cheap adapters assign the same number to all of them, such as
 * 0001.
 */
const TELLING_LENGTH = 6;

/** True if it is the same USB device, on any port; a device without a unique serial number must be on the same port. */
function isSamePort(one: Port, other: Port): boolean {
  if (one.vendorId !== other.vendorId || one.productId !== other.productId) return false;
  if (one.serialNumber !== null && one.serialNumber.length >= TELLING_LENGTH) {
    return one.serialNumber === other.serialNumber;
  }
  return plainAddress(one.address) === plainAddress(other.address);
}
