/** Restarts of a terminal whose cable stays plugged in, with an immediate or late notification. */
import { afterEach, describe, expect, it } from 'vitest';
import { connectMms } from '../../../native/families/mms/driver/driver.ts';
import type { Terminal, TerminalNotice, Transaction } from '../../../native/families/shared/terminal.ts';
import { createMmsTerminal, mmsFaults, type MmsTerminal } from '../../../native/simulator/index.ts';
import { words } from './scripted-terminal.ts';
import { ManualClock, MemoryLink, settle } from './support.ts';

const BOOT_MS = 1_000;
const OF_RESTART = 0x1001;
const PROPERTY = [0xd101, 0xd111];
const NOT_AVAILABLE = 0x010113;
const approved = { isApproved: true, authorizationResponseCode: '00' };

interface Sale {
  readonly story: string[];
  readonly last: string | undefined;
  readonly transaction: Transaction;
}

/** The driver connected to a simulated terminal, with a manual clock. */
class TestBench {
  readonly clock = new ManualClock();
  readonly link = new MemoryLink();
  readonly device: MmsTerminal;
  readonly notices: TerminalNotice[] = [];
  terminal!: Terminal;

  private constructor(wordAfterMs: number) {
    this.device = createMmsTerminal({ clock: this.clock, pace: { bootMs: BOOT_MS } });
    this.device.addBehaviour({
      name: 'word-of-restart-late',
      onSend: (one) => {
        const isIt = one.kind === 'notification' && one.code === OF_RESTART;
        return [isIt ? { ...one, delayMs: wordAfterMs } : one];
      },
    });
    this.link.onWrite = (bytes) => this.device.receive(bytes);
    this.device.onSend((bytes) => this.link.feed(bytes));
  }

  static async open({ wordAfterMs = 0, knowsFlag = true } = {}): Promise<TestBench> {
    const testBench = new TestBench(wordAfterMs);
    const connecting = connectMms(testBench.link, { clock: testBench.clock });
    await testBench.clock.advance(10);
    testBench.terminal = await connecting;
    testBench.terminal.onNotice((notice) => testBench.notices.push(notice));
    if (!knowsFlag) testBench.device.addBehaviour(mmsFaults.refuse(NOT_AVAILABLE, { to: PROPERTY, times: Infinity }));
    open.push(testBench);
    return testBench;
  }

  /** Starts a sale, and waits until the terminal asks for a card. */
  async sell(attempt = 'A1'): Promise<Sale> {
    const story: string[] = [];
    const request = { attempt, amountMinor: 1234, currency: 'USD', cardTimeoutMs: 60_000 };
    const starting = this.terminal.start(request, (event) => story.push(words(event)));
    const started: { transaction?: Transaction } = {};
    starting.then((one) => (started.transaction = one)).catch(() => undefined);
    for (let waited = 0; !started.transaction && waited < 20_000; waited += 20) await this.clock.advance(20);
    const transaction = await starting;
    await settle();
    return {
      story,
      transaction,
      get last() {
        return story.at(-1);
      },
    };
  }

  /** Completes the sale with a card that is approved. */
  async pay(sale: Sale): Promise<void> {
    this.device.gesture('tap');
    await this.clock.advance(3_000);
    if (sale.last !== 'online contactless') return;
    await sale.transaction.respond(approved);
    await this.clock.advance(5_000);
  }
}

const open: TestBench[] = [];
afterEach(async () => {
  for (const testBench of open.splice(0)) {
    await testBench.terminal.close();
    testBench.device.close();
    await testBench.clock.advance(100);
    expect(testBench.clock.pending, 'timers left after close').toBe(0);
  }
});

/** Delays after the end of the restart, in milliseconds. */
const delays = [0, 1, 20, 50, 100, 300, 500, 1_000, 2_000, 3_500, 5_000, 9_000];

