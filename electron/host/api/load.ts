/**
 * What a connection may cost the host at a time, and what all connections of a scope may together: however many windows a customer's
 * display or a guest's kiosk opens, and whatever they send, the cashier's window is answered.
 */
import { TillError, type Scope } from '../../contract/index.ts';
import type { Load } from '../roles/index.ts';
import { Pace } from '../../starter/index.ts';

interface Bounds {
  /** Requests that are being worked on; those above wait in order. */
  readonly requests: number;
  /** Streams that are open; more are refused. */
  readonly streams: number;
  /** PINs that are being worked out or wait for it; more are refused. */
  readonly proofs: number;
}

/** A window follows the state, and who is signed in. */
const WINDOW: Bounds = { requests: 16, streams: 2, proofs: 2 };
const ONE: Readonly<Record<Scope, Bounds>> = {
  till: WINDOW,
  kiosk: { requests: 8, streams: 2, proofs: 1 },
  display: { requests: 4, streams: 1, proofs: 0 },
  technician: WINDOW,
  command: { ...WINDOW, requests: 64 },
  api: WINDOW,
};
/** Of a scope's connections together. A till's are several people; a guest's or a customer's are one window's work. */
const ALL: Readonly<Record<Scope, Bounds>> = {
  till: { requests: 128, streams: 64, proofs: 8 },
  kiosk: { requests: 16, streams: 16, proofs: 1 },
  display: { requests: 8, streams: 16, proofs: 0 },
  technician: { requests: 64, streams: 16, proofs: 4 },
  command: { requests: 256, streams: 32, proofs: 8 },
  api: { requests: 64, streams: 16, proofs: 4 },
};
/** Messages a second, all of a scope's connections together where one window is not to be several. */
const PACES = {
  till: { perSecond: 400, burst: 800 },
  kiosk: { perSecond: 30, burst: 120 },
  display: { perSecond: 16, burst: 64 },
} as const satisfies Partial<Record<Scope, object>>;

/** More waiting requests of one connection than this are no window's. */
const MOST_WAITING = 256;

type Kind = keyof Bounds;
type Counts = Record<Kind, number>;
const none = (): Counts => ({ requests: 0, streams: 0, proofs: 0 });

/** Of one connection. `pace`: when its next message is looked at. */
export interface ConnectionLoad extends Load {
  readonly pace: Pick<Pace, 'take'>;
}

/** The loads of every connection of a host. */
export class Loads {
  readonly #all = new Map<Scope, Counts>();
  readonly #paces = new Map<Scope, Pace>();
  /** Of every connection, in order: a place that is free may be anybody's of its scope. */
  readonly #waiting = new Set<{ readonly scope: Scope; readonly own: Counts; readonly go: () => void }>();

  open(scope: Scope): ConnectionLoad {
    const own = none();
    let waiting = 0;
    return {
      pace: this.#paceOf(scope),
      begin: async () => {
        if (!this.#has('requests', scope, own)) {
          if (waiting >= MOST_WAITING) throw busy('requests');
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

  /** Gives the place back, once. */
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
    // Windows of the till are several people's, and the shell paces each browser.
    if (scope !== 'till') this.#paces.set(scope, pace);
    return pace;
  }
}

function busy(what: Kind): TillError {
  const said = 'This window asked for too much at once. This was not begun; what ran before goes on.';
  return new TillError('IPC_BUSY', said, { context: { what } });
}
