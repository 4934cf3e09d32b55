/**
 * A shop for command line tests: a platform that can be stopped and restarted, a terminal, and a till's data folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Family } from '../../electron/contract/index.ts';
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts';
import type { RunningSimulator } from '../../native/simulator/index.ts';
import { simulator, start, tillbridge, withResult, type Json, type Result, type Started } from './in-process.ts';
import { ptyPair, serve, type Finished, type Running } from './processes.ts';

export interface ShopOptions {
  family?: Family;
  /** Use a pseudo-terminal's serial line instead of TCP. */
  isSerial?: boolean;
  /** Flags of the simulator; default: a card that is approved. */
  flags?: readonly string[];
}

export class Shop {
  readonly dir = mkdtempSync(join(tmpdir(), 'tillbridge shop '));
  readonly data = join(this.dir, 'data');
  url = '';
  env: Record<string, string> = {};
  terminal = '';
  #sandbox: Sandbox | null = null;
  #simulator: RunningSimulator | null = null;
  #line: Awaited<ReturnType<typeof ptyPair>> | null = null;

  static async open(options: ShopOptions = {}): Promise<Shop> {
    const { family = 'mms', isSerial = false, flags = ['--card', 'approve'] } = options;
    const shop = new Shop();
    if (isSerial) shop.#line = await ptyPair(shop.dir);
    const carrier = shop.#line ? ['--serial', shop.#line.terminalEnd] : ['--tcp', '0'];
    shop.#simulator = await simulator('--family', family, ...carrier, ...flags);
    shop.terminal = shop.#line ? `serial:${shop.#line.tillEnd}` : shop.#simulator.address;
    await shop.startPlatform();
    return shop;
  }

  /** Starts the same platform on the same port, with all of its records. */
  async startPlatform(): Promise<void> {
    const port = this.url === '' ? 0 : Number(new URL(this.url).port);
    this.#sandbox = await startSandbox({ port, dataDir: join(this.dir, 'platform') });
    const { url, username, password, merchant } = this.#sandbox;
    this.url = url;
    this.env = { TILLBRIDGE_USERNAME: username, TILLBRIDGE_PASSWORD: password, TILLBRIDGE_MERCHANT: merchant };
  }

  async stopPlatform(): Promise<void> {
    await this.#sandbox?.close();
    this.#sandbox = null;
  }

  async stopTerminal(): Promise<void> {
    await this.#simulator?.close();
    this.#simulator = null;
  }

  async close(): Promise<void> {
    await this.stopTerminal();
    await this.#line?.pull();
    await this.stopPlatform();
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Sends a request of another program to the platform. */
  async ask(method: string, path: string, body?: object): Promise<{ status: number; body: Json }> {
    const credentials = `${this.env['TILLBRIDGE_USERNAME']}:${this.env['TILLBRIDGE_PASSWORD']}`;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'Service-Version': '2022-02-01',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  async control(...commands: object[]): Promise<void> {
    for (const command of commands) {
      const { status, body } = await this.ask('POST', '/sandbox/control', command);
      if (status !== 200) throw new Error(JSON.stringify(body));
    }
  }

  async listed(resource: 'authorizations' | 'transfers'): Promise<Json[]> {
    const { body } = await this.ask('GET', `/${resource}?limit=100`);
    return (body['_embedded'] as Record<string, Json[]> | undefined)?.[resource] ?? [];
  }

  /** Arguments of a sale; if a flag is repeated, its last value counts. */
  saleWords(...more: readonly string[]): string[] {
    return ['sale', '--amount', '12.34', '--terminal', this.terminal, ...this.#flags(), ...more];
  }

  #flags(): string[] {
    return ['--platform', this.url, '--data', this.data, '--json'];
  }

  async sale(...more: string[]): Promise<Result> {
    return withResult(await tillbridge(this.saleWords(...more), this.env));
  }

  startSale(...more: string[]): Started {
    return start(this.saleWords(...more), this.env);
  }

  /** Starts a sale as a process, to be killed. */
  startSaleProcess(...more: string[]): Running {
    return serve(this.saleWords(...more), this.env);
  }

  /** Runs a command with readable output, on this till's data folder. */
  async said(command: readonly string[]): Promise<Finished> {
    return tillbridge([...command, ...this.#flags().filter((flag) => flag !== '--json')], this.env);
  }

  /** Runs any other command on this till's data folder. */
  async run(command: readonly string[]): Promise<Result> {
    return withResult(await tillbridge([...command, ...this.#flags()], this.env));
  }

  /** Lists payments; `payments` needs no platform. */
  async payments(): Promise<Json[]> {
    const { result } = withResult(await tillbridge(['payments', '--data', this.data, '--json']));
    return result['attempts'] as Json[];
  }
}

/** Runs a task with its own shop, which is closed afterwards. */
export async function inShop(options: ShopOptions, task: (shop: Shop) => Promise<void>): Promise<void> {
  const shop = await Shop.open(options);
  try {
    await task(shop);
  } finally {
    await shop.close();
  }
}
