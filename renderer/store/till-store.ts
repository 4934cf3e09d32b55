import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Act, Failure, Operator, SignedInPerson, Snapshot, StreamItem } from '../../electron/contract/index.ts';
import type { Mirror } from './bridge.ts';
import { emptyMirror, withConnection, withItem, withSnapshot, type MirrorSlice } from './mirror-slice.ts';
import { emptySale, type SaleSlice } from './sale-slice.ts';
import type { SessionMemory } from './session.ts';

/** All that a window knows: the mirror of the host, and what only this window has (typed digits, what it put away). */
export interface TillState {
  mirror: MirrorSlice;
  sale: SaleSlice;
  /** A command waits for somebody who may do it; absent: none does. */
  permission?: Permission | null;
  /** Who is signed in to this window; absent: not known, or nobody signs in here. */
  signedIn?: SignedInPerson | null | undefined;
  /** Id of the running payment that a person wanted to cancel here before signing in; absent: none. */
  cancelBeforeSignIn?: string;
}

/** Somebody has to allow one command on the spot. */
export interface Permission {
  /** Why it was refused: what is needed, and who may. */
  failure: Failure;
  /** What was not done. */
  act: Act;
  /** Sends it again under their name. Rejects where that person may not either, or the PIN is wrong. */
  give: (operator: Operator) => Promise<void>;
  refuse: () => void;
}

export type TillStore = StoreApi<TillState>;

/** What a store needs of the world. */
export interface StoreParts {
  now: () => number;
  memory: SessionMemory;
}

/** A store before the first snapshot. */
export function createTillStore({ now, memory }: StoreParts): TillStore {
  return createStore<TillState>(() => ({ mirror: emptyMirror(now()), sale: emptySale(memory) }));
}

/** The side of the store that the bridge fills: the only writer of the mirror. */
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

/** Shows why a command was refused, until the next key. */
export function setProblem(store: TillStore, problem: Failure | null): void {
  setSale(store, { problem });
}
