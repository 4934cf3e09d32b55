/**
 * Payments that are recorded once on the simulator (record.ts) and then replayed to the real driver (replay.test.ts).
 * The customer's actions are real during the recording; in a replay they come from the trace.
 */
import type { PayingFamily } from '../../native/index.ts';
import type { HostAnswer, Terminal, Transaction, TransactionEvent } from '../../native/families/shared/terminal.ts';
import { families } from '../../native/families/index.ts';
import type { Link } from '../../native/link/link.ts';
import type { Gesture } from '../../native/simulator/index.ts';
import { words } from '../unit/native/scripted-terminal.ts';
import { until } from '../waiting.ts';

export interface Customer {
  card(id: string): void;
  /** Has no effect in a replay. */
  does(gesture: Gesture): Promise<void>;
  pullsTheCable(): void;
}

export interface Scenario {
  readonly name: string;
  readonly family: PayingFamily;
  readonly link: 'tcp' | 'serial' | 'hid';
  play(sale: Sale, customer: Customer): Promise<void>;
  readonly story: readonly string[];
}

export function connectFamily(family: PayingFamily, link: Link): Promise<Terminal> {
  const driver = families.find((one) => one.family === family);
  if (!driver) throw new Error(`no driver for ${family}`);
  return driver.connect(link, {});
}

/** Payment on a terminal, event by event. */
export class Sale {
  readonly terminal: Terminal;
  readonly events: TransactionEvent[] = [];
  readonly #mayAct: () => boolean;
  readonly #onEvent: () => void;
  #transaction: Transaction | undefined;

  /** `mayAct` is true, in a replay, when all received lines up to now have been delivered. */
  constructor(terminal: Terminal, options: { mayAct?: () => boolean; onEvent?: () => void } = {}) {
    const { mayAct = () => true, onEvent = () => undefined } = options;
    this.terminal = terminal;
    this.#mayAct = mayAct;
    this.#onEvent = onEvent;
  }

  get story(): string[] {
    return this.events.map(words);
  }

  async start(): Promise<void> {
    const request = { attempt: 'A1', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 20_000 };
    this.#transaction = await this.terminal.start(request, (event) => {
      this.events.push(event);
      this.#onEvent();
    });
    await this.reaches('prompt present-card');
  }

  async respond(answer: HostAnswer): Promise<void> {
    await this.#transaction?.respond(answer);
  }

  async cancel(): Promise<string | undefined> {
    return this.#transaction?.cancel();
  }

  async reaches(word: string): Promise<void> {
    await until(() => this.story.includes(word) && this.#mayAct(), `${word} after ${this.story.join(', ')}`);
  }
}

const approved: HostAnswer = {
  isApproved: true,
  authorizationResponseCode: '00',
  // Template 72: a script identifier and one command for the chip.
  issuerScripts: ['720D9F180400000001860484240000'],
};
const declined: HostAnswer = { isApproved: false, authorizationResponseCode: '51' };

async function approveChip(sale: Sale, customer: Customer): Promise<void> {
  customer.card('pin');
  await sale.start();
  await customer.does('insert');
  await customer.does('enter-pin');
  await sale.reaches('online chip');
  await sale.respond(approved);
  await sale.reaches('prompt remove-card');
  await customer.does('remove');
  await sale.reaches('finished approved');
}

async function approveWithoutPin(sale: Sale, customer: Customer): Promise<void> {
  customer.card('approve');
  await sale.start();
  await customer.does('insert');
  await sale.reaches('online chip');
  await sale.respond(approved);
  await sale.reaches('prompt remove-card');
  await customer.does('remove');
  await sale.reaches('finished approved');
}

const approvedStory = [
  'prompt present-card',
  'card presented chip',
  'prompt processing',
  'online chip',
  'prompt processing',
  'prompt remove-card',
  'card removed chip',
  'finished approved',
];

async function declineTap(sale: Sale, customer: Customer): Promise<void> {
  customer.card('no-funds');
  await sale.start();
  await customer.does('tap');
  await sale.reaches('online contactless');
  await sale.respond(declined);
  await sale.reaches('finished declined');
}

async function cancelByHost(sale: Sale): Promise<void> {
  await sale.start();
  await sale.cancel();
  await sale.reaches('finished cancelled by host');
}

