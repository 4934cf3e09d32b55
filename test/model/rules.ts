/**
 * The money rules (blueprint, section 4) as predicates: for every step of a machine, for every state of the world, and
 * for a world at rest. Each returns a message about the broken rule, or null.
 */
import type { MachineEvent, FailedCall } from '../../electron/host/payments/machine/index.ts';
import type { Known, KnownStep } from './machine.ts';
import { isHeld, movedMinor, OTHERS_RECORD, recordIn } from './platform.ts';
import {
  askedOf,
  ELSEWHERE,
  FAILED,
  GOODS,
  ghost,
  NONE,
  PENDING,
  sideAt,
  SUCCEEDED,
  TERMINAL_TIP,
  type Back,
  type Context,
  type Ledger,
  type Plan,
  type Side,
  type World,
} from './world.ts';

/** Outcomes that mean "not paid" to the cashier. */
const unpaid = new Set(['cancelled', 'declined', 'failed', 'released', 'voided']);
/** Answers of the platform, and events that only follow an earlier answer. */
const evidence = new Set<MachineEvent['type']>([
  'authorization',
  'found',
  'capture',
  'transfer',
  'void',
  'hold-expired',
  'operator-decided',
]);
/** Phases that wait for the bank's answer: an end in them must not blame the card. */
const bankPhases = new Set(['authorizing', 'polling', 'in-doubt']);
const beforePlatform = new Set(['starting', 'waiting', 'stopping']);

/** Checks the step just taken, from `from` to `world.sides[index].known`. */
export function brokenBy(
  ctx: Context,
  world: World,
  index: number,
  from: Known,
  event: MachineEvent,
  step: KnownStep,
): string | null {
  const side = sideAt(world, index);
  const plan = ctx.scenario.plans[index];
  if (!plan) return null;
  return (
    misbelieved(step.to, event) ??
    brokenEffects(ctx, side, plan, from, event, step) ??
    brokenReversal(from, step.to, event) ??
    (isEnd(from, step.to) ? brokenEnd(side, plan, from, step.to, event) : null)
  );
}

/** A record belongs to one payment, and an amount has one currency. */
function misbelieved({ attempt: { authorization, phase, reversals } }: Known, event: MachineEvent): string | null {
  const named = [
    authorization?.id,
    'transfer' in phase ? phase.transfer : null,
    ...reversals.map(({ phase: of }) => ('transfer' in of ? of.transfer : null)),
  ];
  if (named.includes(OTHERS_RECORD)) return "rule 7: another payment's record is taken for its own";
  const record = recordIn(event);
  return record?.currency === 'EUR' ? 'rule 9: another currency is taken for its own' : null;
}

/**
 * True if a failure proves that nothing was done. A conflict means that the request has arrived, and a gateway may
 * answer a request that it forwarded. Only the model's refusal `invalid` (refusals.ts) is therefore a proof.
 */
function isProof({ kind, failure }: FailedCall): boolean {
  return kind === 'not-sent' || (kind === 'refused' && failure.code === 'API_INVALID');
}

/**
 * After an inconclusive refusal, a single empty lookup is insufficient: a cashier who sees "failed" would refund a
 * second time.
 */
function brokenReversal(from: Known, to: Known, event: MachineEvent): string | null {
  if (event.type !== 'reversal-found' || event.answer !== null) return null;
  const phaseIn = ({ attempt }: Known) => attempt.reversals.find(({ id }) => id === event.reversal)?.phase;
  const before = phaseIn(from);
  const refused = before?.name === 'in-doubt' ? before.refused : null;
  return refused !== null && !isProof({ kind: 'refused', failure: refused }) && phaseIn(to)?.name === 'failed'
    ? `rule 3: a reversal "failed" on ${refused.code}, which proves nothing`
    : null;
}

function isEnd(from: Known, to: Known): boolean {
  const [before, after] = [from.attempt.phase, to.attempt.phase];
  return after.name === 'done' && !(before.name === 'done' && before.outcome.kind === after.outcome.kind);
}

