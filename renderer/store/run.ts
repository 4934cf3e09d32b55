import { toFailure, type Act, type Operator } from '../../electron/contract/index.ts';
import type { Bridge, Verb } from './bridge.ts';
import { setProblem, type TillStore } from './till-store.ts';

/** A restart of the host for new settings takes a second or two. */
export const RESTART_MAX_MS = 20_000;

/** Resolves when the host is connected, or after `maxMs`. */
export function untilLive(store: TillStore, maxMs: number): Promise<void> {
  const isLive = () => store.getState().mirror.connection.state === 'live';
  if (isLive()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, maxMs);
    const stop = store.subscribe(() => {
      if (isLive()) done();
    });
  });
}

/** Sends a command without using its answer. A refusal is shown on screen. */
export async function run(store: TillStore, bridge: Pick<Bridge, 'call'>, verb: Verb<unknown>): Promise<void> {
  try {
    await bridge.call(verb);
  } catch (error) {
    setProblem(store, toFailure(error));
  }
}

/**
 * Sends a command that may need a role. If the host requires a role, the window asks a person with this role to
 * authorize this single command. Rejects with the host's failure, or with ROLE_REQUIRED if the cashier cancels.
 */
export async function permitted<T>(
  store: TillStore,
  bridge: Pick<Bridge, 'call'>,
  act: Act,
  verb: (by: { operator?: Operator }) => Verb<T>,
  timeoutMs?: number,
): Promise<T> {
  try {
    return await bridge.call(verb({}), timeoutMs);
  } catch (error) {
    const failure = toFailure(error);
    // Without a sign-in the window shows the sign-in screen instead.
    if (failure.code !== 'ROLE_REQUIRED' || failure.context?.['signIn'] === true) throw error;
    store.getState().permission?.refuse();
    return new Promise<T>((resolve, reject) => {
      const close = () => store.setState({ permission: null });
      const give = async (operator: Operator) => {
        try {
          resolve(await bridge.call(verb({ operator }), timeoutMs));
        } catch (refusal) {
          // The cashier may try another person or another PIN.
          if (toFailure(refusal).code.startsWith('ROLE_')) throw refusal;
          reject(refusal);
        }
        close();
      };
      const refuse = () => {
        close();
        reject(error);
      };
      store.setState({ permission: { failure, act, give, refuse } });
    });
  }
}
