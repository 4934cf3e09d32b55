/**
 * The bridge to the host, and the only file that touches a carrier.
 *
 *   browser shell:  WebSocket /contract of the same origin
 *   Electron:       a MessagePort the preload hands over, a new one whenever the host restarts
 *
 *   open carrier -> snapshot -> events numbered after it -> (gap, new epoch) snapshot again
 *        ^                                              \-> (carrier closed) away, then open again
 *
 * The mirror changes only through snapshots and events. Commands go out only while live: nothing is queued, since a
 * command that fires seconds after its press is a surprise with somebody's money.
 */
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink as MessagePortLink } from '@orpc/client/message-port';
import { RPCLink as WebSocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { pause, systemClock } from '../../electron/domain/index.ts';
import {
  failureCodes,
  TillError,
  type Contract,
  type Failure,
  type FailureCode,
  type Snapshot,
  type StreamItem,
} from '../../electron/contract/index.ts';

type HostClient = ContractRouterClient<Contract>;
type EventStream = Awaited<ReturnType<HostClient['events']>>;

/** One way to the host, for as long as it lasts. */
interface Carrier {
  readonly client: HostClient;
  /** Resolves when the carrier is gone, whoever ended it; never rejects. */
  readonly closed: Promise<void>;
  /** Once closed: why there is no host, where its starter said so. */
  stopped?(): FailureCode | null;
  close(): void;
}

/** Opens a carrier, or rejects; must give up when the signal aborts. */
export type OpenCarrier = (signal: AbortSignal) => Promise<Carrier>;

/** What the bridge fills: the mirror of the host's state. */
export interface Mirror {
  takeSnapshot(snapshot: Snapshot): void;
  /** `gap`: the numbers do not follow, so a new snapshot is needed. */
  takeItem(item: StreamItem): 'taken' | 'gap';
  /** `stopped`: why there is no host to be had, where its starter said so. */
  setConnection(state: 'live' | 'away', stopped?: FailureCode | null): void;
  /** Where the event stream goes on from. */
  position(): { epoch: string; seq: number };
}

/** One command on the typed client; `signal` aborts when nobody waits for its answer any more. */
export type Verb<T> = (client: HostClient, options: { signal: AbortSignal }) => Promise<T>;

export interface Bridge {
  /** Runs one command. Rejects with a TillError; IPC_DISCONNECTED while the host is away or when it does not answer. */
  call<T>(verb: Verb<T>, timeoutMs?: number): Promise<T>;
  /** Ends the loop and the carrier. */
  stop(): void;
  /** Resolves once the loop has ended. */
  readonly stopped: Promise<void>;
}

const OPEN_TIMEOUT_MS = 5_000;
const SNAPSHOT_TIMEOUT_MS = 5_000;
const CALL_TIMEOUT_MS = 15_000;
const RETRY_STEP_MS = 100;
const RETRY_MAX_MS = 1_000;

const codes: ReadonlySet<string> = new Set(failureCodes);

function isFailure(data: unknown): data is Failure {
  return typeof data === 'object' && data !== null && 'code' in data && codes.has(String(data.code));
}

/** Anything a call threw as a TillError of the contract. */
export function asTillError(error: unknown): TillError {
  if (error instanceof TillError) return error;
  if (error instanceof ORPCError) {
    if (isFailure(error.data)) {
      const { code, message, context } = error.data;
      return new TillError(code, message, { cause: error, ...(context ? { context } : {}) });
    }
    const code: FailureCode = error.status >= 500 ? 'HOST_INTERNAL' : 'IPC_INVALID';
    return new TillError(code, error.message, { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new TillError('IPC_DISCONNECTED', message, { cause: error });
}

/** Waits for the first of: the promise, the carrier's end, the time limit (then `onLate` is called). */
async function bounded<T>(promise: Promise<T>, carrier: Carrier, timeoutMs: number, onLate = () => {}): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new TillError('IPC_DISCONNECTED', `No answer within ${timeoutMs} ms`));
      onLate();
    }, timeoutMs);
  });
  const gone = carrier.closed.then(() => {
    throw new TillError('IPC_DISCONNECTED', 'The connection to the host closed');
  });
  try {
    return await Promise.race([promise, gone, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Starts the loop that keeps the mirror true. Runs until `stop`. */
export function startBridge(open: OpenCarrier, mirror: Mirror): Bridge {
  return new HostBridge(open, mirror);
}

class HostBridge implements Bridge {
  readonly #open: OpenCarrier;
  readonly #mirror: Mirror;
  readonly #stopping = new AbortController();
  readonly stopped: Promise<void>;
  /** The carrier that commands go out on; undefined while the host is away. */
  #live: Carrier | undefined;

  constructor(open: OpenCarrier, mirror: Mirror) {
    this.#open = open;
    this.#mirror = mirror;
    this.stopped = this.#run();
  }

  async call<T>(verb: Verb<T>, timeoutMs = CALL_TIMEOUT_MS): Promise<T> {
    const carrier = this.#live;
    if (!carrier) throw new TillError('IPC_DISCONNECTED', 'The host is away; nothing was sent');
    const givingUp = new AbortController();
    // Late, on a carrier that still stands: the host is told that nobody waits any more. On one that is closing it cannot be.
    const giveUp = () => this.#live === carrier && givingUp.abort();
    try {
      return await bounded(verb(carrier.client, { signal: givingUp.signal }), carrier, timeoutMs, giveUp);
    } catch (error) {
      throw asTillError(error);
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Opens carrier after carrier, a little later after each failure. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      let carrier: Carrier | undefined;
      let stopped: FailureCode | null = null;
      const close = () => carrier?.close();
      try {
        carrier = await this.#open(AbortSignal.any([signal, AbortSignal.timeout(OPEN_TIMEOUT_MS)]));
        signal.addEventListener('abort', close, { once: true });
        // Before any call on it is told: whoever sends once more must not find the way that is gone.
        void carrier.closed.then(() => carrier === this.#live && this.#away(carrier?.stopped?.() ?? null));
        await this.#follow(carrier, () => (failures = 0));
      } catch (error) {
        // Whatever it was, the answer is the same: say "away" and open again. The age on screen tells how long.
        if (!carrier && error instanceof TillError && error.code !== 'IPC_DISCONNECTED') stopped = error.code;
      } finally {
        signal.removeEventListener('abort', close);
        close();
      }
      stopped ??= carrier?.stopped?.() ?? null;
      this.#away(stopped);
      if (signal.aborted) return;
      failures += 1;
      await pause(systemClock, Math.min(failures * RETRY_STEP_MS, RETRY_MAX_MS), signal);
    }
  }

  #away(stopped: FailureCode | null): void {
    this.#live = undefined;
    this.#mirror.setConnection('away', stopped);
  }

  /** Follows one carrier until it ends; resolves normally only when the stream needs a new carrier. */
  async #follow(carrier: Carrier, onLive: () => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#mirror.takeSnapshot(await bounded(carrier.client.snapshot(), carrier, SNAPSHOT_TIMEOUT_MS));
      const { epoch, seq } = this.#mirror.position();
      const stream = await bounded(carrier.client.events({ epoch, after: seq }), carrier, SNAPSHOT_TIMEOUT_MS);
      this.#live = carrier;
      onLive();
      this.#mirror.setConnection('live');
      if ((await this.#readEvents(stream, carrier)) === 'ended') return;
      // A host whose numbers never follow must not be asked for snapshots without a breath in between.
      await pause(systemClock, RETRY_STEP_MS, signal);
    }
  }

  /** Feeds the mirror until the numbers do not follow, or the stream or its carrier ends. */
  async #readEvents(stream: EventStream, carrier: Carrier): Promise<'gap' | 'ended'> {
    let isClosed = false;
    void carrier.closed.then(() => (isClosed = true));
    try {
      for (;;) {
        // A quiet host sends nothing for hours, so only the carrier's end bounds this wait.
        const next = await Promise.race([stream.next(), carrier.closed.then(() => undefined)]);
        if (next === undefined || next.done === true) return 'ended';
        if (this.#mirror.takeItem(next.value) === 'gap') return 'gap';
      }
    } finally {
      // A courtesy to a host that is still there; on a closed carrier there is nobody to tell.
      if (!isClosed) stream.return?.(undefined).catch(() => undefined);
    }
  }
}

/** What the browser shell's own page left in this origin's storage (electron/web/pages.ts): a key for each kind of session. */
const keyNames = ['till', 'kiosk', 'display'].map((scope) => `tillbridge.key.${scope}`);

/** Proof that this page is of our own origin: cookies go to every port of this computer, its storage does not. */
export function pageKeys(storage: Pick<Storage, 'getItem'>): string[] {
  return keyNames.map((name) => storage.getItem(name)).filter((key) => key !== null);
}

/** Whether this browser was let in as a kiosk; known before there is a host. */
export const isKioskBrowser = (storage: Pick<Storage, 'getItem'>) => storage.getItem('tillbridge.key.kiosk') !== null;

/** How the browser shell knows a page of its own. */
interface Proof {
  /** Read anew for every try: another tab may have been let in meanwhile. */
  keys(): readonly string[];
  /** Whether the session of this page is over; only asked when no connection could be had. */
  isOver(keys: readonly string[]): Promise<boolean>;
}

const noProof: Proof = { keys: () => [], isOver: () => Promise.resolve(false) };

/** The browser shell's carrier: a WebSocket. `Socket` is a parameter for tests. */
export function webSocketCarrier(url: string, Socket: typeof WebSocket = WebSocket, proof = noProof): OpenCarrier {
  return (signal) =>
    new Promise((resolve, reject) => {
      const keys = proof.keys();
      const protocols = keys.length === 0 ? [] : ['tillbridge', ...keys.map((key) => `tillbridge.key.${key}`)];
      const socket = new Socket(url, protocols);
      let why: FailureCode | null = null;
      let wasOpen = false;
      const closed = new Promise<void>((gone) => {
        socket.addEventListener('close', ({ reason }) => {
          why = codes.has(reason) ? (reason as FailureCode) : null;
          gone();
          if (why || wasOpen) return reject(noHost(reason));
          // A refusal has no reason that a page could read.
          void proof
            .isOver(keys)
            .catch(() => false)
            .then((isOver) => reject(noHost(isOver ? 'IPC_SESSION_ENDED' : '')));
        });
      });
      signal.addEventListener('abort', () => {
        if (socket.readyState === Socket.CONNECTING) socket.close();
        reject(new TillError('IPC_DISCONNECTED', 'The host did not answer in time'));
      });
      socket.addEventListener('open', () => {
        wasOpen = true;
        const client: HostClient = createORPCClient(new WebSocketLink({ websocket: socket }));
        resolve({ client, closed, stopped: () => why, close: () => socket.close() });
      });
    });
}

/** Why no carrier could be had. `reason` is the failure code the starter of the host gave, or nothing we know. */
function noHost(reason: string): TillError {
  return codes.has(reason)
    ? new TillError(reason as FailureCode, 'The host is not running')
    : new TillError('IPC_DISCONNECTED', 'The host does not answer');
}

/** What the preload posts into the page, with the port beside it. */
const PORT_MESSAGE = 'tillbridge:port';
/** What it posts when there is no host, with the failure code behind it. */
const STOPPED_MESSAGE = 'tillbridge:stopped:';

/**
 * Electron's carrier: the newest MessagePort the preload handed over. A port is used once; a newer one means that the
 * host started anew, so it ends the carrier that is in use.
 */
function messagePortCarrier(page: Window): OpenCarrier {
  let fresh: MessagePort | undefined;
  let endCurrent = () => {};
  let arrived = () => {};
  let refused: (why: TillError) => void = () => {};
  let why: TillError | undefined;
  page.addEventListener('message', (event) => {
    if (event.source === page && typeof event.data === 'string' && event.data.startsWith(STOPPED_MESSAGE)) {
      why = noHost(event.data.slice(STOPPED_MESSAGE.length));
      refused(why);
      return;
    }
    const port = event.ports[0];
    if (event.source !== page || event.data !== PORT_MESSAGE || !port) return;
    fresh?.close();
    fresh = port;
    why = undefined;
    endCurrent();
    arrived();
  });
  return async (signal) => {
    if (!fresh) {
      if (why) throw why;
      await new Promise<void>((resolve, reject) => {
        arrived = resolve;
        refused = reject;
        signal.addEventListener('abort', () => reject(new TillError('IPC_DISCONNECTED', 'No port from the shell yet')));
      });
    }
    const port = fresh;
    if (!port) throw new TillError('IPC_DISCONNECTED', 'No port from the shell yet');
    fresh = undefined;
    const client: HostClient = createORPCClient(new MessagePortLink({ port }));
    const closed = new Promise<void>((resolve) => {
      endCurrent = resolve;
      port.addEventListener('close', () => resolve());
    });
    port.start();
    return {
      client,
      closed,
      close: () => {
        port.close();
        endCurrent();
      },
    };
  };
}

/**
 * The carrier this page runs on: Electron serves it as app://, the browser shell over http. A display's can do nothing but
 * look; in Electron the shell knows which of its windows is one.
 */
export function carrierFor(page: Window, access: 'till' | 'display' = 'till'): OpenCarrier {
  if (page.location.protocol === 'app:') return messagePortCarrier(page);
  const url = new URL(access === 'display' ? '/display' : '/contract', page.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return webSocketCarrier(url.href, WebSocket, {
    keys: () => pageKeys(page.localStorage),
    async isOver(keys) {
      const headers = { 'tillbridge-key': keys.join(' ') };
      const { status } = await page.fetch(new URL('/session', page.location.href), { headers, redirect: 'error' });
      return status === 401;
    },
  });
}
