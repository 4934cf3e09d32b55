/**
 * Deliberate mistakes in the product, put in while it is bundled: a lab that passes with a mistake would be useless.
 * The README lists the case that catches each mistake.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Break {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
}

const breaks = {
  /** A HID device opened a second time is not read: the reader stays paused after it is reconnected. */
  'reader-not-resumed': {
    file: 'native/link/hid-link.ts',
    right: `device.on('data', (report: Buffer) => this.#core.deliver(this.#asData(report)));`,
    wrong: `const opened: Set<string> = ((globalThis as any).opened ??= new Set<string>());
      if (opened.has(address)) return;
      opened.add(address);
      device.on('data', (report: Buffer) => this.#core.deliver(this.#asData(report)));`,
  },
  /** The terminal is lost between approval and completion: the attempt ends, but the customer's money stays held. */
  'hold-left-open': {
    file: 'electron/host/payments/machine/release-hold.ts',
    right: `if (!authorization) return settle(attempt, outcome, at);`,
    wrong: `if (authorization) return settle(attempt, outcome, at);
      if (!authorization) return settle(attempt, outcome, at);`,
  },
  /** A reader whose firmware is being loaded is mistaken for a payment reader. */
  'boot-loader-asked': {
    file: 'native/families/magnesafe/models/index.ts',
    right: `name: 'iDynamo 6', productId: 0x001f }`,
    wrong: `name: 'iDynamo 6', productId: 0x5357 }`,
  },
  /** A serial port that the till has lost is not released. */
  'port-not-released': {
    file: 'native/link/serial-link.ts',
    right: `if (port.isOpen) await new Promise<void>((resolve) => port.close(() => resolve()));`,
    wrong: `void port;`,
  },
} as const satisfies Record<string, Break>;

export type BreakName = keyof typeof breaks;
export const breakNames = Object.keys(breaks) as BreakName[];

/**
 * Returns the bundler plugin that breaks the product.
 * @throws Error when the file does not contain the right text exactly once
 */
export function breakPlugin(root: string, name: BreakName) {
  const { file, right, wrong } = breaks[name];
  const path = resolve(root, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(right).length !== 2) throw new Error(`the break ${name} no longer fits ${file}`);
  const load = (id: string): string | null => (id === path ? source.replace(right, () => wrong) : null);
  return { name: `break ${name}`, enforce: 'pre' as const, load };
}
