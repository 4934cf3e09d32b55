/** The transaction table of the MagneSafe family: a module with a serial line, and readers on USB played behind the real HID link. */
import { expect } from 'vitest';
import { connectTerminal } from '../../native/index.ts';
import { linkOverHid } from '../../native/link/hid-link.ts';
import {
  extendedCommand,
  extendedResult,
  notificationId,
  result,
} from '../../native/families/magnesafe/codec/codes.ts';
import {
  createMagnesafeTerminal,
  magnesafeFaults as faults,
  startSimulator,
  type MagnesafeBehaviour,
  type MagnesafeStep,
  type MagnesafeTerminalOptions,
  type TestCard,
} from '../../native/simulator/index.ts';
import { PlayedReader } from '../unit/native/played-reader.ts';
import { codeOf } from '../unit/native/support.ts';
import { deck, type Harness, type Kit, type Sale } from './harness.ts';
import type { Case } from './cases.ts';
import * as common from './common-cases.ts';

type Row = Case<MagnesafeBehaviour, MagnesafeStep>;
type ReaderHarness = Harness<MagnesafeBehaviour, MagnesafeStep>;

const pace = { readMs: { chip: 60, contactless: 20, swipe: 20 }, completeMs: 80, bootMs: 80 };

const PRODUCT = { tDynamo: 0x001c, eDynamo: 0x001e } as const;
const [first] = deck;
if (!first) throw new Error('empty deck');
/** A card without a chip: the stripe of one with a chip is refused. */
const cards: readonly TestCard[] = [...deck, { ...first, id: 'stripe', serviceCode: '101' }];

const usb: Readonly<Record<string, MagnesafeTerminalOptions & { productId: number }>> = {
  usb: { model: 'tDynamo', productId: PRODUCT.tDynamo },
  /** Has no flow of its own for stripes: a swipe ends its transaction. */
  'usb-reports': { model: 'eDynamo', productId: PRODUCT.eDynamo, hasStripeFlow: false },
};
let made = 0;
const devices = new Map<string, PlayedReader>();

export const magnesafeKit: Kit<MagnesafeBehaviour, MagnesafeStep> = {
  family: 'magnesafe',
  async start(serial, variant) {
    const options = usb[variant];
    if (!options) return startSimulator({ family: 'magnesafe', carrier: { serial }, terminal: { pace, cards } });
    made += 1;
    const serialNumber = `USB${made}`;
    const { productId: _, ...terminalOptions } = options;
    const terminal = createMagnesafeTerminal({ pace, cards, link: 'reports', serialNumber, ...terminalOptions });
    return {
      address: `hid:${serialNumber}`,
      controlAddress: null,
      serialNumber,
      model: terminal.model,
      terminal,
      setPluggedIn: async () => undefined,
      close: async () => {
        await devices.get(serialNumber)?.close();
        terminal.close();
      },
    };
  },
  async connect(simulator, variant) {
    const options = usb[variant];
    if (!options) return undefined;
    const device = new PlayedReader(simulator.terminal);
    devices.set(simulator.serialNumber, device);
    simulator.terminal.onUnplug(() => device.pull());
    const link = linkOverHid(device, simulator.address, {
      usb: { vendorId: 0x0801, productId: options.productId },
      featureBytes: 60,
    });
    return connectTerminal(simulator.address, { open: async () => link });
  },
  watch: (onStep) => ({ name: 'watch', onStep }),
};

const shared: common.CommonFaults<MagnesafeBehaviour, MagnesafeStep> = {
  cardDeclines: () => faults.cardDeclines(),
  chipUnreadable: () => faults.unreadable('chip-unreadable', 3),
  stripeUnreadable: () => faults.unreadable('stripe-unreadable'),
  twoCards: () => faults.unreadable('two-cards'),
  cardRemovedAt: (step) => faults.cardRemovedEarly(step),
  rebootAt: (step) => faults.rebootAt(step),
  unplugAt: (step) => faults.unplugAt(step),
};

const insert = (sale: Sale, harness: ReaderHarness): Promise<void> => common.payByChip(sale, harness);
const tap = (_sale: Sale, harness: ReaderHarness) => harness.hand('tap');
const swipe = (_sale: Sale, harness: ReaderHarness) => harness.hand('swipe');

/** A chip that cannot be read is tried three times; each time the card is taken out first. */
async function insertThrice(sale: Sale, harness: ReaderHarness): Promise<void> {
  for (let tries = 1; tries <= 3; tries += 1) {
    await harness.hand('insert');
    if (tries < 3) {
      await sale.reaches('prompt remove-card');
      harness.tidy();
    }
  }
}

