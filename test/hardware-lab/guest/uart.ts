/** The guest's console is the only port with a UART here, so its lines can be read without opening it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const UART = '/dev/ttyS0';

/** Returns the driver's status, for example `0: uart:16550A port:000003F8 irq:4 tx:95 rx:0 RTS|DTR`. */
function status(): string {
  const lines = readFileSync('/proc/tty/driver/serial', 'latin1').split('\n');
  return lines.find((one) => one.startsWith('0:')) ?? '';
}

export function raisedLines(): string {
  const now = status();
  return ['RTS', 'DTR'].filter((name) => new RegExp(`[ |]${name}`).test(now)).join(' ');
}

/** Bytes sent over the UART by programs; the kernel's console output is not counted. */
export const bytesSent = (): number => Number(/ tx:(\d+)/.exec(status())?.[1] ?? 0);

/** Returns the line settings of the UART in the format of `stty -g`. */
export const settingsNow = (): string => execFileSync('/bin/stty', ['-F', UART, '-g']).toString().trim();

export const setUp = (...words: readonly string[]): void => void execFileSync('/bin/stty', ['-F', UART, ...words]);
