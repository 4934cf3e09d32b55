/**
 * Reads and writes a character device that is not a terminal: a port of the machine (virtio). Such a port can be opened
 * only once, and its reads wait in the kernel. So a shell holds the port, and two `cat` processes carry its bytes.
 */
import { spawn, type ChildProcess } from 'node:child_process';

const CARRY = 'exec 3<>"$0"; /run/busybox cat <&3 & /run/busybox cat >&3; kill $!';

export class CharacterPort {
  onData: (bytes: Uint8Array) => void = () => undefined;
  readonly #process: ChildProcess & { stdin: NodeJS.WritableStream };
  readonly #ended: Promise<void>;

  constructor(path: string) {
    const child = spawn('/run/busybox', ['sh', '-c', CARRY, path], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process = child;
    this.#ended = new Promise((resolve) => child.once('exit', () => resolve()));
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => this.onData(Uint8Array.from(chunk)));
  }

  write(bytes: Uint8Array | string): void {
    this.#process.stdin.write(bytes);
  }

  /** Ends the shell's input, and thereby both `cat` processes. */
  async close(): Promise<void> {
    this.#process.stdin.end();
    await this.#ended;
  }
}