/** True if the first capture of a possible repeat lacks a confirmation by the cashier, and a manual decision. */
function isUnasked(plan: Plan, { ghost: seen }: Side, event: MachineEvent): boolean {
  if (plan.repeat === undefined || plan.kind !== 'sale' || seen & ((ghost.captureSent * 3) | ghost.decidedPaid))
    return false;
  return plan.repeat === 'refuse' || event.type !== 'repeat-answered' || !event.isMeant;
}

function brokenEffects(
  ctx: Context,
  side: Side,
  plan: Plan,
  from: Known,
  event: MachineEvent,
  step: KnownStep,
): string | null {
  const phase = step.to.attempt.phase.name;
  for (const id of step.effects) {
    const effect = ctx.book.effectAt(id);
    switch (effect.type) {
      case 'authorize':
        if (beforePlatform.has(phase)) return `rule 1: a create leaves while the journal says ${phase}`;
        if (side.ghost & ghost.sent && ctx.deviations.isKeyRenewed)
          return 'rule 2: the attempt is sent under a second key';
        break;
      case 'capture':
        if (plan.route === 'cable' && !(side.ghost & (ghost.approved | ghost.decidedPaid)))
          return 'rule 5: a capture leaves before the terminal has completed';
        if (isUnasked(plan, side, event))
          return 'rule 2: the same card is charged again, and nobody said that it is meant';
        if (plan.kind === 'authorization' && !(side.ghost & ghost.captureAsked))
          return 'rule 3: a hold is captured that nobody asked to capture';
        if (effect.amountMinor !== (saidOf(from, event)?.amountMinor ?? effect.amountMinor))
          return `rule 3: ${effect.amountMinor} captured on a word about ${saidOf(from, event)?.amountMinor}`;
        if (isTippedPart(plan, side) && bankPhases.has(from.attempt.phase.name))
          return 'rule 9: a part is taken for the whole, and nobody is asked';
        if (effect.amountMinor > owedAtMost(plan))
          return `rule 9: ${effect.amountMinor} to be captured, and ${owedAtMost(plan)} are owed at most`;
        if (effect.amountMinor <= 0 || effect.amountMinor > side.ledger.amount)
          return `rule 9: ${effect.amountMinor} to be captured of ${side.ledger.amount} held`;
        if (effect.tipMinor < 0 || effect.tipMinor > effect.amountMinor)
          return `rule 9: a tip of ${effect.tipMinor} in a capture of ${effect.amountMinor}`;
        if (plan.isTipOnTerminal && side.ledger.amount > GOODS && effect.tipMinor !== TERMINAL_TIP)
          return `rule 9: the tip is not the reply's, but ${effect.tipMinor}`;
        break;
      case 'reverse': {
        const captured = from.view.capturedMinor ?? 0;
        const given = step.to.attempt.reversals
          .filter(({ phase: of }) =>
            of.name === 'decided' ? of.verdict === 'paid' : of.name !== 'failed' || !of.isProven,
          )
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        if (given > captured) return `rule 9: ${given} to be given back of ${captured} captured`;
        const known = from.attempt.reversals.find((one) => one.id === effect.reversal);
        if (known && ctx.deviations.isReversalKeyRenewed) return 'rule 2: a reversal is sent under a second key';
        break;
      }
      case 'void':
        if (from.attempt.phase.name === 'capturing' && !(side.ghost & ghost.refusedForGood))
          return 'rule 5: a completed sale is given away on a refusal that may pass';
        break;
      case 'respond-approved':
        if (side.ledger.state !== SUCCEEDED) return 'rule 3: the card is approved without the bank';
        break;
      case 'start-terminal':
      case 'give-up-start':
      case 'cancel-terminal':
      case 'cancel-device':
      case 'respond-declined':
      case 'look-up':
      case 'read-authorization':
      case 'read-transfer':
      case 'find-reversal':
      case 'read-reversal':
      case 'wait':
        break;
    }
  }
  return null;
}