const chipFor = (variant: string): Row[] => [
  { name: `chip (${variant || 'serial'})`, variant, play: insert, ends: 'finished approved', answered: /^resolved$/,
    tells: ['prompt present-card', 'card presented chip', 'online chip', 'prompt processing', 'prompt remove-card', 'card removed chip'] },
  { name: `chip, declined by the bank (${variant || 'serial'})`, variant, card: 'no-funds', bank: 'decline', play: insert, ends: 'finished declined' },
  { name: `chip, a part of the amount (${variant || 'serial'})`, variant, card: 'partial', bank: 'partial', play: insert, ends: 'finished approved' },
  { name: `the card declines what the bank approved (${variant || 'serial'})`, variant, faults: () => [faults.cardDeclines()], play: insert, ends: 'finished declined', answered: /^resolved$/ },
  { name: `the card does not believe the bank (${variant || 'serial'})`, variant, bank: 'forged', play: insert, ends: 'finished declined' },
  { name: `no PIN pad: a card that wants a PIN goes on without (${variant || 'serial'})`, variant, card: 'pin', play: insert, ends: 'finished approved' },
]; // oxfmt-ignore

const named = (variant: string, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, variant, name: `${row.name} (${variant || 'serial'})` }));

const ways = (variant: string): common.Way<MagnesafeStep>[] => [
  { step: 'waiting-card', variant },
  { step: 'reading', variant },
  { step: 'choosing-application', variant, card: 'two' },
  { step: 'online', variant, isBankSilent: true },
  { step: 'completing', variant },
];

/** A card in the slot cannot be cancelled before it asks the bank: it is declined then, or taken out. */
const cancelled = (variant: string): Row[] => [
  ...common.cancelCases<MagnesafeBehaviour, MagnesafeStep>([
    { step: 'waiting-card', variant },
    { step: 'reading', variant },
    { step: 'choosing-application', variant, card: 'two' },
    { step: 'online', variant },
    { step: 'completing', variant, isTooLate: true },
  ]),
  { name: 'cancelled with the card in, which is taken out then', variant, bank: 'silent', ends: 'finished cancelled by host',
    async play(sale, harness) {
      const there = harness.reaches('reading');
      await harness.hand('insert');
      await there;
      const answer = sale.transaction.cancel();
      harness.tidy();
      expect(await answer).toMatch(/asked|too-late/);
    } },
]; // oxfmt-ignore

const refused = (variant: string): Row[] => [
  { name: 'no keys', variant, faults: () => [faults.refuse(result.noKeys, { to: [extendedCommand.startTransaction] })], refusedWith: /^TERM_REFUSED$/ },
  { name: 'keys used up', variant, faults: () => [faults.refuse(extendedResult.keysExhausted, { to: [extendedCommand.startTransaction] })], refusedWith: /^TERM_REFUSED$/ },
  { name: 'readers it does not have', variant, faults: () => [faults.refuse(extendedResult.badReaders, { to: [extendedCommand.startTransaction] })], refusedWith: /^TERM_UNSUPPORTED$/ },
  { name: 'a transaction that nobody can stop', variant, faults: () => [faults.refuse(extendedResult.busy, { to: [extendedCommand.startTransaction], times: 2 })], refusedWith: /^TERM_BUSY$/ },
  { name: 'the battery is too low', variant, faults: () => [faults.lowBattery()], refusedWith: /^TERM_REFUSED$/,
    mend: (harness) => harness.simulated.controls.sense({ batteryPercent: 80 }) },
  { name: 'the clock is set once more when it is lost', variant, faults: () => [faults.refuse(extendedResult.badTagList, { to: [extendedCommand.startTransaction] })], play: insert, ends: 'finished approved' },
  { name: 'the start is busy once: what runs is cleared', variant, faults: () => [faults.refuse(extendedResult.busy, { to: [extendedCommand.startTransaction] })], play: insert, ends: 'finished approved' },
]; // oxfmt-ignore

