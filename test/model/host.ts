/**
 * The host of the model: the engine's work around the machine. An event is journaled, the new state applies, and the
 * effects are sent; a crash loses everything except the journal. Each step is checked against the rules.
 */
import { ANSWERED, ON_THE_WAY } from './call-status.ts';
import { progressOf } from '../../electron/host/payments/logged-steps.ts';
import {
  isToBeCompared,
  movesMoney,
  notAboutIt,
  withMeaning,
  asUnknownOutcome,
  type MachineEvent,
} from '../../electron/host/payments/machine/index.ts';
import { NOW } from './canonical.ts';
import type { Known, KnownStep } from './machine.ts';
import { OTHERS_RECORD, type Arrival } from './platform.ts';
import { brokenBy } from './rules.ts';
import { isHeldByCard, refusedForCard } from './terminal.ts';
import { ghost, intentOf, logged, PART, sentBitOf, sideAt, type Context, type Side, type World } from './world.ts';

/** Requests that have an effect when they arrive, even after the caller has stopped waiting for the answer. */
const lasting = new Set(['authorize', 'capture', 'void', 'reverse', 'cancel-device']);

export function isLasting(ctx: Context, effect: number): boolean {
  return lasting.has(ctx.book.effectAt(effect).type);
}

export function beginAttempt(ctx: Context, world: World, index: number): void {
  const plan = ctx.scenario.plans[index];
  if (!plan) return;
  if (world.sides.some(({ known }) => known?.isOpen))
    world.breach ??= 'rule 6: the next payment did not wait for the end of the one before';
  const intent = intentOf(plan, index);
  const step = ctx.book.first(intent);
  ctx.journaled?.(index, { type: 'begin', intent }, step.to);
  sideAt(world, index).known = step.to;
  run(ctx, world, index, step.effects);
}

/**
 * Adds, like the engine, the payment that an attempt would repeat to each event that takes or keeps an approved amount.
 */
function compared(ctx: Context, from: Known, event: number): number {
  const step = from.attempt.intent.repeat === undefined ? null : ctx.book.step(from, event);
  if (!step || !isToBeCompared(from.attempt, step.to.attempt)) return event;
  const repeated = { attempt: 'before', as: 'paid', minutes: 1 } as const;
  return ctx.book.event({ ...ctx.book.eventAt(event), repeated } as MachineEvent);
}

/** Interprets, like the engine, a terminal's end, and a reply about another payment. */
function informed(ctx: Context, { attempt }: Known, event: number): number {
  const { at, ...what } = { ...ctx.book.eventAt(event), at: NOW };
  const owner = (record: string): string | undefined => (record === OTHERS_RECORD ? 'another' : undefined);
  const failure = ctx.deviations.isAnyReplyBelieved ? null : notAboutIt({ ...what, at }, attempt.intent, owner);
  const told = failure ? asUnknownOutcome({ ...what, at }, failure) : withMeaning({ ...what, at }, attempt);
  const { at: _moment, ...meant } = told;
  return ctx.book.event(meant);
}

export function dispatch(ctx: Context, world: World, index: number, happened: number): void {
  const side = sideAt(world, index);
  const from = side.known;
  if (!from) return;
  const event = compared(ctx, from, informed(ctx, from, happened));
  const step = ctx.book.step(from, event);
  if (ctx.book.fault !== null) world.breach ??= ctx.book.fault;
  if (!step) return;
  const what = ctx.book.eventAt(event);
  side.known = step.to;
  ctx.journaled?.(index, what, step.to);
  // A wait belongs to the phase in which it was started.
  if (from.attempt.phase.name !== step.to.attempt.phase.name) side.waits &= ~1;
  remember(world, index, from, what);
  if (ctx.scenario.hasLostWrites) record(ctx, side, from, step);
  world.breach ??= brokenBy(ctx, world, index, from, what, step);
  run(ctx, world, index, step.effects);
  adoptReversal(ctx, world, index);
}

/** Records the past that the rules need, independently of the machine. */
function remember(world: World, index: number, from: Known, event: MachineEvent): void {
  const side = sideAt(world, index);
  const now = side.known?.attempt.phase.name;
  if (now === 'in-doubt' && from.attempt.phase.name !== 'in-doubt') side.ghost &= ~(ghost.waited | (ghost.missed * 3));
  if (event.type === 'found') {
    const missed = event.answer === null ? Math.min(3, (Math.floor(side.ghost / ghost.missed) & 3) + 1) : 0;
    side.ghost = (side.ghost & ~(ghost.missed * 3)) | (missed * ghost.missed);
  }
  if (event.type === 'operator-decided' && event.reversal === undefined && event.verdict === 'paid')
    side.ghost |= ghost.decidedPaid;
  if (event.type === 'capture-asked') side.ghost |= ghost.captureAsked;
}

function run(ctx: Context, world: World, index: number, effects: readonly number[]): void {
  const side = sideAt(world, index);
  for (const effect of effects) {
    const what = ctx.book.effectAt(effect);
    if (what.type === 'wait') {
      side.waits |= what.about === null ? 1 : what.about === 'r1' ? 2 : 4;
      continue;
    }
    if (what.type === 'give-up-start') {
      giveUpStart(ctx, world, side);
      continue;
    }
    if (
      what.type === 'cancel-device' &&
      (isOvertaken(world, index) || side.calls.includes(effect * 65_536 + ON_THE_WAY))
    )
      continue;
    if (what.type === 'authorize') side.ghost |= ghost.sent;
    const bit = sentBitOf(what);
    if (bit !== null) side.ghost |= side.ghost & bit ? bit * 2 : bit;
    side.calls.push(effect * 65_536 + ON_THE_WAY);
    if (side.calls.length > 12) throw new Error('the machine asks for more and more at once');
  }
}

