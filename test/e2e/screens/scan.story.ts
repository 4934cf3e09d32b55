/**
 * Scanner and cashier input on every screen, as a browser receives it: trusted key events with timestamps, on a machine
 * that may be busy. Part of the full run; `npm test` plays hundreds in simulated time
 * (test/unit/renderer/scan-guard.test.tsx). `SCAN_BURSTS=2000` types 2,000 codes and 500 amounts.
 */
import { expect, type CDPSession, type Page } from '@playwright/test';
import { randomFrom } from '../../fixtures/random.ts';
import type { Heard } from '../../unit/renderer/fixtures/walker.tsx';
import { drawBurst, drawTyping, type TimedKey } from '../../unit/renderer/fixtures/typists.ts';
import { Screens, isFull, test } from './walker.ts';
import { quietFor, storyTime } from '../../waiting.ts';

const BURSTS = Number(process.env['SCAN_BURSTS'] ?? 160);
/** Maximum concurrent scanners, each in a separate window. */
const WINDOWS = 12;
/** Minimum concurrent scanners, even on a busy machine. */
const AT_LEAST = 4;
/** Time without keys after which a code has ended and every timer behind it has fired. */
const REST_MS = 1_250;
/** Time for which the keys of a new screen ignore presses. */
const DEAD_TIME_MS = 450;
/**
 * Maximum delay of a key. The till cannot distinguish a scanner that paused longer from a key pressed by the cashier.
 */
const TYPED_LATE_MS = 80;
/** Calls that screens, or fields that a code is scanned into, make by themselves. These calls move no money. */
const READING =
  /^(till\.(publishBasket|dismiss)|link\.poll|.*\.(list|page|search|get|find|read|status|devices|ports|report|preview)\w*|setup\.terminals)$/;

const codes: Readonly<Record<string, { code: string; windowsVirtualKeyCode: number; text: string }>> = {
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9, text: '' },
  Backspace: { code: 'Backspace', windowsVirtualKeyCode: 8, text: '' },
};

/**
 * Types each key at its time and passes its timestamp to the browser, as a keyboard does.
 * @returns the maximum delay of a key in milliseconds, which grows if this process is too busy
 */
async function type(keyboard: CDPSession, keys: readonly TimedKey[]): Promise<number> {
  const sent: Promise<unknown>[] = [];
  const startMs = Date.now();
  let lateMs = 0;
  for (const { key, atMs } of keys) {
    const waitMs = startMs + atMs - Date.now();
    if (waitMs > 1) await storyTime(waitMs, 'the pace of a scanner or a hand');
    lateMs = Math.max(lateMs, Date.now() - startMs - atMs);
    const timestamp = (startMs + atMs) / 1_000;
    const known = codes[key] ?? { text: key };
    // Sent in order, without waiting for each answer: a keyboard does not wait either.
    sent.push(
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, timestamp, ...known }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp }),
    );
  }
  await Promise.all(sent);
  return lateMs;
}

const heard = (page: Page): Promise<Heard> => page.evaluate(() => window.walker.heard());
const asked = ({ calls }: Heard) =>
  calls.filter(({ path }) => !READING.test(path)).map(({ path, input }) => ({ path, input }));

/**
 * Distributes `tasks` over windows of a browser. `work` resolves false if its task has to be repeated: the machine is
 * then too busy for so many windows, and that window gets no more tasks.
 */
async function inWindows<Task>(
  first: Screens,
  tasks: Task[],
  work: (screens: Screens, keyboard: CDPSession, task: Task) => Promise<boolean>,
): Promise<void> {
  const one = async (index: number) => {
    const screens = index === 0 ? first : new Screens(await first.page.context().newPage());
    if (index > 0) await screens.open();
    const keyboard = await screens.page.context().newCDPSession(screens.page);
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      if (await work(screens, keyboard, task)) continue;
      tasks.push(task);
      if (index >= AT_LEAST) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(WINDOWS, tasks.length) }, (_, index) => one(index)));
}

test.skip(!isFull, 'Part of the full run');
/** Test timeout, in milliseconds. */
const WITHIN_MS = 120_000 + BURSTS * 5_000;