async function cancelByCardholder(sale: Sale, customer: Customer): Promise<void> {
  await sale.start();
  await customer.does('press-cancel');
  await sale.reaches('finished cancelled by cardholder');
}

async function unplugOnline(sale: Sale, customer: Customer): Promise<void> {
  await sale.start();
  await customer.does('insert');
  await sale.reaches('online chip');
  customer.pullsTheCable();
  await sale.reaches('finished lost LINK_LOST');
}

const declinedStory = [
  'prompt present-card',
  'card presented contactless',
  'prompt processing',
  'online contactless',
  'prompt processing',
  'finished declined',
];
const unpluggedStory = [
  'prompt present-card',
  'card presented chip',
  'prompt processing',
  'online chip',
  'finished lost LINK_LOST',
];
// NEO 2 readers report their prompt before the card.
const neo2ApprovedStory = [
  'prompt present-card',
  'prompt processing',
  'card presented chip',
  'online chip',
  'prompt processing',
  'prompt remove-card',
  'finished approved',
];
const neo2DeclinedStory = [
  'prompt present-card',
  'prompt processing',
  'card presented contactless',
  'online contactless',
  'finished declined',
];
const neo2UnpluggedStory = [
  'prompt present-card',
  'prompt processing',
  'card presented chip',
  'online chip',
  'finished lost LINK_LOST',
];

const mms = { family: 'mms' } as const;
const neo2 = { family: 'neo2' } as const;
const magnesafe = { family: 'magnesafe' } as const;
const byHost = ['prompt present-card', 'finished cancelled by host'];
const byCardholder = ['prompt present-card', 'finished cancelled by cardholder'];

export const scenarios: readonly Scenario[] = [
  { ...mms, name: 'mms-approve-chip-pin', link: 'tcp', play: approveChip, story: approvedStory },
  { ...mms, name: 'mms-approve-chip-pin-serial', link: 'serial', play: approveChip, story: approvedStory },
  { ...mms, name: 'mms-approve-chip-pin-hid', link: 'hid', play: approveChip, story: approvedStory },
  { ...mms, name: 'mms-decline-tap', link: 'tcp', play: declineTap, story: declinedStory },
  { ...mms, name: 'mms-cancel-by-host', link: 'tcp', play: cancelByHost, story: byHost },
  { ...mms, name: 'mms-cancel-by-cardholder', link: 'tcp', play: cancelByCardholder, story: byCardholder },
  { ...mms, name: 'mms-unplug-online', link: 'tcp', play: unplugOnline, story: unpluggedStory },
  { ...magnesafe, name: 'magnesafe-approve-chip', link: 'tcp', play: approveWithoutPin, story: approvedStory },
  {
    ...magnesafe,
    name: 'magnesafe-approve-chip-serial',
    link: 'serial',
    play: approveWithoutPin,
    story: approvedStory,
  },
  { ...magnesafe, name: 'magnesafe-approve-chip-hid', link: 'hid', play: approveWithoutPin, story: approvedStory },
  { ...magnesafe, name: 'magnesafe-decline-tap', link: 'hid', play: declineTap, story: declinedStory },
  { ...magnesafe, name: 'magnesafe-cancel-by-host', link: 'tcp', play: cancelByHost, story: byHost },
  { ...magnesafe, name: 'magnesafe-unplug-online', link: 'hid', play: unplugOnline, story: unpluggedStory },
  { ...neo2, name: 'neo2-approve-chip', link: 'tcp', play: approveWithoutPin, story: neo2ApprovedStory },
  { ...neo2, name: 'neo2-approve-chip-serial', link: 'serial', play: approveWithoutPin, story: neo2ApprovedStory },
  { ...neo2, name: 'neo2-approve-chip-hid', link: 'hid', play: approveWithoutPin, story: neo2ApprovedStory },
  { ...neo2, name: 'neo2-decline-tap', link: 'tcp', play: declineTap, story: neo2DeclinedStory },
  { ...neo2, name: 'neo2-cancel-by-host', link: 'tcp', play: cancelByHost, story: byHost },
  { ...neo2, name: 'neo2-cancel-by-cardholder', link: 'tcp', play: cancelByCardholder, story: byCardholder },
  { ...neo2, name: 'neo2-unplug-online', link: 'tcp', play: unplugOnline, story: neo2UnpluggedStory },
];
