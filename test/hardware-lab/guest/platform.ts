/** Runs the sandbox in its own process, over HTTP, and reads its records of an attempt. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AttemptView } from '../../../electron/contract/index.ts';
import { within } from './waiting.ts';

/** Guest time continues while files are loaded. */
const START_MS = 15 * 60_000;
const PAGE = 100;

interface Line {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly merchant: string;
}

interface Authorization {
  readonly id: string;
  readonly state: string;
  readonly is_void: boolean;
  readonly transfer: string | null;
  readonly tags: Readonly<Record<string, string>> | null;
}

interface Transfer {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly tags: Readonly<Record<string, string>> | null;
}

/** The API of this version pages by cursor. */
interface Page {
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>;
  readonly page?: { readonly next_cursor?: string | null };
}

/** The platform's records at a point in time, by attempt. */
export interface PlatformRecords {
  readonly authorizations: ReadonlyMap<string, readonly Authorization[]>;
  readonly captures: ReadonlyMap<string, readonly Transfer[]>;
}

export class Platform {
  readonly #process: ChildProcess;
  readonly #line: Line;

  private constructor(process: ChildProcess, line: Line) {
    this.#process = process;
    this.#line = line;
  }

  static async start(): Promise<Platform> {
    const entry = join(import.meta.dirname, 'sandbox.js');
    const args = [...process.execArgv, entry, '--port', '0', '--json'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const line = new Promise<Line>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the sandbox has ended')));
      createInterface({ input: child.stdout }).once('line', (text) => resolve(JSON.parse(text) as Line));
    });
    return new Platform(child, await within(line, START_MS, 'the sandbox to serve'));
  }

  get settings() {
    const { url, username, password, merchant } = this.#line;
    return { url, username, password, merchant };
  }

  stop(): void {
    this.#process.kill('SIGTERM');
  }

  async records(): Promise<PlatformRecords> {
    const [authorizations, transfers] = await Promise.all([
      this.#all<Authorization>('authorizations'),
      this.#all<Transfer>('transfers'),
    ]);
    return { authorizations: byAttempt(authorizations), captures: byAttempt(transfers) };
  }

  async #all<T>(resource: string): Promise<T[]> {
    const found: T[] = [];
    for (let cursor: string | null = null; ;) {
      const after: string = cursor === null ? '' : `&after_cursor=${encodeURIComponent(cursor)}`;
      const { _embedded, page } = await this.#get(`/${resource}?limit=${PAGE}${after}`);
      found.push(...((_embedded?.[resource] ?? []) as T[]));
      cursor = page?.next_cursor ?? null;
      if (cursor === null) return found;
    }
  }

  async #get(path: string): Promise<Page> {
    const { url, username, password } = this.#line;
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Basic ${basic}`, 'Service-Version': '2022-02-01' },
      signal: AbortSignal.timeout(START_MS),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as Page;
  }
}

function byAttempt<T extends { readonly tags: Readonly<Record<string, string>> | null }>(records: readonly T[]) {
  return Map.groupBy(records, ({ tags }) => tags?.['attempt'] ?? '');
}

/** Difference between the till's result and the platform's records. */
export type Discrepancy = 'double-capture' | 'lost-capture' | 'open-hold' | 'wrong-amount' | 'stuck';

/** Compares an attempt, which should be final, with the records. */
export function compare(view: AttemptView, { authorizations, captures }: PlatformRecords): Discrepancy | null {
  const held = authorizations.get(view.id) ?? [];
  const taken = captures.get(view.id) ?? [];
  if (view.state === 'working' || view.state === 'checking' || view.state === 'partial') return 'stuck';
  if (taken.length > 1 || held.length > 1) return 'double-capture';
  if ((view.state === 'captured') !== (taken.length === 1)) return 'lost-capture';
  if (view.state === 'captured') return taken[0]?.amount === view.amountMinor ? null : 'wrong-amount';
  const isOpen = held.some((one) => one.state === 'SUCCEEDED' && !one.is_void && one.transfer === null);
  return isOpen ? 'open-hold' : null;
}
