/** Waits for the host's own state: for a terminal to be ready, for an attempt to end. Bounded, event-driven. */
import { afterSilence, type Clock } from '../../domain/index.ts';
import {
  isOpenAttempt,
  TillError,
  type AttemptView,
  type FailureCode,
  type HostState,
  type TerminalView,
} from '../../contract/index.ts';
import type { Hub } from './hub.ts';

/** Resolves with the first state `pick` finds something in; null when `withinMs` is over first. */
async function waitFor<Found>(
  hub: Hub,
  clock: Clock,
  withinMs: number,
  pick: (state: HostState) => Found | undefined,
): Promise<Found | null> {
  const now = pick(hub.state());
  if (now !== undefined) return now;
  const limit = new AbortController();
  const cancelTimer = afterSilence(clock, withinMs, () => limit.abort());
  const { epoch, seq } = hub.snapshot();
  try {
    for await (const _ of hub.items({ epoch, after: seq }, limit.signal)) {
      const found = pick(hub.state());
      if (found !== undefined) return found;
    }
    return null;
  } finally {
    cancelTimer();
  }
}

/** A port that was just let go of, or a line that spoke late, is there at the next tries, milliseconds. */
const NEXT_TRIES_MS = 1_500;

/** What waiting does not mend. */
const hopeless = new Set<FailureCode>([
  'LINK_NOT_FOUND',
  'LINK_BUSY',
  'LINK_PERMISSION',
  'LINK_REFUSED',
  'FRAME_GARBAGE',
  'TERM_UNKNOWN_MODEL',
]);

/**
 * The first ready terminal. Throws the terminal's own failure (LINK_NOT_FOUND, FRAME_GARBAGE…) soon after a try has failed
 * for a reason that waiting does not mend and so have the next ones, or when the time is over.
 */
export async function waitForTerminal(hub: Hub, clock: Clock, withinMs: number): Promise<TerminalView> {
  const readyOf = ({ terminals }: HostState) => terminals.find((terminal) => terminal.state === 'ready');
  const first = await waitFor(hub, clock, withinMs, (state) => {
    const { terminals } = state;
    const hasFailed = terminals.length > 0 && terminals.every((one) => one.failure && hopeless.has(one.failure.code));
    return readyOf(state) ?? (hasFailed ? null : undefined);
  });
  const ready = first ?? (await waitFor(hub, clock, NEXT_TRIES_MS, readyOf));
  if (ready) return ready;
  const [failed] = hub.state().terminals;
  if (failed?.failure) {
    throw new TillError(failed.failure.code, `${failed.failure.message} Nothing was sent; nobody was charged.`, {
      context: failed.failure.context,
    });
  }
  throw new TillError('TERM_SILENT', 'No terminal answered in time. Nothing was sent; nobody was charged.', {
    context: { withinMs },
  });
}

/** Resolves once the platform has said which Device terminal `id` is, cannot be asked, or the time is over. */
export async function untilDeviceKnown(hub: Hub, clock: Clock, id: string, withinMs: number): Promise<void> {
  await waitFor(hub, clock, withinMs, ({ platform, terminals }) => {
    const terminal = terminals.find((one) => one.id === id);
    const isMute = platform.state !== 'reachable' && platform.state !== 'unknown';
    return !terminal || terminal.device || terminal.serialNumber === null || isMute ? true : undefined;
  });
}

/** True once terminal `id` is ready, false when the time is over first. */
export async function untilReady(hub: Hub, clock: Clock, id: string, withinMs: number): Promise<boolean> {
  const found = await waitFor(hub, clock, withinMs, ({ terminals }) =>
    terminals.find((terminal) => terminal.id === id && terminal.state === 'ready'),
  );
  return found !== null;
}

/** The attempt once it is final, or as it stands when it has run for `cardMs` or been in doubt for `inDoubtMs`. */
export async function untilSettled(
  hub: Hub,
  clock: Clock,
  id: string,
  within: { cardMs: number; inDoubtMs: number },
  onChange: (view: AttemptView) => void,
): Promise<AttemptView | null> {
  const find = (state: HostState): AttemptView | undefined => state.attempts.find((attempt) => attempt.id === id);
  const limit = new AbortController();
  let cancelTimer = afterSilence(clock, within.cardMs, () => limit.abort());
  let isInDoubt = false;
  let last = '';
  const { epoch, seq } = hub.snapshot();
  const items = hub.items({ epoch, after: seq }, limit.signal);
  try {
    for (let view = find(hub.state()); ; view = find(hub.state())) {
      if (view && `${view.state} ${view.prompt} ${view.checking?.reason}` !== last) {
        last = `${view.state} ${view.prompt} ${view.checking?.reason}`;
        onChange(view);
      }
      // A part waits for a person: that is known, and nothing that waiting here would change.
      if (view && (!isOpenAttempt(view) || view.state === 'partial')) return view;
      if ((view?.state === 'checking') !== isInDoubt) {
        isInDoubt = view?.state === 'checking';
        cancelTimer();
        cancelTimer = afterSilence(clock, isInDoubt ? within.inDoubtMs : within.cardMs, () => limit.abort());
      }
      const next = await items.next();
      if (next.done) return view ?? null;
    }
  } finally {
    cancelTimer();
    // A reader that is not ended keeps hundreds of events for ever.
    await items.return(undefined);
  }
}
