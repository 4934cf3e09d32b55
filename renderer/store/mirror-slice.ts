import {
  applyEvent,
  isOpenAttempt,
  isUnfinishedLink,
  type FailureCode,
  type HostState,
  type Snapshot,
  type StreamItem,
} from '../../electron/contract/index.ts';

/** Connection to the host: `connecting` until it was first live, then `live` or `away`. */
interface Connection {
  state: 'connecting' | 'live' | 'away';
  /** Milliseconds since 1970. */
  sinceMs: number;
  /** The starter's reason why there is no host. The bridge keeps reconnecting nevertheless. */
  stopped?: FailureCode;
}

interface Left {
  newest: string | null;
  /** True if all payments had finished and every payment link was closed. */
  isQuiet: boolean;
}

interface Back {
  awayMs: number;
  /**
   * True if the till was idle when the host disconnected and has started no payment since; false if that is unknown.
   */
  isNobodyCharged: boolean;
}

const leftOf = (host: HostState | null): Left => ({
  newest: host?.attempts[0]?.id ?? null,
  isQuiet: host !== null && !host.attempts.some(isOpenAttempt) && !(host.payLinks ?? []).some(isUnfinishedLink),
});

/** Mirror of the host. Screens never change it. */
export interface MirrorSlice {
  host: HostState | null;
  /** Id of one run of the host; numbers of different epochs are not comparable. */
  epoch: string;
  seq: number;
  connection: Connection;
  /** Set while away: activity and newest payment at the time of the disconnection. */
  left?: Left;
  /** Set while live after a reconnection. */
  back?: Back;
}

/** The mirror before the first snapshot. */
export function emptyMirror(nowMs: number): MirrorSlice {
  return { host: null, epoch: '', seq: 0, connection: { state: 'connecting', sinceMs: nowMs } };
}

/** Mirror after a snapshot, which replaces all of the host's state. */
export function withSnapshot(slice: MirrorSlice, snapshot: Snapshot): MirrorSlice {
  return { ...slice, host: snapshot.state, epoch: snapshot.epoch, seq: snapshot.seq };
}

/**
 * Mirror after one item of the stream. `gap`: the item's number does not follow the mirror's, or belongs to another run
 * of the host, so a snapshot is needed. An item that the mirror already has changes nothing.
 */
export function withItem(slice: MirrorSlice, item: StreamItem): MirrorSlice | 'gap' {
  if (item.kind === 'snapshot') return withSnapshot(slice, item.snapshot);
  if (!slice.host || item.epoch !== slice.epoch) return 'gap';
  if (item.seq <= slice.seq) return slice;
  if (item.seq !== slice.seq + 1) return 'gap';
  return { ...slice, host: applyEvent(slice.host, item.event), seq: item.seq };
}

/** Mirror after a change of the connection; `sinceMs` changes only with the state. */
export function withConnection(
  slice: MirrorSlice,
  state: 'live' | 'away',
  nowMs: number,
  stopped: FailureCode | null = null,
): MirrorSlice {
  const { state: current, sinceMs, stopped: known = null } = slice.connection;
  // A connection that was never live stays `connecting`: "away" would suggest that it was lost.
  const isSame = current === state || (current === 'connecting' && state === 'away');
  if (isSame && known === stopped) return slice;
  const why = stopped === null ? {} : { stopped };
  if (isSame) return { ...slice, connection: { state: current, sinceMs, ...why } };
  const { left, back: _before, ...rest } = slice;
  const connection = { state, sinceMs: nowMs, ...why };
  if (state === 'away') return { ...rest, connection, left: leftOf(slice.host) };
  if (!left) return { ...rest, connection };
  const now = leftOf(slice.host);
  const isNobodyCharged = left.isQuiet && now.isQuiet && left.newest === now.newest;
  return { ...rest, connection, back: { awayMs: nowMs - sinceMs, isNobodyCharged } };
}
