/**
 * Payments during which the host is killed. Each scenario drives the till as a cashier, a customer and a manager do,
 * and also says what these people do after the restart (press the button again), so that every end is realistic.
 */
import { payingFamilies } from '../../native/index.ts';
import {
  CARD_WITHIN_MS,
  asked,
  becomes,
  begin,
  cancelledBy,
  captureAgain,
  captureHold,
  captured,
  ended,
  held,
  manager,
  noLongerHeld,
  paidBefore,
  pressed,
  releaseHold,
  reverse,
  routes,
  sale,
  slowAnswer,
  stepReached,
  takenElsewhere,
  usualGesture,
  type Scenario,
} from './steps.ts';

const all = routes;
const cable = payingFamilies;
/** Families whose readers have a key to cancel with: those of the third family take only a chip, and have no keys. */
const withKeys = cable.filter((family) => family !== 'magnesafe');
const cloud = ['cloud'] as const;
const mainRoutes = ['mms', 'cloud'] as const;

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
      await becomes(stage, 'captured');
    },
    goOn: captureAgain,
  },
  {
    name: 'hold-taken-elsewhere',
    outcome: 'elsewhere',
    routes: mainRoutes,
    card: 'approve',
    amountMinor: 2000,
    prepare: held,
    run: async (stage) => {
      await takenElsewhere(stage);
      await pressed(captureHold(stage));
      await becomes(stage, 'captured');
    },
    goOn: captureAgain,
  },
  {
    name: 'hold-taken-while-away',
    outcome: 'elsewhere',
    routes: mainRoutes,
    card: 'approve',
    amountMinor: 2000,
    prepare: held,
    run: async (stage) => {
      await captureHold(stage);
      await becomes(stage, 'captured');
    },
    whileAway: takenElsewhere,
    goOn: captureAgain,
  },
  {
    name: 'hold-released-when-taken',
    outcome: 'elsewhere',
    routes: mainRoutes,
    card: 'approve',
    amountMinor: 2000,
    prepare: held,
    run: async (stage) => {
      await takenElsewhere(stage);
      await pressed(releaseHold(stage));
      await becomes(stage, 'captured');
    },
    goOn: async (stage, view) => {
      if (view.state === 'authorized') await pressed(releaseHold(stage));
      await noLongerHeld(stage);
    },
  },
  {
    name: 'hold-taken-unasked',
    outcome: 'elsewhere',
    routes: mainRoutes,
    card: 'approve',
    amountMinor: 2000,
    run: held,
    whileAway: takenElsewhere,
    goOn: async ({ life, id }, view) => {
      if (view.state === 'authorized') await life.ask((client) => client.payment.poll());
      await life.until(id, ({ state }) => state !== 'authorized', CARD_WITHIN_MS);
    },
    about: /^(terminal-finished|authorization|found)\/after/,
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
      await becomes(stage, 'released');
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
