/**
 * The simulation is worth what it can see: whatever touches time, chance or I/O in the engine and in the client must come by
 * parameter. Reaching for the real thing there fails here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const host = fileURLToPath(new URL('../../electron/host', import.meta.url));

const forbidden: readonly [what: string, pattern: RegExp][] = [
  ['the real clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|\bprocess\.hrtime\b/],
  ['a real timer', /\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|node:timers/],
  ['real chance', /\bMath\.random\b|\bgetRandomValues\b|\brandom(?:UUID|Bytes|Int)\b/],
  ['the network', /\bfetch\(|from 'node:(?:http|https|net|tls|dgram)'/],
  ['the disk', /from 'node:(?:fs|fs\/promises|sqlite)'/],
];

/** What makes the connections is the one file behind the transport; what reads a file of certificates is in it too. */
const exempt = new Set(['platform/network.ts']);
/** No part of a payment: files that a caller names, and keys of a technician's calls that nobody repeats. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'platform/multipart.ts': ['the disk'],
  'platform/download.ts': ['the disk', 'real chance'],
  'platform/operations.ts': ['real chance'],
};

function sources(folder: string): string[] {
  return readdirSync(join(host, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !exempt.has(name));
}

/** Code without comments: they may speak of what the code may not do. */
function codeOf(name: string): string {
  return readFileSync(join(host, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

describe('time, chance and I/O come by parameter', () => {
  it.each([...sources('payments'), ...sources('platform')])('%s', (name) => {
    const code = codeOf(name);
    const reached = forbidden.filter(([what, pattern]) => pattern.test(code) && !allowed[name]?.includes(what));
    expect(reached.map(([what]) => what)).toEqual([]);
  });

  it('the scan sees what it is for', () => {
    const samples = ['Date.now()', 'setTimeout(() => 1)', 'Math.random()', "from 'node:net'", "from 'node:fs'"];
    for (const sample of samples) expect(forbidden.some(([, pattern]) => pattern.test(sample))).toBe(true);
  });
});
