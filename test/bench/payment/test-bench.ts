/**
 * Manages the processes of the benchmark: the sandbox, the terminal and platform outside the till, and either a till or
 * the bare script.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectShared, type Connection } from '../../../electron/cli/connection.ts';
import type { Family } from '../../../electron/contract/index.ts';
import type { HostConfig } from '../../../electron/host/index.ts';
import { fromHostSchema } from '../../../electron/starter/index.ts';
import { program } from '../../fixtures/programs.ts';
import { Cable } from '../../link/cable.ts';
import type { PlatformLogin } from '../../recovery/platform.ts';
import { firstMessage, start, type Child } from '../../recovery/process-children.ts';
import { firstLine } from '../../recovery/test-bench.ts';
import type { FromOutside, Mark, ToBare, ToOutside } from './words.ts';

const CURRENT = { 'service-version': '2022-02-01' };

export interface TestBenchOptions {
  /** Type of the first terminal's line. */
  readonly kind: 'pty' | 'tcp';
  /** Fixed delay of the platform's answers, milliseconds. */
  readonly delayMs: number;
  readonly family?: Family;
  readonly terminals?: number;
  /** True if a customer presents a card as soon as a terminal asks. Default: true. */
  readonly hasCustomer?: boolean;
  /** Round trip of the network, milliseconds; also enables TLS. */
  readonly roundTripMs?: number;
  /**
   * Idle time after which the platform closes a connection, milliseconds. Default: a minute, longer than any pause
   * here.
   */
  readonly keepAliveMs?: number;
  /** HTTP version of the script with TLS; the till always uses 1.1. Default: 1.1. */
  readonly scriptHttp?: '1.1' | '2.0';
  /** Time from the terminal's prompt to the card, milliseconds. Default: 0. */
  readonly customerMs?: number;
}

interface Seen {
  readonly address: string;
  readonly serialNumber: string;
}

export class TestBench {
  readonly platform: PlatformLogin;
  /** Terminals in the form in which the till opens them. */
  readonly terminals: readonly Seen[];
  /** Certificate file of the authority behind the platform's certificate, or null without TLS. */
  readonly caFile: string | null;
  /** The sandbox itself, without proxy and network. */
  readonly #behind: PlatformLogin;
  readonly #outside: Child;
  readonly #sandbox: Child;
  readonly #cable: Cable | null;

  private constructor(parts: {
    platform: PlatformLogin;
    terminals: readonly Seen[];
    caFile: string | null;
    behind: PlatformLogin;
    outside: Child;
    sandbox: Child;
    cable: Cable | null;
  }) {
    this.platform = parts.platform;
    this.terminals = parts.terminals;
    this.caFile = parts.caFile;
    this.#behind = parts.behind;
    this.#outside = parts.outside;
    this.#sandbox = parts.sandbox;
    this.#cable = parts.cable;
  }

  static async open(options: TestBenchOptions): Promise<TestBench> {
    const {
      kind,
      delayMs,
      family = 'mms',
      terminals = 1,
      hasCustomer = true,
      roundTripMs = null,
      keepAliveMs = 60_000,
      customerMs = 1,
    } = options;
    const cable = kind === 'pty' ? new Cable() : null;
    await cable?.lay();
    const sandbox = start(program('electron/sandbox/main.ts'), ['--json']);
    const behind = await firstLine(sandbox);
    const outside = start(join(import.meta.dirname, 'outside.ts'));
    outside.process.send({
      type: 'open',
      sandbox: behind.url,
      delayMs,
      family,
      serial: cable?.far ?? null,
      terminals,
      hasCustomer,
      roundTripMs,
      keepAliveMs,
      customerMs,
    } satisfies ToOutside);
    const opened = await firstMessage<FromOutside>(outside);
    if (opened.type !== 'opened') throw new Error('the terminal did not open');
    const seen = opened.terminals.map(({ address, serialNumber }, nth) => ({
      address: cable && nth === 0 ? `serial:${cable.near}` : address,
      serialNumber,
    }));
    const testBench = new TestBench({
      platform: { ...behind, url: opened.url },
      terminals: seen,
      caFile: roundTripMs === null ? null : join(import.meta.dirname, '../../fixtures/tls/authority.pem'),
      behind,
      outside,
      sandbox,
      cable,
    });
    for (const { serialNumber } of seen.slice(1)) await testBench.#addDevice(serialNumber);
    return testBench;
  }

  /** Events since the last call, in order. */
  async marks(): Promise<Mark[]> {
    this.#outside.process.send({ type: 'marks' } satisfies ToOutside);
    const said = await firstMessage<FromOutside>(this.#outside);
    if (said.type !== 'marks') throw new Error('no marks');
    return said.marks.toSorted((a, b) => a.atMs - b.atMs);
  }

  /** Id of the Device of the first terminal. */
  async device(): Promise<string> {
    const page = await this.ask<{ _embedded?: { devices?: { id: string }[] } }>(
      'GET',
      `/devices?serial_number=${this.terminals[0]?.serialNumber}`,
    );
    const id = page._embedded?.devices?.[0]?.id;
    if (id === undefined) throw new Error('the sandbox knows no Device of that serial number');
    return id;
  }

  async #addDevice(serialNumber: string): Promise<void> {
    const body = { name: serialNumber, model: 'PAX_A920PRO', serial_number: serialNumber };
    const { id } = await this.ask<{ id: string }>('POST', `/merchants/${this.#behind.merchant}/devices`, body);
    await this.ask('PUT', `/devices/${id}`, { action: 'ACTIVATE' });
  }