/** Ends, like the supervisor, only a start that waits for an empty card slot; any other start continues. */
function giveUpStart(ctx: Context, world: World, side: Side): void {
  if (!isHeldByCard(ctx, world)) return;
  side.calls = side.calls.map((call) => {
    const effect = Math.floor(call / 65_536);
    const isWaiting = call % 65_536 === ON_THE_WAY && ctx.book.effectAt(effect).type === 'start-terminal';
    return isWaiting ? effect * 65_536 + ANSWERED + ctx.book.event(refusedForCard) : call;
  });
}

/**
 * True if a CANCEL would stop another payment on the Device: a later payment, or, if the attempt has ended, any open
 * payment.
 */
function isOvertaken(world: World, index: number): boolean {
  const isOver = !sideAt(world, index).known?.isOpen;
  return world.sides.some(({ known }, place) => (place > index || (isOver && place !== index)) && known?.isOpen);
}

/** Makes the disk acknowledge writes that a crash will lose. */
export function stopDisk(ctx: Context, world: World, index: number): void {
  const side = sideAt(world, index);
  side.durable = side.known;
  ctx.diskStops?.(index);
}

/** Crashes and restarts the host: answers and timers are lost, but requests on the network remain. */
export function crash(ctx: Context, world: World): void {
  world.terminal.queue = [];
  // A new connection receives no events of an old card, which the customer has removed by then.
  world.terminal.slot = -1;
  for (const side of world.sides) {
    for (const call of side.calls) {
      const effect = Math.floor(call / 65_536);
      if (call % 65_536 === ON_THE_WAY && isLasting(ctx, effect)) addLateRequest(side, effect);
    }
    side.calls = [];
    side.waits = 0;
  }
  world.sides.forEach((side, index) => {
    if (side.durable) {
      side.known = side.durable;
      side.durable = null;
      ctx.wentBack?.(index);
    }
    resume(ctx, world, index);
  });
}

/**
 * Resumes like the engine with journal-behind.ts: first the attempt's steps in the recovery log, then its reversals.
 */
function resume(ctx: Context, world: World, index: number): void {
  const side = sideAt(world, index);
  const { log, known } = side;
  side.log &= ~ALL_STEPS;
  const isIgnored = ctx.deviations.isJournalBelieved === true;
  const ahead = isIgnored ? [] : logged.steps.filter((_, place) => log & (1 << place));
  const own = ahead.filter((step) => step !== 'reverse');
  if (known && own.length > 0) {
    const recovered = progressOf(
      [{ what: logged.steps[(Math.floor(log / logged.last) % 8) - 1] ?? '' }],
      known.attempt.intent.kind,
    );
    const furthest = recovered === null ? {} : { recovered };
    dispatch(ctx, world, index, ctx.book.event({ type: 'journal-behind', ahead: own, ...furthest, logged: {} }));
  } else if (known?.isRunning) dispatch(ctx, world, index, ctx.book.event({ type: 'restarted' }));
  const isKnown = sideAt(world, index).known?.attempt.reversals.some(({ id }) => id === 'r1');
  if (isKnown && ahead.includes('reverse')) dispatch(ctx, world, index, ctx.book.event(adopted));
  adoptReversal(ctx, world, index);
}

const ALL_STEPS = 63;

/** The model's first reversal, as the recovery log records it. */
const adopted = { type: 'reversal-adopted', reversal: 'r1', amountMinor: PART } as const;

/** Adopts a reversal that only the recovery log contains, once its payment is known to be captured. */
function adoptReversal(ctx: Context, world: World, index: number): void {
  const { known, log } = sideAt(world, index);
  const isIn = known?.attempt.reversals.some(({ id }) => id === 'r1');
  const isForgotten = ctx.deviations.isJournalBelieved || ctx.deviations.isReversalForgotten;
  if (log & logged.reversal && !isIn && known?.view.state === 'captured' && !isForgotten)
    dispatch(ctx, world, index, ctx.book.event(adopted));
}

/** Writes a step to the recovery log, like recovery-records.ts. */
function record(ctx: Context, side: Side, from: Known, { to, effects }: KnownStep): void {
  const steps = effects.map((effect) => ctx.book.effectAt(effect)).filter(movesMoney);
  const names: string[] = steps.map(({ type }) => type);
  const isNow = (phase: string): boolean => to.attempt.phase.name === phase && from.attempt.phase.name !== phase;
  if (isNow('held')) names.push('hold');
  if (isNow('asking')) names.push('ask');
  for (const name of names) {
    const place = logged.steps.findIndex((step) => step === name);
    if (side.durable) side.log |= 1 << place;
    if (name === 'reverse') side.log |= logged.reversal;
    else side.log = (side.log & ~(7 * logged.last)) | ((place + 1) * logged.last);
  }
}

/** Applies the outcome of a request at the platform. */
export function arrived(side: Side, { ledger, isUnderWay, isForGood }: Arrival, effect: number): void {
  side.ledger = ledger;
  if (isUnderWay) addLateRequest(side, effect);
  if (isForGood) side.ghost |= ghost.refusedForGood;
}

/** The platform handles a repeated request only once, so each request is listed once. */
export function addLateRequest(side: { lateRequests: number[] }, effect: number): void {
  if (side.lateRequests.length < 3 && !side.lateRequests.includes(effect)) side.lateRequests.push(effect);
}
