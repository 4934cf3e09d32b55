/**
 * Messages of a shell to the start script that watches it (build/scripts/parts/shell-watch.mjs): `up` when it is ready,
 * `alive` while it runs, `told` when it has shown the user why it cannot start.
 */

/** The start script waits for ten seconds. */
const ALIVE_EVERY_MS = 2_000;

/** The part of this process that is used here. `send` exists if a start script listens. */
export type MessagingProcess = Pick<NodeJS.Process, 'send' | 'connected'>;

export class ShellMessages {
  readonly #program: MessagingProcess;
  #beat: NodeJS.Timeout | undefined;

  constructor(program: MessagingProcess) {
    this.#program = program;
  }

  /** Reports that the till is ready. A process that is silent after that hangs. Idempotent. */
  up(): void {
    if (this.#beat) return;
    this.#send('up');
    this.#beat = setInterval(() => this.#send('alive'), ALIVE_EVERY_MS);
    this.#beat.unref();
  }

  /**
   * Reports that the shell failed to start, has shown the reason to the user, and that any other shell would fail, too.
   */
  failureShown(): void {
    this.#send('told');
  }

  #send(message: 'up' | 'alive' | 'told'): void {
    // Only a running start script listens.
    if (this.#program.connected) this.#program.send?.(message, undefined, {}, () => {});
  }
}
