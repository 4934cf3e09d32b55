/**
 * Keeps the machine's processor at work at the lowest priority. The bytes of the adapter's line pass through QEMU itself: while
 * they do, an idle machine's clock would run ahead, and time-outs would depend on how busy the computer outside is.
 */
import { spawn } from 'node:child_process';

/** Gives a function that ends it. */
export function keepBusy(): () => Promise<void> {
  const child = spawn('/run/busybox', ['nice', '-n', '19', 'sh', '-c', 'while :; do :; done'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return () => {
    child.kill('SIGKILL');
    return ended;
  };
}
