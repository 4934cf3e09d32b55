/**
 * The simulation can find faults only in what it controls: time, chance and I/O in the engine and in the client must
 * come by parameter. The host's other folders get time and chance the same way. Code that uses the real thing there
 * fails here.
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
  ['the network', /(?<![.\w])fetch\(|from 'node:(?:http|https|net|tls|dgram)'/],
  ['the disk', /from 'node:(?:fs|fs\/promises|sqlite)'/],
];

const rooms = ['payments', 'platform', 'reconcile', 'pay-links', 'terminals', 'devices', 'history'];
/** A file of another module that waits for something. */
const files = ['api/wait-for-state.ts'];

/**
 * Exempt, with reasons. `receipts/printer`: limits of a printer's own connection, which no payment waits for.
 * `api/local-socket.ts`: the last limit for closing a socket of this computer. `system.ts` is the real clock itself.
 */
const exempt = new Set([
  // The only file behind the transport makes the connections, and reads a file of certificates.
  'platform/network.ts',
]);
const allowed: Readonly<Record<string, readonly string[]>> = {
  // An upload's multipart boundary is not part of a payment.
  'platform/operations.ts': ['real chance'],
  // These files exist for the disk and the network: pairings, traces, names of ports, the practice terminal's control
  // port.
  'terminals/stored-file.ts': ['the disk'],
  'terminals/trace-files.ts': ['the disk'],
  'terminals/ports.ts': ['the disk'],
  'terminals/practice.ts': ['the network'],
  // The timers of these files yield between payments; they measure no time.
  'history/day.ts': ['a real timer'],
  'reconcile/runner.ts': ['a real timer'],
};

function sources(folder: string): string[] {
  return readdirSync(join(host, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !exempt.has(name));
}

/** Code stripped of comments, because comments may mention names that are forbidden in code. */
function codeOf(name: string): string {
  return readFileSync(join(host, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

describe('code in the simulation', () => {
  it.each([...rooms.flatMap(sources), ...files])('gets time, chance and I/O only by parameter: %s', (name) => {
    const code = codeOf(name);
    const reached = forbidden.filter(([what, pattern]) => pattern.test(code) && !allowed[name]?.includes(what));
    expect(reached.map(([what]) => what)).toEqual([]);
  });

  it.each(Object.entries(allowed))('uses exactly its allowed exceptions: %s', (name, whats) => {
    const code = codeOf(name);
    const reached = forbidden.filter(([, pattern]) => pattern.test(code)).map(([what]) => what);
    expect(reached.toSorted()).toEqual(whats.toSorted());
  });

  it('is scanned for patterns that find all samples', () => {
    const samples = [
      'fetch(url)',
      'Date.now()',
      'setTimeout(() => 1)',
      'Math.random()',
      "from 'node:net'",
      "from 'node:fs'",
    ];
    for (const sample of samples) expect(forbidden.some(([, pattern]) => pattern.test(sample))).toBe(true);
    expect(forbidden.some(([, pattern]) => pattern.test('transfers.fetch(id)'))).toBe(false);
  });
});
