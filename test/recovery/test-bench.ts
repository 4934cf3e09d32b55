/** Everything around one worker's till: a sandbox, a terminal of each family, and a data folder. Many cases use it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostConfig } from '../../electron/host/index.ts';
import { payingFamilies, type PayingFamily } from '../../native/index.ts';
import { program } from '../fixtures/programs.ts';
import { Cable } from '../link/cable.ts';
import { Hands } from './hands.ts';
import { Platform, type PlatformLogin } from './platform.ts';
import { firstMessage, start, type Child } from './process-children.ts';
import type { TerminalsSaid } from './processes/terminals.ts';
import type { Route } from './steps.ts';

/** Devices around the till, if they are not every family over TCP. */
export interface TestBenchOptions {
  /** A single terminal of this family, over a serial line of pseudo-terminals. */
  serial?: PayingFamily | null;
}

export class TestBench {
  readonly dataDir: string;
  readonly platform: Platform;
  readonly login: PlatformLogin;
  readonly #sandbox: Child;
  #terminals: Child;
  #said: TerminalsSaid;
  #hands: Partial<Record<PayingFamily, Hands>>;
  readonly #cable: Cable | null;

  private constructor(parts: {
    dataDir: string;
    login: PlatformLogin;
    sandbox: Child;
    terminals: Child;
    said: TerminalsSaid;
    hands: Partial<Record<PayingFamily, Hands>>;
    cable: Cable | null;
  }) {
    this.dataDir = parts.dataDir;
    this.login = parts.login;
    this.platform = new Platform(parts.login);
    this.#sandbox = parts.sandbox;
    this.#terminals = parts.terminals;
    this.#said = parts.said;
    this.#hands = parts.hands;
    this.#cable = parts.cable;
  }

  static async open(options: TestBenchOptions = {}): Promise<TestBench> {
    const { serial } = options;
    const cable = serial ? new Cable() : null;
    await cable?.lay();
    const sandbox = start(program('electron/sandbox/main.ts'), ['--json']);
    const terminals = start(
      program('test/recovery/processes/terminals.ts'),
      serial && cable ? [serial, cable.far] : [],
    );
    const [login, said] = await Promise.all([firstLine(sandbox), firstMessage<TerminalsSaid>(terminals)]);
    const hands = await handsOf(said);
    // The terminal reports its own end of the line.
    for (const one of cable ? Object.values(said) : []) one.address = `serial:${cable?.near}`;
    const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-recovery-'));
    return new TestBench({ dataDir, login, sandbox, terminals, said, hands, cable });
  }

  get config(): HostConfig {
    const { url, username, password, merchant } = this.login;
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
      terminals: Object.values(this.#said).map(({ address }) => ({ address, isPractice: false })),
      practice: null,
      localSocket: true,
    };
  }

  /** Terminal of a route. Over the cloud it is the terminal that the sandbox has as a Device. */
  terminalOf(route: Route): string {
    return thatIsThere(this.#said[familyOf(route)]).address;
  }

  handsOf(route: Route): Hands {
    return thatIsThere(this.#hands[familyOf(route)]);
  }

  /** Cuts the terminals' power, so that they lose their transactions. */
  async powerCut(): Promise<void> {
    for (const hands of Object.values(this.#hands)) hands.close();
    await this.#terminals.end();
    const port = (address: string): string => address.slice(address.lastIndexOf(':') + 1);
    const before = payingFamilies.map((family) => thatIsThere(this.#said[family]));
    const ports = before.flatMap(({ address, control }) => [address, control].map(port));
    this.#terminals = start(program('test/recovery/processes/terminals.ts'), ports);
    this.#said = await firstMessage<TerminalsSaid>(this.#terminals);
    this.#hands = await handsOf(this.#said);
  }

  get journal(): string {
    return join(this.dataDir, 'journal.sqlite');
  }

  recoveryLog(): string {
    return readFileSync(`${this.journal}.recovery-log`, 'utf8');
  }

  async close(): Promise<void> {
    for (const hands of Object.values(this.#hands)) hands.close();
    await Promise.all([this.#sandbox.end(), this.#terminals.end()]);
    await this.#cable?.remove();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Family of a route's terminal; over the cloud, the family that the sandbox has as a Device. */
export const familyOf = (route: Route): PayingFamily => (route === 'cloud' ? 'mms' : route);

function thatIsThere<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('there is no terminal of that family');
  return one;
}

async function handsOf(said: TerminalsSaid): Promise<Partial<Record<PayingFamily, Hands>>> {
  const hands: Partial<Record<PayingFamily, Hands>> = {};
  for (const [family, { control }] of Object.entries(said) as [PayingFamily, { control: string }][]) {
    hands[family] = new Hands(control);
    await hands[family].connect();
  }
  return hands;
}

/** Address and credentials of the sandbox, from its first line. */
export async function firstLine(child: Child): Promise<PlatformLogin> {
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
