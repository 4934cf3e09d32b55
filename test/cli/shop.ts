/** A shop for command line tests: a sandbox as a process that can be stopped and started again, and a terminal. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, tillbridge, type Finished, type Running } from './processes.ts';

export type Json = Record<string, unknown>;

export class Shop {
  readonly dir = mkdtempSync(join(tmpdir(), 'tillbridge-shop-'));
  readonly data = join(this.dir, 'till');
  url = '';
  env: Record<string, string> = {};
  terminal = '';
  #sandbox: Running | null = null;
  #simulator: Running | null = null;

  static async open(card: 'approve' | 'decline' | 'cancel' = 'approve'): Promise<Shop> {
    const shop = new Shop();
    shop.#simulator = serve(['simulator', '--family', 'mms', '--tcp', '0', '--card', card, '--json']);
    shop.terminal = String((await shop.#simulator.said)['address']);
    await shop.startPlatform();
    return shop;
  }

  /** The same platform on the same port, with everything it had. */
  async startPlatform(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    this.#sandbox = serve(['sandbox', '--port', port, '--data', join(this.dir, 'platform'), '--json']);
    const said = await this.#sandbox.said;
    this.url = String(said['url']);
    this.env = {
      TILLBRIDGE_USERNAME: String(said['username']),
      TILLBRIDGE_PASSWORD: String(said['password']),
      TILLBRIDGE_MERCHANT: String(said['merchant']),
    };
  }

  async stopPlatform(): Promise<void> {
    await this.#sandbox?.stop();
    this.#sandbox = null;
  }

  async close(): Promise<void> {
    await this.stopPlatform();
    await this.#simulator?.stop();
  }

  /** Another program's request to the platform. */
  async ask(method: string, path: string, body?: object): Promise<{ status: number; body: Json }> {
    const basic = Buffer.from(`${this.env['TILLBRIDGE_USERNAME']}:${this.env['TILLBRIDGE_PASSWORD']}`).toString(
      'base64',
    );
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Basic ${basic}`,
        'Service-Version': '2022-02-01',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  async control(command: object): Promise<void> {
    const { status, body } = await this.ask('POST', '/sandbox/control', command);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }

  async listed(resource: 'authorizations' | 'transfers'): Promise<Json[]> {
    const { body } = await this.ask('GET', `/${resource}?limit=100`);
    return (body['_embedded'] as Record<string, Json[]> | undefined)?.[resource] ?? [];
  }

  #sale(more: readonly string[]): string[] {
    return ['sale', '--amount', '12.34', '--terminal', this.terminal, ...this.#flags(), ...more];
  }

  #flags(): string[] {
    return ['--platform', this.url, '--data', this.data, '--json'];
  }

  async sale(...more: string[]): Promise<Finished & { result: Json }> {
    return withResult(await tillbridge(this.#sale(more), this.env));
  }

  /** A sale that goes on until it is killed. */
  startSale(...more: string[]): Running {
    const running = serve(this.#sale(more), this.env);
    running.said.catch(() => undefined);
    return running;
  }

  /** Any other command on this till's data folder. */
  async run(command: string[], env: Record<string, string> = {}): Promise<Finished & { result: Json }> {
    return withResult(await tillbridge([...command, ...this.#flags()], { ...this.env, ...env }));
  }

  /** `payments` asks no platform. */
  async payments(): Promise<Json[]> {
    const { result } = withResult(await tillbridge(['payments', '--data', this.data, '--json']));
    return result['attempts'] as Json[];
  }
}

function withResult(run: Finished): Finished & { result: Json } {
  if (run.stdout.trim() === '') throw new Error(`nothing on standard output: ${run.stderr}`);
  return { ...run, result: JSON.parse(run.stdout) as Json };
}

/** Waits until `look` finds something; for processes, whose steps cannot be stepped. */
export async function until<Found>(look: () => Promise<Found | null | undefined | false>): Promise<Found> {
  for (let round = 0; round < 600; round += 1) {
    const found = await look();
    if (found) return found;
    await new Promise((wait) => setTimeout(wait, 25));
  }
  throw new Error('It never happened');
}

/** SIGKILL: nothing of the process gets to say anything any more. */
export async function kill(running: Running): Promise<void> {
  const gone = new Promise<void>((resolve) => running.child.once('exit', () => resolve()));
  running.child.kill('SIGKILL');
  await gone;
}
