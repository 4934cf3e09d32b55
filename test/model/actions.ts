/** Lists everything that can happen next in a state of the world, one event at a time. */
import { ANSWERED, HELD_OPEN, ON_THE_WAY } from './call-status.ts';
import type { Effect } from '../../electron/host/payments/machine/index.ts';
import type { Known } from './machine.ts';
import { arrived, beginAttempt, crash, dispatch, isLasting, addLateRequest, stopDisk } from './host.ts';
import { arrivals, decide, recordOf } from './platform.ts';
import { act, moves, responses, say } from './terminal.ts';
import {
  CANCELED,
  copy,
  ELSEWHERE,
  FAILED,
  ghost,
  GOODS,
  NONE,
  PART,
  PENDING,
  sideAt,
  SUCCEEDED,
  UNKNOWN,
  WITHOUT_LIMIT,
  type Context,
  type Ledger,
  type Side,
  type World,
} from './world.ts';

/** Receives a possible next state, and a description of the event that leads to it. */
export type Emit = (next: World, label: () => string) => void;

const isCable = (effect: Effect): boolean =>
  effect.type === 'start-terminal' ||
  effect.type === 'cancel-terminal' ||
  effect.type === 'respond-approved' ||
  effect.type === 'respond-declined';

/** Calls emit for every possible next state of `world`, always in the same order. */
export function expand(ctx: Context, world: World, emit: Emit): void {
  begins(ctx, world, emit);
  for (let index = 0; index < world.sides.length; index += 1) {
    const side = sideAt(world, index);
    if (!side.known) continue;
    callsMove(ctx, world, index, side, emit);
    lateRequestsMove(ctx, world, index, side, emit);
    platformMoves(ctx, world, index, side, emit);
    peopleMove(ctx, world, index, side.known, emit);
    clockMoves(ctx, world, index, side, emit);
    if (ctx.scenario.hasLostWrites && world.crashes > 0 && !side.durable) {
      const next = copy(world);
      stopDisk(ctx, next, index);
      emit(next, () => `payment ${index + 1}: the disk writes no more, and does not say so`);
    }
  }
  cableMoves(ctx, world, emit);
  if (world.crashes > 0 && world.sides.some(({ known }) => known)) {
    const next = copy(world);
    if (next.crashes !== WITHOUT_LIMIT) next.crashes -= 1;
    crash(ctx, next);
    emit(next, () => 'the host crashes and starts again');
  }
}

function spend(world: World): void {
  if (world.faults !== WITHOUT_LIMIT) world.faults -= 1;
}

function begins(ctx: Context, world: World, emit: Emit): void {
  const index = world.sides.findIndex(({ known }) => !known);
  if (index < 0) return;
  const isBusy = world.sides.some(({ known }) => known?.isOpen);
  if (isBusy && !ctx.deviations.isBusyIgnored) return;
  const isCancelling = world.sides.some(({ calls }) => calls.some((call) => isCancel(ctx, call)));
  if (isCancelling && !ctx.deviations.isCancelIgnored) return;
  const next = copy(world);
  beginAttempt(ctx, next, index);
  emit(next, () => `payment ${index + 1} begins`);
}

function isCancel(ctx: Context, call: number): boolean {
  return ctx.book.effectAt(Math.floor(call / 65_536)).type === 'cancel-device';
}

