/**
 * Sign-in to this window, if the shop uses it. The host keeps the signed-in person of each connection. After a reload
 * or a reconnection, the page resumes the session with its token.
 */
import { acts, type Act, type Operator, type SignedInPerson } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import type { SessionMemory } from './session.ts';
import type { TillState, TillStore } from './till-store.ts';

/** Person whose name is a key on the sign-in screen. */
export type Colleague = SignedInPerson & { hasPin: boolean };

export interface SignInCommands {
  /** Lists the people who may sign in, in the order of the settings. Rejects with the host's failure. */
  listPeople: () => Promise<Colleague[]>;
  /** @throws ROLE_PIN_WRONG, ROLE_LOCKED after several wrong PINs, or ROLE_REQUIRED as `session.signIn` of the host. */
  signIn: (name: string, pin?: string) => Promise<void>;
  /** Keeps the typed sale. */
  signOut: () => Promise<void>;
  /**
   * Changes the operator's own PIN; `operator` contains the present PIN.
   * @throws ROLE_…, CFG_PERSON
   */
  changeOwnPin: (operator: Operator, pin: string) => Promise<void>;
  /** Called at each key press. Reports the activity to the host at most every ten seconds. */
  stay: () => void;
}

interface Parts {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
}

const STAY_EVERY_MS = 10_000;
const AGAIN_MS = 250;
/** Hashing a PIN takes a third of a second on a fast computer, and a change of PIN takes two hashes. */
const HASH_MS = 30_000;
/** Longest delay of a timer, 24 days. The watch has no timeout and ends with its connection. */
const FOLLOW_MS = 2 ** 31 - 1;

/** True if a cashier has to sign in before using this window. */
export function needsSignIn({ mirror: { host }, signedIn }: Pick<TillState, 'mirror' | 'signedIn'>): boolean {
  return Boolean(host?.till.signIn) && !host?.till.isKiosk && !signedIn;
}

/** Initial name in a form for `act`: the signed-in person's, if that person has the role; otherwise empty. */
export const ownNameFor =
  (act: Act | undefined) =>
  ({ signedIn }: Pick<TillState, 'signedIn'>): string => {
    if (!signedIn || !act) return '';
    const { role } = acts[act];
    return role === null || signedIn.roles.includes(role) ? signedIn.name : '';
  };

/**
 * Names that a form for `act` offers: people with the role, or all people if every one of them lacks it. Returns an
 * empty list if any name may be typed.
 */
export function namesFor(act: Act | undefined, people: readonly SignedInPerson[] = []): string[] {
  const role = act ? acts[act].role : null;
  const able = people.filter(({ roles }) => role === null || roles.includes(role));
  return (able.length > 0 ? able : people).map(({ name }) => name);
}

/** @param ticks monotonic milliseconds */
export function signInCommands({ store, bridge, memory, ticks }: Parts & { ticks: () => number }): SignInCommands {
  let stayedAt = -STAY_EVERY_MS;
  return {
    listPeople: () => bridge.call((client, options) => client.session.people(undefined, options)),
    async signIn(name, pin) {
      const asked = pin === undefined ? { name } : { name, pin };
      const { token, ...signedIn } = await bridge.call((client, options) => client.session.signIn(asked, options));
      memory.keepSignIn(token);
      store.setState({ signedIn });
    },
    async signOut() {
      memory.keepSignIn(null);
      store.getState().permission?.refuse();
      await bridge.call((client, options) => client.session.signOut(undefined, options));
      store.setState({ signedIn: null });
    },
    async changeOwnPin(operator, pin) {
      const change = { do: 'pin', name: operator.name, pin } as const;
      await bridge.call((client, options) => client.settings.person({ change, operator }, options), HASH_MS);
    },
    stay() {
      if (!store.getState().signedIn || ticks() - stayedAt < STAY_EVERY_MS) return;
      stayedAt = ticks();
      bridge.call((client, options) => client.session.stay(undefined, options)).catch(() => undefined);
    },
  };
}

/** Keeps `signedIn` up to date until the page closes. */
export function followSignIn({ store, bridge, memory }: Parts): void {
  let isFollowing = false;
  const follow = () =>
    bridge.call(async (client, options) => {
      const token = memory.signIn();
      if (token !== null) await client.session.resume({ token }, options);
      for await (const signedIn of await client.session.watch(undefined, options)) {
        if (signedIn === null) {
          memory.keepSignIn(null);
          store.getState().permission?.refuse();
        }
        store.setState({ signedIn });
      }
    }, FOLLOW_MS);
  const followWhenLive = () => {
    const { connection, host } = store.getState().mirror;
    if (isFollowing || connection.state !== 'live' || !host?.till.signIn) return;
    isFollowing = true;
    void follow()
      .catch(() => undefined)
      .then(() => {
        store.setState({ signedIn: undefined });
        setTimeout(() => {
          isFollowing = false;
          followWhenLive();
        }, AGAIN_MS);
      });
  };
  store.subscribe(followWhenLive);
  followWhenLive();
}
