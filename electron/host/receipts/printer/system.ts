/**
 * Printer behind a print queue: CUPS gets the raw bytes (`-o raw`). CUPS accepts the job without reporting the paper's
 * state, so such a printer never answers.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { queueNames } from './cups.ts';
import { reasonOf, unreachable, type Wire } from './wire.ts';

/** @throws PRINTER_UNREACHABLE when CUPS or the queue is missing */
export async function openSystem(printer: string, queue: string, signal: AbortSignal): Promise<Wire> {
  const queues = await queueNames(signal).catch((error: unknown) => {
    throw unreachable(printer, reasonOf(error), error);
  });
  if (!queues.includes(queue)) throw unreachable(printer, 'there is no such queue');
  const chunks: Uint8Array[] = [];
  const giveUp = new AbortController();
  return {
    canAnswer: false,
    // Collects the job, because CUPS takes it as a whole.
    write: async (bytes) => void chunks.push(bytes),
    drain: () => submit(printer, queue, Buffer.concat(chunks.splice(0)), AbortSignal.any([signal, giveUp.signal])),
    onData: () => () => undefined,
    close: async () => giveUp.abort(),
  };
}

/** Resolves when CUPS has accepted the job. */
async function submit(printer: string, queue: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const lp = spawn('lp', ['-d', queue, '-o', 'raw', '-t', 'Tillbridge', '-'], {
    signal,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let output = '';
  lp.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // `lp` may exit before it has read everything; the exit status shows the reason.
  lp.stdin.on('error', () => undefined);
  lp.stdin.end(bytes);
  try {
    const [code] = (await once(lp, 'close')) as [number | null];
    if (code === 0) return;
  } catch (error) {
    throw unreachable(printer, reasonOf(error), error);
  }
  throw unreachable(
    printer,
    output
      .replace(/^lp:\s*/, '')
      .split('\n')[0]
      ?.slice(0, 200) || 'lp refused the job',
  );
}
