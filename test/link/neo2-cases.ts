/** The transaction table of the NEO 2 family, with every fault of its simulator. */
import { expect } from 'vitest';
import { code, status } from '../../native/families/neo2/codec/codes.ts';
import { encodeNeo2Response } from '../../native/framing/neo2-frame.ts';
import {
  neo2Faults as faults,
  startSimulator,
  type Neo2Behaviour,
  type Neo2Step,
  type Neo2TerminalOptions,
} from '../../native/simulator/index.ts';
import { codeOf } from '../unit/native/support.ts';
import { deck, type Harness, type Kit, type Sale } from './harness.ts';
import type { Case } from './cases.ts';
import * as common from './common-cases.ts';
import { until } from '../waiting.ts';

type Row = Case<Neo2Behaviour, Neo2Step>;
type Neo2Harness = Harness<Neo2Behaviour, Neo2Step>;
const { approved, cancelled, ending, failed, refusedWith, under, planted } = common.rowsOf<Neo2Behaviour, Neo2Step>();

const pace = {
  readMs: { chip: 60, contactless: 20, swipe: 20 },
  verifyMs: 60,
  completeMs: 80,
  removeWaitMs: 45_000,
  resultMs: 20,
  restartDelayMs: 20,
  bootMs: 80,
};

const variants: Readonly<Record<string, Neo2TerminalOptions>> = {
  '': {},
  /** Leaves the stripe to its host when a chip is unreadable. */
  'host-fallback': { fallbackDrivenBy: 'host' },
  /** Lacks a display and a PIN pad. */
  plain: { model: 'VP3350' },
  /** Sends the amount in clear only on request. */
  reserved: { clearOutput: 'when-asked' },
  /** Never sends the amount in clear, and refuses that request. */
  mute: { clearOutput: 'never', knowsOutputTags: false },
  /** Does not confirm accepted commands. */
  quiet: { knowsFirstResponses: false },
  /** Sends a final answer for a cancelled command, in addition to the answer to the cancel. */
  chatty: { answersCancelledCommand: true },
};

export const neo2Kit: Kit<Neo2Behaviour, Neo2Step> = {
  family: 'neo2',
  start: (serial, variant) =>
    startSimulator({ family: 'neo2', carrier: { serial }, terminal: { pace, cards: deck, ...variants[variant] } }),
  watch: (onStep) => ({ name: 'watch', onStep }),
};

const shared: common.CommonFaults<Neo2Behaviour, Neo2Step> = {
  cardDeclines: () => faults.cardDeclines(),
  chipUnreadable: () => faults.unreadable('chip-unreadable'),
  stripeUnreadable: () => faults.unreadable('stripe-unreadable'),
  twoCards: () => faults.unreadable('two-cards'),
  cardRemovedAt: (step) => faults.cardRemovedEarly(step),
  rebootAt: (step) => faults.rebootAt(step),
  unplugAt: (step) => faults.unplugAt(step),
};

const waiting = { step: 'waiting-card' } as const;
const reading = { step: 'reading' } as const;
const choosing = { step: 'choosing-application', card: 'two' } as const;
const started = { step: 'started' } as const;
const verifying = { step: 'verifying' } as const;
const pin = { step: 'entering-pin', card: 'pin' } as const;
const online = { step: 'online', isBankSilent: true } as const;
const completing = { step: 'completing' } as const;
const steps = [waiting, reading, choosing, started, verifying, pin, online, completing];
const cardSteps = [reading, choosing, started, verifying, pin, completing];
const cancelSteps = [waiting, reading, choosing, started, verifying, pin, online, { ...completing, isTooLate: true }];

const always = { times: Infinity };
const everyKind = ['answer', 'taken', 'prompt', 'event'] as const;

const cancelling = async (sale: Sale): Promise<void> => {
  expect(await sale.transaction.cancel()).toBe('asked');
};