function callsMove(ctx: Context, world: World, index: number, side: Side, emit: Emit): void {
  const plan = ctx.scenario.plans[index];
  if (!plan) return;
  side.calls.forEach((call, place) => {
    if (side.calls.indexOf(call) !== place) return;
    const number = Math.floor(call / 65_536);
    const status = call % 65_536;
    const effect = ctx.book.effectAt(number);
    const name = (): string => `payment ${index + 1}: ${effect.type}`;
    const without = (): World => {
      const next = copy(world);
      sideAt(next, index).calls.splice(place, 1);
      return next;
    };
    const answering = (event: Parameters<typeof ctx.book.event>[0]): number =>
      number * 65_536 + ctx.book.event(event) + ANSWERED;
    if (status >= ANSWERED) {
      const next = without();
      dispatch(ctx, next, index, status - ANSWERED);
      emit(next, () => `${name()}: its answer is read: ${JSON.stringify(ctx.book.eventAt(status - ANSWERED))}`);
      return;
    }
    if (status === HELD_OPEN) {
      if (side.ledger.state !== PENDING) {
        const next = without();
        const answer = recordOf(ctx, index, side.ledger, plan);
        sideAt(next, index).calls.push(answering({ type: 'authorization', answer }));
        emit(next, () => `${name()}: the open call is answered`);
      }
      if (world.faults > 0) {
        const next = without();
        spend(next);
        sideAt(next, index).calls.push(answering(silenceOf(effect)));
        emit(next, () => `${name()}: the open call breaks`);
      }
      return;
    }
    if (isCable(effect)) {
      const all = responses(ctx, world, index, effect.type);
      for (const { label, change, answer } of ctx.scenario.isCounterQuiet ? all.slice(0, 1) : all) {
        const next = without();
        change(next);
        if (answer) sideAt(next, index).calls.push(answering(answer));
        emit(next, () => `${name()}: the terminal ${label}`);
      }
      return;
    }
    for (const arrival of arrivals(ctx, index, side, effect, plan)) {
      const { label, answer, isFault } = arrival;
      if (isFault && world.faults === 0) continue;
      const next = without();
      if (isFault) spend(next);
      const to = sideAt(next, index);
      arrived(to, arrival, number);
      to.calls.push(answer ? answering(answer) : number * 65_536 + HELD_OPEN);
      emit(next, () => `${name()}: ${label}`);
      if (effect.type === 'cancel-device' && !isFault) cancelled(ctx, next, index, emit, name);
    }
    if (!isLasting(ctx, number) || world.faults === 0 || side.lateRequests.includes(number)) return;
    const late = without();
    spend(late);
    addLateRequest(sideAt(late, index), number);
    sideAt(late, index).calls.push(answering(silenceOf(effect)));
    emit(late, () => `${name()}: the host waits no longer, the request is still on its way`);
    const twice = copy(world);
    spend(twice);
    addLateRequest(sideAt(twice, index), number);
    emit(twice, () => `${name()}: the network doubles it`);
  });
}

/**
 * CANCEL contains a Device rather than a payment: it stops the payment that is running on the Device.
 * @param of the payment for which the host waits for the answer, or null for a late CANCEL, whose target can no longer
 * be chosen
 */
function cancelled(ctx: Context, world: World, of: number | null, emit: Emit, name: () => string): void {
  world.sides.forEach(({ known, ledger }, index) => {
    if (ledger.state !== PENDING || ctx.scenario.plans[index]?.route !== 'cloud') return;
    const next = copy(world);
    if (of !== null && of !== index && known?.isOpen && known.attempt.cancel === null)
      next.breach = 'rule 6: the CANCEL of one payment stops another, that nobody cancels';
    sideAt(next, index).ledger = { ...ledger, state: CANCELED, why: 3 };
    emit(next, () => `${name()}: it stops payment ${index + 1} at the terminal`);
  });
}

function silenceOf(effect: Effect): Parameters<Context['book']['event']>[0] {
  const missing = { kind: 'unknown', failure: { code: 'API_TIMEOUT', message: '' } } as const;
  if (effect.type === 'authorize') return { type: 'authorization-missing', missing };
  if (effect.type === 'capture') return { type: 'capture-missing', missing };
  if (effect.type === 'void') return { type: 'void-missing', missing };
  if (effect.type === 'reverse') return { type: 'reversal-missing', reversal: effect.reversal, missing };
  return { type: 'cancel-failed', failure: missing.failure };
}

function lateRequestsMove(ctx: Context, world: World, index: number, side: Side, emit: Emit): void {
  const plan = ctx.scenario.plans[index];
  if (!plan) return;
  side.lateRequests.forEach((number, place) => {
    const effect = ctx.book.effectAt(number);
    const name = (): string => `payment ${index + 1}: a belated ${effect.type}`;
    const without = (): World => {
      const next = copy(world);
      sideAt(next, index).lateRequests.splice(place, 1);
      return next;
    };
    emit(without(), () => `${name()} is lost`);
    const seen: Ledger[] = [side.ledger];
    for (const { label, ledger } of arrivals(ctx, index, side, effect, plan)) {
      const next = without();
      sideAt(next, index).ledger = ledger;
      if (effect.type === 'cancel-device') cancelled(ctx, next, null, emit, name);
      if (seen.some((one) => isSame(one, ledger))) continue;
      seen.push(ledger);
      emit(next, () => `${name()} arrives and ${label}`);
    }
  });
}

const isSame = (a: Ledger, b: Ledger): boolean =>
  a === b ||
  (a.state === b.state &&
    a.amount === b.amount &&
    a.isVoid === b.isVoid &&
    a.transfer === b.transfer &&
    a.extra === b.extra &&
    a.back[0].state === b.back[0].state &&
    a.back[1].state === b.back[1].state);

