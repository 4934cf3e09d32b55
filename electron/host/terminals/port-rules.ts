/**
 * Which ports are not asked who they are: the receipt printer's, those the settings or a person have named, and those whose
 * USB numbers are of something that is no terminal. What a person has said is kept (ports.json) and can be taken back.
 */
import { z } from 'zod';
import { instantSchema } from '../../contract/index.ts';
import { knownKindOf, type Candidate, type NotAsked } from '../../../native/index.ts';
import { plainAddress, PortBook } from './ports.ts';
import { StoredFile, type Report } from './stored-file.ts';

/** `ports` of the settings. */
export interface PortSettings {
  readonly neverAsk: readonly string[];
  /** Where anything stands here, no other port is asked. */
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

/** What people have said about ports. */
export interface PortDecisions {
  all(): readonly PortDecision[];
  replace(all: readonly PortDecision[]): void;
}

/** Decisions that live as long as the host. */
export function memoryDecisions(): PortDecisions {
  let known: readonly PortDecision[] = [];
  return { all: () => known, replace: (all) => void (known = all) };
}

/** Reads `path`, or begins it. */
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

  /** Why this port is not asked; null: it may be. */
  notAsked(port: Port): NotAsked | null {
    if (this.#book.isPrinter(port.address)) return 'receipt-printer';
    const { neverAsk, onlyAsk } = this.#settings;
    if (neverAsk.some((name) => isNamed(port, name))) return 'settings';
    const decision = this.#decisions.all().find((one) => isSamePort(one, port))?.ask;
    if (decision === 'never') return 'person';
    if (onlyAsk.length > 0) return onlyAsk.some((name) => isNamed(port, name)) ? null : 'settings';
    return decision === undefined && knownKindOf(port) !== null ? 'known' : null;
  }

  /** The port as it was when something was decided about it; null where nothing was. */
  decided(address: string): PortDecision | null {
    return this.#decisions.all().find((one) => plainAddress(one.address) === plainAddress(address)) ?? null;
  }

  /** Keeps what a person says of a port; null takes back what was said. */
  decide(port: Port, ask: PortDecision['ask'] | null, at: number): void {
    const { address, vendorId, productId, serialNumber } = port;
    const others = this.#decisions.all().filter((one) => !isSamePort(one, port));
    const decision = { address, vendorId, productId, serialNumber, at: new Date(at).toISOString() };
    this.#decisions.replace(ask === null ? others : [...others, { ...decision, ask }]);
  }
}

/** The rules alone, without a manager. */
export function notAskedOf(facts: {
  printer: string | null;
  settings: PortSettings;
  decisions: PortDecisions;
}): (port: Port) => NotAsked | null {
  const rules = new PortRules(facts.settings, facts.decisions, new PortBook(facts.printer));
  return (port) => rules.notAsked(port);
}

/** A name of the settings: `serial:PATH`, `usb:VENDOR` or `usb:VENDOR:PRODUCT` in hexadecimal. */
function isNamed({ address, vendorId, productId }: Port, name: string): boolean {
  if (!name.startsWith('usb:')) return plainAddress(name) === plainAddress(address);
  const [vendor, product] = name.slice('usb:'.length).toLowerCase().split(':');
  return vendor === vendorId && (product === undefined || product === productId);
}

/** Makers of cheap adapters give all of them one number, such as 0001: what is shorter than this names no device. */
const TELLING_LENGTH = 6;

/** The same USB device, wherever it is plugged in; without a serial number of its own, the same kind of it on the same port. */
function isSamePort(one: Port, other: Port): boolean {
  if (one.vendorId !== other.vendorId || one.productId !== other.productId) return false;
  if (one.serialNumber !== null && one.serialNumber.length >= TELLING_LENGTH) {
    return one.serialNumber === other.serialNumber;
  }
  return plainAddress(one.address) === plainAddress(other.address);
}
