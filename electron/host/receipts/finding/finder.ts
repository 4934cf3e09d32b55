/**
 * Finds the printers of this computer and their state. Only a printer that answers DLE EOT is reported as ready; a
 * silent printer is reported as silent. Serial ports are not probed before a manager has chosen one as the printer: a
 * scale or a terminal would receive garbage.
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

/** Serial port as listed by the operating system. */
interface ListedSerialPort {
  readonly path: string;
  readonly vendorId: string | null;
  readonly productId: string | null;
}

export interface FinderOptions {
  /** Current settings. */
  readonly settings: () => ReceiptSettings;
  /** Printer of the settings. */
  readonly printer: Printer;
  readonly serialPorts: () => Promise<readonly ListedSerialPort[]>;
  /** Id of the till's terminal at `serial:PATH` or `tcp:HOST:PORT`, or null. */
  readonly terminalAt: (address: string) => string | null;
  /** Advice on how to let this user open a device. */
  readonly adviseOn: (path: string) => Promise<string>;
  readonly till: () => { shop: string; locale: string };
  /** Factor for all status timeouts; tests on busy computers raise it. */
  readonly timeoutFactor?: number;
  /** Folder of the kernel's lists; set by tests. */
  readonly sys?: string;
  /** Folder of the persistent names of serial adapters; set by tests. */
  readonly serialNames?: string;
  readonly platform?: NodeJS.Platform;
}

/** Time limit for one printer's status in a list; a printing printer is silent until it is done. */
const ASK_WITHIN_MS = 3_000;
const OPEN_WITHIN_MS = 2_000;
/** A search delays no customer, so this limit is longer than the limit before a print job. */
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

  /** All possible printers, usable printers first. Never rejects because of a printer. */
  async list(): Promise<FoundPrinter[]> {
    const chosen = this.#options.settings().printer;
    const [usb, serial, system] = await Promise.all([this.#usb(), this.#serial(), this.#system()]);
    const found = [...usb, ...serial, ...system];
    // The searches above miss network printers and ports that have no name in the operating system.
    if (chosen !== null && !found.some(({ isChosen }) => isChosen)) found.unshift(await this.#asked(chosen));
    return found.sort(
      (a, b) =>
        Number(b.isChosen) - Number(a.isChosen) || Number(a.state === 'unusable') - Number(b.state === 'unusable'),
    );
  }

  /**
   * State of one printer. A serial address may omit the speed, which is then detected.
   * @throws CFG_INVALID when the text is not a printer's address
   */
  async probe(named: string): Promise<FoundPrinter> {
    const typed = await this.#lasting(named);
    if (!lacksSpeed(typed)) return this.#asked(typed);
    const atSpeed = (speed: number): string => `${typed}@${speed}`;
    let found: FoundPrinter | null = null;
    for (const speed of printerSpeeds) {
      const asked = await this.#asked(atSpeed(speed));
      if (asked.state !== 'not-answering') return asked;
      // If no speed gets an answer, keep the most common one.
      found ??= asked;
    }
    return found ?? this.#asked(atSpeed(printerSpeeds[0]));
  }

  /**
   * Prints a test page. The configured printer queues it behind receipts.
   * @throws PRINTER_… or CFG_INVALID
   */
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

  /**
   * Returns the address with the persistent name of the serial adapter: ttyUSB0 and the like may change at each start.
   */
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

  /**
   * State of the printer at an address, after checks that need no probe.
   * @throws CFG_INVALID
   */
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

  /** Reason why the printer is not probed, or null. */
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

  /** Uses the queue of the configured printer; any other printer is opened once. */
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

/** State shown for a health answer; null means that the answer did not arrive in time. */
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
