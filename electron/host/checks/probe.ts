/** Probes the address of one terminal while the till is stopped. */
import type { Discovered } from '../../contract/index.ts';
import { discoverTerminals } from '../terminals/index.ts';
import { pause, systemClock } from '../../domain/index.ts';

/** The setup uses the same limit. */
const PROBE_WITHIN_MS = 8_000;
const PROBE_AGAIN_MS = 500;

/**
 * Retries once after a failure that may be transient: a terminal that accepts one connection may still hold the
 * connection of the till that was just stopped, and a busy computer may miss the answer.
 */
export async function probe(address: string): Promise<Discovered | null> {
  const found = await probeOnce(address);
  const code = found?.failure?.code;
  if (code !== 'LINK_LOST' && code !== 'LINK_TIMEOUT' && code !== 'TERM_SILENT') return found;
  await pause(systemClock, PROBE_AGAIN_MS);
  return probeOnce(address);
}

async function probeOnce(address: string): Promise<Discovered | null> {
  const perPortMs = PROBE_WITHIN_MS;
  const [found] = await discoverTerminals({ list: () => Promise.resolve([]), also: [address], perPortMs });
  return found ?? null;
}
