/** Driver and simulated reader in one process, on a manual clock; over a stream or in HID reports. */
import { expect, onTestFinished } from 'vitest';
import { readNeo2Frame } from '../../../../native/framing/neo2-frame.ts';
import { Neo2ReportJoiner } from '../../../../native/framing/neo2-hid.ts';
import { connectNeo2, type Neo2Options } from '../../../../native/families/neo2/driver/driver.ts';
import { describeNeo2Frame } from '../../../../native/families/neo2/codec/describe.ts';
import { createNeo2Terminal, type Neo2Terminal, type Neo2TerminalOptions } from '../../../../native/simulator/index.ts';
import type {
  HostAnswer,
  Terminal,
  TerminalNotice,
  Transaction,
  TransactionEvent,
  TransactionRequest,
} from '../../../../native/families/shared/terminal.ts';
import { words } from '../scripted-terminal.ts';
import { ManualClock, MemoryLink, settle } from '../support.ts';

export const approved: HostAnswer = { isApproved: true, authorizationResponseCode: '00' };
export const declined: HostAnswer = { isApproved: false, authorizationResponseCode: '05' };
export const request: TransactionRequest = { attempt: 'A1', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 60_000 };

export interface Sale {
  transaction: Transaction;
  events: TransactionEvent[];
  readonly story: string[];
  readonly last: string | undefined;
}

export class Neo2TestBench {
  readonly clock = new ManualClock();
  readonly link: MemoryLink;
  readonly reader: Neo2Terminal;
  readonly notices: TerminalNotice[] = [];
  /** Notices about a card left in the slot. */
  readonly slots: string[] = [];
  readonly sent: string[] = [];
  terminal!: Terminal;

  private constructor(kind: 'tcp' | 'hid', options: Neo2TerminalOptions) {
    this.link = new MemoryLink(kind);
    this.reader = createNeo2Terminal({ clock: this.clock, link: kind === 'hid' ? 'hid' : 'stream', ...options });
    const joiner = new Neo2ReportJoiner('device');
    this.link.onWrite = (bytes) => {
      if (kind === 'tcp') this.#note(bytes);
      else {
        for (const item of joiner.push(bytes)) {
          if (item.kind === 'frame') this.sent.push(describeNeo2Frame(item.frame).name);
        }
      }
      this.reader.receive(bytes);
    };
    this.reader.onSend((bytes) => this.link.feed(bytes));
  }

  #note(bytes: Uint8Array): void {
    const read = readNeo2Frame(bytes, 'command');
    if (read.ok) this.sent.push(describeNeo2Frame(read.frame).name);
  }

  /** Returns a reader with a connected driver. */
  static async open(
    kind: 'tcp' | 'hid' = 'tcp',
    options: Neo2TerminalOptions = {},
    driver: Omit<Neo2Options, 'clock'> = {},
  ): Promise<Neo2TestBench> {
    const testBench = new Neo2TestBench(kind, options);
    const connecting = connectNeo2(testBench.link, { clock: testBench.clock, ...driver });
    connecting.catch(() => undefined);
    await testBench.clock.advance(10);
    testBench.terminal = await connecting;
    testBench.terminal.onNotice((notice) => {
      if (notice.type === 'slot') testBench.slots.push(notice.card);
      else if (notice.type !== 'heard') testBench.notices.push(notice);
    });
    testBench.sent.length = 0;
    return testBench;
  }

  /** Connects a driver to a reader that it must refuse. Returns the result of connecting. */
  static async refused(options: Neo2TerminalOptions, bytes?: (link: MemoryLink) => void): Promise<unknown> {
    const testBench = new Neo2TestBench('tcp', options);
    if (bytes) testBench.link.onWrite = () => bytes(testBench.link);
    const connecting = connectNeo2(testBench.link, { clock: testBench.clock }).then(
      () => 'connected',
      (error: unknown) => error,
    );
    await testBench.clock.advance(20_000);
    const listeners = testBench.link.listeners;
    const outcome = await connecting;
    if (outcome !== 'connected' && listeners !== 0) throw new Error('the driver still listens');
    testBench.reader.close();
    return outcome;
  }

  /** Starts a sale, and waits until the reader requests a card. */
  async sale(changes: Partial<TransactionRequest> = {}): Promise<Sale> {
    const sale = await this.begin(changes);
    if (sale instanceof Error) throw sale;
    return sale;
  }

  /** Starts a sale. Returns the sale, or the error that prevented it. The clock runs for `waitMs` during the start. */
  async begin(changes: Partial<TransactionRequest> = {}, waitMs = 5_000): Promise<Sale | Error> {
    const events: TransactionEvent[] = [];
    const started: { outcome?: Transaction | Error } = {};
    this.terminal
      .start({ ...request, ...changes }, (event) => events.push(event))
      .then(
        (transaction) => (started.outcome = transaction),
        (error: Error) => (started.outcome = error),
      );
    for (let waited = 0; !started.outcome && waited <= waitMs; waited += 20) await this.clock.advance(20);
    const { outcome } = started;
    if (outcome === undefined) throw new Error('start() neither resolved nor rejected');
    await settle();
    if (outcome instanceof Error) return outcome;
    return {
      transaction: outcome,
      events,
      get story() {
        return events.map(words);
      },
      get last() {
        const event = events.at(-1);
        return event && words(event);
      },
    };
  }

  async through<T>(promise: Promise<T>, withinMs = 20_000): Promise<T> {
    let isSettled = false;
    promise.then(
      () => (isSettled = true),
      () => (isSettled = true),
    );
    for (let waited = 0; waited < withinMs; waited += 50) {
      await settle();
      if (isSettled) break;
      await this.clock.advance(50);
    }
    if (!isSettled) throw new Error(`nothing came of it within ${withinMs} ms`);
    return promise;
  }

  async gesture(gesture: Parameters<Neo2Terminal['gesture']>[0], thenMs = 1_500): Promise<void> {
    if (!this.reader.gesture(gesture)) throw new Error(`${gesture} does nothing now`);
    await this.clock.advance(thenMs);
  }

  async close(): Promise<void> {
    await this.terminal.close();
    this.reader.close();
    await this.clock.advance(60);
  }
}

/** Opens a Neo2TestBench that closes at the end of the running test and then has no timers left. */
export async function openTestBench(...args: Parameters<typeof Neo2TestBench.open>): Promise<Neo2TestBench> {
  const made = await Neo2TestBench.open(...args);
  onTestFinished(async () => {
    await made.close();
    expect(made.clock.pending, 'timers left after close').toBe(0);
    expect(made.link.listeners).toBe(0);
  });
  return made;
}
