/** The store of secrets for a host, which reaches the store of its starter over the private channel. */
import { toFailure, TillError, type Failure } from '../contract/index.ts';
import type { SecretAsk, ToHost } from './protocol.ts';
import type { SecretKeeper } from '../config/index.ts';

/** Longer than the limit for the slowest place, milliseconds. */
const ANSWER_WITHIN_MS = 120_000;

export class RemoteSecrets implements SecretKeeper {
  readonly #send: (ask: number, of: SecretAsk) => void;
  readonly #open = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #last = 0;

  constructor(send: (ask: number, of: SecretAsk) => void) {
    this.#send = send;
  }

  readonly keep: SecretKeeper['keep'] = (password, account) => this.#ask({ verb: 'keep', password, account });
  readonly passwords: SecretKeeper['passwords'] = (account) => this.#ask({ verb: 'passwords', account });
  readonly forget: SecretKeeper['forget'] = (which) => this.#ask({ verb: 'forget', which });
  readonly view: SecretKeeper['view'] = (account) => this.#ask({ verb: 'view', account });
  readonly worked: SecretKeeper['worked'] = (which, account) => this.#ask({ verb: 'worked', which, account });

  /** Takes an answer of the starter, which this process trusts. */
  answered(ask: number, answer: unknown): void {
    this.#open.get(ask)?.resolve(answer as never);
    this.#open.delete(ask);
  }

  failed(ask: number, failure: Failure): void {
    this.#open.get(ask)?.reject(TillError.of(failure));
    this.#open.delete(ask);
  }

  #ask<Answer>(of: SecretAsk): Promise<Answer> {
    const ask = (this.#last += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#open.set(ask, { resolve, reject });
    const late = setTimeout(() => {
      this.failed(ask, { code: 'CFG_INVALID', message: 'The till’s shell does not say where the password is kept.' });
    }, ANSWER_WITHIN_MS);
    late.unref();
    this.#send(ask, of);
    return promise.finally(() => clearTimeout(late));
  }
}

/** Answers one request of the host. Never rejects. */
export async function answerSecretAsk(keeper: SecretKeeper | undefined, ask: number, of: SecretAsk): Promise<ToHost> {
  try {
    if (!keeper) throw new TillError('CFG_INVALID', 'This till was started without a place for passwords.');
    return { type: 'secret', ask, answer: await answerOf(keeper, of) };
  } catch (error) {
    return { type: 'secret-failed', ask, failure: toFailure(error) };
  }
}

function answerOf(keeper: SecretKeeper, of: SecretAsk): Promise<unknown> {
  switch (of.verb) {
    case 'keep':
      return keeper.keep(of.password, of.account);
    case 'passwords':
      return keeper.passwords(of.account);
    case 'forget':
      return keeper.forget(of.which);
    case 'view':
      return keeper.view(of.account);
    case 'worked':
      return keeper.worked(of.which, of.account);
  }
}
