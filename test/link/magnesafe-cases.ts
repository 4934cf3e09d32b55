/**
 * The transaction table of the MagneSafe family: a module with a serial line, and simulated USB readers behind the real
 * HID link.
 */
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
import { quietFor } from '../waiting.ts';

type Row = Case<MagnesafeBehaviour, MagnesafeStep>;
type ReaderHarness = Harness<MagnesafeBehaviour, MagnesafeStep>;
const { approved, cancelled, declined, ending, failed, refusedWith, under, at } = common.rowsOf<
  MagnesafeBehaviour,
  MagnesafeStep
>();

const pace = { readMs: { chip: 60, contactless: 20, swipe: 20 }, completeMs: 80, bootMs: 80 };

const PRODUCT = { tDynamo: 0x001c, eDynamo: 0x001e } as const;
const [first] = deck;
if (!first) throw new Error('empty deck');
/** Includes a card without a chip, because the stripe of a chip card is refused. */
const cards: readonly TestCard[] = [...deck, { ...first, id: 'stripe', serviceCode: '101' }];

const usb: Readonly<Record<string, MagnesafeTerminalOptions & { productId: number }>> = {
  usb: { model: 'tDynamo', productId: PRODUCT.tDynamo },
  /** This reader has no flow for stripes: a swipe ends its transaction. */
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

/** Inserts an unreadable chip three times, and removes the card before each new attempt. */
async function insertThrice(sale: Sale, harness: ReaderHarness): Promise<void> {
  for (let tries = 1; tries <= 3; tries += 1) {
    await harness.hand('insert');
    if (tries < 3) {
      await sale.reaches('prompt remove-card');
      harness.tidy();
    }
  }
}

const start = { to: [extendedCommand.startTransaction] };
const answer = { to: [extendedCommand.acquirerResponse] };

const named = (variant: string, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, variant, name: `${row.name} (${variant || 'serial'})` }));

const chipFor = (variant: string): Row[] =>
  named(variant, [
    approved(
      'chip',
      {
        answered: /^resolved$/,
        tells: [
          'prompt present-card',
          'card presented chip',
          'online chip',
          'prompt processing',
          'prompt remove-card',
          'card removed chip',
        ],
      },
      insert,
    ),
    declined('chip, declined by the bank', { card: 'no-funds', bank: 'decline' }, insert),
    approved('chip, a part of the amount', { card: 'partial', bank: 'partial' }, insert),
    declined(
      'the card declines what the bank approved',
      { ...under(faults.cardDeclines), answered: /^resolved$/ },
      insert,
    ),
    declined('the card does not believe the bank', { bank: 'forged' }, insert),
    approved('no PIN pad: a card that wants a PIN goes on without', { card: 'pin' }, insert),
  ]);

const ways = (variant: string): common.Way<MagnesafeStep>[] => [
  { step: 'waiting-card', variant },
  { step: 'reading', variant },
  { step: 'choosing-application', variant, card: 'two' },
  { step: 'online', variant, isBankSilent: true },
  { step: 'completing', variant },
];

/**
 * A transaction with a card in cannot be cancelled before the online request: it is declined then, or the card is
 * removed.
 */
const cancelCases = (variant: string): Row[] => [
  ...common.cancelCases<MagnesafeBehaviour, MagnesafeStep>([
    { step: 'waiting-card', variant },
    { step: 'reading', variant },
    { step: 'choosing-application', variant, card: 'two' },
    { step: 'online', variant },
    { step: 'completing', variant, isTooLate: true },
  ]),
  cancelled(
    'cancelled with the card in, which is taken out then',
    { variant, bank: 'silent' },
    async (sale, harness) => {
      const there = harness.reaches('reading');
      await harness.hand('insert');
      await there;
      const answer = sale.transaction.cancel();
      harness.tidy();
      expect(await answer).toMatch(/asked|too-late/);
    },
  ),
];

