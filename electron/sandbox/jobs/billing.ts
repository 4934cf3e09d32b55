/** Starts, charges and expires Subscriptions that are due. */
import type { FailureCode } from '../../platform-api/index.ts';
import { changeBy, decideStored } from '../operations/payment-ways.ts';
import { newTransfer } from '../operations/new-payments.ts';
import { DAY_MS } from '../rules/billing-calendar.ts';
import { failureMessage } from '../rules/decide.ts';
import {
  afterInvoice,
  afterLateFailure,
  beginSubscription,
  expired,
  nextInvoice,
} from '../rules/subscription-rules.ts';
import { equals } from '../store/collection.ts';
import type { Condition } from '../store/collection.ts';
import type { SubscriptionRecord, TransferRecord } from '../store/records/index.ts';
import type { StoredInstrument, StoredMerchant, StoredSubscription, StoredTransfer } from '../store/store.ts';
import { addTransfer } from '../operations/transfers.ts';
import type { World } from '../world/world.ts';

const failed = (code: FailureCode): Partial<TransferRecord> => ({
  state: 'FAILED',
  failure_code: code,
  failure_message: failureMessage(code),
});

/** Reason that a charge fails without asking the issuer, or null when the issuer decides. */
function obstacle(world: World, merchant: StoredMerchant, instrument: StoredInstrument): FailureCode | null {
  if (merchant.state !== 'APPROVED') return 'MERCHANT_NOT_APPROVED';
  if (world.store.applications.find(merchant.application)?.processing_enabled === false) return 'PROCESSING_DISABLED';
  return instrument.enabled ? null : 'PAYMENT_INSTRUMENT_DISABLED';
}

/** Asks the issuer about a charge. A partial approval counts as a failed charge (assumed). */
function decideCharge(
  world: World,
  subscription: StoredSubscription,
  amount: number,
): { merchant: StoredMerchant; change: Partial<TransferRecord>; delayMs: number } {
  const merchant = world.store.merchants.find(subscription.merchant);
  const instrument = world.store.instruments.find(subscription.instrument);
  if (!merchant || !instrument) throw new Error('A subscription has lost its merchant or instrument');
  const code = obstacle(world, merchant, instrument);
  if (code !== null) return { merchant, change: failed(code), delayMs: 0 };
  const { outcome, delayMs } = decideStored(world, instrument, amount, merchant.processor);
  const isPartial = outcome.kind === 'approved' && outcome.amountMinor < amount;
  return { merchant, change: isPartial ? failed('INSUFFICIENT_FUNDS') : changeBy(outcome), delayMs };
}

function charge(world: World, subscription: StoredSubscription, amount: number): StoredTransfer {
  const { merchant, change, delayMs } = decideCharge(world, subscription, amount);
  const decides_at = world.clock.now() + delayMs;
  if (delayMs > 0) world.settleAt(decides_at);
  return addTransfer(
    world,
    newTransfer(world, merchant, {
      source: subscription.instrument,
      subscription: subscription.id,
      type: 'DEBIT',
      subtype: 'SUBSCRIPTION',
      amount,
      currency: subscription.currency,
      operation_key: 'SALE',
      tags: subscription.tags,
      ...(delayMs > 0 ? { state: 'PENDING', pending: { decides_at, change } } : change),
    }),
  );
}

function nextChange(world: World, subscription: StoredSubscription): Partial<SubscriptionRecord> {
  if (subscription.state === 'NOT_STARTED') return beginSubscription(subscription);
  const invoice = nextInvoice(subscription);
  if (!invoice) return expired;
  const due = invoice.amount - invoice.credit;
  const transfer = due > 0 ? charge(world, subscription, due) : null;
  const isPaid = transfer === null || transfer.failure_code === null;
  world.store.subscriptionCharges.insert({
    ...invoice,
    subscription: subscription.id,
    transfer: transfer?.id ?? null,
  });
  return afterInvoice(subscription, invoice, isPaid);
}

/** Stores a charge, its record and the Subscription's next date together or not at all. */
function takeStep(world: World, subscription: StoredSubscription): void {
  const { store } = world;
  store.transaction(() => {
    planEvent(world, store.subscriptions.update(subscription, nextChange(world, subscription)));
  });
}

/** Interval between planning rounds. Timers are set two rounds ahead; later events get theirs in a later round. */
const ROUND_MS = 7 * DAY_MS;

/** Time until which the events of a world have timers. */
const plannedUntil = new WeakMap<World, number>();

// Subqueries make SQLite use the index; otherwise it would scan all Subscriptions in list order.
const dueBy = (time: number): Condition => ({
  sql: "id IN (SELECT id FROM subscriptions WHERE record ->> '$.next_event_at' <= ?)",
  values: [time],
});
const isComing: Condition = {
  sql: "id IN (SELECT id FROM subscriptions WHERE record ->> '$.next_event_at' > 0 LIMIT 1)",
  values: [],
};

/**
 * Sets the timers of the next two weeks, once a week, while any event is coming. A timer cannot cover a whole month.
 */
function planRound(world: World): void {
  const { store, clock } = world;
  const round = Math.floor(clock.now() / ROUND_MS);
  const until = (round + 2) * ROUND_MS;
  if (plannedUntil.get(world) === until || !store.subscriptions.first(isComing)) return;
  plannedUntil.set(world, until);
  world.settleAt((round + 1) * ROUND_MS);
  for (const subscription of store.subscriptions.all(dueBy(until))) planEvent(world, subscription);
}

/** Sets the timer for the next event of a Subscription that was just stored. */
export function planEvent(world: World, { next_event_at: time }: Pick<StoredSubscription, 'next_event_at'>): void {
  planRound(world);
  if (time !== null && time <= (plannedUntil.get(world) ?? 0)) world.settleAt(time);
}

/** Takes one step of each due Subscription at a time until none is due, which catches up after a long pause. */
export function billDue(world: World): void {
  const { store, clock } = world;
  const now = clock.now();
  planRound(world);
  for (let due = store.subscriptions.all(dueBy(now)); due.length > 0; due = store.subscriptions.all(dueBy(now))) {
    for (const subscription of due) takeStep(world, subscription);
  }
}

/** Updates the Subscription of a failed charge. Call in the transaction that decides a pending Transfer. */
export function applyChargeOutcome(world: World, transfer: StoredTransfer): void {
  const { store } = world;
  if (transfer.subscription === null || transfer.failure_code === null) return;
  const made = store.subscriptionCharges.first(equals('transfer', transfer.id));
  const subscription = store.subscriptions.find(transfer.subscription);
  if (made && subscription) store.subscriptions.update(subscription, afterLateFailure(subscription, made));
}