const trouble = (variant: string): Row[] => [
  { name: 'the second packet of the answer is refused', variant, faults: () => [faults.refuse(extendedResult.noTransaction, { to: [extendedCommand.acquirerResponse] })], play: insert, ends: /^finished failed/, answered: /^TERM_REFUSED$/, withinMs: 20_000 },
  { name: 'the reader wants a real MAC', variant, faults: () => [faults.refuse(result.cryptography, { to: [extendedCommand.acquirerResponse] })], play: insert, ends: /^finished/, answered: /^TERM_REFUSED$/, withinMs: 30_000 },
  { name: 'a result that cannot be read is not believed', variant, faults: () => [faults.corruptNotification()], play: insert, ends: "finished failed: the reader's result cannot be read", answered: /^resolved$/ },
  { name: 'card data that cannot be read goes nowhere', variant, faults: () => [faults.corruptNotification({ to: [notificationId.onlineRequest] })], ends: /^finished failed/, withinMs: 20_000,
    async play(sale, harness) {
      await harness.hand('insert');
      await new Promise((resolve) => setTimeout(resolve, 300));
      harness.tidy();
      await sale.reaches(/^finished/, 20_000);
      expect(sale.story.some((one) => one.startsWith('online'))).toBe(false);
    } },
  { name: 'every notification comes twice', variant, faults: () => [faults.duplicateNotification({ times: Infinity })], play: insert, ends: 'finished approved' },
]; // oxfmt-ignore

const serialTrouble: Row[] = [
  { name: 'noise before the answer to the start', faults: () => [faults.garbageBeforeReply({ to: [extendedCommand.startTransaction] })], play: insert, ends: 'finished approved' },
  { name: 'the answer to the start comes twice', faults: () => [faults.duplicateReply({ to: [extendedCommand.startTransaction] })], play: insert, ends: 'finished approved' },
  { name: "the answer to the bank's answer comes twice", faults: () => [faults.duplicateReply({ to: [extendedCommand.acquirerResponse] })], play: insert, ends: 'finished approved' },
]; // oxfmt-ignore

const stripes: Row[] = [
  { name: 'tap', variant: 'usb', play: tap, ends: 'finished approved', tells: ['card presented contactless', 'online contactless'], answered: /^resolved$/ },
  { name: 'tap, declined by the bank', variant: 'usb', card: 'no-funds', bank: 'decline', play: tap, ends: 'finished declined' },
  { name: 'two cards, then one', variant: 'usb', faults: () => [faults.unreadable('two-cards')], ends: 'finished approved', tells: ['prompt one-card-only', 'online contactless'],
    async play(sale, harness) {
      await harness.hand('tap');
      await sale.reaches('prompt one-card-only');
      await harness.hand('tap');
    } },
  { name: 'swipe through the reader’s own flow', variant: 'usb', card: 'stripe', play: swipe, ends: 'finished approved', tells: ['card presented swipe', 'online swipe'], answered: /^resolved$/ },
  { name: 'swipe, declined by the bank', variant: 'usb', card: 'stripe', bank: 'decline', play: swipe, ends: 'finished declined' },
  { name: 'a stripe that cannot be read', variant: 'usb', card: 'stripe', faults: () => [faults.unreadable('stripe-unreadable')], play: swipe, ends: /^finished failed/ },
  { name: 'the stripe of a chip card: the chip is asked for', variant: 'usb', tells: ['card presented swipe', 'prompt insert-card', 'online chip'], ends: 'finished approved',
    async play(sale, harness) {
      await harness.hand('swipe');
      await sale.reaches('prompt insert-card');
      await insert(sale, harness);
    } },
  { name: 'a swipe as a report', variant: 'usb-reports', card: 'stripe', play: swipe, ends: 'finished approved', tells: ['card presented swipe', 'online swipe'], answered: /^resolved$/ },
  { name: 'a swipe as a report, declined by the bank', variant: 'usb-reports', card: 'stripe', bank: 'decline', play: swipe, ends: 'finished declined' },
  { name: 'a swipe as a report that cannot be read', variant: 'usb-reports', card: 'stripe', faults: () => [faults.unreadable('stripe-unreadable')], play: swipe, ends: 'finished failed: the stripe could not be read' },
  ...['usb', 'usb-reports'].flatMap((variant): Row[] => [
    { name: `three times no chip, then its stripe (${variant})`, variant, card: 'stripe', faults: () => [shared.chipUnreadable()], tells: ['prompt remove-card', 'prompt insert-card', 'prompt swipe-card', 'online swipe'], ends: 'finished approved',
      async play(sale, harness) {
        await insertThrice(sale, harness);
        await sale.reaches('prompt swipe-card');
        harness.tidy();
        await harness.hand('swipe');
      } },
  ]),
]; // oxfmt-ignore

