/**
 * Lets the world recover: faults stop, everything on the network arrives, the terminal finishes, the platform decides,
 * time passes and the reconciliation poll runs. The order is fixed, so that it can be followed from every state, and
 * its results stored.
 */
import { HELD_OPEN, ANSWERED } from './call-status.ts';
import { copy, PENDING, sideAt, UNKNOWN, SUCCEEDED, encode, type Context, type World } from './world.ts';
import { arrived, dispatch } from './host.ts';
import { read, poll, timePasses } from './actions.ts';
import { arrivals, decide, recordOf } from './platform.ts';
import { act, moves, responses } from './terminal.ts';
import { broken, brokenAtRest } from './rules.ts';

/** Steps after which a recovering world must have come to rest. */
const MAX_STEPS = 400;

/** One step of the recovering world, or null when only another poll is left. */
function step(ctx: Context, from: World): World | null {
  const world = copy(from);
  if (world.terminal.slot >= 0) {
    world.terminal.slot = -1;
    return world;
  }
  return belated(ctx, world) ?? answered(ctx, world) ?? outside(ctx, world) ?? waited(ctx, world);
}

/** Requests whose caller has stopped waiting arrive first. Their later arrival is another state of the exploration. */
function belated(ctx: Context, world: World): World | null {
  for (const [index, side] of world.sides.entries()) {
    const plan = ctx.scenario.plans[index];
    const number = side.lateRequests.shift();
    if (number === undefined || !plan) continue;
    side.ledger = arrivals(ctx, index, side, ctx.book.effectAt(number), plan)[0]?.ledger ?? side.ledger;
    return world;
  }
  return null;
}

function answered(ctx: Context, world: World): World | null {
  for (const [index, side] of world.sides.entries()) {
    const plan = ctx.scenario.plans[index];
    const place = side.calls.findIndex((call) => call % 65_536 !== HELD_OPEN || side.ledger.state !== PENDING);
    const call = side.calls[place];
    if (call === undefined || !plan) continue;
    side.calls.splice(place, 1);
    const number = Math.floor(call / 65_536);
    const status = call % 65_536;
    const effect = ctx.book.effectAt(number);
    if (status >= ANSWERED) {
      dispatch(ctx, world, index, status - ANSWERED);
      return world;
    }
    if (status === HELD_OPEN) {
      const answer = recordOf(ctx, index, side.ledger, plan);
      dispatch(ctx, world, index, ctx.book.event({ type: 'authorization', answer }));
      return world;
    }
    const arrival = arrivals(ctx, index, side, effect, plan)[0];
    const response = arrival ? undefined : responses(ctx, world, index, effect.type)[0];
    if (arrival) arrived(side, arrival, number);
    response?.change(world);
    const answer = arrival?.answer ?? response?.answer;
    if (answer) dispatch(ctx, world, index, ctx.book.event(answer));
    return world;
  }
  return null;
}

/** One step of the cable, the terminal or the platform. */
function outside(ctx: Context, world: World): World | null {
  if (world.terminal.queue.length > 0) {
    read(ctx, world);
    return world;
  }
  // A terminal without a customer or an answer ends by itself after some time.
  const ends = moves(ctx.scenario, world.terminal).filter(({ next }) => next === 'idle');
  const end =
    world.terminal.phase === 'completing'
      ? ends[0]
      : (ends.find(({ label }) => label.includes('timed-out')) ?? ends[0]);
  if (end) {
    act(ctx, world, end);
    return world;
  }
  for (const [index, side] of world.sides.entries()) {
    const plan = ctx.scenario.plans[index];
    const { ledger } = side;
    if (!plan) continue;
    if (ledger.state === PENDING || ledger.state === UNKNOWN) {
      side.ledger = decide(ledger, 'approve', plan);
      return world;
    }
    if (ledger.transfer === PENDING || ledger.transfer === UNKNOWN) {
      side.ledger = { ...ledger, transfer: SUCCEEDED };
      return world;
    }
    const place = ledger.back.findIndex(({ state }) => state === PENDING);
    if (place >= 0) {
      const [first, second] = ledger.back;
      const back =
        place === 0
          ? ([{ ...first, state: SUCCEEDED }, second] as const)
          : ([first, { ...second, state: SUCCEEDED }] as const);
      side.ledger = { ...ledger, back };
      return world;
    }
  }
  return null;
}