const survives = (name: string, behaviours: () => Neo2Behaviour[]): Row[] => [
  approved(`a chip sale survives: ${name}`, { faults: behaviours }, common.payByChip),
  approved(`a choice and a PIN survive: ${name}`, { faults: behaviours, card: 'two-and-pin' }, common.payByChip),
  approved(
    `a fallback survives: ${name}`,
    { faults: () => [...behaviours(), shared.chipUnreadable()], variant: 'host-fallback' },
    common.doing('insert', 'prompt swipe-card', 'tidy', 'swipe'),
  ),
  cancelled(`a cancel survives: ${name}`, { faults: behaviours }, cancelling),
];

/** The bank's answer does not get through: the host stops the payment. */
async function cancelWhenRefused(sale: Sale, harness: Neo2Harness): Promise<void> {
  await harness.hand('insert');
  await until(() => sale.answered !== undefined, 'what became of the answer');
  await sale.transaction.cancel();
  await harness.serve(sale);
}

/** Refuses 60-12, but not 60-11 before it. */
function refuseBankAnswer(value: number): Neo2Behaviour {
  let asked = 0;
  return {
    name: 'refuse-bank-answer',
    onRequest: ({ command, subcommand }) =>
      command === code.contact && subcommand === 0x12 && asked++ === 0 ? value : undefined,
  };
}

