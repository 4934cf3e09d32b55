/**
 * A printer that the operating system prints on: a queue of CUPS, given the bytes as they are (`-o raw`). CUPS takes the job and
 * says nothing of the paper, so that such a printer never answers.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { queueNames } from './cups.ts';
import { reasonOf, unreachable, type Wire } from './wire.ts';

/** Rejects with PRINTER_UNREACHABLE: no CUPS here, no queue of that name. */
export async function openSystem(printer: string, queue: string, signal: AbortSignal): Promise<Wire> {
  const queues = await queueNames(signal).catch((error: unknown) => {
    throw unreachable(printer, reasonOf(error), error);
  });
  if (!queues.includes(queue)) throw unreachable(printer, 'there is no such queue');
  const chunks: Uint8Array[] = [];
  const giveUp = new AbortController();
  return {
    canAnswer: false,
    // A job is given whole, when it is.
    write: async (bytes) => void chunks.push(bytes),
    drain: () => submit(printer, queue, Buffer.concat(chunks.splice(0)), AbortSignal.any([signal, giveUp.signal])),
    onData: () => () => undefined,
    close: async () => giveUp.abort(),
  };
}

/** Resolves when CUPS has taken the job. */
async function submit(printer: string, queue: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const lp = spawn('lp', ['-d', queue, '-o', 'raw', '-t', 'Tillbridge', '-'], {
    signal,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let said = '';
  lp.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // It may end before it has read all: how it ended says why.
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
    said
      .replace(/^lp:\s*/, '')
      .split('\n')[0]
      ?.slice(0, 200) || 'lp refused the job',
  );
}
