/**
 * Tests the Electron shell's real main and preload code: windows, ports, questions and crashes. `Desk` chooses between
 * the real Electron and a substitute for the module `electron`.
 */
import { expect, test } from '@playwright/test';
import { Desk, isReal, ranOn } from './electron-stand-in/desk.ts';
import { words, type Till } from './till.ts';

const { counter, outcomes } = words;
const presentCard = counter.prompts['present-card'].title;
/**
 * Bound for a new page after a hang: the shell ends the hanging page after ten seconds, and a busy computer loads
 * slowly.
 */
const BACK = { timeout: 90_000 };

let desk: Desk;
let till: Till;

async function open(flags: readonly string[] = []): Promise<void> {
  desk = await Desk.open(flags);
  till = await desk.till();
  await expect(till.title(counter.toCharge)).toBeVisible({ timeout: 60_000 });
}

const mark = () => void ((globalThis as unknown as { isMarked?: boolean }).isMarked = true);
/**
 * Resolves with true if the window has a page other than the marked page; with false if its page is missing or hangs.
 */
async function isAnotherPage(): Promise<boolean> {
  const now = await desk.till().catch(() => null);
  if (!now) return false;
  till = now;
  const isMarked = till.page.evaluate(() => (globalThis as unknown as { isMarked?: boolean }).isMarked === true);
  const silent = new Promise<true>((done) => setTimeout(done, 2_000, true));
  return !(await Promise.race([isMarked.catch(() => true), silent]));
}

