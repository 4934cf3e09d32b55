import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ElapsedClock } from '../../domain/index.ts';
import type { Fork } from '../processes.ts';
import { PlaceError, type SecretPlace } from './place.ts';

export interface SystemPlaceOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly fork: Fork;
  /** Absolute path of the entry module of the separate process (keyring/main.ts). */
  readonly entry: string;
  readonly clock: ElapsedClock;
}

/**
 * The user may have to unlock the key store first, and it may be slow; `Secrets.passwords` has a shorter limit,
 * milliseconds.
 */
const GET_WITHIN_MS = 90_000;
/** Shorter than for reading, because the user waits, milliseconds. */
const CHANGE_WITHIN_MS = 20_000;

const answerSchema = z.union([
  z.object({ isDone: z.literal(true), secret: z.string().nullable() }),
  z.object({ isDone: z.literal(false), why: z.enum(['absent', 'locked', 'failed']) }),
]);

/** The system's key store. Each access has a separate process, so that a hang or crash affects no other process. */
export class SystemPlace implements SecretPlace {
  readonly name = 'system';
  readonly #options: SystemPlaceOptions;

  constructor(options: SystemPlaceOptions) {
    this.#options = options;
  }

  async put(id: string, secret: string): Promise<void> {
    await this.#ask({ verb: 'put', id, secret }, CHANGE_WITHIN_MS);
  }

  get(id: string): Promise<string | null> {
    return this.#ask({ verb: 'get', id }, GET_WITHIN_MS);
  }

  async drop(id: string): Promise<void> {
    await this.#ask({ verb: 'drop', id }, CHANGE_WITHIN_MS);
  }

  #ask({ id, ...ask }: { verb: string; id: string; secret?: string }, withinMs: number): Promise<string | null> {
    if (!this.#hasSession()) return Promise.reject(new PlaceError('absent'));
    const { fork, entry, clock } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    const child = fork({ name: 'keyring', entry, args: [] });
    const stopTimer = clock.after(withinMs, () => reject(new PlaceError('silent')));
    child.onMessage((message) => {
      const answer = answerSchema.safeParse(message);
      if (!answer.success) reject(new PlaceError('failed'));
      else if (answer.data.isDone) resolve(answer.data.secret);
      else reject(new PlaceError(answer.data.why));
    });
    child.onExit(() => reject(new PlaceError('failed')));
    child.send({ ...ask, account: `platform-password-${id}` });
    return promise.finally(() => {
      stopTimer();
      child.kill('SIGKILL');
    });
  }

  /** On Linux the key store is reached over the bus of the session. */
  #hasSession(): boolean {
    const { env, platform } = this.#options;
    if (platform !== 'linux') return true;
    const runtime = env['XDG_RUNTIME_DIR'];
    return Boolean(env['DBUS_SESSION_BUS_ADDRESS']) || (Boolean(runtime) && existsSync(join(runtime ?? '', 'bus')));
  }
}
