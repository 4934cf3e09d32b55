/**
 * Kills and stops each process of a kiosk during a payment, and checks that the page recovers and that the till agrees
 * with the platform about the payment. The kiosk runs under the start script's supervisor, with a separate real
 * Chromium. A further test checks the messages that a page in a user's own browser sends. TILLBRIDGE_KILLS: repetitions
 * of each case, on ten kiosks. Without it, a single kiosk has each process hurt once, in a single way; in .ci/run,
 * which a full run follows, in both ways.
 * @module-tag ci-only
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { out } from '../../build/scripts/parts/paths.mjs';
import { findChromium } from '../../build/scripts/parts/tools.mjs';
import { startWebServer } from '../../electron/web/server.ts';
import { launchChromium } from './chromium.ts';
import { isAlive, Kiosk } from './page-alive/kiosk.ts';
import { storyTime } from '../waiting.ts';

const times = Number(process.env['TILLBRIDGE_KILLS'] ?? 1);
/** Bound for a process to end, and then for the page to recover. */
const HEALED_WITHIN_MS = 150_000;
/** Cases, the slowest first. */
const all = (['shell', 'host', 'browser', 'GPU', 'renderer'] as const).flatMap((what) =>
  (['SIGSTOP', 'SIGKILL'] as const).map((signal) => ({ what, signal })),
);
type Signal = (typeof all)[number]['signal'];
/** Signal for each process that makes the kiosk's recovery harder. */
const once = all.filter(({ what, signal }) => (signal === 'SIGSTOP') === (what === 'host' || what === 'renderer'));
const single = process.env['TILLBRIDGE_FULL_FOLLOWS'] === '1' ? all : once;

test.describe('a kiosk during a payment', () => {
  test.skip(process.platform !== 'linux', 'counts processes by /proc');
  test.setTimeout(120_000 + times * 10 * HEALED_WITHIN_MS);

  // These tests mostly wait, so many repetitions are spread over kiosks that run in parallel.
  for (const hurts of times === 1 ? [single] : all.map((one) => [one])) {
    const named =
      hurts.length > 1
        ? 'each process killed or stopped'
        : hurts.map(({ what, signal }) => `${what} ${signal}`).join(', ');
    test(`recovers by itself after ${named}, ${times} times, and the payment ends with its true outcome`, async () => {
      const chromium = findChromium();
      test.skip(!chromium, 'needs a Chromium');
      const screenFlags = process.env['TILLBRIDGE_HEADED'] === '1' ? [] : ['--headless'];
      const kiosk = new Kiosk(chromium ?? '', ['--no-sandbox', ...screenFlags]);
      try {
        await expect.poll(() => kiosk.beats.length, { timeout: 90_000, message: 'the first beats' }).toBeGreaterThan(1);
        for (const { what, signal } of hurts) await hurtAll(kiosk, what, signal);
      } catch (error) {
        throw new Error(`The kiosk said last: ${kiosk.said.slice(-2_000)}`, { cause: error });
      } finally {
        await kiosk.close();
      }
    });
  }
});

test('a page in a user’s own browser reports that it is closed or loaded again, and a crashed page sends no report', async () => {
  const [beats, lost]: [number[], number[]] = [[], []];
  const server = await startWebServer({
    rendererDir: join(out, 'renderer'),
    port: 0,
    randomBytes: (size) => randomBytes(size),
    nowMs: () => performance.now(),
    onBeat: () => beats.push(performance.now()),
    onPageLost: () => lost.push(performance.now()),
  });
  const browser = await launchChromium();
  const beating = async () => {
    const before = beats.length;
    await expect.poll(() => beats.length, { timeout: 60_000 }).toBeGreaterThan(before);
  };
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.newLink());
    await beating();
    await page.reload();
    await beating();
    const other = await context.newPage();
    await page.close();
    await other.goto(server.origin);
    await beating();
    expect(lost).toEqual([]);
    await other.goto('chrome://crash').catch(() => {});
    await expect.poll(() => lost.length, { timeout: 60_000 }).toBe(1);
  } finally {
    await browser.close();
    await server.close();
  }
});

/**
 * Hurts a process `times` times, each at another moment of a payment: while the terminal asks for the card, or shortly
 * after the tap.
 */
async function hurtAll(kiosk: Kiosk, what: string, signal: Signal): Promise<void> {
  const took: number[] = [];
  const ends: Record<string, number> = {};
  for (let time = 0; time < times; time += 1) {
    const payment = `alive-${what}-${signal}-${time}`;
    await kiosk.startPayment(payment);
    if (time % 2 === 1) {
      await kiosk.tap();
      await storyTime((time * 97) % 1_000, 'another moment of the payment each time');
    }
    took.push(await healed(kiosk, what, signal));
    await kiosk.expectTillShown();
    await kiosk.tapIfAsked(payment);
    const end = await kiosk.outcome(payment);
    ends[end] = (ends[end] ?? 0) + 1;
  }
  took.sort((a, b) => a - b);
  const p50 = took[Math.floor((took.length - 1) / 2)] ?? 0;
  const payments = Object.entries(ends).map(([end, count]) => `${count} ${end}`);
  console.log(
    [
      what.padEnd(8),
      signal,
      `healed ${took.length} of ${times}`,
      `p50 ${seconds(p50)}`,
      `max ${seconds(took.at(-1) ?? 0)}`,
      `payments: ${payments.join(', ')}`,
    ].join('  '),
  );
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(6);

/**
 * Kills or stops a process, and waits until it has ended and the page sends heartbeats again.
 * @returns milliseconds until the first of those heartbeats
 */
async function healed(kiosk: Kiosk, what: string, signal: Signal): Promise<number> {
  let pids: number[] = [];
  await expect
    .poll(() => (pids = kiosk.pids(what)).length, { timeout: 60_000, message: `a ${what}` })
    .toBeGreaterThan(0);
  const at = performance.now();
  for (const pid of pids) process.kill(pid, signal);
  await expect
    .poll(() => pids.filter(isAlive), {
      timeout: HEALED_WITHIN_MS,
      intervals: [50],
      message: `${what} ${signal}: gone`,
    })
    .toEqual([]);
  const gone = performance.now();
  await expect
    .poll(() => kiosk.beatsAfter(gone), {
      timeout: HEALED_WITHIN_MS,
      intervals: [50],
      message: `${what} ${signal}: beats`,
    })
    .toBeGreaterThan(1);
  return (kiosk.beats.find((beat) => beat > gone) ?? 0) - at;
}
