/** The processes of the benchmark: sandbox, what the till talks to, and either a till or the bare script. */
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
import { firstLine } from '../../recovery/stand.ts';
import type { FromOutside, Mark, ToBare, ToOutside } from './words.ts';

const CURRENT = { 'service-version': '2022-02-01' };

export class Stand {
  readonly platform: PlatformLogin;
  /** As the till has to open it. */
  readonly terminal: string;
  readonly serialNumber: string;
  readonly #outside: Child;
  readonly #sandbox: Child;
  readonly #cable: Cable | null;

  private constructor(parts: {
    platform: PlatformLogin;
    terminal: string;
    serialNumber: string;
    outside: Child;
    sandbox: Child;
    cable: Cable | null;
  }) {
    this.platform = parts.platform;
    this.terminal = parts.terminal;
    this.serialNumber = parts.serialNumber;
    this.#outside = parts.outside;
    this.#sandbox = parts.sandbox;
    this.#cable = parts.cable;
  }

  /** @param delayMs from a request at the platform to its answer, always the same */
  static async open(family: Family, kind: 'pty' | 'tcp', delayMs: number): Promise<Stand> {
    const cable = kind === 'pty' ? new Cable() : null;
    await cable?.lay();
    const sandbox = start(program('electron/sandbox/main.ts'), ['--json']);
    const line = await firstLine(sandbox);
    const outside = start(join(import.meta.dirname, 'outside.ts'));
    const ask: ToOutside = { type: 'open', sandbox: line.url, delayMs, family, serial: cable?.far ?? null };
    outside.process.send(ask);
    const opened = await firstMessage<FromOutside>(outside);
    if (opened.type !== 'opened') throw new Error('the terminal did not open');
    const { address, serialNumber } = opened.terminal;
    const terminal = cable ? `serial:${cable.near}` : address;
    return new Stand({ platform: { ...line, url: opened.url }, terminal, serialNumber, outside, sandbox, cable });
  }

  /** What passed since the last call, in order. */
  async marks(): Promise<Mark[]> {
    this.#outside.process.send({ type: 'marks' } satisfies ToOutside);
    const said = await firstMessage<FromOutside>(this.#outside);
    if (said.type !== 'marks') throw new Error('no marks');
    return said.marks.toSorted((a, b) => a.atMs - b.atMs);
  }

  /** The Device that the terminal is. */
  async device(): Promise<string> {
    const { url, username, password } = this.platform;
    const answer = await fetch(`${url}/devices?serial_number=${this.serialNumber}`, {
      headers: { ...CURRENT, authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    });
    const page = (await answer.json()) as { _embedded?: { devices?: { id: string }[] } };
    const id = page._embedded?.devices?.[0]?.id;
    if (id === undefined) throw new Error('the sandbox knows no Device of that serial number');
    return id;
  }

  async close(): Promise<void> {
    await Promise.all([this.#outside.end(), this.#sandbox.end()]);
    await this.#cable?.remove();
  }
}

/** A host as a shell starts it, in a data folder of its own on this computer's disk. */
export class Till {
  readonly connection: Connection;
  readonly #child: Child;
  readonly #dataDir: string;

  private constructor(child: Child, connection: Connection, dataDir: string) {
    this.#child = child;
    this.connection = connection;
    this.#dataDir = dataDir;
  }

  static async start(stand: Stand, route: 'cable' | 'cloud'): Promise<Till> {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge bench '));
    const { url, username, password, merchant } = stand.platform;
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
      platform: { url, username, password, merchant },
      terminals: [
        route === 'cable'
          ? { address: stand.terminal, isPractice: false }
          : { address: `device:${stand.serialNumber}`, isPractice: false },
      ],
      practice: null,
      localSocket: true,
    };
    const child = start(program('electron/host/main.ts'));
    child.process.send({ type: 'config', config });
    const said = fromHostSchema.parse(await firstMessage(child));
    if (said.type !== 'ready') throw new Error(`the host did not start: ${JSON.stringify(said)}`);
    const connection = await connectShared(dataDir);
    if (!connection) throw new Error('the host does not answer');
    const till = new Till(child, connection, dataDir);
    await till.#ready();
    return till;
  }

  get pid(): number {
    return this.#child.process.pid ?? 0;
  }

  /** The terminal is there and its Device is known. */
  async #ready(): Promise<void> {
    const end = performance.now() + 60_000;
    for (;;) {
      const { state } = await this.connection.client.snapshot();
      const [terminal] = state.terminals;
      if (terminal?.state === 'ready' && terminal.device !== undefined) return;
      if (performance.now() > end) throw new Error(`the terminal is ${JSON.stringify(terminal)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async close(): Promise<void> {
    await this.connection.close();
    await this.#child.end();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** The bare script as a process. */
export class Bare {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  static async start(stand: Stand): Promise<Bare> {
    const bare = new Bare(start(join(import.meta.dirname, 'bare.ts')));
    const { url, username, password } = stand.platform;
    await bare.#ask({ type: 'open', address: stand.terminal, url, username, password, device: await stand.device() });
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
