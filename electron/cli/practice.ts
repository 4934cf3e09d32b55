/** Starts the practice terminal, which is always a separate process. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { TillError, type Family } from '../contract/index.ts';
import { simulatorLineSchema } from '../starter/index.ts';

export type PracticeCardName = 'approve' | 'decline' | 'cancel';

/** A program that cannot start exits at once; this limit is for a hung program on a busy computer. */
const START_WITHIN_MS = 60_000;

/** Resolves when the terminal listens; `close` ends the process and waits for its exit. */
export async function startPracticeTerminal(
  card: PracticeCardName,
  family: Family,
): Promise<{ address: string; close(): Promise<void> }> {
  const entry = fileURLToPath(new URL('../../native/simulator/main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', entry, '--family', family, '--tcp', '0', '--card', card, '--json'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    // The simulator exits when its input ends; on Windows a signal would kill it at once.
    child.stdin.end();
    const hard = setTimeout(() => child.kill('SIGKILL'), 2_000);
    await exited;
    clearTimeout(hard);
  };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const late = setTimeout(
    () => reject(new TillError('TERM_SILENT', 'The practice terminal did not start.')),
    START_WITHIN_MS,
  );
  createInterface({ input: child.stdout }).once('line', resolve);
  child.once('error', (cause) =>
    reject(new TillError('TERM_SILENT', 'The practice terminal did not start.', { cause })),
  );
  void exited.then(() => reject(new TillError('TERM_SILENT', 'The practice terminal ended while starting.')));
  try {
    return { address: simulatorLineSchema.parse(JSON.parse(await promise)).address, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(late);
  }
}
