/** Compares the till's state with the platform's records. Pure. */
import { idempotencyIdOf } from '../../electron/domain/index.ts';
import { isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import { CAPTURE_TAG } from '../../electron/host/platform/payment-records.ts';
import { isAlive, isHeld, type Truth } from './platform.ts';

/** Kinds of faults, as the suite counts them. */
export const wrongs = [
  'double',
  'lost',
  'orphaned',
  'stuck',
  'words',
  'sums',
  'unrecorded',
  'foreign',
  'currency',
  'elsewhere',
] as const;
export type Wrong = (typeof wrongs)[number];

export interface Finding {
  wrong: Wrong;
  what: string;
}

/** Live Transfers that moved money from the customer under this attempt. */
const liveCaptures = ({ moved }: Truth) => moved.filter((one) => one.type === 'DEBIT' && isAlive(one));
const liveRefunds = ({ moved }: Truth) => moved.filter((one) => one.type === 'CREDIT' && isAlive(one));
const sum = (all: readonly { amount: number }[]): number => all.reduce((total, { amount }) => total + amount, 0);

/** More than one movement or record where at most one may exist: wrong at any moment. */
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

/** Compares a final state on screen with what is true at that moment. */
export function untrueWords(view: AttemptView, truth: Truth): Finding[] {
  const captures = liveCaptures(truth);
  const refunds = liveRefunds(truth);
  const held = sum(truth.holds.filter(isHeld));
  const there = `captured ${sum(captures)}, refunded ${sum(refunds)}, held ${held}`;
  const says = `shown ${view.state} ${view.capturedMinor ?? ''}, at the platform: ${there}`;
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

/** Platform ids that a payment is shown with. */
export function namedIn({ authorization, transfer, reversals }: AttemptView): string[] {
  return [authorization, transfer, ...reversals.map((one) => one.transfer)].filter((id) => id !== null);
}

/** A record belongs to one payment: each shown record must have this payment's key or tag. */
export function foreign(view: AttemptView, { holds, moved, reversals }: Truth): Finding[] {
  const own = new Set([...holds, ...moved, ...reversals].map(({ id }) => id));
  const others = namedIn(view).filter((id) => !own.has(id));
  return others.map((id) => ({ wrong: 'foreign', what: `${view.state} is shown with ${id}` }));
}

/**
 * A sum in another currency is not a sum of this payment: so nothing is held, paid or reversed in the payment's
 * currency.
 */
export function otherCurrency({ state, currency, reversals }: AttemptView, truth: Truth): Finding[] {
  const named = [...truth.holds, ...truth.moved].find((one) => isAlive(one) && one.currency !== currency);
  if (named && ['authorized', 'partial', 'captured', 'refunded'].includes(state))
    return [{ wrong: 'currency', what: `${state} is shown in ${currency}, the platform names ${named.currency}` }];
  const given = truth.reversals.find((one) => one.currency !== currency);
  if (given && reversals.some((one) => one.state === 'succeeded'))
    return [{ wrong: 'currency', what: `given back in ${currency}, the platform names ${given.currency}` }];
  return [];
}

/** Checks the origin of a capture and its tip: a capture by another client carries no capture tag. */
function takenElsewhere(view: AttemptView, truth: Truth): Finding[] {
  const [capture] = liveCaptures(truth);
  if (view.state !== 'captured' || !capture) return [];
  const { capturedElsewhere, tipMinor } = view;
  const says = capturedElsewhere ? `elsewhere, asked for ${capturedElsewhere.askedMinor}` : 'by this till';
  const found = (what: string): Finding[] => [{ wrong: 'elsewhere', what: `${what}; told as taken ${says}` }];
  if (capture.tags[CAPTURE_TAG] !== undefined) return capturedElsewhere ? found('this till captured it') : [];
  if (!capturedElsewhere) return found('another hand took it');
  const hasAsked = view.timings.some(({ step }) => step === 'capture-asked');
  if ((capturedElsewhere.askedMinor !== null) !== hasAsked)
    return found(hasAsked ? 'it was asked for' : 'it was not asked for');
  const named = capture.tip_amount ?? 0;
  return tipMinor === named ? [] : found(`the Transfer names a tip of ${named}, shown is ${tipMinor}`);
}

/** "Not paid" may be shown only after the end of every hold (money rule 5). */
export function tooEarly(view: AttemptView, truth: Truth): Finding[] {
  const held = truth.holds.filter(isHeld);
  if (held.length === 0 || view.state === 'captured' || view.state === 'authorized' || isOpenAttempt(view)) return [];
  return [{ wrong: 'words', what: `${view.state} is shown while ${sum(held)} are held` }];
}

/**
 * A gateway has answered a request that is still on its way: until it arrives, the till must not report that it failed.
 */
export function tooSoon({ state, reversals }: AttemptView, truth: Truth): Finding[] {
  const isUnpaid = ['declined', 'cancelled', 'failed', 'voided', 'released'].includes(state);
  if (isUnpaid && truth.holds.length + truth.moved.length === 0)
    return [{ wrong: 'words', what: `${state} is shown while the request is on its way` }];
  if (reversals.some((one) => one.state === 'failed') && truth.reversals.length === 0)
    return [{ wrong: 'words', what: 'a reversal is shown as failed while it is on its way' }];
  return [];
}

/** Prompts that an unresolved attempt may not show after a restart: the customer has left the terminal. */
export function untruePrompt(view: AttemptView): Finding[] {
  if (view.state !== 'working' || view.prompt === null) return [];
  const isAsking = ['starting', 'card-left-in', 'present-card', 'enter-pin', 'remove-card'].includes(view.prompt);
  return isAsking ? [{ wrong: 'words', what: `after the restart the screen says ${view.prompt}` }] : [];
}

/**
 * Everything that is wrong once an attempt is at rest and the reconciliation poll has ended. `view` is undefined if the
 * till does not have the attempt.
 */
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
  found.push(...untrueWords(view, truth), ...foreign(view, truth), ...otherCurrency(view, truth));
  found.push(...takenElsewhere(view, truth));
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
