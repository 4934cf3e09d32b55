/**
 * What is being done when the host dies. Each scenario drives the till as a cashier, a customer and a manager do, and says
 * what is done again by whoever stands there after the restart (press the button again), so that every end is a real one.
 */
import { isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import type { ControlRequest } from '../../electron/sandbox/index.ts';
import { payingFamilies } from '../../native/index.ts';
import type { Gesture, Hands } from './hands.ts';
import type { Platform } from './platform.ts';
import type { Life } from './till.ts';

/** A family that takes payments: the cable, with a terminal of that family. `cloud`: the platform drives the terminal. */
export const routes = [...payingFamilies, 'cloud'] as const;
export type Route = (typeof routes)[number];

/** One payment, with everybody who takes part in it. */
export interface Stage {
  life: Life;
  route: Route;
  platform: Platform;
  hands: Hands;
  /** The attempt's id. */
  id: string;
  /** Of a payment before it, where the scenario has one. */
  earlier: string;
  terminal: string;
  amountMinor: number;
  /** How long the host may stand still on the way, milliseconds. */
  pauseMs: number;
}

export interface Scenario {
  name: string;
  /** Column of the table. */
  outcome: 'approved' | 'declined' | 'partial' | 'cancelled' | 'same card' | 'hold' | 'refund' | 'reversal';
  routes: readonly Route[];
  card: 'approve' | 'no-funds' | 'partial';
  amountMinor: number;
  /** What comes before the boundaries that are counted. */
  prepare?: (stage: Stage) => Promise<void>;
  /** To the end. Throws HostGone when the host dies. */
  run: (stage: Stage) => Promise<void>;
  /** After the restart, once the attempt stands still: what the person at the till does then. */
  goOn?: (stage: Stage, view: AttemptView) => Promise<void>;
  /** Slows the platform down where the step is meant to be met in the middle. */
  faults?: readonly ControlRequest[];
  /** Only these boundaries are of interest; all of them without. */
  about?: RegExp;
  /** Of the long pauses alone (pauses.ts); no host is killed in it. */
  isForPauses?: boolean;
  /** What the customer does once the host stands still. */
  atStandstill?: (stage: Stage) => void;
}

const CARD_WITHIN_MS = 30_000;
const manager = { name: 'Ada' };

export const isFinal = (view: AttemptView): boolean =>
  !isOpenAttempt(view) && view.reversals.every(({ state }) => state === 'succeeded' || state === 'failed');

type Request = Parameters<Life['client']['payment']['start']>[0];

async function begin(stage: Stage, more: Partial<Request> = {}): Promise<void> {
  const { life, route, id, terminal, amountMinor } = stage;
  const way = route === 'cloud' ? 'cloud' : 'cable';
  await life.ask((client) =>
    client.payment.start({ id, amountMinor, currency: 'USD', terminal, route: way, order: `order ${id}`, ...more }),
  );
}

/** The customer, where there is a cable: over the cloud the sandbox plays that part. */
function presents(stage: Stage, card: string, gesture = usualGesture(stage)): void {
  if (stage.route !== 'cloud') stage.hands.present(card, gesture);
}

/** A chip with its removal, or on one family a tap: both endings are met. */
const usualGesture = ({ route }: Stage): Gesture => (route === 'neo2' ? 'tap' : 'insert');

async function ended(stage: Stage): Promise<AttemptView | undefined> {
  return stage.life.until(stage.id, isFinal, CARD_WITHIN_MS + stage.pauseMs);
}

const still = (stage: Stage, state: AttemptView['state']) =>
  stage.life.until(stage.id, (view) => view.state === state || !isOpenAttempt(view), CARD_WITHIN_MS);

function sale(
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
function asked(answer: 'keep' | 'give-back') {
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

/** The same card pays the same amount twice: the cashier is asked whether that is meant; null: nobody answers. */
function paidBefore(isMeant: boolean | null) {
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

/** A cancel by the cashier at the moment `when` resolves. */
function cancelledBy(when: (stage: Stage) => Promise<unknown>, card: Scenario['card'] | null) {
  return async (stage: Stage): Promise<void> => {
    if (card) presents(stage, card);
    await begin(stage);
    await when(stage);
    await stage.life.ask((client) => client.payment.cancel({ attempt: stage.id }));
    await ended(stage);
  };
}

const stepReached = (step: string) => (stage: Stage) =>
  stage.life.until(
    stage.id,
    (view) => view.timings.some((one) => one.step === step) || !isOpenAttempt(view),
    CARD_WITHIN_MS,
  );

async function held(stage: Stage): Promise<void> {
  presents(stage, 'approve');
  await begin(stage, { kind: 'authorization' });
  await still(stage, 'authorized');
}

/** The goods and a tip, less than what is held. */
async function captureHold({ life, id, amountMinor }: Stage): Promise<void> {
  await life.ask((client) =>
    client.payment.capture({ attempt: id, amountMinor: amountMinor - 100, tipMinor: 200, operator: manager }),
  );
}

async function releaseHold({ life, id }: Stage): Promise<void> {
  await life.ask((client) => client.payment.release({ attempt: id, operator: manager }));
}

/** As the platform says in the end: a hold whose journal was lost may have been given back, not released by somebody. */
async function noLongerHeld({ life, id }: Stage): Promise<void> {
  await life.until(id, (view) => isFinal(view) && view.state !== 'authorized', CARD_WITHIN_MS);
}

async function captured(stage: Stage): Promise<void> {
  presents(stage, 'approve');
  await begin(stage);
  await still(stage, 'captured');
}

/** Gives money back; the same press of the key each time it is called. */
function reverse(amountOf: (stage: Stage) => number, reversal: string) {
  return async (stage: Stage): Promise<void> => {
    const { life, id } = stage;
    if (life.view(id)?.state !== 'captured') return;
    const amountMinor = amountOf(stage);
    await life.ask((client) => client.payment.reverse({ attempt: id, reversal, amountMinor, operator: manager }));
    // The answer may be here before the event is.
    await life.until(id, ({ reversals }) => reversals.some((one) => one.id === reversal), CARD_WITHIN_MS);
    await reversalsDone(stage);
  };
}

/** The platform takes two seconds to give money back: it is let have them. */
export async function reversalsDone(stage: Stage): Promise<void> {
  const isStill = (view: AttemptView): boolean => view.reversals.some(({ state }) => state === 'pending');
  const view = await stage.life.until(stage.id, (one) => isStill(one) || isFinal(one), CARD_WITHIN_MS);
  if (view && isStill(view)) await stage.platform.pass(2_500);
  await ended(stage);
}

const slowAnswer = (operation: 'createAuthorization' | 'updateAuthorization', delayMs: number): ControlRequest => ({
  type: 'fault',
  operation,
  kind: 'answer',
  delayMs,
});

const all = routes;
const cable = payingFamilies;
/** Readers of the third family on a line take a chip alone, and have no key to cancel with. */
const withKeys = cable.filter((family) => family !== 'magnesafe');
const cloud = ['cloud'] as const;

const fullReversal = reverse(({ amountMinor }) => amountMinor, 'full-1');
const firstPart = reverse(() => 300, 'part-1');
const secondPart = reverse(({ amountMinor }) => amountMinor - 300, 'part-2');

export const scenarios: readonly Scenario[] = [
  { name: 'sale', outcome: 'approved', routes: all, card: 'approve', amountMinor: 1250, run: sale('approve') },
  {
    name: 'sale-other-gesture',
    outcome: 'approved',
    routes: withKeys,
    card: 'approve',
    amountMinor: 1260,
    run: sale('approve', {}, (stage) => (usualGesture(stage) === 'insert' ? 'tap' : 'insert')),
    about: /^(terminal-started|online-request|authorize|authorization|respond|terminal-finished|capture)/,
    isForPauses: true,
  },
  {
    name: 'sale-card-taken-out',
    outcome: 'approved',
    routes: cable,
    card: 'approve',
    amountMinor: 1270,
    run: sale('approve', {}, () => 'insert'),
    about: /^(online-request|authorize|authorization|respond|terminal-finished)/,
    isForPauses: true,
    atStandstill: ({ hands }) => hands.takeOut(),
  },
  {
    name: 'sale-with-tip',
    outcome: 'approved',
    routes: ['cloud'],
    card: 'approve',
    amountMinor: 1250,
    run: sale('approve', { tipMinor: 250, surchargeMinor: 50 }),
    about: /^(capture|transfer|find-transfer)/,
  },
  { name: 'decline', outcome: 'declined', routes: all, card: 'no-funds', amountMinor: 1300, run: sale('no-funds') },
  {
    name: 'part-accepted',
    outcome: 'partial',
    routes: all,
    card: 'partial',
    amountMinor: 5000,
    run: sale('partial', { partialApproval: 'accept' }),
    about: /^(authorization|found|terminal-finished|capture|transfer)/,
  },
  {
    name: 'part-released',
    outcome: 'partial',
    routes: all,
    card: 'partial',
    amountMinor: 5000,
    run: sale('partial', { partialApproval: 'release' }),
    about: /^(terminal-finished|found|void)/,
  },
  {
    name: 'part-asked-kept',
    outcome: 'partial',
    routes: all,
    card: 'partial',
    amountMinor: 5000,
    ...asked('keep'),
    about: /^(terminal-finished|found|part-kept|capture|transfer|find-transfer)/,
  },
  {
    name: 'part-asked-back',
    outcome: 'partial',
    routes: all,
    card: 'partial',
    amountMinor: 5000,
    ...asked('give-back'),
    about: /^(terminal-finished|found|void)/,
  },
  {
    name: 'cancel-at-start',
    outcome: 'cancelled',
    routes: cable,
    card: 'approve',
    amountMinor: 900,
    run: cancelledBy(async () => undefined, null),
  },
  {
    name: 'cancel-while-waiting',
    outcome: 'cancelled',
    routes: cable,
    card: 'approve',
    amountMinor: 900,
    run: cancelledBy(({ hands }) => hands.asked(CARD_WITHIN_MS), null),
    about: /^(cancel|terminal-finished)/,
  },
  {
    name: 'cancel-by-customer',
    outcome: 'cancelled',
    routes: withKeys,
    card: 'approve',
    amountMinor: 900,
    run: async (stage) => {
      stage.hands.present('approve', 'press-cancel');
      await begin(stage);
      await ended(stage);
    },
    about: /^terminal-finished/,
  },
  {
    name: 'cancel-while-authorizing',
    outcome: 'cancelled',
    routes: cable,
    card: 'approve',
    amountMinor: 950,
    faults: [slowAnswer('createAuthorization', 300)],
    run: cancelledBy(stepReached('card-read'), 'approve'),
    about: /^(authorize\/in-flight|cancel|authorization|respond|void|terminal-finished)/,
  },
  {
    name: 'cancel-while-completing',
    outcome: 'cancelled',
    routes: cable,
    card: 'approve',
    amountMinor: 950,
    run: cancelledBy(stepReached('bank-answered'), 'approve'),
    about: /^(cancel|terminal-finished|void|capture)/,
  },
  {
    name: 'cancel-while-capturing',
    outcome: 'cancelled',
    routes: cable,
    card: 'approve',
    amountMinor: 950,
    faults: [slowAnswer('updateAuthorization', 150)],
    run: cancelledBy(stepReached('terminal-finished'), 'approve'),
    about: /^(cancel|capture|transfer)/,
  },
  {
    name: 'cancel-on-device',
    outcome: 'cancelled',
    routes: cloud,
    card: 'approve',
    amountMinor: 950,
    faults: [{ type: 'cloud-route', decidesAfterMs: 400 }],
    run: cancelledBy((stage) => stage.life.until(stage.id, ({ authorization }) => authorization !== null, 5_000), null),
    about: /^(cancel|device|found|void)/,
  },
  {
    name: 'same-card-meant',
    outcome: 'same card',
    routes: all,
    card: 'approve',
    amountMinor: 1410,
    ...paidBefore(true),
    about: /^(ask|authorization|found|terminal-finished|repeat-answered|capture|transfer)/,
  },
  {
    name: 'same-card-not-meant',
    outcome: 'same card',
    routes: all,
    card: 'approve',
    amountMinor: 1420,
    ...paidBefore(false),
    about: /^(ask|repeat-answered|void)/,
  },
  {
    name: 'same-card-unanswered',
    outcome: 'same card',
    routes: all,
    card: 'approve',
    amountMinor: 1430,
    ...paidBefore(null),
    about: /^(ask|terminal-finished|authorization|retry|void)/,
  },
  {
    name: 'hold',
    outcome: 'hold',
    routes: all,
    card: 'approve',
    amountMinor: 2000,
    run: held,
    goOn: async (stage, view) => {
      if (view.state === 'authorized') await releaseHold(stage);
      await noLongerHeld(stage);
    },
    about: /^(authorize|authorization|found|terminal-finished)/,
  },
  {
    name: 'hold-captured-with-tip',
    outcome: 'hold',
    routes: all,
    card: 'approve',
    amountMinor: 2000,
    prepare: held,
    run: async (stage) => {
      await captureHold(stage);
      await stage.life.until(stage.id, ({ state }) => state === 'captured', CARD_WITHIN_MS);
    },
    goOn: async (stage, view) => {
      if (view.state === 'authorized') await captureHold(stage);
      await noLongerHeld(stage);
    },
  },
  {
    name: 'hold-released',
    outcome: 'hold',
    routes: all,
    card: 'approve',
    amountMinor: 2000,
    prepare: held,
    run: async (stage) => {
      await releaseHold(stage);
      await stage.life.until(stage.id, ({ state }) => state === 'released', CARD_WITHIN_MS);
    },
    goOn: async (stage, view) => {
      if (view.state === 'authorized') await releaseHold(stage);
      await noLongerHeld(stage);
    },
  },
  {
    name: 'refund',
    outcome: 'refund',
    routes: all,
    card: 'approve',
    amountMinor: 700,
    run: sale('approve', { kind: 'refund', operator: manager }),
    about: /^(online-request|authorize|authorization|found|terminal-finished|begin)/,
  },
  {
    name: 'reversal-full',
    outcome: 'reversal',
    routes: all,
    card: 'approve',
    amountMinor: 1100,
    prepare: captured,
    run: fullReversal,
    goOn: fullReversal,
  },
  {
    name: 'reversal-second-part',
    outcome: 'reversal',
    routes: cloud,
    card: 'approve',
    amountMinor: 1100,
    prepare: async (stage) => {
      await captured(stage);
      await firstPart(stage);
    },
    run: secondPart,
    goOn: secondPart,
  },
];

export function scenarioOf(name: string): Scenario {
  const found = scenarios.find((one) => one.name === name);
  if (!found) throw new Error(`no such scenario: ${name}; known: ${scenarios.map((one) => one.name).join(', ')}`);
  return found;
}
