/** The transaction table of the MMS family, with every fault of its simulator. */
import { expect } from 'vitest';
import { setProperty } from '../../native/families/mms/codec/commands.ts';
import { mmsCommand, mmsNotification } from '../../native/families/mms/codec/tags.ts';
import { encodeSlip, slipInfo } from '../../native/framing/slip.ts';
import {
  mmsFaults as faults,
  mmsRefusal,
  startSimulator,
  type Behaviour,
  type MmsTerminalOptions,
  type TransactionStep,
} from '../../native/simulator/index.ts';
import { codeOf } from '../unit/native/support.ts';
import { deck, type Harness, type Kit, type Sale } from './harness.ts';
import type { Case } from './cases.ts';
import * as common from './common-cases.ts';
import { until } from '../waiting.ts';

type Row = Case<Behaviour, TransactionStep>;
type MmsHarness = Harness<Behaviour, TransactionStep>;
const { approved, cancelled, ending, refusedWith, under, planted } = common.rowsOf<Behaviour, TransactionStep>();

const pace = {
  readMs: { chip: 60, contactless: 20, swipe: 20 },
  completeMs: 80,
  removeWaitMs: 45_000,
  resultMs: 20,
  resetDelayMs: 20,
  bootMs: 80,
};

/**
 * `go` has no display and leaves choices and texts to its host; with `fallback` a terminal itself asks for the stripe.
 */
const variants: Readonly<Record<string, MmsTerminalOptions>> = {
  '': {},
  fallback: {},
  go: { model: 'DynaFlex II Go' },
  'go-fallback': { model: 'DynaFlex II Go' },
};

export const mmsKit: Kit<Behaviour, TransactionStep> = {
  family: 'mms',
  async start(serial, variant) {
    const simulator = await startSimulator({
      family: 'mms',
      carrier: { serial },
      terminal: { pace, cards: deck, ...variants[variant] },
    });
    if (variant.endsWith('fallback')) {
      // The terminal was set up like this before the till connects to it.
      const property = { name: '1.2.1.1.1.1', form: 'simple', hasObjectIdentifier: false } as const;
      const message = setProperty(1, { ...property, value: Uint8Array.of(0x01) });
      simulator.terminal.receive(encodeSlip(slipInfo.toDevice, message));
    }
    return simulator;
  },
  watch: (onStep) => ({ name: 'watch', onStep }),
};

const shared: common.CommonFaults<Behaviour, TransactionStep> = {
  cardDeclines: () => faults.cardDeclines(),
  chipUnreadable: () => faults.unreadable('chip-unreadable'),
  stripeUnreadable: () => faults.unreadable('stripe-unreadable'),
  twoCards: () => faults.unreadable('two-cards'),
  cardRemovedAt: (step) =>
    step === 'reading' || step === 'online' || step === 'completing'
      ? faults.cardRemovedEarly(step)
      : atStep(step, (controls) => controls.removeCard()),
  rebootAt: (step) => faults.rebootAt(step),
  unplugAt: (step) => faults.unplugAt(step),
};

/** The simulator's own fault supports three steps; a customer can act at every step. */
function atStep(at: TransactionStep, task: (controls: { removeCard(): void }) => void): Behaviour {
  let isDone = false;
  return {
    name: 'at-step',
    onStep(step, controls) {
      if (step !== at || isDone) return;
      isDone = true;
      task(controls);
    },
  };
}

const waiting = { step: 'waiting-card' } as const;
const reading = { step: 'reading' } as const;
const choosing = { step: 'choosing-application', variant: 'go', card: 'two' } as const;
const pin = { step: 'entering-pin', card: 'pin' } as const;
const online = { step: 'online', isBankSilent: true } as const;
const completing = { step: 'completing' } as const;
const removing = { step: 'removing' } as const;

const { startTransaction, resumeTransaction, cancelTransaction, cardholderChoice } = mmsCommand;
const always = { times: Infinity };

/** The bank's answer does not get through: the host stops the payment. */
async function cancelWhenRefused(sale: Sale, harness: MmsHarness): Promise<void> {
  await harness.hand('insert');
  await sale.reaches('online chip');
  await sale.ended(1).catch(() => undefined);
  await until(() => sale.answered !== undefined, 'what became of the answer');
  await sale.transaction.cancel();
  await harness.serve(sale);
}

const cancelling = async (sale: Sale): Promise<void> => {
  expect(await sale.transaction.cancel()).toBe('asked');
};

/** Chooses an application, and chooses again if the answer did not get through. */
async function chooseTwice(sale: Sale, harness: MmsHarness, givenUp = (): void => undefined): Promise<void> {
  await harness.hand('insert');
  await sale.reaches('prompt choose-application');
  const first = await codeOf(sale.transaction.choose?.(1) ?? Promise.resolve());
  expect(first).toMatch(/^TERM_(SILENT|REFUSED)$/);
  givenUp();
  await sale.transaction.choose?.(1).catch(() => undefined);
  await harness.serve(sale);
}

