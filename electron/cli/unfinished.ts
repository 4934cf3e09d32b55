/** Waiting for payments to be known: bounded, said on standard error, and never ended by a guess. */
import { isReversalInDoubt, type AttemptView } from '../contract/index.ts';
import type { HostClient } from '../host/index.ts';
import type { Cli } from './cli.ts';
import { ageOf, attemptLine } from './payment-words.ts';

const LOOK_EVERY_MS = 200;
const SAY_EVERY_MS = 5_000;
/** The newest payments, among them whatever was resolved while we looked. */
const LOOKED_AT = 200;

/** Nothing about it is in doubt. A part that waits for a decision is known, and so is money on its way back. */
export function isKnown({ state, reversals }: AttemptView): boolean {
  return state !== 'working' && state !== 'checking' && !reversals.some(isReversalInDoubt);
}

/** It was made with another merchant account: no waiting tells what became of it. */
function isElsewhere({ checking }: AttemptView): boolean {
  return checking?.reason === 'other-account';
}

export interface Unfinished {
  /** Ended since `since`. */
  resolved: AttemptView[];
  /** Not known yet. */
  checking: AttemptView[];
  /** Over, and yet the platform may have a late word about it; it was asked and gave no answer in time. */
  unheard: AttemptView[];
  /** How many payments of a lost journal have not been taken up yet. */
  waiting: number;
}

/**
 * Follows everything unfinished until it is known, no waiting helps, or the time is over, and waits until what is watched has
 * been asked about. @param since milliseconds since 1970 @param of what is watched: all of it, or what ended without a charge
 */
export async function settleUnfinished(
  cli: Cli,
  client: HostClient,
  { since, withinMs, of }: { since: number; withinMs: number; of: 'all' | 'unpaid' },
): Promise<Unfinished> {
  const end = performance.now() + withinMs;
  const begun = new Date(since).toISOString();
  const state: { polled: Pick<Unfinished, 'unheard' | 'waiting'> | null } = { polled: null };
  const polling = client.payment.pollAndWait({ of, withinMs });
  polling.then(
    (polled) => (state.polled = polled),
    () => undefined, // thrown where it is awaited
  );
  let saidAt = -Infinity;
  const followed = new Set<string>();
  for (;;) {
    // What it found is open by now.
    const { polled } = state;
    const { open } = await client.till.closing();
    for (const { id } of open) followed.add(id);
    const checking = open.filter((view) => !isKnown(view));
    const isOver = (polled && checking.every(isElsewhere)) || performance.now() >= end;
    if (isOver) {
      const { unheard, waiting } = await polling;
      const others = unheard.filter(({ id }) => !checking.some((one) => one.id === id));
      return { resolved: await ended(client, begun, followed), checking, unheard: others, waiting };
    }
    if (!cli.isJson && performance.now() - saidAt >= SAY_EVERY_MS) {
      saidAt = performance.now();
      cli.note(`Checking ${checking.length} unfinished payment${checking.length === 1 ? '' : 's'}…`);
      for (const view of checking) cli.note(`  ${attemptLine(view)}, for ${ageOf(view.startedAt, Date.now())}`);
    }
    await new Promise((wait) => setTimeout(wait, Math.min(LOOK_EVERY_MS, Math.max(1, end - performance.now()))));
  }
}

async function ended(client: HostClient, begun: string, followed: ReadonlySet<string>): Promise<AttemptView[]> {
  const recent = await client.payment.list({ limit: LOOKED_AT });
  const isEnded = (view: AttemptView): boolean =>
    isKnown(view) && (followed.has(view.id) || (view.finishedAt ?? '') >= begun);
  return recent.filter(isEnded);
}

/** One payment once it is known, or as it stands when the time is over. */
export async function untilKnown(client: HostClient, attempt: string, withinMs: number): Promise<AttemptView> {
  const end = performance.now() + withinMs;
  for (;;) {
    const view = await client.payment.get({ attempt });
    if (isKnown(view) || performance.now() >= end) return view;
    await new Promise((wait) => setTimeout(wait, LOOK_EVERY_MS));
  }
}