/** The host's own timers and windows, and the cashier's necessary answers. */
function waited(ctx: Context, world: World): World | null {
  const waiting = world.sides.findIndex(({ waits }) => waits > 0);
  if (waiting >= 0) {
    timePasses(ctx, world);
    const side = sideAt(world, waiting);
    const about = side.waits & 1 ? null : side.waits & 2 ? 'r1' : 'r2';
    side.waits &= ~(about === null ? 1 : about === 'r1' ? 2 : 4);
    dispatch(ctx, world, waiting, ctx.book.event({ type: 'retry', about }));
    return world;
  }
  const asking = world.sides.findIndex(({ known }) => known?.attempt.phase.name === 'deciding');
  if (asking >= 0) {
    dispatch(ctx, world, asking, ctx.book.event({ type: 'part-kept', by: 'cashier' }));
    return world;
  }
  return null;
}

/** Sends a poll, or returns null when no attempt is watched. */
function polled(world: World): World | null {
  const next = copy(world);
  let isAsking = false;
  next.sides.forEach((side, index) => {
    const probes = side.known?.probes ?? [];
    if (probes.length === 0) return;
    poll(next, index, probes);
    isAsking = true;
  });
  return isAsking ? next : null;
}

/**
 * Follows the recovering world from a state until it rests and another poll changes nothing, and checks the final state
 * against the rules. `good` stores the states that led to a correct end.
 */
export function brokenInTheEnd(
  ctx: Context,
  from: World,
  key: string,
  good: Set<string>,
  report?: (world: World) => void,
): string | null {
  const passed: string[] = [];
  let world = from;
  let at = key;
  const rests = new Set<string>();
  for (let count = 0; count < MAX_STEPS; count += 1) {
    if (good.has(at)) return remember(passed, good);
    passed.push(at);
    let next = step(ctx, world);
    if (!next) {
      next = rests.has(at) ? null : polled(world);
      rests.add(at);
      if (!next) {
        const wrong = brokenAtRest(ctx, world);
        return wrong ?? remember(passed, good);
      }
    }
    report?.(next);
    const wrong = next.breach ?? broken(ctx, next);
    if (wrong !== null) return wrong;
    world = next;
    at = encode(world, ctx.book);
  }
  return `never comes to rest: ${world.sides.map(({ known }) => known?.attempt.phase.name).join(', ')}`;
}

function remember(passed: readonly string[], good: Set<string>): null {
  for (const key of passed) good.add(key);
  return null;
}

export function storyOf(ctx: Context, from: World): string[] {
  const lines: string[] = [];
  const say = ({ sides }: World): void => {
    const words = sides.map(({ known, ledger }) => {
      const state = known ? `${known.attempt.phase.name} ("${known.view.state}")` : 'not begun';
      return `${state}, at the platform ${ledgerWords(ledger)}`;
    });
    const line = `then, with no more faults: ${words.join('; ')}`;
    if (lines.at(-1) !== line) lines.push(line);
  };
  say(from);
  brokenInTheEnd(ctx, from, encode(from, ctx.book), new Set(), say);
  return lines.slice(0, 40);
}

const recordWords = ['nothing', 'PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'UNKNOWN'];

function ledgerWords({ state, amount, isVoid, transfer, captured }: World['sides'][number]['ledger']): string {
  const hold = state === 0 ? 'nothing' : `${recordWords[state]} ${amount}${isVoid ? ', void' : ''}`;
  return transfer === 0 ? hold : `${hold}, a Transfer ${recordWords[transfer]} ${captured}`;
}
