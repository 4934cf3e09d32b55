/**
 * Host state as UIs see it: one snapshot, changed only by numbered events. The hub keeps recent events, so a UI that
 * reconnects soon continues from its last event; a UI that was disconnected for longer receives a new snapshot.
 */
import { visibleIn } from '../../domain/index.ts';
import { applyEvent, type HostEvent, type HostState, type Snapshot, type StreamItem } from '../../contract/index.ts';

const KEPT_EVENTS = 1_000;
/** Queue length above which a slow reader receives one snapshot instead of the queued items. */
const MAX_QUEUED = 500;

export class Hub {
  readonly #epoch: string;
  readonly #kept: { seq: number; event: HostEvent }[] = [];
  readonly #readers = new Set<(item: StreamItem) => void>();
  readonly #closing = new AbortController();
  #state: HostState;
  #seq = 0;

  /** @param epoch identifies this run of the host */
  constructor(initial: HostState, epoch: string) {
    this.#state = initial;
    this.#epoch = epoch;
  }

  state(): HostState {
    return this.#state;
  }

  snapshot(): Snapshot {
    return { epoch: this.#epoch, seq: this.#seq, state: this.#state };
  }

  /** Terminal and record texts are made visible here, before any window shows them. */
  publish(received: HostEvent): void {
    const event = visibleIn(received);
    this.#state = applyEvent(this.#state, event);
    this.#seq += 1;
    const kept = { seq: this.#seq, event };
    this.#kept.push(kept);
    if (this.#kept.length > KEPT_EVENTS) this.#kept.shift();
    const item = this.#itemOf(kept);
    for (const read of this.#readers) read(item);
  }

  /**
   * Items after `after` of `epoch`, starting with a snapshot if the events in between are no longer buffered. Ends when
   * `signal` aborts.
   */
  async *items(from: { epoch: string; after: number }, signal?: AbortSignal): AsyncGenerator<StreamItem, void, void> {
    const snapshotItem = (): StreamItem => ({ kind: 'snapshot', snapshot: this.snapshot() });
    let wake: () => void = () => undefined;
    const oldest = this.#kept[0]?.seq ?? this.#seq + 1;
    const canContinue = from.epoch === this.#epoch && from.after <= this.#seq && from.after >= oldest - 1;
    let queue = canContinue
      ? this.#kept.filter(({ seq }) => seq > from.after).map((one) => this.#itemOf(one))
      : [snapshotItem()];
    const read = (item: StreamItem): void => {
      queue.push(item);
      if (queue.length > MAX_QUEUED) queue = [snapshotItem()];
      wake();
    };
    const stop = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    const onAbort = (): void => wake();
    stop.addEventListener('abort', onAbort);
    this.#readers.add(read);
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
      this.#readers.delete(read);
      stop.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  #itemOf(one: { seq: number; event: HostEvent }): StreamItem {
    return { kind: 'event', epoch: this.#epoch, ...one };
  }
}