/** The amount requested from the bank, plus the tip that the platform reports. */
function owedAtMost(plan: Plan): number {
  return askedOf(plan) + (plan.isTipOnTerminal ? TERMINAL_TIP : 0);
}

/** The capture that a user asked for, now or before a manual decision. */
function saidOf({ attempt: { phase } }: Known, event: MachineEvent): { amountMinor: number } | undefined {
  if (event.type === 'capture-asked') return event;
  return phase.name === 'done' && phase.outcome.kind === 'decided' ? phase.outcome.capture : undefined;
}

/** True if the approved amount is less than goods and tip, so that the cashier must decide. */
function isTippedPart({ isTipOnTerminal, partialApproval }: Plan, { ledger }: Side): boolean {
  return (
    isTipOnTerminal === true &&
    partialApproval === 'ask' &&
    ledger.amount > GOODS &&
    ledger.amount < GOODS + TERMINAL_TIP
  );
}

/** Checks the end of an attempt, or its revision: the state on the screen must be true at this time. */
function brokenEnd(side: Side, plan: Plan, from: Known, to: Known, event: MachineEvent): string | null {
  const { phase: before } = from.attempt;
  const { ledger, ghost: seen } = side;
  const { state } = to.view;
  const isSent = (seen & ghost.sent) !== 0;
  const isFinalAnswer = event.type === 'authorization-missing' && isProof(event.missing);
  const isKnownBefore = before.name === 'refusing' || before.name === 'finishing';
  if (isSent && !evidence.has(event.type) && !isFinalAnswer && !isKnownBefore)
    return `rule 3: "${state}" after "${event.type}", which proves nothing`;
  if (event.type === 'found' && event.answer === null && to.attempt.phase.name === 'done') {
    if ((Math.floor(seen / ghost.missed) & 3) < 3 || !(seen & ghost.waited))
      return 'rule 4: "not found" is believed before it was asked again and time had passed';
  }
  const isCardBlamed = to.view.declineCode === 'CARD_DECLINED' || to.view.failure?.code === 'PAY_NO_CARD';
  if (isCardBlamed && bankPhases.has(before.name) && plan.route === 'cable')
    return 'rule 3: the card is blamed where the platform was not heard';
  const isLateAtPin =
    event.type === 'terminal-finished' && event.end.kind === 'timed-out' && event.end.waitedFor === 'pin';
  if (isLateAtPin && to.view.failure?.code === 'PAY_NO_CARD') return 'a late PIN is told as a missing card';
  if (unpaid.has(state)) {
    const moved = movedMinor(ledger, plan);
    // The till has only silence. The reconciliation poll must find a late result, or the rule is broken permanently.
    const isUnseen = to.attempt.authorization === null && to.probes.length > 0;
    if (moved > 0 && !isUnseen) return `rule 5: "${state}" while ${moved} are taken`;
    if (isHeld(ledger, plan) && !isUnseen) return `rule 5: "${state}" while the hold stands`;
  }
  if (state === 'captured' || state === 'refunded') {
    const moved = movedMinor(ledger, plan);
    if (moved === 0 && !isBeingRevised(ledger)) return `rule 3: "${state}" and nothing was taken`;
    if (moved > 0 && to.view.capturedMinor !== moved)
      return `rule 9: "${state}" with ${to.view.capturedMinor}, and it is ${moved}`;
    if (moved > 0 && state === 'captured' && (to.view.tipMinor < 0 || to.view.tipMinor > moved))
      return `rule 9: a tip of ${to.view.tipMinor} in ${moved}`;
    if (moved === ELSEWHERE && to.view.tipMinor > 0)
      return 'rule 9: a tip in what somebody else captured, and nobody named it';
    if (moved === ELSEWHERE && !to.view.capturedElsewhere) return "rule 3: another's capture is told as this till's";
    if (to.view.cancelAsked && !to.view.cancelTooLate) return 'rule 6: paid after a cancel, and it is not said';
  }
  return null;
}