const rows: readonly Row[] = [
  ...common.saleCases(shared),
  ...common.fallbackCases(shared, { device: '', host: 'host-fallback' }),
  ...common.choiceCases<Neo2Behaviour, Neo2Step>(''),
  approved('a chip of a reader that names its amount when asked', { variant: 'reserved' }, common.payByChip),
  approved('a chip of a reader that never names its amount', { variant: 'mute' }, common.payByChip),
  approved(
    'a card taken away too soon, then tapped again',
    { ...under(faults.unreadable, 'torn-tap'), tells: ['prompt tap-again', 'online contactless'] },
    common.doing('tap', 'prompt tap-again', 'tap'),
  ),
  ending(
    'a card that cannot be tapped at all',
    'finished failed: the card could not be read',
    under(faults.unreadable, 'torn-tap', Infinity),
    async (sale, harness) => {
      await until(() => {
        if (!sale.isFinished) harness.simulated.gesture('tap');
        return sale.isFinished;
      }, 'the end of the sale');
    },
  ),
  approved('no PIN pad: a card that wants a PIN goes on without', { variant: 'plain', card: 'pin' }, common.payByChip),
  approved(
    'no display: choice on our screen',
    { variant: 'plain', card: 'two', tells: ['prompt choose-application'] },
    common.payByChip,
  ),
  ...(['quiet', 'chatty'] as const).flatMap((variant): Row[] => [
    approved(`chip on a ${variant} reader`, { variant }, common.payByChip),
    approved(`choice and PIN on a ${variant} reader`, { variant, card: 'two-and-pin' }, common.payByChip),
    cancelled(`cancel on a ${variant} reader`, { variant }, cancelling),
  ]),
  ...common.cancelCases<Neo2Behaviour, Neo2Step>(cancelSteps),
  ...common
    .cancelCases<Neo2Behaviour, Neo2Step>(cancelSteps.map((way) => ({ ...way, variant: 'chatty' })))
    .map((row) => ({ ...row, name: `${row.name}, on a chatty reader` })),
  ...common.pulledCardCases(shared, cardSteps),
  failed('the card is pulled while the bank is asked', under(faults.cardRemovedEarly, 'online'), common.payByChip),
  ...common.rebootCases(shared, steps),
  ...common.unplugCases(shared, steps),
  ...survives('line noise before every frame', () =>
    everyKind.map((kind) => faults.garbageBeforeReply({ ...always, kind })),
  ),
  ...survives('every answer twice', () => [faults.duplicateReply(always)]),
  ...survives('every "taken" twice', () => [faults.duplicateReply({ ...always, kind: 'taken' })]),
  ...survives('every event twice', () => [faults.duplicateReply({ ...always, kind: 'event' })]),
  ...survives('answers nobody asked for', () => [
    faults.unmatchedFrame(encodeNeo2Response(code.ping, status.ok), always),
    faults.unmatchedFrame(encodeNeo2Response(code.battery, status.failed), { ...always, kind: 'taken' }),
  ]),
  refusedWith(
    'the start is refused: not allowed',
    /^TERM_(BUSY|REFUSED)$/,
    under(faults.refuse, status.notAllowed, { to: [code.transaction] }),
  ),
  refusedWith(
    'the start is refused: bad parameter',
    /^TERM_REFUSED$/,
    under(faults.refuse, status.badParameter, { to: [code.transaction], times: 2 }),
  ),
  refusedWith(
    'the start is refused: NAK',
    /^TERM_REFUSED$/,
    under(faults.refuse, status.failed, { to: [code.transaction] }),
  ),
  failed(
    'the chip’s next step is refused',
    under(faults.refuse, status.badParameter, { to: [code.contact] }),
    common.payByChip,
  ),
  cancelled(
    'the bank’s answer is refused',
    { ...under(refuseBankAnswer, status.badParameter), answered: /^TERM_REFUSED$/ },
    cancelWhenRefused,
  ),
  approved(
    'the cancel is refused, and the sale goes on',
    under(faults.refuse, status.badParameter, { to: [code.cancel] }),
    async (sale, harness) => {
      expect(await codeOf(sale.transaction.cancel())).toBe('TERM_REFUSED');
      await common.payByChip(sale, harness);
    },
  ),
  failed('the second start of a fallback is refused', { variant: 'host-fallback' }, async (sale, harness) => {
    const off = planted(
      harness,
      shared.chipUnreadable(),
      faults.refuse(status.badParameter, { to: [code.transaction] }),
    );
    await harness.hand('insert');
    await sale.reaches(/^finished/);
    off();
  }),
  refusedWith('low battery', /^TERM_REFUSED$/, {
    ...under(faults.lowBattery, 4),
    async mend(harness) {
      expect(await harness.terminal.health()).toMatchObject({ batteryPercent: 4 });
      controlsOf(harness).sense({ batteryPercent: 80 });
    },
  }),
  refusedWith('tampered: the reader is no longer activated', /^TERM_(BUSY|REFUSED)$/, {
    faults: () => [
      {
        name: 'tampered',
        onRequest: (_command, controls) => {
          controls.sense({ isActivated: false });
          return undefined;
        },
      },
    ],
    async mend(harness) {
      expect(await harness.terminal.health()).toMatchObject({ isOperational: false });
      controlsOf(harness).sense({ isActivated: true });
    },
  }),
  ...(
    [
      ['half a word that the start was taken', { to: [code.transaction], kind: 'taken' }, undefined],
      ['half of the card data', { to: [code.transaction] }, common.payByChip],
      ['half of the chip’s answer', { to: [code.contact] }, common.payByChip],
      ['half a prompt', { kind: 'prompt' }, common.payByChip],
      [
        'half a reply to a cancel',
        { to: [code.cancel] },
        async (sale: Sale) => void (await sale.transaction.cancel().catch(() => undefined)),
      ],
    ] as const
  ).map(([what, aim, play]): Row => ({
    name: `${what}, then unplugged`,
    ...(play
      ? {
          play: async (sale, harness) => {
            harness.simulated.addBehaviour(faults.halfReplyThenUnplug(aim));
            await play(sale, harness);
          },
          ends: 'finished lost LINK_LOST',
        }
      : { faults: () => [faults.halfReplyThenUnplug(aim)], refusedWith: /^LINK_LOST$/ }),
    loses: true,
  })),
];

/**
 * An abandoned command leaves an outstanding reply: the next command waits until that reply can no longer arrive
 * (long-running-session.ts).
 */
const leavesOutstanding = ({ loses, ends }: Row): boolean => loses === true || ends === 'finished cancelled by host';

/** Rows that wait no longer than for a card. */
export const neo2Rows: readonly Row[] = rows.filter((row) => !leavesOutstanding(row));

function controlsOf(harness: Neo2Harness) {
  const { controls } = harness.simulated;
  if (!('sense' in controls)) throw new Error('no controls');
  return controls as Parameters<NonNullable<Neo2Behaviour['onStep']>>[1];
}