describe('the notification of a restart before the sale', () => {
  it.each(delays)('leaves a running sale unaffected, which is paid, when it comes %d ms late', async (wordAfterMs) => {
    // The sale starts during the restart, at its end, or later.
    for (const chargedAfterMs of [1, BOOT_MS - 200, BOOT_MS, BOOT_MS + 10, BOOT_MS + 400, BOOT_MS + 3_000]) {
      const at = await TestBench.open({ wordAfterMs });
      at.device.controls.reboot();
      await at.clock.advance(chargedAfterMs);
      const sale = await at.sell();
      await at.pay(sale);
      expect(sale.last, `charged ${chargedAfterMs} ms after the restart`).toBe('finished approved');
      await at.clock.advance(10_000);
      expect(at.notices.filter(({ type }) => type === 'reset')).toHaveLength(1);
    }
  });

  it.each(delays)('ends nothing on a new connection when it comes %d ms late', async (wordAfterMs) => {
    const at = await TestBench.open({ wordAfterMs });
    await at.sell('A0');
    at.device.controls.reboot();
    await at.terminal.close();
    await at.clock.advance(BOOT_MS);
    const again = new MemoryLink();
    again.onWrite = (bytes) => at.device.receive(bytes);
    at.device.onSend((bytes) => again.feed(bytes));
    const connecting = connectMms(again, { clock: at.clock });
    await at.clock.advance(10);
    at.terminal = await connecting;
    await at.terminal.clear();
    const sale = await at.sell();
    await at.pay(sale);
    expect(sale.last).toBe('finished approved');
  });

  it.each(delays)(
    'leaves no abandoned transaction running when it comes %d ms late and the terminal has no flag',
    async (late) => {
      const at = await TestBench.open({ wordAfterMs: late, knowsFlag: false });
      at.device.controls.reboot();
      await at.clock.advance(BOOT_MS);
      const sale = await at.sell();
      await at.clock.advance(10_000);
      const isGivenUp = sale.last === 'finished failed: the terminal restarted';
      expect(at.device.step).toBe(isGivenUp ? null : 'waiting-card');
      const next = isGivenUp ? await at.sell('A2') : sale;
      await at.pay(next);
      expect(next.last).toBe('finished approved');
    },
  );
});

describe('a restart during the sale', () => {
  const steps = ['waiting-card', 'reading', 'online', 'completing', 'removing'] as const;
  const cases = steps.flatMap((step) => [0, 20, 500, 4_000].map((wordAfterMs) => ({ step, wordAfterMs })));

  it.each(cases)(
    'ends the sale at step $step when notified $wordAfterMs ms late, and the next sale is paid',
    async ({ step, wordAfterMs }) => {
      for (const knowsFlag of [true, false]) {
        const at = await TestBench.open({ wordAfterMs, knowsFlag });
        const take = at.device.addBehaviour(mmsFaults.rebootAt(step));
        const sale = await at.sell();
        at.device.gesture('insert');
        await at.clock.advance(1_000);
        if (sale.last === 'online chip') void sale.transaction.respond(approved).catch(() => undefined);
        await at.clock.advance(10_000);
        expect(sale.last).toBe('finished failed: the terminal restarted');
        expect(sale.story.filter((word) => word.startsWith('finished'))).toHaveLength(1);
        expect(at.device.step).toBeNull();
        take();
        at.device.gesture('remove');
        const next = await at.sell('A2');
        await at.pay(next);
        expect(next.last).toBe('finished approved');
      }
    },
  );

  it('loses the sale when the terminal then stays silent', async () => {
    const at = await TestBench.open();
    const sale = await at.sell();
    at.device.controls.reboot();
    at.device.addBehaviour(mmsFaults.silentReply({ times: Infinity }));
    await at.clock.advance(BOOT_MS + 10_000);
    expect(sale.last).toBe('finished lost TERM_SILENT');
  });

  it('ends the sale when it is the second restart and the first was notified late', async () => {
    const at = await TestBench.open({ wordAfterMs: 2_000 });
    at.device.controls.reboot();
    await at.clock.advance(BOOT_MS);
    const sale = await at.sell();
    await at.clock.advance(5_000);
    expect(sale.last).toBe('prompt present-card');
    at.device.controls.reboot();
    await at.clock.advance(5_000);
    expect(sale.last).toBe('finished failed: the terminal restarted');
  });
});