const refused = (variant: string): Row[] =>
  at(variant, [
    refusedWith('no keys', /^TERM_REFUSED$/, under(faults.refuse, result.noKeys, start)),
    refusedWith('keys used up', /^TERM_REFUSED$/, under(faults.refuse, extendedResult.keysExhausted, start)),
    refusedWith(
      'readers it does not have',
      /^TERM_UNSUPPORTED$/,
      under(faults.refuse, extendedResult.badReaders, start),
    ),
    refusedWith(
      'a transaction that nobody can stop',
      /^TERM_BUSY$/,
      under(faults.refuse, extendedResult.busy, { ...start, times: 2 }),
    ),
    refusedWith('the battery is too low', /^TERM_REFUSED$/, {
      ...under(faults.lowBattery),
      mend: (harness) => harness.simulated.controls.sense({ batteryPercent: 80 }),
    }),
    approved(
      'the clock is set once more when it is lost',
      under(faults.refuse, extendedResult.badTagList, start),
      insert,
    ),
    approved('the start is busy once: what runs is cleared', under(faults.refuse, extendedResult.busy, start), insert),
  ]);

const trouble = (variant: string): Row[] =>
  at(variant, [
    failed(
      'the second packet of the answer is refused',
      { ...under(faults.refuse, extendedResult.noTransaction, answer), answered: /^TERM_REFUSED$/, withinMs: 20_000 },
      insert,
    ),
    ending(
      'the reader wants a real MAC',
      /^finished/,
      { ...under(faults.refuse, result.cryptography, answer), answered: /^TERM_REFUSED$/, withinMs: 30_000 },
      insert,
    ),
    ending(
      'a result that cannot be read is not believed',
      "finished failed: the reader's result cannot be read",
      { ...under(faults.corruptNotification), answered: /^resolved$/ },
      insert,
    ),
    failed(
      'card data that cannot be read goes nowhere',
      { ...under(faults.corruptNotification, { to: [notificationId.onlineRequest] }), withinMs: 20_000 },
      async (sale, harness) => {
        await harness.hand('insert');
        await quietFor(300, 'card data that goes online');
        harness.tidy();
        await sale.reaches(/^finished/, 20_000);
        expect(sale.story.some((one) => one.startsWith('online'))).toBe(false);
      },
    ),
    approved('every notification comes twice', under(faults.duplicateNotification, { times: Infinity }), insert),
  ]);

const serialTrouble: Row[] = [
  approved('noise before the answer to the start', under(faults.garbageBeforeReply, start), insert),
  approved('the answer to the start comes twice', under(faults.duplicateReply, start), insert),
  approved("the answer to the bank's answer comes twice", under(faults.duplicateReply, answer), insert),
];

const stripes: Row[] = [
  approved(
    'tap',
    { variant: 'usb', tells: ['card presented contactless', 'online contactless'], answered: /^resolved$/ },
    tap,
  ),
  declined('tap, declined by the bank', { variant: 'usb', card: 'no-funds', bank: 'decline' }, tap),
  approved(
    'two cards, then one',
    { ...under(faults.unreadable, 'two-cards'), variant: 'usb', tells: ['prompt one-card-only', 'online contactless'] },
    common.doing('tap', 'prompt one-card-only', 'tap'),
  ),
  approved(
    'swipe through the reader’s own flow',
    { variant: 'usb', card: 'stripe', tells: ['card presented swipe', 'online swipe'], answered: /^resolved$/ },
    swipe,
  ),
  declined('swipe, declined by the bank', { variant: 'usb', card: 'stripe', bank: 'decline' }, swipe),
  failed(
    'a stripe that cannot be read',
    { ...under(faults.unreadable, 'stripe-unreadable'), variant: 'usb', card: 'stripe' },
    swipe,
  ),
  approved(
    'the stripe of a chip card: the chip is asked for',
    { variant: 'usb', tells: ['card presented swipe', 'prompt insert-card', 'online chip'] },
    common.doing('swipe', 'prompt insert-card', 'pay'),
  ),
  approved(
    'a swipe as a report',
    { variant: 'usb-reports', card: 'stripe', tells: ['card presented swipe', 'online swipe'], answered: /^resolved$/ },
    swipe,
  ),
  declined(
    'a swipe as a report, declined by the bank',
    { variant: 'usb-reports', card: 'stripe', bank: 'decline' },
    swipe,
  ),
  ending(
    'a swipe as a report that cannot be read',
    'finished failed: the stripe could not be read',
    { ...under(faults.unreadable, 'stripe-unreadable'), variant: 'usb-reports', card: 'stripe' },
    swipe,
  ),
  ...['usb', 'usb-reports'].flatMap((variant): Row[] => [
    approved(
      `three times no chip, then its stripe (${variant})`,
      {
        ...under(shared.chipUnreadable),
        variant,
        card: 'stripe',
        tells: ['prompt remove-card', 'prompt insert-card', 'prompt swipe-card', 'online swipe'],
      },
      async (sale, harness) => {
        await insertThrice(sale, harness);
        await sale.reaches('prompt swipe-card');
        harness.tidy();
        await harness.hand('swipe');
      },
    ),
  ]),
];

