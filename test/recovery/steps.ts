/**
 * Participants of a payment and their actions: the cashier, the customer, the manager, another client at the platform.
 */
import { ORPCError } from '@orpc/client';
import { failureSchema, isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import type { ControlRequest } from '../../electron/sandbox/index.ts';
import { payingFamilies } from '../../native/index.ts';
import type { Gesture, Hands } from './hands.ts';
import type { Platform } from './platform.ts';
import type { Life } from './till.ts';

/** A paying family means the cable with a terminal of that family. `cloud`: the platform drives the terminal. */
export const routes = [...payingFamilies, 'cloud'] as const;
export type Route = (typeof routes)[number];

/** One payment, with all its participants. */
export interface Stage {
  life: Life;
  route: Route;
  platform: Platform;
  hands: Hands;
  /** The attempt's id. */
  id: string;
  /** Id of a previous payment, if the scenario has one. */
  earlier: string;
  terminal: string;
  amountMinor: number;
  /** Time for which the host may be stopped on the way. */
  pauseMs: number;
}

export interface Scenario {
  name: string;
  /** Column of the table. */
  outcome:
    | 'approved'
    | 'declined'
    | 'partial'
    | 'cancelled'
    | 'same card'
    | 'hold'
    | 'refund'
    | 'reversal'
    | 'elsewhere';
  routes: readonly Route[];
  card: 'approve' | 'no-funds' | 'partial';
  amountMinor: number;
  /** Steps before the boundaries that count. */
  prepare?: (stage: Stage) => Promise<void>;
  /**
   * Runs the payment to its end.
   * @throws HostGone when the host is killed
   */
  run: (stage: Stage) => Promise<void>;
  /** The user's actions after the restart, once the attempt is at rest. */
  goOn?: (stage: Stage, view: AttemptView) => Promise<void>;
  /** Slows the platform down, so that the host can be killed in the middle of a step. */
  faults?: readonly ControlRequest[];
  /** Boundaries that are tested; all by default. */
  about?: RegExp;
  /** True for the long pauses only (pauses.ts): no host is killed in such a scenario. */
  isForPauses?: boolean;
  /** Another client's action at the platform while the host is stopped. */
  whileAway?: (stage: Stage) => Promise<void>;
  /** The customer's action once the host is stopped. */
  atStandstill?: (stage: Stage) => void;
}

export const CARD_WITHIN_MS = 30_000;
export const manager = { name: 'Ada' };

export const isFinal = (view: AttemptView): boolean =>
  !isOpenAttempt(view) && view.reversals.every(({ state }) => state === 'succeeded' || state === 'failed');

/** In doubt for a reason that only the platform's operators can resolve. */
const isInOtherCurrency = ({ checking, reversals }: AttemptView): boolean =>
  [checking, ...reversals.map((one) => one.checking)].some((one) => one?.reason === 'other-currency');

/** True if only an action can still change the payment. */
export const isAtRest = (view: AttemptView): boolean => isFinal(view) || isInOtherCurrency(view);

type Request = Parameters<Life['client']['payment']['start']>[0];

export async function begin(stage: Stage, more: Partial<Request> = {}): Promise<void> {
  const { life, route, id, terminal, amountMinor } = stage;
  const way = route === 'cloud' ? 'cloud' : 'cable';
  await life.ask((client) =>
    client.payment.start({ id, amountMinor, currency: 'USD', terminal, route: way, order: `order ${id}`, ...more }),
  );
}

/** The customer's card, on a cable route: over the cloud the sandbox plays that part. */
function presents(stage: Stage, card: string, gesture = usualGesture(stage)): void {
  if (stage.route !== 'cloud') stage.hands.present(card, gesture);
}

/** A chip with its removal, or on one family a tap, so that both endings occur. */
export const usualGesture = ({ route }: Stage): Gesture => (route === 'neo2' ? 'tap' : 'insert');

export async function ended(stage: Stage): Promise<AttemptView | undefined> {
  return stage.life.until(stage.id, isAtRest, CARD_WITHIN_MS + stage.pauseMs);
}

const still = (stage: Stage, state: AttemptView['state']) =>
  stage.life.until(
    stage.id,
    (view) => view.state === state || !isOpenAttempt(view) || isInOtherCurrency(view),
    CARD_WITHIN_MS,
  );

/** Waits until a hold gets a state. */
export const becomes = (stage: Stage, state: AttemptView['state']) =>
  stage.life.until(stage.id, (view) => view.state === state || isInOtherCurrency(view), CARD_WITHIN_MS);

export function sale(
  card: Scenario['card'],
  more: Partial<Request> = {},
  gestureOf: (stage: Stage) => Gesture = usualGesture,
) {
  return async (stage: Stage): Promise<void> => {
    presents(stage, card, gestureOf(stage));
    await begin(stage, more);
    await ended(stage);
  };
}

/** Partial approval: the cashier is asked, and answers. */
export function asked(answer: 'keep' | 'give-back') {
  const say = async ({ life, id }: Stage, view: AttemptView | undefined): Promise<void> => {
    if (view?.state !== 'partial') return;
    await life.ask((client) =>
      answer === 'keep' ? client.payment.keepPart({ attempt: id }) : client.payment.release({ attempt: id }),
    );
  };
  return {
    run: async (stage: Stage) => {
      presents(stage, 'partial');
      await begin(stage, { partialApproval: 'ask' });
      await say(stage, await still(stage, 'partial'));
      await ended(stage);
    },
    goOn: async (stage: Stage, view: AttemptView) => {
      await say(stage, view);
      await ended(stage);
    },
  };
}

/**
 * The same card pays the same amount twice: the cashier is asked whether that is intended. Null if the cashier does not
 * answer.
 */
export function paidBefore(isMeant: boolean | null) {
  return {
    prepare: async (stage: Stage) => {
      presents(stage, 'approve');
      await begin({ ...stage, id: stage.earlier }, { order: null });
      const first = await stage.life.until(stage.earlier, isFinal, CARD_WITHIN_MS);
      if (first?.state !== 'captured') throw new Error(`the payment before is ${first?.state}`);
    },
    run: async (stage: Stage) => {
      const { life, id } = stage;
      presents(stage, 'approve');
      await begin(stage, { order: null, isRepeatMeant: false });
      const view = await still(stage, 'asking');
      if (view?.state !== 'asking') throw new Error(`nobody was asked: ${view?.state}`);
      if (isMeant !== null) await life.ask((client) => client.payment.answerRepeat({ attempt: id, isMeant }));
      await ended(stage);
    },
  };
}

/** The cashier cancels as soon as `when` resolves. */
export function cancelledBy(when: (stage: Stage) => Promise<unknown>, card: Scenario['card'] | null) {
  return async (stage: Stage): Promise<void> => {
    if (card) presents(stage, card);
    await begin(stage);
    await when(stage);
    await stage.life.ask((client) => client.payment.cancel({ attempt: stage.id }));
    await ended(stage);
  };
}

export const stepReached = (step: string) => (stage: Stage) =>
  stage.life.until(
    stage.id,
    (view) => view.timings.some((one) => one.step === step) || !isOpenAttempt(view),
    CARD_WITHIN_MS,
  );

export async function held(stage: Stage): Promise<void> {
  presents(stage, 'approve');
  await begin(stage, { kind: 'authorization' });
  await still(stage, 'authorized');
}

/** Captures the goods and a tip, which are less than the hold. */
export async function captureHold({ life, id, amountMinor }: Stage): Promise<void> {
  await life.ask((client) =>
    client.payment.capture({ attempt: id, amountMinor: amountMinor - 100, tipMinor: 200, operator: manager }),
  );
}

/** Presses a key for a tab, which is refused if the till has learned before that it is no longer a tab. */
export async function pressed(key: Promise<void>): Promise<void> {
  try {
    await key;
  } catch (error) {
    const failure = error instanceof ORPCError && error.defined ? failureSchema.safeParse(error.data).data : undefined;
    if (failure?.code !== 'PAY_STATE') throw error;
  }
}

/** The cashier presses Charge on a tab that is still open. */
export async function captureAgain(stage: Stage, view: AttemptView): Promise<void> {
  if (view.state === 'authorized') await pressed(captureHold(stage));
  await noLongerHeld(stage);
}

export async function releaseHold({ life, id }: Stage): Promise<void> {
  await life.ask((client) => client.payment.release({ attempt: id, operator: manager }));
}

/**
 * Ends as the platform reports: a hold whose journal was lost may have been reversed, instead of being released by the
 * cashier.
 */
export async function noLongerHeld({ life, id }: Stage): Promise<void> {
  await life.until(id, (view) => isAtRest(view) && view.state !== 'authorized', CARD_WITHIN_MS);
}

/** Amount captured elsewhere, which is less than the till requests. */
const ELSEWHERE_MINOR = 1500;

export async function takenElsewhere({ platform, id }: Stage): Promise<void> {
  await platform.captureElsewhere(id, ELSEWHERE_MINOR);
}

export async function captured(stage: Stage): Promise<void> {
  presents(stage, 'approve');
  await begin(stage);
  await still(stage, 'captured');
}

/** Reverses the payment; every call is the same press of the key. */
export function reverse(amountOf: (stage: Stage) => number, reversal: string) {
  return async (stage: Stage): Promise<void> => {
    const { life, id } = stage;
    if (life.view(id)?.state !== 'captured') return;
    const amountMinor = amountOf(stage);
    await life.ask((client) => client.payment.reverse({ attempt: id, reversal, amountMinor, operator: manager }));
    // The answer may arrive before the event.
    await life.until(id, ({ reversals }) => reversals.some((one) => one.id === reversal), CARD_WITHIN_MS);
    await reversalsDone(stage);
  };
}

/** Waits for the two seconds that the platform takes for a reversal. */
export async function reversalsDone(stage: Stage): Promise<void> {
  const isStill = (view: AttemptView): boolean => view.reversals.some(({ state }) => state === 'pending');
  const view = await stage.life.until(stage.id, (one) => isStill(one) || isAtRest(one), CARD_WITHIN_MS);
  if (view && isStill(view)) await stage.platform.pass(2_500);
  await ended(stage);
}

export const slowAnswer = (
  operation: 'createAuthorization' | 'updateAuthorization',
  delayMs: number,
): ControlRequest => ({ type: 'fault', operation, kind: 'answer', delayMs });