  /**
   * Sends a request to the sandbox directly, without proxy, record or delay.
   * @throws Error when it is refused
   */
  async ask<Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> {
    const { url, username, password } = this.#behind;
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...CURRENT,
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  }

  async close(): Promise<void> {
    await Promise.all([this.#outside.end(), this.#sandbox.end()]);
    await this.#cable?.remove();
  }
}

export interface TillOptions {
  readonly route: 'cable' | 'cloud';
  /** Writes records into the till's data folder before it starts. */
  readonly prepare?: (dataDir: string) => void;
}

/** A host as a shell starts it, with its own data folder on this computer's disk. */
export class Till {
  readonly connection: Connection;
  readonly #child: Child;
  readonly #dataDir: string;

  /** Time from the start of the host's process until the host is ready, milliseconds. */
  readonly readyMs: number;

  private constructor(child: Child, connection: Connection, dataDir: string, readyMs: number) {
    this.#child = child;
    this.connection = connection;
    this.#dataDir = dataDir;
    this.readyMs = readyMs;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  static async start(testBench: TestBench, { route, prepare }: TillOptions): Promise<Till> {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge bench '));
    prepare?.(dataDir);
    const { url, username, password, merchant } = testBench.platform;
    const config: HostConfig = {
      dataDir,
      mode: 'live',
      isKiosk: false,
      version: 'bench',
      till: {
        name: 'Till 1',
        shop: 'Bench',
        currency: 'USD',
        locale: 'en-US',
        maxAmountMinor: 1_000_000,
        cardTimeoutMs: 60_000,
        askAboveMinor: 1_000_000,
      },
      platform: {
        url,
        username,
        password,
        merchant,
        ...(testBench.caFile === null ? {} : { caFile: testBench.caFile }),
      },
      terminals: testBench.terminals.map(({ address, serialNumber }) => ({
        address: route === 'cable' ? address : `device:${serialNumber}`,
        isPractice: false,
      })),
      practice: null,
      localSocket: true,
    };
    const startedMs = performance.now();
    const child = start(program('electron/host/main.ts'));
    child.process.send({ type: 'config', config });
    const said = fromHostSchema.parse(await firstMessage(child));
    if (said.type !== 'ready') throw new Error(`the host did not start: ${JSON.stringify(said)}`);
    const readyMs = performance.now() - startedMs;
    const connection = await connectShared(dataDir);
    if (!connection) throw new Error('the host does not answer');
    const till = new Till(child, connection, dataDir, readyMs);
    await till.#ready(testBench.terminals.length);
    return till;
  }

  get pid(): number {
    return this.#child.process.pid ?? 0;
  }

  /** Opens another connection to the same till, like another window. */
  async another(): Promise<Connection> {
    const connection = await connectShared(this.#dataDir);
    if (!connection) throw new Error('the host does not answer');
    return connection;
  }

  /** Waits until all terminals are connected and their Devices are known. */
  async #ready(count: number): Promise<void> {
    const end = performance.now() + 60_000;
    for (;;) {
      const { state } = await this.connection.client.snapshot();
      const there = state.terminals.filter(({ state: now, device }) => now === 'ready' && device !== undefined);
      if (there.length === count) return;
      if (performance.now() > end) throw new Error(`the terminals are ${JSON.stringify(state.terminals)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Stops the host like a shell does, so that it can finish its writes. */
  async stop(): Promise<void> {
    await this.connection.close();
    this.#child.process.send({ type: 'stop' });
    await this.#child.ended;
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.connection.close();
    await this.#child.end();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

export class Bare {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  static async start(testBench: TestBench, route: 'cable' | 'cloud', http: '1.1' | '2.0'): Promise<Bare> {
    const bare = new Bare(
      start(join(import.meta.dirname, 'bare.ts'), testBench.caFile === null ? [] : [testBench.caFile]),
    );
    const { url, username, password } = testBench.platform;
    const address = testBench.terminals[0]?.address ?? '';
    await bare.#ask({ type: 'open', address, url, username, password, device: await testBench.device(), route, http });
    return bare;
  }

  async sell(id: string, amountMinor: number): Promise<void> {
    await this.#ask({ type: 'sell', id, amountMinor });
  }

  async #ask(message: ToBare): Promise<void> {
    this.#child.process.send(message);
    const said = await firstMessage<{ ok: boolean; why?: string }>(this.#child);
    if (!said.ok) throw new Error(`the bare script: ${said.why}`);
  }

  async close(): Promise<void> {
    await this.#child.end();
  }
}
