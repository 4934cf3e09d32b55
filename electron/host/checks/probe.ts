/** Asks at the address of one terminal, for a till that is stopped. */
import type { Discovered } from '../../contract/index.ts';
import { discoverTerminals } from '../terminals/index.ts';
import { pause, systemClock } from '../../domain/index.ts';

/** The setup has the same bound. */
const PROBE_WITHIN_MS = 8_000;
const PROBE_AGAIN_MS = 500;

/**
 * Asked again once where it may only have been too early: what takes one connection at a time still has that of the till that
 * was stopped a moment ago, and a computer that is busy hears nothing in time.
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
