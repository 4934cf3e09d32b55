/**
 * Keeps the machine's processor busy whenever it is idle. The bytes of the adapter's line pass through QEMU itself: an
 * idle machine's clock would run ahead during that time, and timeouts would depend on the load of the host computer.
 */
import { spawn } from 'node:child_process';

/** Keeps a processor busy. Returns a function that ends the load. */
export function keepBusy(): () => Promise<void> {
  const words = ['--idle', '0', '/run/busybox', 'sh', '-c', 'while :; do :; done'];
  const child = spawn('chrt', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return async () => {
    if (child.exitCode !== null) throw new Error('nobody has kept the machine busy');
    child.kill('SIGKILL');
    await ended;
  };
}
