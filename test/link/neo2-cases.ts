/** The transaction table of the NEO 2 family, with every fault its simulator knows. */
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

type Row = Case<Neo2Behaviour, Neo2Step>;
type Neo2Harness = Harness<Neo2Behaviour, Neo2Step>;

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
  /** Leaves the stripe to its host when a chip cannot be read. */
  'host-fallback': { fallbackDrivenBy: 'host' },
  /** No display, no PIN pad. */
  plain: { model: 'VP3350' },
  /** Does not say when it has taken a command. */
  quiet: { knowsFirstResponses: false },
  /** A cancelled command also gets its own last answer. */
  chatty: { answersCancelledCommand: true },
};

export const neo2Kit: Kit<Neo2Behaviour, Neo2Step> = {
  family: 'neo2',
  start: (serial, variant) =>
    startSimulator({
      family: 'neo2',
      carrier: { serial },
      terminal: { pace, cards: deck, ...variants[variant] },
    }),
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
const cancelSteps = [
  waiting, reading, choosing, started, verifying, pin, online, { ...completing, isTooLate: true },
]; // oxfmt-ignore

const always = { times: Infinity };
const everyKind = ['answer', 'taken', 'prompt', 'event'] as const;

const cancelling = async (sale: Sale): Promise<void> => {
  expect(await sale.transaction.cancel()).toBe('asked');
};

const survives = (name: string, behaviours: () => Neo2Behaviour[]): Row[] => [
  { name: `a chip sale survives: ${name}`, faults: behaviours, play: common.payByChip, ends: 'finished approved' },
  { name: `a choice and a PIN survive: ${name}`, card: 'two-and-pin', faults: behaviours, play: common.payByChip, ends: 'finished approved' },
  { name: `a fallback survives: ${name}`, variant: 'host-fallback', faults: () => [...behaviours(), shared.chipUnreadable()], ends: 'finished approved',
    async play(sale, harness) {
      await harness.hand('insert');
      await sale.reaches('prompt swipe-card');
      harness.tidy();
      await harness.hand('swipe');
    } },
  { name: `a cancel survives: ${name}`, faults: behaviours, play: cancelling, ends: 'finished cancelled by host' },
]; // oxfmt-ignore

/** The bank's answer does not get through: the host stops the payment. */
async function cancelWhenRefused(sale: Sale, harness: Neo2Harness): Promise<void> {
  await harness.hand('insert');
  while (sale.answered === undefined) await new Promise((resolve) => setTimeout(resolve, 4));
  await sale.transaction.cancel();
  await harness.serve(sale);
}

/** A refusal of 60-12, and not of 60-11 before it. */
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
  { name: 'a card taken away too soon, then tapped again', faults: () => [faults.unreadable('torn-tap')], ends: 'finished approved', tells: ['prompt tap-again', 'online contactless'],
    async play(sale, harness) {
      await harness.hand('tap');
      await sale.reaches('prompt tap-again');
      await harness.hand('tap');
    } },
  { name: 'a card that cannot be tapped at all', faults: () => [faults.unreadable('torn-tap', Infinity)], ends: 'finished failed: the card could not be read',
    async play(sale, harness) {
      while (!sale.isFinished) {
        harness.simulated.gesture('tap');
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
    } },
  { name: 'no PIN pad: a card that wants a PIN goes on without', variant: 'plain', card: 'pin', play: common.payByChip, ends: 'finished approved' },
  { name: 'no display: choice on our screen', variant: 'plain', card: 'two', play: common.payByChip, ends: 'finished approved', tells: ['prompt choose-application'] },
  ...(['quiet', 'chatty'] as const).flatMap((variant): Row[] => [
    { name: `chip on a ${variant} reader`, variant, play: common.payByChip, ends: 'finished approved' },
    { name: `choice and PIN on a ${variant} reader`, variant, card: 'two-and-pin', play: common.payByChip, ends: 'finished approved' },
    { name: `cancel on a ${variant} reader`, variant, play: cancelling, ends: 'finished cancelled by host' },
  ]),
  ...common.cancelCases<Neo2Behaviour, Neo2Step>(cancelSteps),
  ...common.cancelCases<Neo2Behaviour, Neo2Step>(cancelSteps.map((way) => ({ ...way, variant: 'chatty' }))).map((row) => ({ ...row, name: `${row.name}, on a chatty reader` })),
  ...common.pulledCardCases(shared, cardSteps),
  { name: 'the card is pulled while the bank is asked', faults: () => [faults.cardRemovedEarly('online')], play: common.payByChip, ends: /^finished failed/ },
  ...common.rebootCases(shared, steps),
  ...common.unplugCases(shared, steps),
  ...survives('line noise before every frame', () => everyKind.map((kind) => faults.garbageBeforeReply({ ...always, kind }))),
  ...survives('every answer twice', () => [faults.duplicateReply(always)]),
  ...survives('every "taken" twice', () => [faults.duplicateReply({ ...always, kind: 'taken' })]),
  ...survives('every event twice', () => [faults.duplicateReply({ ...always, kind: 'event' })]),
  ...survives('answers nobody asked for', () => [faults.unmatchedFrame(encodeNeo2Response(code.ping, status.ok), always), faults.unmatchedFrame(encodeNeo2Response(code.battery, status.failed), { ...always, kind: 'taken' })]),
  { name: 'the start is refused: not allowed', faults: () => [faults.refuse(status.notAllowed, { to: [code.transaction] })], refusedWith: /^TERM_(BUSY|REFUSED)$/ },
  { name: 'the start is refused: bad parameter', faults: () => [faults.refuse(status.badParameter, { to: [code.transaction] })], refusedWith: /^TERM_REFUSED$/ },
  { name: 'the start is refused: NAK', faults: () => [faults.refuse(status.failed, { to: [code.transaction] })], refusedWith: /^TERM_REFUSED$/ },
  { name: 'the chip’s next step is refused', faults: () => [faults.refuse(status.badParameter, { to: [code.contact] })], play: common.payByChip, ends: /^finished failed/ },
  { name: 'the bank’s answer is refused', faults: () => [refuseBankAnswer(status.badParameter)], play: cancelWhenRefused, ends: 'finished cancelled by host', answered: /^TERM_REFUSED$/ },
  { name: 'the cancel is refused, and the sale goes on', faults: () => [faults.refuse(status.badParameter, { to: [code.cancel] })], ends: 'finished approved',
    async play(sale, harness) {
      expect(await codeOf(sale.transaction.cancel())).toBe('TERM_REFUSED');
      await common.payByChip(sale, harness);
    } },
  { name: 'the second start of a fallback is refused', variant: 'host-fallback', ends: /^finished failed/,
    async play(sale, harness) {
      const off = [shared.chipUnreadable(), faults.refuse(status.badParameter, { to: [code.transaction] })].map((one) => harness.simulated.addBehaviour(one));
      await harness.hand('insert');
      await sale.reaches(/^finished/);
      for (const one of off) one();
    } },
  { name: 'low battery', faults: () => [faults.lowBattery(4)], refusedWith: /^TERM_REFUSED$/,
    async mend(harness) {
      expect(await harness.terminal.health()).toMatchObject({ batteryPercent: 4 });
      controlsOf(harness).sense({ batteryPercent: 80 });
    } },
  { name: 'tampered: the reader is no longer activated', refusedWith: /^TERM_(BUSY|REFUSED)$/,
    faults: () => [{ name: 'tampered', onRequest: (_command, controls) => { controls.sense({ isActivated: false }); return undefined; } }],
    async mend(harness) {
      expect(await harness.terminal.health()).toMatchObject({ isOperational: false });
      controlsOf(harness).sense({ isActivated: true });
    } },
  ...([
    ['half a word that the start was taken', { to: [code.transaction], kind: 'taken' }, undefined],
    ['half of the card data', { to: [code.transaction] }, common.payByChip],
    ['half of the chip’s answer', { to: [code.contact] }, common.payByChip],
    ['half a prompt', { kind: 'prompt' }, common.payByChip],
    ['half a reply to a cancel', { to: [code.cancel] }, async (sale: Sale) => void (await sale.transaction.cancel().catch(() => undefined))],
  ] as const).map(([what, aim, play]): Row => ({
    name: `${what}, then unplugged`,
    ...(play
      ? { play: async (sale, harness) => {
          harness.simulated.addBehaviour(faults.halfReplyThenUnplug(aim));
          await play(sale, harness);
        }, ends: 'finished lost LINK_LOST' }
      : { faults: () => [faults.halfReplyThenUnplug(aim)], refusedWith: /^LINK_LOST$/ }),
    loses: true,
  })),
]; // oxfmt-ignore

/** A command that is given up leaves an outstanding reply: the next one waits until that can no longer come (long-running-session.ts). */
const leavesOutstanding = ({ loses, ends }: Row): boolean => loses === true || ends === 'finished cancelled by host';

/** Rows that wait for nothing longer than a card. */
export const neo2Rows: readonly Row[] = rows.filter((row) => !leavesOutstanding(row));

function controlsOf(harness: Neo2Harness) {
  const { controls } = harness.simulated;
  if (!('sense' in controls)) throw new Error('no controls');
  return controls as Parameters<NonNullable<Neo2Behaviour['onStep']>>[1];
}

type Kind = { kind?: 'answer' | 'taken' };
const LATE_MS = 5_000;
/** Replies that do not come, or not so that they can be believed. */
const lost = (to: number, kind: Kind = {}): (readonly [string, () => Neo2Behaviour])[] => [
  ['is lost', () => faults.silentReply({ to: [to], ...kind })],
  ['comes too late', () => faults.lateReply(LATE_MS, { to: [to], ...kind })],
  ['names another command', () => faults.wrongReference({ to: [to], ...kind })],
  ['is damaged', () => faults.corruptReply({ to: [to], ...kind })],
  ['announces more than comes', () => faults.overlongReply({ to: [to], ...kind })],
];

/** Rows that wait for time-outs or outstanding replies, the longest first. */
export const neo2PatientRows: readonly Row[] = [
  { name: 'the reader falls silent with the bank’s answer', ends: /^finished lost TERM_SILENT/, withinMs: 55_000,
    async play(sale, harness) {
      const there = harness.reaches('completing');
      await harness.hand('insert');
      await there;
      const speak = harness.simulated.addBehaviour(faults.mute());
      await sale.reaches(/^finished/, 50_000);
      speak();
    } },
  { name: 'the reader falls silent before the card is read', cardTimeoutMs: 1_000, ends: /^finished (lost TERM_SILENT|timed-out)/, withinMs: 50_000,
    async play(sale, harness) {
      const speak = harness.simulated.addBehaviour(faults.mute());
      await sale.reaches(/^finished/, 45_000);
      speak();
    } },
  { name: 'the bank’s answer is not heard', play: common.payByChip, ends: /^finished failed/, withinMs: 55_000,
    faults: () => [{ name: 'deaf-to-answer', onRequest: ({ command, subcommand }) => (command === code.contact && subcommand === 0x12 ? 'swallow' : undefined) }] },
  { name: 'the chip’s next step is not heard', faults: () => [faults.deaf({ to: [code.contact] })], play: common.payByChip, ends: /^finished failed/ },
  ...lost(code.transaction).map(([how, fault]): Row => ({ name: `the card data ${how}`, cardTimeoutMs: 1_000, ends: how === 'comes too late' ? 'finished approved' : /^finished (failed|timed-out)/, withinMs: 50_000,
    async play(sale, harness) {
      const off = harness.simulated.addBehaviour(fault());
      await harness.hand('swipe');
      await sale.reaches(/^finished/, 45_000);
      off();
    } })),
  ...lost(code.contact).map(([how, fault]): Row => ({ name: `the chip’s completion ${how}`, ends: 'finished approved', withinMs: 55_000,
    async play(sale, harness) {
      const there = harness.reaches('completing');
      await harness.hand('insert');
      await there;
      const off = harness.simulated.addBehaviour(fault());
      await sale.reaches(/^finished/, 50_000);
      off();
    } })),
  ...lost(code.transaction, { kind: 'taken' }).map(([how, fault]): Row => ({ name: `the word that the start was taken ${how}`, faults: () => [fault()], refusedWith: /^TERM_SILENT$/ })),
  { name: 'the start is not heard', faults: () => [faults.deaf({ to: [code.transaction] })], refusedWith: /^TERM_SILENT$/ },
  ...lost(code.cancel).map(([how, fault]): Row => ({ name: `the reply to a cancel ${how}`, faults: () => [fault()], play: cancelling, ends: 'finished cancelled by host' })),
  { name: 'a cancel is not heard', faults: () => [faults.deaf({ to: [code.cancel] })], play: cancelling, ends: 'finished cancelled by host' },
  ...lost(code.ping).map(([how, fault]): Row => ({ name: `the reply to a ping ${how}`, ends: 'finished approved', play: common.payByChip,
    async mend(harness) {
      const off = harness.simulated.addBehaviour(fault());
      await harness.terminal.ping();
      off();
    } })),
  ...rows.filter(leavesOutstanding),
]; // oxfmt-ignore