function platformMoves(ctx: Context, world: World, index: number, { ledger, known }: Side, emit: Emit): void {
  const { scenario } = ctx;
  const plan = scenario.plans[index];
  if (!plan) return;
  const become = (to: Ledger, label: string): void => {
    const next = copy(world);
    sideAt(next, index).ledger = to;
    emit(next, () => `payment ${index + 1}, at the platform: ${label}`);
  };
  if (ledger.state === PENDING || ledger.state === UNKNOWN) {
    for (const word of scenario.bank) {
      if (word === 'pending' || (word === 'unknown' && ledger.state === UNKNOWN)) continue;
      become(decide(ledger, word, plan), word);
    }
    if (plan.route === 'cloud') become({ ...ledger, state: CANCELED, why: 2 }, 'the customer presses cancel');
  }
  if (ledger.transfer === PENDING || ledger.transfer === UNKNOWN) {
    become({ ...ledger, transfer: SUCCEEDED }, 'the capture is settled');
    become({ ...ledger, transfer: FAILED }, 'the capture fails');
  }
  ledger.back.forEach((back, place) => {
    if (back.state !== PENDING) return;
    for (const state of [SUCCEEDED, FAILED]) {
      const to = { ...back, state };
      become(
        { ...ledger, back: place === 0 ? [to, ledger.back[1]] : [ledger.back[0], to] },
        `reversal ${place + 1} ${state === SUCCEEDED ? 'is done' : 'fails'}`,
      );
    }
  });
  const isHolding = plan.kind !== 'refund' && ledger.state === SUCCEEDED && !ledger.isVoid && ledger.transfer === NONE;
  if (!isHolding || ledger.isExpired) return;
  if (scenario.hasOtherHand) {
    become({ ...ledger, isVoid: true }, 'somebody voids it by hand');
    become({ ...ledger, transfer: SUCCEEDED, captured: ledger.amount }, 'somebody captures it by hand');
    become({ ...ledger, transfer: SUCCEEDED, captured: ELSEWHERE }, 'somebody captures less of it by hand');
  }
  if (scenario.hasExpiry && known) {
    const next = copy(world);
    const side = sideAt(next, index);
    side.ledger = { ...ledger, isExpired: true };
    side.known = ctx.book.expiry(known);
    if (side.durable) side.durable = ctx.book.expiry(side.durable);
    emit(next, () => `payment ${index + 1}, at the platform: the hold runs out`);
  }
}

function peopleMove(ctx: Context, world: World, index: number, known: Known, emit: Emit): void {
  const { scenario } = ctx;
  const total = GOODS + (scenario.plans[index]?.tipMinor ?? 0);
  const by = 'cashier';
  const ask = (event: Parameters<typeof ctx.book.event>[0]): void => {
    const number = ctx.book.event(event);
    if (!ctx.book.step(known, number)) return;
    const next = copy(world);
    dispatch(ctx, next, index, number);
    emit(next, () => `payment ${index + 1}: ${JSON.stringify(event)}`);
  };
  const { phase, cancel } = known.attempt;
  if (known.isOpen && cancel === null && !scenario.isCounterQuiet) ask({ type: 'cancel-asked', by });
  if (phase.name === 'deciding') {
    ask({ type: 'part-kept', by });
    ask({ type: 'void-asked', by });
  }
  if (phase.name === 'asking') {
    ask({ type: 'repeat-answered', isMeant: true, by });
    ask({ type: 'repeat-answered', isMeant: false, by });
  }
  if (phase.name === 'held') {
    ask({ type: 'capture-asked', amountMinor: total, tipMinor: 0, by });
    ask({ type: 'capture-asked', amountMinor: PART - 100, tipMinor: 100, by });
    ask({ type: 'capture-asked', amountMinor: total + 500, tipMinor: 500, by });
    ask({ type: 'void-asked', by });
  }
  if (scenario.hasDecisions && known.canDecide) {
    ask({ type: 'operator-decided', verdict: 'paid', by, reason: 'slip' });
    ask({ type: 'operator-decided', verdict: 'not-paid', by, reason: 'slip' });
  }
  if (scenario.hasReversals === 'decided') {
    for (const { id: reversal, checking } of known.view.reversals) {
      if (!checking?.canDecide) continue;
      ask({ type: 'operator-decided', reversal, verdict: 'paid', by, reason: 'slip' });
      ask({ type: 'operator-decided', reversal, verdict: 'not-paid', by, reason: 'slip' });
    }
  }
  if (scenario.hasReversals && known.view.state === 'captured') {
    ask({ type: 'reversal-asked', reversal: 'r1', amountMinor: PART, by, reason: null });
  }
  if ((scenario.hasReversals === true || scenario.hasReversals === 'decided') && known.view.state === 'captured') {
    ask({ type: 'reversal-asked', reversal: 'r2', amountMinor: GOODS - PART, by, reason: null });
    ask({ type: 'reversal-asked', reversal: 'r2', amountMinor: PART, by, reason: null });
  }
}

