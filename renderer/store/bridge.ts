/**
 * The bridge to the host. No other file touches a carrier.
 *
 *   browser shell:  WebSocket /contract of the same origin
 *   Electron:       a MessagePort from the preload, a new port each time the host starts
 *
 *   open carrier -> snapshot -> events numbered after it -> (gap, new epoch) snapshot again
 *        ^                                              \-> (carrier closed) away, then open again
 *
 * The mirror changes only through snapshots and events. Commands are sent only while live and never queued: a command
 * that is sent seconds after the key press could move money unexpectedly.
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

/** One connection to the host. */
interface Carrier {
  readonly client: HostClient;
  /** Resolves when the carrier has closed, on either side; never rejects. */
  readonly closed: Promise<void>;
  /** Called after the carrier closed: the starter's reason why there is no host, or null. */
  stopped?(): FailureCode | null;
  close(): void;
}

/** Opens a carrier, or rejects. Must reject when the signal aborts. */
export type OpenCarrier = (signal: AbortSignal) => Promise<Carrier>;

/** Mirror of the host's state, filled by the bridge. */
export interface Mirror {
  takeSnapshot(snapshot: Snapshot): void;
  /** `gap`: the item's number does not follow the last number, so a new snapshot is needed. */
  takeItem(item: StreamItem): 'taken' | 'gap';
  /** `stopped`: the starter's reason why there is no host, or null. */
  setConnection(state: 'live' | 'away', stopped?: FailureCode | null): void;
  /** Position from which the event stream continues. */
  position(): { epoch: string; seq: number };
}

/** One command on the typed client; `signal` aborts when the caller no longer waits for its answer. */
export type Verb<T> = (client: HostClient, options: { signal: AbortSignal }) => Promise<T>;

export interface Bridge {
  /**
   * Runs one command. Every failure is a TillError.
   * @throws IPC_DISCONNECTED while the host is disconnected, or when it does not answer in time.
   */
  call<T>(verb: Verb<T>, timeoutMs?: number): Promise<T>;
  /** Stops reconnecting and closes the carrier. */
  stop(): void;
  /** Resolves after `stop`, when the loop has ended. */
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

/** Converts anything that a call threw to a TillError of the contract. */
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

/** Waits for the promise, the carrier's end, or the timeout, whichever comes first. Calls `onLate` on a timeout. */
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

/** Starts the loop that keeps the mirror up to date. It runs until `stop`. */
export function startBridge(open: OpenCarrier, mirror: Mirror): Bridge {
  return new HostBridge(open, mirror);
}

class HostBridge implements Bridge {
  readonly #open: OpenCarrier;
  readonly #mirror: Mirror;
  readonly #stopping = new AbortController();
  readonly stopped: Promise<void>;
  /** Carrier for commands, or undefined while the host is disconnected. */
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
    // On an open carrier, a timeout notifies the host that the caller has stopped waiting. A closing carrier cannot
    // send that.
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

  /** Opens one carrier after another; the delay grows with each failure. */
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
        // This runs before pending calls reject, so that a caller that retries at once does not use the closed carrier.
        void carrier.closed.then(() => carrier === this.#live && this.#away(carrier?.stopped?.() ?? null));
        await this.#follow(carrier, () => (failures = 0));
      } catch (error) {
        // Every error has the same consequence: report "away" and open again. The screen shows for how long.
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

  /** Follows one carrier until its event stream ends or the bridge stops. Rejects if the carrier fails before. */
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
      // Without this pause, a host with wrong numbers would be asked for snapshots in a tight loop.
      await pause(systemClock, RETRY_STEP_MS, signal);
    }
  }

  /** Feeds the mirror until an item does not follow the last item (`gap`), or the stream or its carrier ends. */
  async #readEvents(stream: EventStream, carrier: Carrier): Promise<'gap' | 'ended'> {
    let isClosed = false;
    void carrier.closed.then(() => (isClosed = true));
    try {
      for (;;) {
        // A timeout would be wrong here: an idle host sends nothing for hours.
        const next = await Promise.race([stream.next(), carrier.closed.then(() => undefined)]);
        if (next === undefined || next.done === true) return 'ended';
        if (this.#mirror.takeItem(next.value) === 'gap') return 'gap';
      }
    } finally {
      // Lets a connected host release the stream; a closed carrier cannot send that.
      if (!isClosed) stream.return?.(undefined).catch(() => undefined);
    }
  }
}

/** Names under which the browser shell's page stored a key for each kind of session (electron/web/pages.ts). */
const keyNames = ['till', 'kiosk', 'display'].map((scope) => `tillbridge.key.${scope}`);

/**
 * Keys that prove that this page has the till's origin: storage is separate for each port of this computer, while
 * cookies are sent to every port.
 */
export function pageKeys(storage: Pick<Storage, 'getItem'>): string[] {
  return keyNames.map((name) => storage.getItem(name)).filter((key) => key !== null);
}

/** True if the browser shell admitted this browser as a kiosk; known before the host is connected. */
export const isKioskBrowser = (storage: Pick<Storage, 'getItem'>) => storage.getItem('tillbridge.key.kiosk') !== null;

/** Proof by which the browser shell recognizes its own pages. */
interface Proof {
  /** Called for every attempt to connect: another tab may have been admitted since the last attempt. */
  keys(): readonly string[];
  /** True if the session of this page has ended; called only when the connection failed. */
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
          // A page cannot read why a WebSocket was refused, so it asks whether its session has ended.
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

/** Error of a carrier that did not open. `reason` is the failure code from the host's starter, or any other text. */
function noHost(reason: string): TillError {
  return codes.has(reason)
    ? new TillError(reason as FailureCode, 'The host is not running')
    : new TillError('IPC_DISCONNECTED', 'The host does not answer');
}

/** Message that the preload posts into the page together with the port. */
const PORT_MESSAGE = 'tillbridge:port';
/** Prefix of the preload's message that there is no host; the failure code follows. */
const STOPPED_MESSAGE = 'tillbridge:stopped:';

/**
 * Electron's carrier: the newest MessagePort from the preload. Each port is used once. A newer port means that the host
 * has restarted, so it closes the current carrier.
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
 * Carrier of this page: Electron serves the page as app://, the browser shell over http. A customer display's carrier
 * can only read; in Electron the shell determines which of its windows is a display.
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
