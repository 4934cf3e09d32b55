import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Act, Failure, Operator, SignedInPerson, Snapshot, StreamItem } from '../../electron/contract/index.ts';
import type { Mirror } from './bridge.ts';
import { emptyMirror, withConnection, withItem, withSnapshot, type MirrorSlice } from './mirror-slice.ts';
import { emptySale, type SaleSlice } from './sale-slice.ts';
import type { SessionMemory } from './session.ts';

/** Whole state of a window: the mirror of the host, and the window's own state (typed digits, dismissed items). */
export interface TillState {
  mirror: MirrorSlice;
  sale: SaleSlice;
  /** Command that waits for a manager's authorization; null or undefined if there is none. */
  permission?: Permission | null;
  /** Person signed in to this window. Null while signed out; undefined while unknown, and on a till without sign-in. */
  signedIn?: SignedInPerson | null | undefined;
  /** Id of the running payment that a cashier tried to cancel here before signing in; undefined if there is none. */
  cancelBeforeSignIn?: string;
}

/** Request for a permitted person's authorization of a command. */
export interface Permission {
  /** The host's refusal, with the required role and the people who have this role. */
  failure: Failure;
  act: Act;
  /** Sends the command again under the operator's name. Rejects with ROLE_… if the person or PIN is not accepted. */
  give: (operator: Operator) => Promise<void>;
  refuse: () => void;
}

export type TillStore = StoreApi<TillState>;

export interface StoreParts {
  now: () => number;
  memory: SessionMemory;
}

/** Creates a store without a snapshot. */
export function createTillStore({ now, memory }: StoreParts): TillStore {
  return createStore<TillState>(() => ({ mirror: emptyMirror(now()), sale: emptySale(memory) }));
}

/** The store's side for the bridge, which alone writes the mirror. */
export function mirrorOf(store: TillStore, now: () => number): Mirror {
  const set = (mirror: MirrorSlice) => store.setState({ mirror });
  return {
    takeSnapshot: (snapshot: Snapshot) => set(withSnapshot(store.getState().mirror, snapshot)),
    takeItem(item: StreamItem) {
      const next = withItem(store.getState().mirror, item);
      if (next === 'gap') return 'gap';
      set(next);
      return 'taken';
    },
    setConnection: (state, stopped) => set(withConnection(store.getState().mirror, state, now(), stopped)),
    position: () => ({ epoch: store.getState().mirror.epoch, seq: store.getState().mirror.seq }),
  };
}

/** Changes the window's own slice. */
export function setSale(store: TillStore, change: Partial<SaleSlice>): void {
  store.setState((state) => ({ sale: { ...state.sale, ...change } }));
}

/** Shows on screen why a command was refused, until the next key press; null removes it. */
export function setProblem(store: TillStore, problem: Failure | null): void {
  setSale(store, { problem });
}