test.describe.serial('Electron’s window', () => {
  test.beforeAll(async () => {
    console.log(ranOn);
    await open();
  });
  test.beforeEach(({ browserName: _chromium }, info) => {
    info.annotations.push({ type: 'shell', description: isReal ? 'Electron' : 'stand-in' });
  });
  test.afterAll(() => desk.close());

  test('opens as a single hardened window when it is drawn, and the computer stays awake', async () => {
    expect(await desk.windows()).toMatchObject([
      { url: 'app://tillbridge/index.html', isShown: true, isHardened: true },
    ]);
    expect(desk.said).toContain('Tillbridge ready: app://tillbridge/index.html');
    expect(await desk.isAwake()).toBe(true);
  });

  test('makes a sale through the port, to the host and back', async () => {
    await till.charge('1234', '$12.34');
    await till.customer('tap');
    await expect(till.title(outcomes.paid.heading)).toBeVisible();
    await till.press(outcomes.keys.newSale);
    await expect(till.title(counter.toCharge)).toBeVisible();
  });

  test('gives the page no Node, nothing of Electron, no network and no device', async () => {
    const found = await till.page.evaluate(async () => {
      const globals = globalThis as unknown as Record<string, unknown>;
      const tried = async (what: () => Promise<unknown>) => {
        const silent = new Promise<string>((done) => setTimeout(done, 30_000, 'no answer'));
        return Promise.race([
          what().then(
            (said) => (said === 'denied' ? said : 'let through'),
            () => 'refused',
          ),
          silent,
        ]);
      };
      return {
        globals: ['require', 'process', 'module', 'electron', 'ipcRenderer', '__standInMain'].filter(
          (name) => name in globals,
        ),
        fetched: await tried(() => fetch('https://example.com/')),
        place: await tried(() => new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail))),
        camera: await tried(() => navigator.mediaDevices.getUserMedia({ video: true })),
        notices: await tried(() => Notification.requestPermission()),
      };
    });
    expect(found).toEqual({ globals: [], fetched: 'refused', place: 'refused', camera: 'refused', notices: 'denied' });
    // The page does not wait for the result: Chromium makes the window, and the shell closes it at once.
    await till.page.evaluate(() => void setTimeout(() => window.open('https://example.com/')));
    await expect(till.title(counter.toCharge)).toBeVisible();
    await expect.poll(async () => (await desk.windows()).length).toBe(1);
  });

  test('ignores a link that leads away from the till', async () => {
    await till.page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://example.com/';
      document.body.append(link);
      link.click();
      link.remove();
    });
    await expect(till.title(counter.toCharge)).toBeVisible();
    expect((await desk.windows()).map(({ url }) => url)).toEqual(['app://tillbridge/index.html']);
  });

  test('gives the page a new port when a host that is killed during a payment restarts', async () => {
    await till.charge('300', '$3.00');
    await expect(till.title(presentCard)).toBeVisible();
    const before = till.hostPid();
    process.kill(before, 'SIGKILL');
    await expect(till.title(outcomes.cancelled.heading)).toBeVisible(BACK);
    expect(desk.said).toContain('it is being restarted');
    expect(till.hostPid()).not.toBe(before);
    await till.press(outcomes.keys.newSale);
    await till.charge('301', '$3.01');
    await till.customer('tap');
    await expect(till.title(outcomes.paid.heading)).toBeVisible(BACK);
    await till.press(outcomes.keys.newSale);
  });

  test('loads a page that crashes during a payment again, and the payment continues', async () => {
    await till.charge('400', '$4.00');
    await till.page.evaluate(mark);
    await desk.crashPage();
    await expect.poll(isAnotherPage, BACK).toBe(true);
    await expect(till.title(presentCard)).toBeVisible(BACK);
    await till.customer('tap');
    await expect(till.title(outcomes.paid.heading)).toBeVisible();
    await till.press(outcomes.keys.newSale);
  });

  test('ends a page that does not respond, and loads it again', async () => {
    await till.page.evaluate(mark);
    await till.page.evaluate(
      () =>
        void setTimeout(() => {
          for (;;);
        }),
    );
    await expect.poll(isAnotherPage, BACK).toBe(true);
    await expect(till.title(counter.toCharge)).toBeVisible(BACK);
  });

  test('logs that the GPU process was killed, and the till continues', async () => {
    const [gpu] = await desk.pidsOf('gpu');
    test.skip(gpu === undefined, 'this Chromium draws without a process of its own');
    process.kill(gpu ?? 0, 'SIGKILL');
    await expect.poll(() => desk.said, BACK).toMatch(/Electron’s GPU process ended \(killed\)/i);
    await expect(till.title(counter.toCharge)).toBeVisible();
  });

  test('comes to the front at a second start, which then ends', async () => {
    expect(await desk.startAgain()).toBe(0);
    expect(desk.said).toContain('already runs with this data folder');
    await expect.poll(async () => (await desk.windows())[0]?.timesFocused).toBeGreaterThan(0);
  });

  test('opens the customer’s window on a second screen, with a separate port that only shows', async () => {
    test.skip(isReal, 'a real screen is not plugged in by a program');
    await desk.plugInScreen();
    await expect.poll(async () => (await desk.windows()).length).toBe(2);
    await expect.poll(async () => (await desk.windows())[1]?.isShown).toBe(true);
    expect((await desk.windows())[1]).toMatchObject({ title: 'Tillbridge: customer display', isHardened: true });
    await till.charge('500', '$5.00');
    const display = await desk.page(1);
    await expect(display.getByText('$5.00').first()).toBeVisible(BACK);
    till = await desk.till();
    await till.customer('tap');
    await expect(till.title(outcomes.paid.heading)).toBeVisible();
    await till.press(outcomes.keys.newSale);
  });

  test('asks about a running payment in the console at Ctrl+C and in the window at its close, and obeys Stay and Quit', async () => {
    await till.charge('1999', '$19.99');
    // The shell asks only about a payment that has reached the host.
    await expect(till.title(presentCard)).toBeVisible(BACK);
    desk.signal('SIGINT');
    await expect.poll(() => desk.said, BACK).toContain('Press Ctrl+C again to quit');
    await desk.closeWindow();
    const question = await desk.question();
    expect(question).toMatchObject({ message: 'A payment is not finished.', buttons: ['Stay', 'Quit'] });
    expect(question.detail).toContain('$19.99: running');
    await desk.answer(0);
    await expect(till.title(presentCard)).toBeVisible();
    const host = till.hostPid();
    await desk.closeWindow();
    await desk.question();
    await desk.answer(1);
    expect(await desk.ended).toBe(0);
    expect(() => process.kill(host, 0)).toThrow(/ESRCH/);
  });
});