test(`${BURSTS} scanned codes over every screen charge nothing, press no key, and are read as prices`, async ({
  screens,
}) => {
  test.setTimeout(WITHIN_MS);
  const random = randomFrom(14);
  const tasks = Array.from({ length: BURSTS }, (_, index) => ({
    // Every third code is scanned on the screen that reads amounts, the others are spread over all screens.
    name: index % 3 === 0 ? 'idle-empty' : (screens.names[Math.floor((index * screens.names.length) / BURSTS)] ?? ''),
    burst: drawBurst(random),
  }));
  const wrong: string[] = [];
  let [offMs, gaps, prices, again] = [0, 0, 0, 0];
  await inWindows(screens, tasks, async ({ page, show }, keyboard, { name, burst }) => {
    await show(name, {});
    await storyTime(DEAD_TIME_MS, 'keys that are dead at first');
    const before = await heard(page);
    const asksAlready = asked(before).length;
    if ((await type(keyboard, burst.keys)) > TYPED_LATE_MS) {
      again += 1;
      return false;
    }
    await quietFor(REST_MS, 'a payment or a press of a key');
    const after = await heard(page);
    const tell = (what: string) => wrong.push(`${name}: ${what}: ${JSON.stringify(burst)}`);
    const since = asked(after).slice(asksAlready);
    if (since.length > 0) tell(`asked ${JSON.stringify(since)}`);
    if (after.isDialogOpen && !before.isDialogOpen) tell('a dialog came');
    const givesWay =
      before.givesWay && before.heading !== 'Partly paid' && /^(To charge|Terminal lost)$/.test(after.heading);
    if (after.heading !== before.heading && !givesWay) tell(`"${before.heading}" became "${after.heading}"`);
    if (/^idle(?:-empty)?$/.test(name)) {
      if (burst.amountMinor !== null && after.scannedMinor !== burst.amountMinor) tell(`read ${after.scannedMinor}`);
      if (burst.amountMinor === null && after.digits !== before.digits) tell(`left "${after.digits}"`);
      if (burst.amountMinor !== null) prices += 1;
    }
    const chars = burst.keys.filter(({ key }) => key.length === 1);
    if (after.keysAtMs.length !== chars.length) return true;
    for (const [index, { atMs }] of chars.entries()) {
      const [first, own] = [after.keysAtMs[0] ?? 0, after.keysAtMs[index] ?? 0];
      offMs = Math.max(offMs, Math.abs(own - first - (atMs - (chars[0]?.atMs ?? 0))));
      gaps += 1;
    }
    return true;
  });
  console.log(
    `${BURSTS} codes on ${screens.names.length} screens, ${wrong.length} wrong; ${prices} prices read; ${gaps} keys, at most ${offMs.toFixed(1)} ms off their times; ${again} typed again, having come late`,
  );
  expect(wrong).toEqual([]);
  // Proves that the scanner's pace was tested. The browser reports the timestamps that it was given, so this measures
  // no clock.
  expect(gaps).toBeGreaterThan(BURSTS);
  expect(offMs).toBeLessThan(5);
});

test(`${Math.ceil(BURSTS / 4)} amounts typed by hand are charged, and none is mistaken for a code`, async ({
  screens,
}) => {
  test.setTimeout(WITHIN_MS);
  const random = randomFrom(15);
  const tasks = Array.from({ length: Math.ceil(BURSTS / 4) }, () => drawTyping(random));
  const wrong: string[] = [];
  await inWindows(screens, tasks, async ({ page, show }, keyboard, { keys, digits }) => {
    await show('idle-empty', {});
    await storyTime(DEAD_TIME_MS, 'keys that are dead at first');
    await type(keyboard, keys);
    await storyTime(DEAD_TIME_MS, 'keys that are dead at first');
    const since = asked(await heard(page));
    const isStarted = since.length === 1 && since[0]?.path === 'payment.start';
    if (!isStarted || !JSON.stringify(since[0]?.input).includes(`"amountMinor":${Number(digits)},`))
      wrong.push(`${digits}: ${JSON.stringify(since)}: ${JSON.stringify(keys)}`);
    return true;
  });
  console.log(`${Math.ceil(BURSTS / 4)} amounts typed by hand, ${wrong.length} taken for something else`);
  expect(wrong).toEqual([]);
});
