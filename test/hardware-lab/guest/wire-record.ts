/**
 * Records USB traffic with the kernel's own monitor (usbmon, Documentation/usb/usbmon.rst): every change of a device's
 * line, whatever program and method caused it.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';

const DEBUG = '/sys/kernel/debug';
const MONITOR = `${DEBUG}/usb/usbmon/0u`;

export class WireRecord {
  readonly #process: ChildProcess;
  #text = '';

  private constructor(process: ChildProcess) {
    this.#process = process;
    process.stdout?.on('data', (chunk: Buffer) => (this.#text += chunk.toString('latin1')));
  }

  static start(): WireRecord {
    if (!existsSync(MONITOR)) spawnSync('/run/busybox', ['mount', '-t', 'debugfs', 'debugfs', DEBUG]);
    if (!existsSync(MONITOR)) throw new Error(`the kernel has no ${MONITOR}`);
    return new WireRecord(spawn('/run/busybox', ['cat', MONITOR], { stdio: ['ignore', 'pipe', 'inherit'] }));
  }

  /**
   * Returns the traffic of a device (`bus:device`) since the previous call: line settings, DTR and RTS, bytes sent, and
   * the number of bytes received.
   */
  takeOf(device: string): string[] {
    const lines = this.#text.split('\n');
    // Sent: "tag time S Co:BUS:DEVICE:ENDPOINT s TYPE REQUEST VALUE INDEX LENGTH LENGTH = DATA", "… S Bo:… STATUS
    // LENGTH = DATA". Received: "… C Bi:… STATUS LENGTH = DATA", where the data may be missing.
    const marks = [` S Co:${device}:`, ` S Bo:${device}:`, ` C Bi:${device}:`];
    const isOurs = (line: string): boolean => marks.some((mark) => line.includes(mark));
    this.#text = lines.filter((line) => !isOurs(line)).join('\n');
    return lines.filter(isOurs).flatMap((line) => wordsOf(line.split(' ').slice(3)));
  }

  async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#process.once('close', () => resolve()));
    this.#process.kill('SIGKILL');
    await ended;
  }
}

/** Describes the requests of USB's class for modems (PSTN 1.2, 6.3). */
function wordsOf([where = '', ...words]: readonly string[]): string[] {
  if (where.startsWith('Bo:')) return [`sent ${words[1]}`];
  if (where.startsWith('Bi:')) return words[2] === '=' ? [`heard ${words[1]}`] : [];
  const [, type, request, value = '0'] = words;
  if (type === '21' && request === '22') {
    const lines = Number.parseInt(value, 16);
    return [`DTR ${lines & 1}, RTS ${(lines >> 1) & 1}`];
  }
  if (type === '21' && request === '20') {
    const coding = Buffer.from(words.slice(words.indexOf('=') + 1).join(''), 'hex');
    const parity = ['N', 'O', 'E', 'M', 'S'][coding[5] ?? 0] ?? '?';
    return [`${coding.readUInt32LE(0)} ${coding[6]}${parity}${['1', '1.5', '2'][coding[4] ?? 0] ?? '?'}`];
  }
  return [words.join(' ')];
}