const chipOnly: Row[] = [
  ending(
    'three times no chip, and no reader for the stripe',
    'finished failed: the chip could not be read',
    under(shared.chipUnreadable),
    insertThrice,
  ),
  approved(
    'the chip is read the second time',
    {
      ...under(faults.unreadable, 'chip-unreadable'),
      tells: ['prompt remove-card', 'prompt insert-card', 'online chip'],
    },
    common.doing('insert', 'prompt remove-card', 'tidy', 'prompt insert-card', 'pay'),
  ),
  cancelled(
    'cancelled while the card of a failed chip is to come out',
    { ...under(faults.unreadable, 'chip-unreadable'), bank: 'silent' },
    async (sale, harness) => {
      await harness.hand('insert');
      await sale.reaches('prompt remove-card');
      expect(await sale.transaction.cancel()).toBe('asked');
    },
  ),
  approved('answered twice', { bank: 'silent' }, async (sale, harness) => {
    await harness.hand('insert');
    await sale.reaches('online chip');
    await sale.transaction.respond({ isApproved: true, authorizationResponseCode: '00' });
    const again = await codeOf(sale.transaction.respond({ isApproved: true, authorizationResponseCode: '00' }));
    expect(again).toMatch(/^TERM_(?:NOT_READY|BUSY)$/);
    await harness.serve(sale);
  }),
  approved('an answer with scripts goes out in several packets', { bank: 'silent' }, async (sale, harness) => {
    await harness.hand('insert');
    await sale.reaches('online chip');
    await sale.transaction.respond({
      isApproved: true,
      authorizationResponseCode: '00',
      issuerScripts: [`7281${(125).toString(16).padStart(2, '0')}86817A${'00'.repeat(122)}`],
    });
    await harness.serve(sale);
  }),
];

export const magnesafeRows: Row[] = [
  ...chipFor(''),
  ...chipOnly,
  ...common.choiceCases<MagnesafeBehaviour, MagnesafeStep>('').filter(({ name }) => !name.includes('in time')),
  ...cancelCases(''),
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
  ...named('usb', cancelCases('usb')),
  ...named('usb', common.pulledCardCases(shared, [{ step: 'reading' }, { step: 'online', isBankSilent: true }])),
  ...named('usb', refused('usb')),
  ...stripes,
];

export const magnesafePatientRows: Row[] = [
  ending('no card in time', 'finished timed-out', { cardTimeoutMs: 1_000, tells: ['prompt present-card'] }),
  ...common.choiceCases<MagnesafeBehaviour, MagnesafeStep>('').filter(({ name }) => name.includes('in time')),
  refusedWith('the reader does not hear the start', /^TERM_SILENT$/, under(faults.deaf, start)),
  refusedWith('the reader does not answer the start', /^TERM_SILENT$/, under(faults.silentReply, start)),
  refusedWith('the answer to the start is damaged', /^TERM_SILENT$/, under(faults.corruptReply, start)),
  common.startAnsweredTooLate('the answer to the start comes too late', (until) => faults.heldReply(until, start)),
  failed(
    "the reader does not hear the bank's answer",
    { ...under(faults.deaf, answer), withinMs: 60_000 },
    async (sale, harness) => {
      await harness.hand('insert');
      await sale.reaches(/^finished/, 60_000);
    },
  ),
  approved(
    "the answer to the bank's answer is lost",
    { ...under(faults.silentReply, answer), withinMs: 30_000 },
    insert,
  ),
  failed(
    'the result is lost',
    { ...under(faults.lostNotification, { to: [notificationId.result] }), withinMs: 60_000 },
    async (sale, harness) => {
      await harness.hand('insert');
      await sale.reaches(/^finished/, 60_000);
    },
  ),
  ...common
    .rebootCases(
      shared,
      ways('').filter(({ step }) => step !== 'choosing-application'),
    )
    .map((row): Row => ({
      ...row,
      cardTimeoutMs: 2_000,
      ends: /^finished (?:failed|timed-out)/,
      withinMs: 60_000,
      ...(row.name.includes('online') ? { bank: 'approve', answered: /./ } : {}),
    })),
];
