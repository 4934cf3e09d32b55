/** The guest's console: the one port here with a UART, so with lines that can be read without opening it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const UART = '/dev/ttyS0';

/** `0: uart:16550A port:000003F8 irq:4 tx:95 rx:0 RTS|DTR`, as its driver says it. */
function status(): string {
  const lines = readFileSync('/proc/tty/driver/serial', 'latin1').split('\n');
  return lines.find((one) => one.startsWith('0:')) ?? '';
}

/** RTS and DTR as the driver has them now. */
export function raisedLines(): string {
  const now = status();
  return ['RTS', 'DTR'].filter((name) => new RegExp(`[ |]${name}`).test(now)).join(' ');
}

/** Bytes that programs have sent over it. What the kernel says on its console is not counted. */
export const bytesSent = (): number => Number(/ tx:(\d+)/.exec(status())?.[1] ?? 0);

/** How it is set up, as `stty -g` writes it. */
export const settingsNow = (): string => execFileSync('/bin/stty', ['-F', UART, '-g']).toString().trim();

export const setUp = (...words: readonly string[]): void => void execFileSync('/bin/stty', ['-F', UART, ...words]);
