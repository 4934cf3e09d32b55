/**
 * Payments that are recorded once on the simulator (record.ts) and replayed to the real driver ever after
 * (replay.test.ts). What the customer does is real at recording; in a replay it stands in the trace.
 */
import type { HostAnswer, Terminal, Transaction, TransactionEvent } from '../../native/terminal.ts';
import type { Gesture } from '../../native/simulator/index.ts';
import { words } from '../unit/native/scripted-terminal.ts';
import { until } from '../unit/native/support.ts';

export interface Customer {
  card(id: string): void;
  /** Does nothing in a replay. */
  does(gesture: Gesture): Promise<void>;
  pullsTheCable(): void;
}

export interface Scenario {
  readonly name: string;
  readonly link: 'tcp' | 'serial' | 'hid';
  play(sale: Sale, customer: Customer): Promise<void>;
  /** The events of the sale, in words. */
  readonly story: readonly string[];
}

/** One payment on a terminal, event by event. */
export class Sale {
  readonly terminal: Terminal;
  readonly events: TransactionEvent[] = [];
  #transaction: Transaction | undefined;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  get story(): string[] {
    return this.events.map(words);
  }

  async start(): Promise<void> {
    const request = { attempt: 'A1', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 20_000 };
    this.#transaction = await this.terminal.start(request, (event) => this.events.push(event));
    await this.reaches('prompt present-card');
  }

  async respond(answer: HostAnswer): Promise<void> {
    await this.#transaction?.respond(answer);
  }

  async cancel(): Promise<string | undefined> {
    return this.#transaction?.cancel();
  }

  reaches(word: string): Promise<void> {
    return until(() => this.story.includes(word), `${word} after ${this.story.join(', ')}`);
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

export const scenarios: readonly Scenario[] = [
  { name: 'mms-approve-chip-pin', link: 'tcp', play: approveChip, story: approvedStory },
  { name: 'mms-approve-chip-pin-serial', link: 'serial', play: approveChip, story: approvedStory },
  { name: 'mms-approve-chip-pin-hid', link: 'hid', play: approveChip, story: approvedStory },
  {
    name: 'mms-decline-tap',
    link: 'tcp',
    async play(sale, customer) {
      customer.card('no-funds');
      await sale.start();
      await customer.does('tap');
      await sale.reaches('online contactless');
      await sale.respond(declined);
      await sale.reaches('finished declined');
    },
    story: [
      'prompt present-card',
      'card presented contactless',
      'prompt processing',
      'online contactless',
      'prompt processing',
      'finished declined',
    ],
  },
  {
    name: 'mms-cancel-by-host',
    link: 'tcp',
    async play(sale) {
      await sale.start();
      await sale.cancel();
      await sale.reaches('finished cancelled by host');
    },
    story: ['prompt present-card', 'finished cancelled by host'],
  },
  {
    name: 'mms-cancel-by-cardholder',
    link: 'tcp',
    async play(sale, customer) {
      await sale.start();
      await customer.does('press-cancel');
      await sale.reaches('finished cancelled by cardholder');
    },
    story: ['prompt present-card', 'finished cancelled by cardholder'],
  },
  {
    name: 'mms-unplug-online',
    link: 'tcp',
    async play(sale, customer) {
      await sale.start();
      await customer.does('insert');
      await sale.reaches('online chip');
      customer.pullsTheCable();
      await sale.reaches('finished lost LINK_LOST');
    },
    story: [
      'prompt present-card',
      'card presented chip',
      'prompt processing',
      'online chip',
      'finished lost LINK_LOST',
    ],
  },
];
