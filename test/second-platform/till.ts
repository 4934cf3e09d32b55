/** A till whose platform is the second one, driven as processes of the command line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { simulator } from '../cli/in-process.ts';
import { serve, tillbridgeProcess, type Running } from '../cli/processes.ts';
import { combinations, Platform, type Sums } from './platform/index.ts';
import { storyTime } from '../waiting.ts';

export const names = Object.keys(combinations) as (keyof typeof combinations)[];

/** Serial numbers of the simulators, whose Devices the platform has. */
const serialNumbers = { mms: 'B61378A', neo2: '630Z000001', magnesafe: 'B35E2D80811AA' } as const;
export type Family = keyof typeof serialNumbers;
/** A terminal that the platform drives. */
export const atPlatform = 'S000001';

export interface Told {
  code: number | null;
  /** The JSON value of the command. */
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
    // The shop's Devices are of yesterday: no list lacks them because it lags.
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

  /** Runs a command to its end; the platform is named where the command takes one. */
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

  /** A sale on the cloud route that goes on. */
  startCloudSale(amount: string, order: string): Running {
    const words = ['sale', '--amount', amount, '--order', order, '--terminal', `device:${atPlatform}`];
    return serve([...words, '--data', this.data, '--platform', this.platform.url, '--json'], this.env);
  }

  /** The till's day has each record of the platform and differs in none, and the platform's books have no mistake. */
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

  /** What the platform's ledger says of an order. */
  sums(order: string): Sums {
    return this.platform.ledger.sums(order);
  }
}

/** Sums of an order that moved nothing but these. */
export const moved = (sums: Partial<Sums>): Partial<Sums> => ({ taken: 0, givenBack: 0, openHolds: 0, ...sums });
