/**
 * Printers of this computer, and how each is. What cannot be heard is never called ready: a printer is asked with DLE EOT, and one
 * that says nothing is said to say nothing. Serial ports are not asked before somebody has said that a printer is there: to a
 * scale or a terminal the question is rubbish.
 */
import { access, constants, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import {
  lacksSpeed,
  printerSpeeds,
  PRINTER_NAME_MAX,
  type FoundPrinter,
  type PrinterPaper,
} from '../../../contract/index.ts';
import type { ReceiptSettings } from '../../../config/index.ts';
import { systemClock } from '../../../domain/index.ts';
import { within } from '../../time/index.ts';
import { parsePrinter, terminalAddressOf, type PrinterAddress } from '../printer/address.ts';
import { queues } from '../printer/cups.ts';
import { Printer, type PrinterHealth } from '../printer/printer.ts';
import { unreachable } from '../printer/wire.ts';
import { testPage } from '../test-page.ts';
import { usbPrinters } from './usb.ts';
import { windowsPrinters } from './windows.ts';

/** A serial port as the operating system lists it. */
interface ListedSerialPort {
  readonly path: string;
  readonly vendorId: string | null;
  readonly productId: string | null;
}

export interface FinderOptions {
  /** In force now. */
  readonly settings: () => ReceiptSettings;
  /** Printer of the settings. */
  readonly printer: Printer;
  readonly serialPorts: () => Promise<readonly ListedSerialPort[]>;
  /** The till's terminal at `serial:PATH` or `tcp:HOST:PORT`; null: none is. */
  readonly terminalAt: (address: string) => string | null;
  /** What lets this user open a device. */
  readonly adviseOn: (path: string) => Promise<string>;
  readonly till: () => { shop: string; locale: string };
  /** How many times as long as usual a printer's word is waited for: in tests, where a busy computer is not what is shown. */
  readonly timeoutFactor?: number;
  /** Where the kernel's lists are; of tests. */
  readonly sys?: string;
  /** Where the names are that stay with a serial adapter; of tests. */
  readonly serialNames?: string;
  readonly platform?: NodeJS.Platform;
}

/** How long a list waits for one printer's word: one that prints says nothing until it is done. */
const ASK_WITHIN_MS = 3_000;
const OPEN_WITHIN_MS = 2_000;
/** Nobody's receipt waits for it: longer than before a job. */
const STATUS_WITHIN_MS = 800;

type Found = Pick<FoundPrinter, 'address' | 'transport' | 'name'> & Partial<FoundPrinter>;

export class PrinterFinder {
  readonly #options: FinderOptions;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  get #timeoutFactor(): number {
    return this.#options.timeoutFactor ?? 1;
  }

  /** Everything that could be a printer; what can be used first. Never rejects for what one of them does. */
  async list(): Promise<FoundPrinter[]> {
    const chosen = this.#options.settings().printer;
    const [usb, serial, system] = await Promise.all([this.#usb(), this.#serial(), this.#system()]);
    const found = [...usb, ...serial, ...system];
    // A network printer is on no list of this computer, nor is a port that the operating system does not name.
    if (chosen !== null && !found.some(({ isChosen }) => isChosen)) found.unshift(await this.#asked(chosen));
    return found.sort(
      (a, b) =>
        Number(b.isChosen) - Number(a.isChosen) || Number(a.state === 'unusable') - Number(b.state === 'unusable'),
    );
  }

  /**
   * How one printer is. A serial one may be named without a speed: it is looked for.
   * @throws TillError CFG_INVALID: no printer's address
   */
  async probe(named: string): Promise<FoundPrinter> {
    const typed = await this.#lasting(named);
    if (!lacksSpeed(typed)) return this.#asked(typed);
    const atSpeed = (speed: number): string => `${typed}@${speed}`;
    let found: FoundPrinter | null = null;
    for (const speed of printerSpeeds) {
      const asked = await this.#asked(atSpeed(speed));
      if (asked.state !== 'not-answering') return asked;
      // Where none answers, the most usual speed stays.
      found ??= asked;
    }
    return found ?? this.#asked(atSpeed(printerSpeeds[0]));
  }

  /** Prints a page. The printer in force prints it in its turn, behind receipts. @throws TillError PRINTER_…, CFG_INVALID */
  async test(
    address: string,
    paper: PrinterPaper,
    shop = this.#options.till().shop,
  ): Promise<{ printer: string; isConfirmed: boolean }> {
    const { settings, till } = this.#options;
    const place = parsePrinter(address);
    if (this.#options.terminalAt(terminalAddressOf(place)) !== null)
      throw unreachable(address, 'the card terminal is on it');
    const bytes = await testPage({ ...paper, shop, locale: till().locale, language: settings().language });
    const { printer, isConfirmed } = await this.#withPrinter(address, (one) => one.print(bytes));
    return { printer, isConfirmed };
  }

  async #usb(): Promise<FoundPrinter[]> {
    const { sys, platform = process.platform } = this.#options;
    if (platform !== 'linux') return [];
    const printers = await usbPrinters(sys);
    return Promise.all(
      printers.map(async ({ path, bus, name }) => {
        if (path !== null) return this.#asked(`path:${path}`, name ?? path);
        const detail = 'sudo modprobe usblp; where CUPS prints on it, choose its queue';
        return seen({ address: `usb:${bus}`, transport: 'usb', name: name ?? bus, ...unusable('driver', detail) });
      }),
    );
  }

  async #serial(): Promise<FoundPrinter[]> {
    const ports = await this.#options.serialPorts().catch(() => []);
    const chosen = this.#options.settings().printer;
    return Promise.all(
      ports.map(async ({ path, vendorId, productId }) => {
        const isChosen = chosen?.startsWith('serial:') && (await isSameFile(pathOf(chosen), path));
        if (chosen !== null && isChosen) return this.#asked(chosen);
        const name = vendorId === null ? path : `${path} (USB ${vendorId}:${productId ?? ''})`;
        const port = { address: await this.#lasting(`serial:${path}`), transport: 'serial', name } as const;
        return seen({
          ...port,
          ...((await this.#inTheWay({ kind: 'serial', path, baudRate: 0 })) ?? { state: 'not-asked' as const }),
        });
      }),
    );
  }

  /** The same serial port by the name that stays with its adapter: numbers such as ttyUSB0 change at each start. */
  async #lasting(address: string): Promise<string> {
    const folder = this.#options.serialNames ?? '/dev/serial/by-id';
    const path = /^serial:([^@]+)/.exec(address)?.[1];
    if (path === undefined || path.startsWith(folder)) return address;
    const names = await readdir(folder).catch(() => []);
    for (const name of names)
      if (await isSameFile(join(folder, name), path)) return address.replace(path, join(folder, name));
    return address;
  }

  async #system(): Promise<FoundPrinter[]> {
    const { settings, platform = process.platform } = this.#options;
    if (platform === 'win32') {
      const printers = await windowsPrinters().catch(() => []);
      return printers.map(({ name, path }) =>
        path === null
          ? seen({ address: `windows:${name}`, transport: 'system', name, ...unusable('not-shared', null) })
          : seen({
              address: `path:${path}`,
              transport: 'system',
              name,
              state: 'not-answering',
              isChosen: settings().printer === `path:${path}`,
            }),
      );
    }
    const found = await queues().catch(() => []);
    return found.map(({ name, isAccepting }) => {
      const address = `system:${name}`;
      const queue = { address, transport: 'system', name, isChosen: settings().printer === address } as const;
      return seen({
        ...queue,
        ...(isAccepting ? { state: 'not-answering' as const } : unusable('refuses', `sudo cupsaccept ${name}`)),
      });
    });
  }

  /** Asks it how it is, after whatever is in the way. @throws TillError CFG_INVALID */
  async #asked(address: string, name?: string): Promise<FoundPrinter> {
    const place = parsePrinter(address);
    const isChosen = address === this.#options.settings().printer;
    const printer = { address, transport: transportOf(place), name: name ?? nameOf(place), isChosen };
    const blocked = await this.#inTheWay(place);
    if (blocked) return seen({ ...printer, ...blocked });
    const health = await within(
      systemClock,
      ASK_WITHIN_MS * this.#timeoutFactor,
      this.#withPrinter(address, (one) => one.health()),
    ).catch(() => null);
    return seen({ ...printer, ...stateOf(health) });
  }

  /** Why it is not even asked. */
  async #inTheWay(place: PrinterAddress): Promise<Partial<FoundPrinter> | null> {
    if (this.#options.terminalAt(terminalAddressOf(place)) !== null) return unusable('terminal', null);
    if (place.kind === 'tcp' || place.kind === 'system') return null;
    if (process.platform === 'win32') return null;
    try {
      await access(place.path, constants.W_OK);
      return null;
    } catch (error) {
      const isRefused =
        error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
      if (!isRefused) return unusable('away', null);
      return unusable('permission', await this.#options.adviseOn(place.path));
    }
  }

  /** The printer in force has its queue; any other is used once. */
  async #withPrinter<Result>(address: string, use: (printer: Printer) => Promise<Result>): Promise<Result> {
    const { settings, printer } = this.#options;
    if (address === settings().printer) return use(printer);
    const isEscPos = settings().language === 'esc-pos';
    const other = new Printer({
      address,
      now: () => Date.now(),
      isEscPos,
      openWithinMs: OPEN_WITHIN_MS,
      statusWithinMs: STATUS_WITHIN_MS,
      timeoutFactor: this.#timeoutFactor,
    });
    try {
      return await use(other);
    } finally {
      await other.close();
    }
  }
}

function seen(found: Found): FoundPrinter {
  const name = Array.from(found.name.replaceAll(/\s+/gu, ' '));
  return {
    isChosen: false,
    state: 'not-asked',
    reason: null,
    problem: null,
    detail: null,
    ...found,
    name: name.length > PRINTER_NAME_MAX ? `${name.slice(0, PRINTER_NAME_MAX - 1).join('')}…` : name.join(''),
  };
}

const unusable = (problem: FoundPrinter['problem'], detail: string | null) =>
  ({ state: 'unusable', problem, detail }) as const;

/** What its answer means; null: it did not come in time. */
function stateOf(health: PrinterHealth | null): Partial<FoundPrinter> {
  if (health === null) return { state: 'not-answering' };
  const { trouble, failure, isHeard } = health;
  if (trouble !== null) return { state: 'not-ready', reason: trouble };
  if (failure === null) return { state: isHeard ? 'ready' : 'not-answering' };
  const why = String(failure.context?.['why'] ?? failure.code);
  return unusable(
    /another program/.test(why) ? 'busy' : /EACCES|EPERM|permission/i.test(why) ? 'permission' : 'away',
    why,
  );
}

function transportOf(place: PrinterAddress): FoundPrinter['transport'] {
  if (place.kind === 'tcp') return 'network';
  if (place.kind === 'serial') return 'serial';
  return place.kind === 'path' && /\/lp[0-9]+$/.test(place.path) ? 'usb' : 'system';
}

function nameOf(place: PrinterAddress): string {
  if (place.kind === 'tcp') return place.port === 9100 ? place.host : `${place.host}:${place.port}`;
  return place.kind === 'system' ? place.queue : place.path;
}

const pathOf = (address: string): string => {
  const place = parsePrinter(address);
  return place.kind === 'serial' || place.kind === 'path' ? place.path : '';
};

async function isSameFile(one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const real = (path: string): Promise<string> => realpath(path).catch(() => path);
  return (await real(one)) === (await real(other));
}
