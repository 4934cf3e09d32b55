/** A till on the second platform, driven as command-line processes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { simulator } from '../cli/in-process.ts';
import { serve, tillbridgeProcess, type Running } from '../cli/processes.ts';
import { combinations, Platform, type Sums } from './platform/index.ts';
import { storyTime } from '../waiting.ts';

export const names = Object.keys(combinations) as (keyof typeof combinations)[];

/** Serial numbers of the simulators, for which the platform has Devices. */
const serialNumbers = { mms: 'B61378A', neo2: '630Z000001', magnesafe: 'B35E2D80811AA' } as const;
export type Family = keyof typeof serialNumbers;
/** Serial number of a terminal that the platform drives. */
export const atPlatform = 'S000001';

export interface Told {
  code: number | null;
  /** JSON output of the command. */
  told: Record<string, unknown> & { error?: { code: string; message: string } };
}

export class Till {
  readonly platform: Platform;
  readonly dir = mkdtempSync(join(tmpdir(), 'tillbridge second '));
  readonly data = join(this.dir, 'data');
  /** Address of the terminal on the cable. */
  readonly terminal: string;
  readonly #stop: () => Promise<void>;

  private constructor(platform: Platform, terminal: string, stop: () => Promise<void>) {
    this.platform = platform;
    this.terminal = terminal;
    this.#stop = stop;
  }

  static async open(name: keyof typeof combinations, family: Family = 'mms'): Promise<Till> {
    const platform = await Platform.start(combinations[name]);
    for (const serialNumber of Object.values(serialNumbers)) platform.addDevice(serialNumber);
    platform.addDevice(atPlatform);
    // The shop's Devices are a day old, so that no lagging list lacks them.
    for (const { past } of platform.ledger.devices.values()) for (const one of past) one.at -= 86_400_000;
    const terminal = await simulator('--family', family, '--tcp', '0', '--card', 'approve');
    return new Till(platform, terminal.address, () => terminal.close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#stop(), this.platform.close()]);
    rmSync(this.dir, { recursive: true, force: true });
  }

  get env(): Record<string, string> {
    return { TILLBRIDGE_USERNAME: this.platform.username, TILLBRIDGE_PASSWORD: this.platform.password };
  }

  /** Runs a command to its end, with --platform if the command accepts it. */
  async run(words: readonly string[], platform = this.platform.url, data = this.data): Promise<Told> {
    const named = platform === '' ? [] : ['--platform', platform];
    const { code, stdout, stderr } = await tillbridgeProcess([...words, '--data', data, ...named, '--json'], this.env);
    if (stdout.trim() === '') throw new Error(`${words.join(' ')} said nothing: ${stderr}`);
    return { code, told: JSON.parse(stdout) as Told['told'] };
  }

  sale(amount: string, order: string, ...more: string[]): Promise<Told> {
    return this.run(['sale', '--amount', amount, '--order', order, '--terminal', this.terminal, ...more]);
  }

  cloudSale(amount: string, order: string): Promise<Told> {
    return this.run(['sale', '--amount', amount, '--order', order, '--terminal', `device:${atPlatform}`]);
  }

  /** Starts a sale on the cloud route without waiting for its end. */
  startCloudSale(amount: string, order: string): Running {
    const words = ['sale', '--amount', amount, '--order', order, '--terminal', `device:${atPlatform}`];
    return serve([...words, '--data', this.data, '--platform', this.platform.url, '--json'], this.env);
  }

  /**
   * Checks that the till's day matches every record of the platform, and that the platform's ledger has no violations.
   */
  async dayAgrees(platform = this.platform.url): Promise<void> {
    const { ledger, switches } = this.platform;
    await storyTime(switches.listLagSeconds * 1_000 + 500, 'the lists of the platform lag behind by so much');
    const { code, told } = await this.run(['day'], platform);
    const entries = told['entries'] as { verdict: string; there: { id: string }[] }[];
    expect(entries.filter(({ verdict }) => verdict !== 'matched')).toEqual([]);
    const there = entries.flatMap(({ there }) => there.map(({ id }) => id));
    expect(there.toSorted()).toEqual([...ledger.authorizations.keys(), ...ledger.transfers.keys()].toSorted());
    expect(code).toBe(0);
    expect(ledger.problems()).toEqual([]);
  }

  /** Sums of an order in the platform's ledger. */
  sums(order: string): Sums {
    return this.platform.ledger.sums(order);
  }
}

/** Expected sums of an order with only these movements. */
export const moved = (sums: Partial<Sums>): Partial<Sums> => ({ taken: 0, givenBack: 0, openHolds: 0, ...sums });
