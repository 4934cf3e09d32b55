/**
 * What a shell says to the start script that keeps it on the screen (build/scripts/parts/shell-watch.mjs), over their message
 * channel: that it is up, that it still lives, that it has told the person why it cannot start.
 */

/** The start script waits ten seconds. */
const ALIVE_EVERY_MS = 2_000;

/** This process, as far as it is needed. `send` is there where a start script listens. */
export type Told = Pick<NodeJS.Process, 'send' | 'connected'>;

export class ShellWords {
  readonly #program: Told;
  #beat: NodeJS.Timeout | undefined;

  constructor(program: Told) {
    this.#program = program;
  }

  /** The till is there for a person. From now on silence means that this process hangs. Idempotent. */
  up(): void {
    if (this.#beat) return;
    this.#say('up');
    this.#beat = setInterval(() => this.#say('alive'), ALIVE_EVERY_MS);
    this.#beat.unref();
  }

  /** It cannot start, says why to the person, and no other shell could. */
  told(): void {
    this.#say('told');
  }

  #say(word: 'up' | 'alive' | 'told'): void {
    // Without a start script, or after its end, which is noticed elsewhere, nobody listens.
    if (this.#program.connected) this.#program.send?.(word, undefined, {}, () => {});
  }
}
