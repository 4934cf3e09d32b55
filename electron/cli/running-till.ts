/**
 * Till of a data folder across several process runs of its host: the running host if there is one, otherwise a host
 * that is started for the duration of a command. A call that a restart interrupts is repeated.
 */
import { resolve } from 'node:path';
import { pause, systemClock } from '../domain/index.ts';
import { TillError, toFailure } from '../contract/index.ts';
import type { HostClient } from '../host/index.ts';
import { ensureDataDir } from '../config/index.ts';
import { launchStack, nodeForker, openTill, type Stack, ownVersion } from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { secretsPlace } from './secrets-of.ts';
import { connectShared, type Connection } from './connection.ts';

/** Time for a host to start, including on a busy computer. */
const UP_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 150;

const root = resolve(import.meta.dirname, '../..');

export class RunningTill {
  readonly #dataDir: string;
  readonly #stack: Stack | null;
  #connection: Connection | null;

  private constructor(dataDir: string, stack: Stack | null, connection: Connection | null) {
    this.#dataDir = dataDir;
    this.#stack = stack;
    this.#connection = connection;
  }

  /** @throws TillError the till's own failure when it cannot start */
  static async open(cli: Cli, data: string | undefined): Promise<RunningTill> {
    const dataDir = ensureDataDir(cli.dataDir(data));
    const shared = await connectShared(dataDir);
    if (shared) return new RunningTill(dataDir, null, shared);
    const { secrets, settings } = openTill({ ...secretsPlace(cli, dataDir), say: (line) => cli.note(line) });
    const stack = launchStack(
      { dataDir, version: ownVersion(), isKiosk: false, settings: await settings(), localSocket: true },
      {
        fork: nodeForker({ env: { ...cli.io.env } }),
        entries: {
          host: resolve(root, 'electron/host/main.ts'),
          sandbox: resolve(root, 'electron/sandbox/main.ts'),
          simulator: resolve(root, 'native/simulator/main.ts'),
        },
        readSettings: settings,
        secrets,
        onEvent: (event) => {
          if (event.type === 'settings-refused')
            cli.note(`${event.failure.message}. The previous settings stay in use.`);
        },
      },
    );
    await stack.ready;
    return new RunningTill(dataDir, stack, null);
  }

  /**
   * Calls the till, and repeats the call if its host restarted during the call.
   * @throws TillError the till's own failure
   */
  async call<Answer>(verb: (client: HostClient) => Promise<Answer>): Promise<Answer> {
    for (const end = performance.now() + UP_WITHIN_MS; ;) {
      try {
        this.#connection ??= await connectShared(this.#dataDir);
        if (this.#connection) return await verb(this.#connection.client);
      } catch (error) {
        // The till itself has answered.
        if (toFailure(error).code !== 'HOST_INTERNAL') throw error;
        await this.#hangUp();
        if (performance.now() > end) throw error;
      }
      if (performance.now() > end) throw new TillError('IPC_DISCONNECTED', 'The till did not come back in time.');
      await pause(systemClock, POLL_EVERY_MS);
    }
  }

  async close(): Promise<void> {
    await this.#hangUp();
    await this.#stack?.stop();
  }

  async #hangUp(): Promise<void> {
    await this.#connection?.close();
    this.#connection = null;
  }
}
