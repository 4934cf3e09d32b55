/** A new host with its own journal on the real sandbox for each test, with the requests of tests of links and notes. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect } from 'vitest';
import type { PayLinkView } from '../../../../electron/contract/index.ts';
import { composeHost, type Host, type HostParts } from '../../../../electron/host/index.ts';
import { Harness } from '../../../api/harness.ts';
import { pay } from '../../../api/page-calls.ts';
import { hostConfig, platformOf } from '../host-config.ts';

const HOUR_MS = 3_600_000;
export let folder: string;
/** Data folder of the till, in `folder`. */
export let dataDir: string;
export let bench: Harness;
export let host: Host;
let hostParts: HostParts;

export function eachDesk(parts: HostParts = {}): void {
  beforeEach(async () => {
    hostParts = parts;
    folder = mkdtempSync(join(tmpdir(), 'tillbridge-desk-'));
    dataDir = join(folder, 'till');
    bench = await Harness.start();
    await start(dataDir);
  });
  afterEach(async () => {
    await host.close();
    await bench.sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Starts a host on this folder; the previous host has ended. */
export async function start(dir = dataDir): Promise<void> {
  mkdirSync(dir, { recursive: true });
  host = await composeHost(hostConfig(dir, { platform: platformOf(bench) }), hostParts);
}

/** Ends the till and starts it again with the same files. */
export async function startAgain(dir = dataDir): Promise<void> {
  await host.close();
  await start(dir);
}

export const polling = { timeout: 60_000, interval: 20 };
export const shown = (id: string): PayLinkView | undefined => host.state().payLinks?.find((link) => link.id === id);

export async function opened(id: string, order?: string, amountMinor = 4260): Promise<PayLinkView> {
  await host.client.link.open({ id, amountMinor, currency: 'USD', ...(order === undefined ? {} : { order }) });
  await expect.poll(() => shown(id)?.state, polling).toBe('open');
  return shown(id)!;
}

/** Opens a link and presents these cards in order; the platform refuses all but the last, which pays the link. */
export async function paid(id: string, order?: string, cards: readonly string[] = ['card-approve']): Promise<void> {
  const { url } = await opened(id, order);
  for (const card of cards) await pay(url ?? '', card);
  await host.client.link.poll({ link: id });
  await expect.poll(() => shown(id)?.state, polling).toBe('paid');
}

/** Request to note cash for an order. */
export const taking = (amountMinor: number, order = 'A-1187') =>
  ({ id: 'cash-0001', way: 'cash', amountMinor, currency: 'USD', order, operator: { name: 'Maya' } }) as const;

/** A window around the present time by both clocks: the sandbox may have another clock. */
export function today(): { from: string; to: string } {
  const [first, last] = [Date.now(), bench.clock.now()].toSorted((a, b) => a - b);
  return { from: new Date((first ?? 0) - HOUR_MS).toISOString(), to: new Date((last ?? 0) + HOUR_MS).toISOString() };
}

/** Rows of today's file. */
export async function rowsOfToday(): Promise<Record<string, string>[]> {
  return parse<Record<string, string>>((await host.client.day.export(today())).text, { bom: true, columns: true });
}
