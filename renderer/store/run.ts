import { toFailure, type Act, type Operator } from '../../electron/contract/index.ts';
import type { Bridge, Verb } from './bridge.ts';
import { setProblem, type TillStore } from './till-store.ts';

/** Sends a command whose answer nobody needs; a refusal is put on screen. */
export async function run(store: TillStore, bridge: Pick<Bridge, 'call'>, verb: Verb<unknown>): Promise<void> {
  try {
    await bridge.call(verb);
  } catch (error) {
    setProblem(store, toFailure(error));
  }
}

/**
 * Sends a command that may need somebody's role. Where the host says so, a person is asked for on the spot, for this one
 * command. Rejects with the host's failure, also where nobody allows it.
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
    // Where nobody is signed in, the window asks who it is.
    if (failure.code !== 'ROLE_REQUIRED' || failure.context?.['signIn'] === true) throw error;
    store.getState().permission?.refuse();
    return new Promise<T>((resolve, reject) => {
      const close = () => store.setState({ permission: null });
      const give = async (operator: Operator) => {
        try {
          resolve(await bridge.call(verb({ operator }), timeoutMs));
        } catch (refusal) {
          // Another person, or another PIN, may still do.
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
