/** Runs a till on a bare Debian, as a user without rights. Its platform and its terminal run outside. */
import { realpathSync, readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../electron/contract/index.ts';
import { CONTROL_PATH, startSandbox } from '../../electron/sandbox/index.ts';
import { localAddressText, readLocalAddress } from '../../electron/starter/index.ts';
import type { Checks } from '../checks.ts';
import { Console } from '../cli/console.ts';
import { simulator } from '../cli/in-process.ts';
import { ptyPair } from '../cli/processes.ts';
import { openLocal } from '../local-socket.ts';
import type { BareDebian } from './bare-debian.ts';

/** A user without rights. */
export const USER = 'ann';
const HOME = `/home/${USER}`;
/** The till's default data folder. */
export const DATA = `${HOME}/.local/share/tillbridge`;

/** Opens a platform, and a terminal on a serial line, outside the system. */
export async function openShop(folder: string) {
  const line = await ptyPair(folder);
  const platform = await startSandbox();
  const terminal = await simulator('--family', 'mms', '--serial', line.terminalEnd);
  /** The customer, while present, taps as soon as the terminal accepts it. */
  const customer = { isThere: true, isAsked: () => terminal.terminal.face.can.includes('tap') };
  const hand = setInterval(() => {
    if (customer.isThere && customer.isAsked()) terminal.terminal.gesture('tap');
  }, 100);
  return {
    platform,
    customer,
    control: async (command: object): Promise<void> => {
      const authorization = `Basic ${Buffer.from(`${platform.username}:${platform.password}`).toString('base64')}`;
      const headers = { authorization, 'Service-Version': '2022-02-01', 'content-type': 'application/json' };
      const body = JSON.stringify(command);
      const { status } = await fetch(`${platform.url}${CONTROL_PATH}`, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`the platform took no ${body}`);
    },
    tillEnd: realpathSync(line.tillEnd),
    close: async () => {
      clearInterval(hand);
      await Promise.all([platform.close(), terminal.close()]);
      await line.pull();
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

export class DebianTill {
  readonly debian: BareDebian;
  readonly #checks: Checks;

  constructor(debian: BareDebian, checks: Checks) {
    this.debian = debian;
    this.#checks = checks;
  }

  /** The path, on this computer, of a file in the till's data folder. */
  here(name: string): string {
    return join(this.debian.folder, DATA, name);
  }

  async setUp({ platform, tillEnd }: Shop): Promise<void> {
    const words = this.debian.words(['tillbridge', 'setup'], USER);
    const asked = new Console(words);
    const answers: [RegExp | string, string][] = [
      ['Number: ', '1'],
      ['Platform address: ', platform.url],
      ['User name: ', platform.username],
      ['Password: ', platform.password],
      ['Number: ', platform.merchant],
      ['Shop [My shop]: ', 'Bäckerei'],
      ['This till [Till 1]: ', ''],
      ['Currency [USD]: ', ''],
      ['Language [en-US]: ', ''],
      [/Time zone/, 'Europe/Berlin'],
      ['HOST:PORT as the terminal shows it: ', `serial:${tillEnd}`],
      ['Name of the owner: ', 'Ann'],
      ['PIN, six digits: ', '482915'],
      ['PIN again: ', '482915'],
      ['or none) [none]: ', ''],
      ['gives it back: ', ''],
    ];
    for (const [question, answer] of answers) await asked.answer(question, answer);
    await asked.sees('Voided: the platform was asked again at');
    await asked.answer('Enter opens the till: ', '');
    await asked.sees('This till is open.');
    this.#checks.check('`tillbridge setup` ends with a test payment that was released', (await asked.ended) === 0);
  }

  /** Opens the till with its windows as a user does, with the program that restarts it. */
  open(program: string) {
    const child = this.debian.start([program, '--no-open', '--port', '0'], USER);
    const seen = wordsOf(child);
    const readyLines = () => seen.out.match(/Tillbridge ready:/g)?.length ?? 0;
    return {
      seen,
      readyLines,
      /** Stops the till itself with SIGTERM. */
      stop: async () => {
        process.kill((JSON.parse(readFileSync(this.here('web.json'), 'utf8')) as { pid: number }).pid, 'SIGTERM');
        await this.#checks.until('the till ends', () => seen.code !== undefined);
      },
    };
  }

  async begin(id: string, amountMinor: number): Promise<void> {
    const isReady = async () => (await this.#asked((till) => till.snapshot())).state.terminals[0]?.state === 'ready';
    await this.#checks.until('the terminal is ready', () => isReady().catch(() => false));
    await this.#asked((till) => till.payment.start({ id, amountMinor, currency: 'USD' }));
  }

  async isPaid(id: string): Promise<void> {
    const state = async () => (await this.#asked((till) => till.payment.list({}))).find((one) => one.id === id)?.state;
    await this.#checks.until(`${id} is paid`, async () => (await state().catch(() => undefined)) === 'captured');
  }

  /** Sends a question to the running till like one of its windows. */
  async #asked<Answer>(question: (till: ContractRouterClient<Contract>) => Promise<Answer>): Promise<Answer> {
    const { socket: text } = JSON.parse(readFileSync(this.here('host.json'), 'utf8')) as { socket: string };
    const { path, secret } = readLocalAddress(text);
    const socket = openLocal(localAddressText({ path: join(this.debian.folder, path), secret }), '/contract');
    const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
    try {
      return await question(createORPCClient(link));
    } finally {
      socket.terminate();
    }
  }
}

function wordsOf(child: ChildProcess) {
  const seen = { out: '', err: '', code: undefined as number | null | undefined };
  child.stdout?.on('data', (chunk: Buffer) => (seen.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (seen.err += chunk.toString()));
  child.once('exit', (code) => (seen.code = code));
  return seen;
}

export const sale = (amount: string) => ['sale', '--amount', amount, '--json'];
export const captured = (text: string) => (JSON.parse(text) as { state?: string }).state === 'captured';