const survives = (name: string, fault: () => Behaviour): Row[] => [
  approved(`a chip sale survives: ${name}`, under(fault), common.payByChip),
  approved(`a choice survives: ${name}`, { ...under(fault), variant: 'go', card: 'two' }, common.payByChip),
  approved(
    `a fallback survives: ${name}`,
    { faults: () => [fault(), shared.chipUnreadable()] },
    common.doing('insert', 'prompt swipe-card', 'tidy', 'swipe'),
  ),
  cancelled(`a cancel survives: ${name}`, under(fault), cancelling),
];

const unmatched =
  (status: readonly [number, number, number, number], code: number = mmsNotification.transactionComplete) =>
  () =>
    faults.unmatchedNotification(code, status, { to: [startTransaction, resumeTransaction] });

/** Rows that wait no longer than for a card. */
export const mmsRows: readonly Row[] = [
  ...common.saleCases(shared),
  ...common.fallbackCases(shared, { host: '', device: 'go-fallback' }),
  ...common.choiceCases<Behaviour, TransactionStep>('go'),
  approved(
    'a model with a display asks for the stripe on itself',
    { ...under(shared.chipUnreadable), variant: 'fallback', tells: ['online swipe'] },
    common.doing('insert', 'tidy', 'swipe'),
  ),
  approved('a model with a display lets the cardholder choose on itself', { card: 'two' }, common.payByChip),
  ...common.cancelCases<Behaviour, TransactionStep>([
    waiting,
    reading,
    choosing,
    pin,
    online,
    { ...completing, isTooLate: true },
    { ...removing, isTooLate: true },
  ]),
  ...common.pulledCardCases(shared, [reading, choosing, pin, online, completing]),
  ...common.rebootCases(shared, [waiting, reading, choosing, pin, online, completing, removing]),
  ...common.unplugCases(shared, [waiting, reading, choosing, pin, online, completing, removing]),
  ...survives('line noise before every reply', () => faults.garbageBeforeReply(always)),
  ...survives('every reply twice', () => faults.duplicateReply(always)),
  ...survives('every notification twice', () => faults.duplicateNotification(always)),
  ...survives('a "cancelled by host" nobody asked for', unmatched([0x00, 0x03, 0x01, 0x00])),
  ...survives('an approval before any card', unmatched([0x10, 0x02, 0x06, 0x00])),
  ...survives('a completion before any card', unmatched([0x10, 0x00, 0x00, 0x00])),
  ...survives('news of the device', unmatched([0x00, 0x02, 0x00, 0x40], mmsNotification.deviceInfo)),
  refusedWith(
    'the start is refused: busy',
    /^TERM_BUSY$/,
    under(faults.refuse, mmsRefusal.transactionInProgress, { to: [startTransaction] }),
  ),
  refusedWith(
    'the start is refused: bad parameter',
    /^TERM_REFUSED$/,
    under(faults.refuse, mmsRefusal.badParameter, { to: [startTransaction] }),
  ),
  ending(
    'the second start of a fallback is refused',
    /^finished failed: the chip could not be read; /,
    async (sale, harness) => {
      const off = planted(
        harness,
        shared.chipUnreadable(),
        faults.refuse(mmsRefusal.badParameter, { to: [startTransaction] }),
      );
      await harness.hand('insert');
      await sale.reaches('prompt swipe-card');
      harness.tidy();
      await sale.reaches(/^finished/);
      off();
    },
  ),
  cancelled(
    'the bank’s answer is refused',
    {
      ...under(faults.refuse, mmsRefusal.wrongTransactionState, { to: [resumeTransaction] }),
      answered: /^TERM_REFUSED$/,
    },
    cancelWhenRefused,
  ),
  approved(
    'the cancel is refused, and the sale goes on',
    under(faults.refuse, mmsRefusal.wrongTransactionState, { to: [cancelTransaction] }),
    async (sale, harness) => {
      expect(await codeOf(sale.transaction.cancel())).toBe('TERM_REFUSED');
      await common.payByChip(sale, harness);
    },
  ),
  approved(
    'the choice is refused, then taken',
    { ...under(faults.refuse, mmsRefusal.badParameter, { to: [cardholderChoice] }), variant: 'go', card: 'two' },
    chooseTwice,
  ),
  refusedWith('low battery', /^TERM_REFUSED$/, {
    ...under(faults.lowBattery, 5),
    async mend(harness) {
      expect(await harness.terminal.health()).toMatchObject({ batteryPercent: 5, hasExternalPower: false });
      controlsOf(harness).sense({ batteryPercent: 80, hasExternalPower: true });
    },
  }),
  approved('low battery in the middle of a sale', async (sale, harness) => {
    controlsOf(harness).notify(mmsNotification.deviceInfo, [0x00, 0x02, 0x00, 0x04]);
    await common.payByChip(sale, harness);
    expect(harness.notices).toContainEqual({ type: 'health', health: { batteryPercent: 4 } });
  }),
  refusedWith('tampered', /^TERM_REFUSED$/, {
    ...under(faults.tampered),
    async mend(harness) {
      expect(await harness.terminal.health()).toMatchObject({ isTampered: true, isOperational: false });
      controlsOf(harness).sense({ isTampered: false });
    },
  }),
  ...(
    [
      ['the start', startTransaction, undefined],
      ['the bank’s answer', resumeTransaction, common.payByChip],
      [
        'a cancel',
        cancelTransaction,
        async (sale: Sale) => void (await sale.transaction.cancel().catch(() => undefined)),
      ],
      ['a choice', cardholderChoice, common.payByChip],
    ] as const
  ).map(([what, to, play]): Row => ({
    name: `half a reply to ${what}, then unplugged`,
    ...(to === cardholderChoice ? { variant: 'go', card: 'two' } : {}),
    faults: () => [faults.halfReplyThenUnplug({ to: [to] })],
    ...(play ? { play, ends: 'finished lost LINK_LOST' } : { refusedWith: /^LINK_LOST$/ }),
    loses: true,
  })),
];