type Kind = { kind?: 'answer' | 'taken' };
const LATE_MS = 5_000;
const TOO_LATE = 'comes too late';
/** Replies that are missing or invalid. */
const lost = (to: number, kind: Kind = {}): (readonly [string, () => Neo2Behaviour])[] => [
  ['is lost', () => faults.silentReply({ to: [to], ...kind })],
  [TOO_LATE, () => faults.lateReply(LATE_MS, { to: [to], ...kind })],
  ['names another command', () => faults.wrongReference({ to: [to], ...kind })],
  ['is damaged', () => faults.corruptReply({ to: [to], ...kind })],
  ['announces more than comes', () => faults.overlongReply({ to: [to], ...kind })],
];

/** Rows that wait for timeouts or outstanding replies, the longest first. */
export const neo2PatientRows: readonly Row[] = [
  ending(
    'the reader falls silent with the bank’s answer',
    /^finished lost TERM_SILENT/,
    { withinMs: 55_000 },
    async (sale, harness) => {
      const there = harness.reaches('completing');
      await harness.hand('insert');
      await there;
      const speak = harness.simulated.addBehaviour(faults.mute());
      await sale.reaches(/^finished/, 50_000);
      speak();
    },
  ),
  ending(
    'the reader falls silent before the card is read',
    /^finished (lost TERM_SILENT|timed-out)/,
    { cardTimeoutMs: 1_000, withinMs: 50_000 },
    async (sale, harness) => {
      const speak = harness.simulated.addBehaviour(faults.mute());
      await sale.reaches(/^finished/, 45_000);
      speak();
    },
  ),
  failed(
    'the bank’s answer is not heard',
    {
      faults: () => [
        {
          name: 'deaf-to-answer',
          onRequest: ({ command, subcommand }) =>
            command === code.contact && subcommand === 0x12 ? 'swallow' : undefined,
        },
      ],
      withinMs: 55_000,
    },
    common.payByChip,
  ),
  failed('the chip’s next step is not heard', under(faults.deaf, { to: [code.contact] }), common.payByChip),
  ...lost(code.transaction).map(([how, fault]): Row =>
    ending(
      `the card data ${how}`,
      how === TOO_LATE ? 'finished approved' : /^finished (failed|timed-out)/,
      { cardTimeoutMs: 1_000, withinMs: 50_000 },
      async (sale, harness) => {
        const off = harness.simulated.addBehaviour(fault());
        await harness.hand('swipe');
        await sale.reaches(/^finished/, 45_000);
        off();
      },
    ),
  ),
  ...lost(code.contact).map(([how, fault]): Row =>
    approved(`the chip’s completion ${how}`, { withinMs: 55_000 }, async (sale, harness) => {
      const there = harness.reaches('completing');
      await harness.hand('insert');
      await there;
      const off = harness.simulated.addBehaviour(fault());
      await sale.reaches(/^finished/, 50_000);
      off();
    }),
  ),
  ...lost(code.transaction, { kind: 'taken' })
    .filter(([how]) => how !== TOO_LATE)
    .map(([how, fault]): Row => refusedWith(`the word that the start was taken ${how}`, /^TERM_SILENT$/, under(fault))),
  common.startAnsweredTooLate(`the word that the start was taken ${TOO_LATE}`, (until) =>
    faults.heldReply(until, { to: [code.transaction], kind: 'taken' }),
  ),
  refusedWith('the start is not heard', /^TERM_SILENT$/, under(faults.deaf, { to: [code.transaction] })),
  ...lost(code.cancel).map(([how, fault]): Row => cancelled(`the reply to a cancel ${how}`, under(fault), cancelling)),
  cancelled('a cancel is not heard', under(faults.deaf, { to: [code.cancel] }), cancelling),
  ...lost(code.ping).map(([how, fault]): Row =>
    approved(
      `the reply to a ping ${how}`,
      {
        async mend(harness) {
          const off = harness.simulated.addBehaviour(fault());
          await harness.terminal.ping();
          off();
        },
      },
      common.payByChip,
    ),
  ),
  ...rows.filter(leavesOutstanding),
];
