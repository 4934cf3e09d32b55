/** Bounded, event-driven waits for host state: a terminal becoming ready, an attempt ending. */
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

/** Resolves with the first value that `pick` finds, or null after `withinMs`. */
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

/** Extra wait for the next connection attempts: a port just released, or a slow line, often answers then. */
const NEXT_TRIES_MS = 1_500;

/** Failures that more waiting does not fix. */
const hopeless = new Set<FailureCode>([
  'LINK_NOT_FOUND',
  'LINK_BUSY',
  'LINK_PERMISSION',
  'LINK_REFUSED',
  'FRAME_GARBAGE',
  'TERM_UNKNOWN_MODEL',
]);

/**
 * The first ready terminal.
 * @throws the terminal's own failure (such as LINK_NOT_FOUND or FRAME_GARBAGE) when repeated attempts fail for a reason
 * that waiting does not fix, or when the time has elapsed; TERM_SILENT when no terminal reported a failure
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
    throw new TillError(
      failed.failure.code,
      `${failed.failure.message} Nothing was sent; the customer was not charged.`,
      {
        context: failed.failure.context,
      },
    );
  }
  throw new TillError('TERM_SILENT', 'No terminal answered in time. Nothing was sent; the customer was not charged.', {
    context: { withinMs },
  });
}

/**
 * Resolves when the platform has matched terminal `id` to a Device, the platform is unreachable, or the time has
 * elapsed.
 */
export async function untilDeviceKnown(hub: Hub, clock: Clock, id: string, withinMs: number): Promise<void> {
  await waitFor(hub, clock, withinMs, ({ platform, terminals }) => {
    const terminal = terminals.find((one) => one.id === id);
    const isMute = platform.state !== 'reachable' && platform.state !== 'unknown';
    return !terminal || terminal.device || terminal.serialNumber === null || isMute ? true : undefined;
  });
}

/** Resolves with true when terminal `id` is ready, or false after `withinMs`. */
export async function untilReady(hub: Hub, clock: Clock, id: string, withinMs: number): Promise<boolean> {
  const found = await waitFor(hub, clock, withinMs, ({ terminals }) =>
    terminals.find((terminal) => terminal.id === id && terminal.state === 'ready'),
  );
  return found !== null;
}

/**
 * The attempt once it is final, or its current state after `cardMs` running or `inDoubtMs` in doubt, or null if
 * unknown.
 */
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
      // A partial approval waits for the cashier's decision; waiting here does not change it.
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
    // An unclosed reader would queue hundreds of events forever.
    await items.return(undefined);
  }
}
