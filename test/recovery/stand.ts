/** Everything around the till of one worker: a sandbox, a terminal of each family, and a data folder. Used by many cases. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Family } from '../../electron/contract/index.ts';
import type { HostConfig } from '../../electron/host/index.ts';
import { Hands } from './hands.ts';
import { Platform, type PlatformLogin } from './platform.ts';
import { firstMessage, start, type Child } from './process-children.ts';
import type { TerminalsSaid } from './processes/terminals.ts';
import type { Route } from './scenarios.ts';

export class Stand {
  readonly dataDir: string;
  readonly platform: Platform;
  readonly login: PlatformLogin;
  readonly #sandbox: Child;
  #terminals: Child;
  #said: TerminalsSaid;
  #hands: Record<Family, Hands>;

  private constructor(parts: {
    dataDir: string;
    login: PlatformLogin;
    sandbox: Child;
    terminals: Child;
    said: TerminalsSaid;
    hands: Record<Family, Hands>;
  }) {
    this.dataDir = parts.dataDir;
    this.login = parts.login;
    this.platform = new Platform(parts.login);
    this.#sandbox = parts.sandbox;
    this.#terminals = parts.terminals;
    this.#said = parts.said;
    this.#hands = parts.hands;
  }

  static async open(): Promise<Stand> {
    const sandbox = start('../../electron/sandbox/main.ts', ['--json']);
    const terminals = start('processes/terminals.ts');
    const [login, said] = await Promise.all([firstLine(sandbox), firstMessage<TerminalsSaid>(terminals)]);
    const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-recovery-'));
    return new Stand({ dataDir, login, sandbox, terminals, said, hands: await handsOf(said) });
  }

  get config(): HostConfig {
    const { url, username, password, merchant } = this.login;
    const { mms, neo2 } = this.#said;
    return {
      dataDir: this.dataDir,
      mode: 'live',
      isKiosk: false,
      version: 'recovery',
      till: {
        name: 'Till',
        shop: 'Crash course',
        currency: 'USD',
        locale: 'en-US',
        maxAmountMinor: 1_000_000,
        cardTimeoutMs: 60_000,
        // A case takes seconds, which are minutes to a till whose waits are shortened.
        sameCardMinutes: 60,
      },
      platform: { url, username, password, merchant },
      terminals: [
        { address: mms.address, isPractice: false },
        { address: neo2.address, isPractice: false },
      ],
      practice: null,
      localSocket: true,
    };
  }

  /** The terminal a route uses. Over the cloud it is the one the sandbox has as a Device. */
  terminalOf(route: Route): string {
    return this.#said[route === 'neo2' ? 'neo2' : 'mms'].address;
  }

  handsOf(route: Route): Hands {
    return this.#hands[route === 'neo2' ? 'neo2' : 'mms'];
  }

  /** The lights go out at the terminals and on again: they have forgotten whatever they were at. */
  async powerCut(): Promise<void> {
    for (const hands of Object.values(this.#hands)) hands.close();
    await this.#terminals.end();
    const port = (address: string): string => address.slice(address.lastIndexOf(':') + 1);
    const { mms, neo2 } = this.#said;
    this.#terminals = start('processes/terminals.ts', [mms.address, mms.control, neo2.address, neo2.control].map(port));
    this.#said = await firstMessage<TerminalsSaid>(this.#terminals);
    this.#hands = await handsOf(this.#said);
  }

  get journal(): string {
    return join(this.dataDir, 'journal.sqlite');
  }

  /** The recovery log as it lies on disk. */
  recoveryLog(): string {
    return readFileSync(`${this.journal}.recovery-log`, 'utf8');
  }

  async close(): Promise<void> {
    for (const hands of Object.values(this.#hands)) hands.close();
    await Promise.all([this.#sandbox.end(), this.#terminals.end()]);
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

async function handsOf(said: TerminalsSaid): Promise<Record<Family, Hands>> {
  const hands = { mms: new Hands(said.mms.control), neo2: new Hands(said.neo2.control) };
  await Promise.all([hands.mms.connect(), hands.neo2.connect()]);
  return hands;
}

/** The sandbox says where it serves in its first line. */
async function firstLine(child: Child): Promise<PlatformLogin> {
  let text = '';
  const line = new Promise<string>((resolve) => {
    child.process.stdout?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      if (text.includes('\n')) resolve(text);
    });
  });
  const said = await Promise.race([
    line,
    child.ended.then(() => Promise.reject(new Error(`the sandbox ended while starting: ${child.words()}`))),
  ]);
  return JSON.parse(said.split('\n')[0] ?? '') as PlatformLogin;
}
