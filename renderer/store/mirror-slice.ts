import {
  applyEvent,
  isOpenAttempt,
  isUnfinishedLink,
  type FailureCode,
  type HostState,
  type Snapshot,
  type StreamItem,
} from '../../electron/contract/index.ts';

/** How the host is reached: `connecting` until the first snapshot, then `live` or `away`. */
interface Connection {
  state: 'connecting' | 'live' | 'away';
  /** Milliseconds since 1970. */
  sinceMs: number;
  /** Why there is no host to be had, where its starter said so. It is tried again all the same. */
  stopped?: FailureCode;
}

interface Left {
  newest: string | null;
  /** Nothing ran, and no link could be paid. */
  isQuiet: boolean;
}

interface Back {
  awayMs: number;
  /** Nothing ran when it was lost, and nothing was begun since: only then is it known. */
  isNobodyCharged: boolean;
}

const leftOf = (host: HostState | null): Left => ({
  newest: host?.attempts[0]?.id ?? null,
  isQuiet: host !== null && !host.attempts.some(isOpenAttempt) && !(host.payLinks ?? []).some(isUnfinishedLink),
});

/** The mirror of the host: nothing in here is ever changed by a screen. */
export interface MirrorSlice {
  host: HostState | null;
  /** One life of the host; numbers of different epochs are not comparable. */
  epoch: string;
  seq: number;
  connection: Connection;
  /** While away: what ran and what was the newest when it was lost. */
  left?: Left;
  /** While live, after it was away. */
  back?: Back;
}

/** The mirror before the first snapshot. */
export function emptyMirror(nowMs: number): MirrorSlice {
  return { host: null, epoch: '', seq: 0, connection: { state: 'connecting', sinceMs: nowMs } };
}

/** A snapshot replaces everything. */
export function withSnapshot(slice: MirrorSlice, snapshot: Snapshot): MirrorSlice {
  return { ...slice, host: snapshot.state, epoch: snapshot.epoch, seq: snapshot.seq };
}

/**
 * The mirror after one item of the stream, or `gap` when its number does not follow ours (or belongs to another life
 * of the host) and a snapshot is needed. A number we already have changes nothing.
 */
export function withItem(slice: MirrorSlice, item: StreamItem): MirrorSlice | 'gap' {
  if (item.kind === 'snapshot') return withSnapshot(slice, item.snapshot);
  if (!slice.host || item.epoch !== slice.epoch) return 'gap';
  if (item.seq <= slice.seq) return slice;
  if (item.seq !== slice.seq + 1) return 'gap';
  return { ...slice, host: applyEvent(slice.host, item.event), seq: item.seq };
}

/** The connection after a change; `since` moves only when the state does. */
export function withConnection(
  slice: MirrorSlice,
  state: 'live' | 'away',
  nowMs: number,
  stopped: FailureCode | null = null,
): MirrorSlice {
  const { state: current, sinceMs, stopped: known = null } = slice.connection;
  // Until it was live once, it is still connecting: "away" would claim that something broke.
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