/** The Transfer failed after the answer PENDING was sent, so the next read revises it. */
function isBeingRevised(ledger: Ledger): boolean {
  return ledger.transfer === FAILED;
}

/** Rules for every state, even during requests. */
export function broken(ctx: Context, world: World): string | null {
  for (const [index, side] of world.sides.entries()) {
    const plan = ctx.scenario.plans[index];
    const { known, ledger } = side;
    if (!known || !plan) continue;
    const { view, attempt } = known;
    if (ledger.extra > 0) return 'rule 2: a second record at the platform for one attempt';
    if (ledger.state !== NONE && beforePlatform.has(attempt.phase.name))
      return `rule 1: the platform has a payment that the journal calls ${attempt.phase.name}`;
    const given = ledger.back.reduce((sum, one) => sum + (one.state === FAILED ? 0 : one.amount), 0);
    if (given > ledger.captured) return `rule 9: ${given} given back of ${ledger.captured}`;
    if ((view.state === 'checking') !== (view.checking !== null))
      return 'rule 3: "checking" without a reason, or a reason without it';
    if (view.state === 'captured' && attempt.authorization === null) return 'rule 3: "captured" without a record';
  }
  return null;
}

/** Rules for a world at rest, after everything was polled. */
export function brokenAtRest(ctx: Context, world: World): string | null {
  for (const [index, side] of world.sides.entries()) {
    const plan = ctx.scenario.plans[index];
    if (!plan || !side.known) continue;
    const wrong = restOf(side, side.known, plan);
    if (wrong !== null) return `${index === 0 ? 'first' : 'second'} attempt: ${wrong}`;
  }
  return null;
}

function restOf({ ledger }: Side, { attempt, view, isRunning }: Known, plan: Plan): string | null {
  const moved = movedMinor(ledger, plan);
  const isHolding = isHeld(ledger, plan);
  if (isRunning) return `stuck in "${view.state}" (${attempt.phase.name})`;
  if (view.state === 'authorized') return isHolding ? null : 'rule 5: "authorized", and no hold stands';
  if (isHolding) return `rule 5: "${view.state}", and a hold is orphaned`;
  if (view.state === 'decided') {
    const isKnown = ledger.state === SUCCEEDED || ledger.state === FAILED;
    return isKnown ? "rule 3: a person's decision stands although the platform knows better" : null;
  }
  if (view.state === 'captured' || view.state === 'refunded') {
    if (view.capturedMinor !== moved) return `rule 3: "${view.state}" with ${view.capturedMinor}, and it is ${moved}`;
  } else if (moved > 0) return `rule 3: "${view.state}", and ${moved} are taken`;
  return reversalsAtRest(ledger, attempt.reversals);
}

function reversalsAtRest(ledger: Ledger, reversals: Known['attempt']['reversals']): string | null {
  const isGivenAs = ({ state }: Back): boolean => state === SUCCEEDED || state === PENDING;
  const unknown = ['r1', 'r2'].find(
    (id, place) => isGivenAs(ledger.back[place === 0 ? 0 : 1]) && !reversals.some((one) => one.id === id),
  );
  if (unknown !== undefined) return `rule 3: reversal ${unknown} was given, and the till knows nothing of it`;
  let shown = 0;
  for (const { id, phase, amountMinor } of reversals) {
    const real = ledger.back[id === 'r1' ? 0 : 1];
    const isGiven = isGivenAs(real);
    if (phase.name === 'succeeded') {
      shown += amountMinor;
      if (!isGiven || real.amount !== amountMinor) return `rule 9: reversal ${id} shown as done, and it is not`;
    } else if (isGiven) return `rule 3: reversal ${id} shown as ${phase.name}, and it was given`;
  }
  return shown > ledger.captured ? `rule 9: ${shown} given back of ${ledger.captured}` : null;
}
