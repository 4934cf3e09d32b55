/**
 * Waits for payments with an unknown outcome: bounded in time, reported on standard error, and never ended by a guess.
 */
import { isReversalInDoubt, type AttemptView } from '../contract/index.ts';
import type { HostClient } from '../host/index.ts';
import type { Cli } from './cli.ts';
import { ageOf, attemptLine } from './payment-words.ts';

const POLL_EVERY_MS = 200;
const PRINT_EVERY_MS = 5_000;
/** Number of the newest payments to search; payments that are resolved during the search are among them. */
const LOOKED_AT = 200;

/**
 * True if no part of the payment is in doubt. A partial approval waiting for a decision is known, and so is a pending
 * reversal.
 */
export function isKnown({ state, reversals }: AttemptView): boolean {
  return state !== 'working' && state !== 'checking' && !reversals.some(isReversalInDoubt);
}

/** True for a payment made with another merchant account: waiting does not reveal its outcome. */
function isElsewhere({ checking }: AttemptView): boolean {
  return checking?.reason === 'other-account';
}

export interface Unfinished {
  /** Payments that ended since `since`. */
  resolved: AttemptView[];
  checking: AttemptView[];
  /** Payments that ended, but may still get a late result: the platform was polled and did not answer in time. */
  unanswered: AttemptView[];
  /** Number of payments of a lost journal that have not been recovered yet. */
  waiting: number;
}

/**
 * Follows every unfinished payment until its outcome is known, waiting does not help, or the time has elapsed. Also
 * waits until the watched payments have been polled.
 * @param since milliseconds since 1970
 * @param of payments to poll: all that are watched, or only those that ended without a charge
 */
export async function settleUnfinished(
  cli: Cli,
  client: HostClient,
  { since, withinMs, of }: { since: number; withinMs: number; of: 'all' | 'unpaid' },
): Promise<Unfinished> {
  const end = performance.now() + withinMs;
  const begun = new Date(since).toISOString();
  const state: { polled: Pick<Unfinished, 'unanswered' | 'waiting'> | null } = { polled: null };
  const polling = client.payment.pollAndWait({ of, withinMs });
  polling.then(
    (polled) => (state.polled = polled),
    () => undefined, // the error is thrown where the caller awaits
  );
  let printedAt = -Infinity;
  const followed = new Set<string>();
  for (;;) {
    // Payments found by the poll are open by now.
    const { polled } = state;
    const { open } = await client.till.closing();
    for (const { id } of open) followed.add(id);
    const checking = open.filter((view) => !isKnown(view));
    const isOver = (polled && checking.every(isElsewhere)) || performance.now() >= end;
    if (isOver) {
      const { unanswered, waiting } = await polling;
      const others = unanswered.filter(({ id }) => !checking.some((one) => one.id === id));
      return { resolved: await ended(client, begun, followed), checking, unanswered: others, waiting };
    }
    if (!cli.isJson && performance.now() - printedAt >= PRINT_EVERY_MS) {
      printedAt = performance.now();
      cli.note(`Checking ${checking.length} unfinished payment${checking.length === 1 ? '' : 's'}…`);
      for (const view of checking) cli.note(`  ${attemptLine(view)}, for ${ageOf(view.startedAt, Date.now())}`);
    }
    await new Promise((wait) => setTimeout(wait, Math.min(POLL_EVERY_MS, Math.max(1, end - performance.now()))));
  }
}

async function ended(client: HostClient, begun: string, followed: ReadonlySet<string>): Promise<AttemptView[]> {
  const recent = await client.payment.list({ limit: LOOKED_AT });
  const isEnded = (view: AttemptView): boolean =>
    isKnown(view) && (followed.has(view.id) || (view.finishedAt ?? '') >= begun);
  return recent.filter(isEnded);
}

/** Returns a payment once its outcome is known, or its current state when the time has elapsed. */
export async function untilKnown(client: HostClient, attempt: string, withinMs: number): Promise<AttemptView> {
  const end = performance.now() + withinMs;
  for (;;) {
    const view = await client.payment.get({ attempt });
    if (isKnown(view) || performance.now() >= end) return view;
    await new Promise((wait) => setTimeout(wait, POLL_EVERY_MS));
  }
}
