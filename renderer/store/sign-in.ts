/**
 * Who is signed in to this window, where the shop wants that. The host knows it for each connection; a page that was loaded again,
 * or whose host came back, shows the token it was given.
 */
import { acts, type Act, type Operator, type SignedInPerson } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import type { SessionMemory } from './session.ts';
import type { TillState, TillStore } from './till-store.ts';

/** Somebody whose name is a key. */
export type Colleague = SignedInPerson & { hasPin: boolean };

export interface SignInCommands {
  /** Who may sign in, in the order of the settings. Rejects with the host's failure. */
  listPeople: () => Promise<Colleague[]>;
  /** Rejects with the host's failure: a wrong PIN, or a wait after some. */
  signIn: (name: string, pin?: string) => Promise<void>;
  /** What was typed of a sale stays. */
  signOut: () => Promise<void>;
  /** Whoever proves who they are has another PIN from then on. Rejects with ROLE_…, CFG_PERSON. */
  changeOwnPin: (operator: Operator, pin: string) => Promise<void>;
  /** Somebody presses keys here. The host is told now and then. */
  stay: () => void;
}

interface Parts {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
}

const STAY_EVERY_MS = 10_000;
const AGAIN_MS = 250;
/** A PIN's hash takes a third of a second of a good computer, and here are two. */
const HASH_MS = 30_000;
/** The longest a timer takes, 24 days: what is followed ends with its connection. */
const FOLLOW_MS = 2 ** 31 - 1;

/** Somebody has to sign in before anything else is done here. */
export function needsSignIn({ mirror: { host }, signedIn }: Pick<TillState, 'mirror' | 'signedIn'>): boolean {
  return Boolean(host?.till.signIn) && !host?.till.isKiosk && !signedIn;
}

/** Whom a form names at first: whoever is signed in, where they may do what it is for. */
export const ownNameFor =
  (act: Act | undefined) =>
  ({ signedIn }: Pick<TillState, 'signedIn'>): string => {
    if (!signedIn || !act) return '';
    const { role } = acts[act];
    return role === null || signedIn.roles.includes(role) ? signedIn.name : '';
  };

/** The names that a form offers: of those who may do what it is for, else of every person set up. None: any name will do. */
export function namesFor(act: Act | undefined, people: readonly SignedInPerson[] = []): string[] {
  const role = act ? acts[act].role : null;
  const able = people.filter(({ roles }) => role === null || roles.includes(role));
  return (able.length > 0 ? able : people).map(({ name }) => name);
}

/** @param ticks milliseconds since some moment */
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

/** Keeps `signedIn` true for as long as the page lives. */
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
  const look = () => {
    const { connection, host } = store.getState().mirror;
    if (isFollowing || connection.state !== 'live' || !host?.till.signIn) return;
    isFollowing = true;
    void follow()
      .catch(() => undefined)
      .then(() => {
        store.setState({ signedIn: undefined });
        setTimeout(() => {
          isFollowing = false;
          look();
        }, AGAIN_MS);
      });
  };
  store.subscribe(look);
  look();
}