function clockMoves(ctx: Context, world: World, index: number, side: Side, emit: Emit): void {
  const { known } = side;
  if (!known) return;
  for (const [bit, about] of [
    [1, null],
    [2, 'r1'],
    [4, 'r2'],
  ] as const) {
    if (!(side.waits & bit)) continue;
    const next = copy(world);
    sideAt(next, index).waits &= ~bit;
    dispatch(ctx, next, index, ctx.book.event({ type: 'retry', about }));
    emit(next, () => `payment ${index + 1}: the wait is over (${about ?? 'itself'})`);
  }
  const old = ctx.book.later(known);
  const isInDoubt = known.attempt.phase.name === 'in-doubt';
  if (old !== known || (isInDoubt && !(side.ghost & ghost.waited))) {
    const next = copy(world);
    timePasses(ctx, next);
    emit(next, () => 'much time passes');
  }
  // The poll repeats only after all its questions are answered.
  if (known.probes.length > 0 && side.calls.length === 0) {
    const next = copy(world);
    poll(next, index, known.probes);
    emit(next, () => `payment ${index + 1}: the reconciliation poll asks about it`);
  }
}

export function timePasses(ctx: Context, world: World): void {
  ctx.timePassed?.();
  for (const side of world.sides) {
    if (!side.known) continue;
    side.known = ctx.book.later(side.known);
    if (side.durable) side.durable = ctx.book.later(side.durable);
    const isInDoubt = [side.known, side.durable].some((one) => one?.attempt.phase.name === 'in-doubt');
    if (isInDoubt) side.ghost |= ghost.waited;
  }
}

export function poll(world: World, index: number, probes: readonly number[]): void {
  sideAt(world, index).calls.push(...probes.map((effect) => effect * 65_536 + ON_THE_WAY));
}

function cableMoves(ctx: Context, world: World, emit: Emit): void {
  const { terminal } = world;
  if (terminal.queue.length > 0) {
    const next = copy(world);
    const said = read(ctx, next);
    emit(next, () => `the host reads from the cable: ${said}`);
  }
  if (terminal.slot >= 0) {
    const next = copy(world);
    next.terminal.slot = -1;
    emit(next, () => 'the card that was left in is taken out');
  }
  if (terminal.queue.length >= 2 || terminal.of < 0) return;
  // A terminal asks again after a while, but not endlessly before an answer was possible.
  const canAskAgain = sideAt(world, terminal.of).calls.length < 3;
  const isQuiet = ctx.scenario.isCounterQuiet;
  const all = moves(ctx.scenario, terminal);
  for (const move of isQuiet ? all.slice(0, 1) : all) {
    if (move.label === 'asks again' && !canAskAgain) continue;
    const next = copy(world);
    act(ctx, next, move);
    emit(next, () => `the terminal ${move.label}`);
    const isCardIn = terminal.phase !== 'waiting' && move.next === 'idle';
    if (!ctx.scenario.hasCardLeftIn || !isCardIn) continue;
    const left = copy(next);
    left.terminal.slot = terminal.of;
    emit(left, () => `the terminal ${move.label}, and the card stays in`);
  }
  if (!ctx.scenario.hasUnmatchedEvents) return;
  const approved = { type: 'terminal-finished', end: { kind: 'approved', wantsSignature: false } } as const;
  // A late event of another or the previous payment: it contains that attempt's id, or an unknown id.
  world.sides.forEach((_, named) => {
    if (named === terminal.of && terminal.phase !== 'idle') return;
    const next = copy(world);
    say(ctx, next, named, approved);
    emit(next, () => `the terminal repeats an end of payment ${named + 1}`);
  });
  const next = copy(world);
  say(ctx, next, 9, approved);
  emit(next, () => 'the terminal names a payment nobody knows');
}

/** Filters like the engine's own listener: only events of an open attempt are applied. */
export function read(ctx: Context, world: World): string {
  const head = world.terminal.queue.shift() ?? 0;
  const event = head % 65_536;
  let named = Math.floor(head / 65_536);
  const open = world.sides.findIndex(({ known }) => known?.isOpen);
  if (ctx.deviations.isForeignApplied && open >= 0) named = open;
  if (world.sides[named]?.known?.isOpen) dispatch(ctx, world, named, event);
  return `payment ${named + 1}, ${JSON.stringify(ctx.book.eventAt(event))}`;
}
