/**
 * Runs the simulator as a separate process. Standard output gets a single line when the simulator is ready; standard
 * error gets one line per failure. Exit codes: 0 ended on request, 1 could not run, 2 wrong flags.
 */
import { fstatSync } from 'node:fs';
import { toFailure } from '../../electron/contract/index.ts';
import { readFlags, usage } from './options.ts';
import { startSimulator, type RunningSimulator } from './start.ts';

/** Time after which the process exits even if a port is slow to close. */
const STOP_TIMEOUT_MS = 3_000;

async function main(): Promise<void> {
  let flags: ReturnType<typeof readFlags>;
  try {
    flags = readFlags(process.argv.slice(2));
  } catch (error) {
    return end(2, `${toFailure(error).message}\n\n${usage}`);
  }
  if (flags === 'help') {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const asked = Promise.withResolvers<void>();
  listenForTheEnd(() => asked.resolve());
  let simulator: RunningSimulator;
  try {
    simulator = await startSimulator(flags.options);
  } catch (error) {
    const { code, message } = toFailure(error);
    return end(1, `${message} (${code})`);
  }
  const { address, serialNumber, model, controlAddress } = simulator;
  const ready = flags.json
    ? JSON.stringify({ address, serialNumber, model, control: controlAddress })
    : `${model} ${serialNumber} on ${address}${controlAddress === null ? '' : `, control on ${controlAddress}`}`;
  process.stdout.write(`${ready}\n`);
  await asked.promise;
  setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
  await simulator.close();
  process.exit(0);
}

function end(code: number, words: string): void {
  process.exitCode = code;
  process.stderr.write(`${words}\n`);
  // Listeners on signals and standard input would keep the process alive.
  process.exit();
}

/**
 * Ends on signals, on the parent's exit (its end of standard input or of the message channel closes), and on the
 * parent's stop message.
 */
function listenForTheEnd(onEnd: () => void): void {
  process.once('SIGTERM', onEnd);
  process.once('SIGINT', onEnd);
  process.once('disconnect', onEnd);
  process.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'stop') onEnd();
  });
  // The reader of standard output has exited.
  process.stdout.on('error', onEnd);
  if (!isHeldByParent(0)) return;
  process.stdin.on('end', onEnd);
  process.stdin.on('close', onEnd);
  process.stdin.on('error', onEnd);
  process.stdin.resume();
}

/** A pipe or socket closes when the parent exits. A terminal or /dev/null is unrelated to a parent. */
function isHeldByParent(descriptor: number): boolean {
  try {
    const what = fstatSync(descriptor);
    // On Windows, a pipe has no file type at all.
    const isNothing = !what.isFile() && !what.isDirectory() && !what.isCharacterDevice();
    return what.isFIFO() || what.isSocket() || (process.platform === 'win32' && isNothing);
  } catch {
    return false;
  }
}

await main();