const chipOnly: Row[] = [
  { name: 'three times no chip, and no reader for the stripe', faults: () => [shared.chipUnreadable()], play: insertThrice, ends: 'finished failed: the chip could not be read' },
  { name: 'the chip is read the second time', faults: () => [faults.unreadable('chip-unreadable')], ends: 'finished approved', tells: ['prompt remove-card', 'prompt insert-card', 'online chip'],
    async play(sale, harness) {
      await harness.hand('insert');
      await sale.reaches('prompt remove-card');
      harness.tidy();
      await sale.reaches('prompt insert-card');
      await insert(sale, harness);
    } },
  { name: 'cancelled while the card of a failed chip is to come out', faults: () => [faults.unreadable('chip-unreadable')], ends: 'finished cancelled by host', bank: 'silent',
    async play(sale, harness) {
      await harness.hand('insert');
      await sale.reaches('prompt remove-card');
      expect(await sale.transaction.cancel()).toBe('asked');
    } },
  { name: 'answered twice', ends: 'finished approved', bank: 'silent',
    async play(sale, harness) {
      await harness.hand('insert');
      await sale.reaches('online chip');
      await sale.transaction.respond({ isApproved: true, authorizationResponseCode: '00' });
      const again = await codeOf(sale.transaction.respond({ isApproved: true, authorizationResponseCode: '00' }));
      expect(again).toMatch(/^TERM_(?:NOT_READY|BUSY)$/);
      await harness.serve(sale);
    } },
  { name: 'an answer with scripts goes out in several packets', ends: 'finished approved', bank: 'silent',
    async play(sale, harness) {
      await harness.hand('insert');
      await sale.reaches('online chip');
      await sale.transaction.respond({
        isApproved: true,
        authorizationResponseCode: '00',
        issuerScripts: [`7281${(125).toString(16).padStart(2, '0')}86817A${'00'.repeat(122)}`],
      });
      await harness.serve(sale);
    } },
]; // oxfmt-ignore

export const magnesafeRows: Row[] = [
  ...chipFor(''),
  ...chipOnly,
  ...common.choiceCases<MagnesafeBehaviour, MagnesafeStep>('').filter(({ name }) => !name.includes('in time')),
  ...cancelled(''),
  ...common.pulledCardCases(shared, [
    { step: 'reading' },
    { step: 'choosing-application', card: 'two' },
    { step: 'online', isBankSilent: true },
  ]),
  ...refused(''),
  ...trouble(''),
  ...serialTrouble,
  ...common.unplugCases(shared, ways('')),
  ...chipFor('usb'),
  ...named('usb', common.choiceCases<MagnesafeBehaviour, MagnesafeStep>('usb')),
  ...named('usb', cancelled('usb')),
  ...named('usb', common.pulledCardCases(shared, [{ step: 'reading' }, { step: 'online', isBankSilent: true }])),
  ...named('usb', refused('usb')),
  ...stripes,
];

const start = { to: [extendedCommand.startTransaction] };
const answer = { to: [extendedCommand.acquirerResponse] };

/** Rows that wait for time-outs. */
export const magnesafePatientRows: Row[] = [
  { name: 'no card in time', cardTimeoutMs: 1_000, ends: 'finished timed-out', tells: ['prompt present-card'] },
  ...common.choiceCases<MagnesafeBehaviour, MagnesafeStep>('').filter(({ name }) => name.includes('in time')),
  { name: 'the reader does not hear the start', faults: () => [faults.deaf(start)], refusedWith: /^TERM_SILENT$/ },
  { name: 'the reader does not answer the start', faults: () => [faults.silentReply(start)], refusedWith: /^TERM_SILENT$/ },
  { name: 'the answer to the start is damaged', faults: () => [faults.corruptReply(start)], refusedWith: /^TERM_SILENT$/ },
  { name: 'the answer to the start comes too late', faults: () => [faults.lateReply(2_500, start)], refusedWith: /^TERM_SILENT$/ },
  { name: "the reader does not hear the bank's answer", faults: () => [faults.deaf(answer)], ends: /^finished failed/, withinMs: 60_000,
    async play(sale, harness) {
      await harness.hand('insert');
      await sale.reaches(/^finished/, 60_000);
    } },
  { name: "the answer to the bank's answer is lost", faults: () => [faults.silentReply(answer)], play: insert, ends: 'finished approved', withinMs: 30_000 },
  { name: 'the result is lost', faults: () => [faults.lostNotification({ to: [notificationId.result] })], ends: /^finished failed/, withinMs: 60_000,
    async play(sale, harness) {
      await harness.hand('insert');
      await sale.reaches(/^finished/, 60_000);
    } },
  ...common.rebootCases(shared, ways('').filter(({ step }) => step !== 'choosing-application')).map((row): Row => ({ ...row, cardTimeoutMs: 2_000, ends: /^finished (?:failed|timed-out)/, withinMs: 60_000, ...(row.name.includes('online') ? { bank: 'approve', answered: /./ } : {}) })),
]; // oxfmt-ignore
