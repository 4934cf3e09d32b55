/** Compares what the till says with what the platform holds. Pure. */
import { idempotencyIdOf, isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import { isAlive, isHeld, type Truth } from './platform.ts';

/** What can be wrong, as the suite counts it. */
export const wrongs = ['double', 'lost', 'orphaned', 'stuck', 'words', 'sums', 'unrecorded'] as const;
export type Wrong = (typeof wrongs)[number];

export interface Finding {
  wrong: Wrong;
  what: string;
}

/** Money that moved from the customer under this attempt, minor units. */
const liveCaptures = ({ moved }: Truth) => moved.filter((one) => one.type === 'DEBIT' && isAlive(one));
const liveRefunds = ({ moved }: Truth) => moved.filter((one) => one.type === 'CREDIT' && isAlive(one));
const sum = (all: readonly { amount: number }[]): number => all.reduce((total, { amount }) => total + amount, 0);

/** More than one movement or record where there may be one: wrong at any moment. */
export function doubles(truth: Truth): Finding[] {
  const found: Finding[] = [];
  if (liveCaptures(truth).length > 1) found.push({ wrong: 'double', what: `${liveCaptures(truth).length} captures` });
  if (liveRefunds(truth).length > 1) found.push({ wrong: 'double', what: `${liveRefunds(truth).length} refunds` });
  const live = truth.holds.filter((hold) => isHeld(hold) || (isAlive(hold) && hold.transfer !== null));
  if (live.length > 1) found.push({ wrong: 'double', what: `${live.length} authorizations alive` });
  const keys = truth.reversals.filter(isAlive).map(({ idempotency_id: key }) => key);
  if (new Set(keys).size !== keys.length) found.push({ wrong: 'double', what: 'a reversal was done twice' });
  return found;
}

/** A final state shown at the screen, against what is true as it is shown. */
export function untrueWords(view: AttemptView, truth: Truth): Finding[] {
  const captures = liveCaptures(truth);
  const refunds = liveRefunds(truth);
  const says = `shown ${view.state} ${view.capturedMinor ?? ''}, at the platform: captured ${sum(captures)}, refunded ${sum(refunds)}, held ${sum(truth.holds.filter(isHeld))}`;
  switch (view.state) {
    case 'captured':
      return captures.length > 0 && sum(captures) === view.capturedMinor ? [] : [{ wrong: 'words', what: says }];
    case 'refunded':
      return refunds.length > 0 && sum(refunds) === view.capturedMinor ? [] : [{ wrong: 'words', what: says }];
    case 'authorized':
    case 'partial':
    case 'asking':
      return truth.holds.some(isAlive) ? [] : [{ wrong: 'words', what: says }];
    case 'declined':
    case 'cancelled':
    case 'failed':
    case 'voided':
    case 'released':
      return captures.length + refunds.length === 0 ? [] : [{ wrong: 'words', what: says }];
    case 'decided':
      return [{ wrong: 'words', what: 'decided by a person, and nobody was asked' }];
    case 'working':
    case 'checking':
      return [];
  }
}

/** "Not paid" may be shown only once nothing is held any more (money rule 5). */
export function tooEarly(view: AttemptView, truth: Truth): Finding[] {
  const held = truth.holds.filter(isHeld);
  if (held.length === 0 || view.state === 'captured' || view.state === 'authorized' || isOpenAttempt(view)) return [];
  return [{ wrong: 'words', what: `${view.state} is shown while ${sum(held)} are held` }];
}

/** What an unresolved attempt may not say after a restart: nobody is at the terminal any more. */
export function untruePrompt(view: AttemptView): Finding[] {
  if (view.state !== 'working' || view.prompt === null) return [];
  const isAsking = ['starting', 'present-card', 'enter-pin', 'remove-card'].includes(view.prompt);
  return isAsking ? [{ wrong: 'words', what: `after the restart the screen says ${view.prompt}` }] : [];
}

/** Everything that is wrong once an attempt stands still and the reconciliation poll is through. `view` undefined: the till knows none. */
export function compare(attempt: string, view: AttemptView | undefined, truth: Truth, log: string): Finding[] {
  const found = doubles(truth);
  const captures = liveCaptures(truth);
  const refunds = liveRefunds(truth);
  const held = truth.holds.filter(isHeld);
  const isAnything = truth.holds.length + truth.moved.length > 0;
  if (isAnything && !log.includes(idempotencyIdOf(attempt))) {
    found.push({ wrong: 'unrecorded', what: 'the platform has it and no recovery record names its key' });
  }
  if (!view) {
    if (isAnything) found.push({ wrong: 'lost', what: 'the platform has it and the till does not know it' });
    return found;
  }
  if (isOpenAttempt(view) || view.reversals.some(({ state }) => state === 'working' || state === 'checking')) {
    const reversals = view.reversals.map(({ state }) => state).join(',');
    found.push({ wrong: 'stuck', what: `${view.state} ${view.checking?.reason ?? view.prompt ?? ''} ${reversals}` });
    return found;
  }
  const isPaid = view.state === 'captured' || view.state === 'refunded';
  if (captures.length + refunds.length > 0 && !isPaid) {
    found.push({
      wrong: 'lost',
      what: `${sum(captures)} captured, ${sum(refunds)} refunded, the till says ${view.state}`,
    });
  }
  found.push(...untrueWords(view, truth));
  if (held.length > 0 && view.state !== 'authorized') {
    found.push({ wrong: 'orphaned', what: `${sum(held)} still held, the till says ${view.state}` });
  }
  const given = truth.reversals.filter(isAlive);
  const claimed = view.reversals.filter(({ state }) => state === 'succeeded' || state === 'pending');
  if (sum(given) !== claimed.reduce((total, { amountMinor }) => total + amountMinor, 0) || sum(given) > sum(captures)) {
    const says = view.reversals.map(({ amountMinor, state }) => `${amountMinor} ${state}`).join(', ');
    found.push({
      wrong: 'sums',
      what: `given back ${sum(given)} of ${sum(captures)}, the till says ${says || 'nothing'}`,
    });
  }
  return found;
}
