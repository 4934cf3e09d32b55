/**
 * The host's state as UIs see it: one snapshot, changed only by numbered events. Keeps the last events so that a UI that
 * was away for a moment continues where it was; one that was away longer gets a fresh snapshot.
 */
import { applyEvent, type HostEvent, type HostState, type Snapshot, type StreamItem } from '../../contract/index.ts';

const KEPT_EVENTS = 1_000;
/** A reader that lets this many items pile up is behind: it gets one snapshot instead of them. */
const MAX_QUEUED = 500;

export interface Hub {
  publish(event: HostEvent): void;
  state(): HostState;
  snapshot(): Snapshot;
  /** Items after `after` of `epoch`; a snapshot first where these cannot be continued. Ends when `signal` aborts. */
  items(from: { epoch: string; after: number }, signal?: AbortSignal): AsyncGenerator<StreamItem, void, void>;
  close(): void;
}

export function createHub(initial: HostState, epoch: string): Hub {
  let state = initial;
  let seq = 0;
  const kept: { seq: number; event: HostEvent }[] = [];
  const readers = new Set<(item: StreamItem) => void>();
  const closing = new AbortController();

  const snapshot = (): Snapshot => ({ epoch, seq, state });
  const itemOf = (one: { seq: number; event: HostEvent }): StreamItem => ({ kind: 'event', epoch, ...one });

  return {
    state: () => state,
    snapshot,
    publish(event) {
      state = applyEvent(state, event);
      seq += 1;
      kept.push({ seq, event });
      if (kept.length > KEPT_EVENTS) kept.shift();
      for (const read of readers) read({ kind: 'event', epoch, seq, event });
    },
    async *items(from, signal) {
      let queue: StreamItem[] = [];
      let wake: () => void = () => undefined;
      const oldest = kept[0]?.seq ?? seq + 1;
      const canContinue = from.epoch === epoch && from.after <= seq && from.after >= oldest - 1;
      if (canContinue) queue = kept.filter((one) => one.seq > from.after).map(itemOf);
      else queue = [{ kind: 'snapshot', snapshot: snapshot() }];
      const read = (item: StreamItem): void => {
        queue.push(item);
        if (queue.length > MAX_QUEUED) queue = [{ kind: 'snapshot', snapshot: snapshot() }];
        wake();
      };
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      const onAbort = (): void => wake();
      stop.addEventListener('abort', onAbort);
      readers.add(read);
      try {
        while (!stop.aborted) {
          const item = queue.shift();
          if (item) {
            yield item;
            continue;
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          await promise;
        }
      } finally {
        readers.delete(read);
        stop.removeEventListener('abort', onAbort);
      }
    },
    close() {
      closing.abort();
    },
  };
}
