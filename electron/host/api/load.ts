/**
 * Load limits per connection and per scope, so that the cashier's window is answered however many customer displays or
 * kiosks are open, and whatever they send.
 */
import { TillError, type Scope } from '../../contract/index.ts';
import type { Load } from '../roles/index.ts';
import { Pace } from '../../starter/index.ts';

interface Bounds {
  /** Maximum concurrent requests; further requests wait in order. */
  readonly requests: number;
  /** Maximum open streams; further streams are refused. */
  readonly streams: number;
  /** Maximum PIN checks, running or queued; further checks are refused. */
  readonly proofs: number;
}

/** A window opens two streams: the state and the sign-in. */
const WINDOW: Bounds = { requests: 16, streams: 2, proofs: 2 };
const ONE: Readonly<Record<Scope, Bounds>> = {
  till: WINDOW,
  kiosk: { requests: 8, streams: 2, proofs: 1 },
  display: { requests: 4, streams: 1, proofs: 0 },
  technician: WINDOW,
  command: { ...WINDOW, requests: 64 },
  api: WINDOW,
};
/** Limits for all connections of a scope together. A till serves several people; a kiosk or a display is one window. */
const ALL: Readonly<Record<Scope, Bounds>> = {
  till: { requests: 128, streams: 64, proofs: 8 },
  kiosk: { requests: 16, streams: 16, proofs: 1 },
  display: { requests: 8, streams: 16, proofs: 0 },
  technician: { requests: 64, streams: 16, proofs: 4 },
  command: { requests: 256, streams: 32, proofs: 8 },
  api: { requests: 64, streams: 16, proofs: 4 },
};
/** Message rates: per window for the till, and shared by all connections for kiosks and displays. */
const PACES = {
  till: { perSecond: 400, burst: 800 },
  kiosk: { perSecond: 30, burst: 120 },
  display: { perSecond: 16, burst: 64 },
} as const satisfies Partial<Record<Scope, object>>;

/** Maximum waiting requests of a connection; a real window never queues that many. */
const MAX_WAITING = 256;

type Kind = keyof Bounds;
type Counts = Record<Kind, number>;
const none = (): Counts => ({ requests: 0, streams: 0, proofs: 0 });

/** Load of one connection. `pace` decides when the next message is read. */
export interface ConnectionLoad extends Load {
  readonly pace: Pick<Pace, 'take'>;
}

export class Loads {
  readonly #all = new Map<Scope, Counts>();
  readonly #paces = new Map<Scope, Pace>();
  /** Waiting requests of all connections, in order; a free slot may go to any connection of its scope. */
  readonly #waiting = new Set<{ readonly scope: Scope; readonly own: Counts; readonly go: () => void }>();

  open(scope: Scope): ConnectionLoad {
    const own = none();
    let waiting = 0;
    return {
      pace: this.#paceOf(scope),
      begin: async () => {
        if (!this.#has('requests', scope, own)) {
          if (waiting >= MAX_WAITING) throw busy('requests');
          waiting += 1;
          await new Promise<void>((go) => this.#waiting.add({ scope, own, go }));
          waiting -= 1;
        } else this.#add('requests', scope, own, 1);
        return this.#once('requests', scope, own);
      },
      stream: () => this.#taken('streams', scope, own),
      proof: () => this.#taken('proofs', scope, own),
    };
  }

  #taken(kind: Kind, scope: Scope, own: Counts): () => void {
    if (!this.#has(kind, scope, own)) throw busy(kind);
    this.#add(kind, scope, own, 1);
    return this.#once(kind, scope, own);
  }

  /** Returns a function that releases the slot once. */
  #once(kind: Kind, scope: Scope, own: Counts): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#add(kind, scope, own, -1);
      if (kind === 'requests') this.#next();
    };
  }

  #next(): void {
    for (const one of this.#waiting) {
      if (!this.#has('requests', one.scope, one.own)) continue;
      this.#waiting.delete(one);
      this.#add('requests', one.scope, one.own, 1);
      one.go();
    }
  }

  #has(kind: Kind, scope: Scope, own: Counts): boolean {
    return own[kind] < ONE[scope][kind] && this.#of(scope)[kind] < ALL[scope][kind];
  }

  #add(kind: Kind, scope: Scope, own: Counts, by: number): void {
    own[kind] += by;
    this.#of(scope)[kind] += by;
  }

  #of(scope: Scope): Counts {
    const counts = this.#all.get(scope) ?? none();
    this.#all.set(scope, counts);
    return counts;
  }

  #paceOf(scope: Scope): Pick<Pace, 'take'> {
    if (!(scope in PACES)) return { take: () => 0 };
    const pace = this.#paces.get(scope) ?? new Pace(PACES[scope as keyof typeof PACES]);
    // Till windows belong to several people, and the browser shell paces each browser.
    if (scope !== 'till') this.#paces.set(scope, pace);
    return pace;
  }
}

function busy(what: Kind): TillError {
  const message = 'This window sent too many requests at once. This request was not started; earlier ones continue.';
  return new TillError('IPC_BUSY', message, { context: { what } });
}