function controlsOf(harness: MmsHarness) {
  const { controls } = harness.simulated;
  if (!('sense' in controls) || !('notify' in controls)) throw new Error('no controls');
  return controls as Parameters<NonNullable<Behaviour['onStep']>>[1];
}

const LATE_MS = 5_000;
const TOO_LATE = 'comes too late';
/** Replies that are missing or invalid. */
const lost = (to: number): (readonly [string, () => Behaviour])[] => [
  ['is lost', () => faults.silentReply({ to: [to] })],
  [TOO_LATE, () => faults.lateReply(LATE_MS, { to: [to] })],
  ['names another question', () => faults.wrongReference({ to: [to] })],
  ['is damaged', () => faults.corruptReply({ to: [to] })],
];

/** The reply arrives after the driver has abandoned the choice, however busy the computer is. */
function choiceAnsweredTooLate(): Row {
  let release = (): void => undefined;
  const held = (): Behaviour => {
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    return faults.heldReply(promise, { to: [cardholderChoice] });
  };
  const row = { faults: () => [held()], variant: 'go', card: 'two' } as const;
  return approved(`the reply to a choice ${TOO_LATE}`, row, (sale, harness) =>
    chooseTwice(sale, harness, () => release()),
  );
}

/** Rows that wait for timeouts, the longest first. */
export const mmsPatientRows: readonly Row[] = [
  ending(
    'the terminal falls silent while the bank is asked',
    /^finished lost TERM_SILENT/,
    { cardTimeoutMs: 1_000, withinMs: 50_000 },
    async (sale, harness) => {
      await harness.hand('insert');
      await sale.reaches('online chip');
      const speak = harness.simulated.addBehaviour(faults.mute());
      await sale.reaches(/^finished/, 45_000);
      speak();
    },
  ),
  ...lost(startTransaction)
    .filter(([how]) => how !== TOO_LATE)
    .map(([how, fault]): Row => refusedWith(`the reply to the start ${how}`, /^TERM_SILENT$/, under(fault))),
  common.startAnsweredTooLate(`the reply to the start ${TOO_LATE}`, (until) =>
    faults.heldReply(until, { to: [startTransaction] }),
  ),
  refusedWith('the start is not heard', /^TERM_SILENT$/, under(faults.deaf, { to: [startTransaction] })),
  ...lost(resumeTransaction).map(([how, fault]): Row =>
    approved(`the reply to the bank’s answer ${how}`, { ...under(fault), answered: /^resolved$/ }, common.payByChip),
  ),
  ending(
    'the bank’s answer is not heard',
    /^finished failed: .*bank's answer/,
    { ...under(faults.deaf, { to: [resumeTransaction] }), answered: /^resolved$/, withinMs: 25_000 },
    common.payByChip,
  ),
  ...lost(cancelTransaction).map(([how, fault]): Row =>
    cancelled(`the reply to a cancel ${how}`, under(fault), cancelling),
  ),
  cancelled('a cancel is not heard', under(faults.deaf, { to: [cancelTransaction] }), cancelling),
  ...lost(cardholderChoice)
    .filter(([how]) => how !== TOO_LATE)
    .map(([how, fault]): Row =>
      approved(`the reply to a choice ${how}`, { ...under(fault), variant: 'go', card: 'two' }, chooseTwice),
    ),
  choiceAnsweredTooLate(),
  approved(
    'a choice is not heard',
    { ...under(faults.deaf, { to: [cardholderChoice] }), variant: 'go', card: 'two' },
    chooseTwice,
  ),
  ending(
    'the second start of a fallback is not answered',
    /^finished failed: the chip could not be read; /,
    async (sale, harness) => {
      const off = planted(harness, shared.chipUnreadable(), faults.silentReply({ to: [startTransaction] }));
      await harness.hand('insert');
      await sale.reaches('prompt swipe-card');
      harness.tidy();
      await sale.reaches(/^finished/);
      off();
    },
  ),
  ...lost(mmsCommand.echo).map(([how, fault]): Row =>
    approved(`the reply to a ping ${how}`, under(fault), async (sale, harness) => {
      await harness.terminal.ping();
      await common.payByChip(sale, harness);
    }),
  ),
];
