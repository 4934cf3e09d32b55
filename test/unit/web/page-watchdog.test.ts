/**
 * Reactions to a page that no longer responds: none while the computer is suspended, then a reload, and a calm screen
 * in the end.
 */
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { languages } from '../../../electron/domain/index.ts';
import { calmHtml } from '../../../electron/web/calm-page.ts';
import { KioskWindow } from '../../../electron/web/kiosk.ts';
import { OwnBrowser } from '../../../electron/web/own-browser.ts';
import { PageWatchdog } from '../../../electron/web/page-watchdog.ts';

/** Time that a test advances. Its timers run in order; a jump is a suspended computer. */
class Timers {
  now = 0;
  #due: { at: number; call: () => void }[] = [];
  monotonic = () => this.now;
  after = (delayMs: number, call: () => void) => {
    const one = { at: this.now + delayMs, call };
    this.#due.push(one);
    return () => void (this.#due = this.#due.filter((other) => other !== one));
  };
  move(ms: number): void {
    const until = this.now + ms;
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.now = Math.max(this.now, next.at);
      this.#due = this.#due.filter((other) => other !== next);
      next.call();
    }
    this.now = until;
  }
  #next = (until: number) => this.#due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
}

function caring() {
  const clock = new Timers();
  const done: string[] = [];
  const care = new PageWatchdog({
    clock,
    reload: () => done.push(`reload at ${Math.round(clock.now / 1000)}`),
    load: () => done.push(`load at ${Math.round(clock.now / 1000)}`),
    replace: (isCalm) => done.push(`${isCalm ? 'calm screen' : 'new browser'} at ${Math.round(clock.now / 1000)}`),
  });
  care.opened();
  return { clock, care, done };
}

test('the watchdog leaves a page with heartbeats alone', () => {
  const { clock, care, done } = caring();
  for (let second = 0; second < 120; second += 2) {
    care.beat();
    clock.move(2_000);
  }
  expect(done).toEqual([]);
});

test('the watchdog answers silence with a reload, then a new browser, then the calm screen, then from the start', () => {
  const { clock, care, done } = caring();
  care.beat();
  clock.move(25_000);
  expect(done).toEqual(['reload at 10', 'new browser at 20']);
  care.opened();
  clock.move(31_000);
  care.opened();
  clock.move(31_000);
  expect(done.slice(2)).toEqual(['new browser at 55', 'calm screen at 86']);
  care.opened(true);
  clock.move(61_000);
  expect(done[4]).toBe('new browser at 147');
  care.opened();
  care.beat();
  clock.move(9_000);
  expect(done.length).toBe(5);
});

test('a suspended computer is not a lost page, and one heartbeat after it is enough', () => {
  const { clock, care, done } = caring();
  care.beat();
  clock.move(4_000);
  clock.now += 8 * 60 * 60_000;
  clock.move(5_000);
  care.beat();
  clock.move(9_000);
  expect(done).toEqual([]);
});

test('the watchdog answers a crash at once, and repeated crashes with a new browser', () => {
  const { care, done } = caring();
  care.beat();
  for (let times = 0; times < 4; times += 1) care.crashed();
  expect(done).toEqual(['load at 0', 'load at 0', 'load at 0', 'new browser at 0']);
});

test('the watchdog reloads a kiosk’s page that crashes again and again three times, then starts a new browser', async () => {
  const clock = new Timers();
  const [asked, says] = [new PassThrough(), new PassThrough()];
  const ends: string[] = [];
  const browser = Object.assign(new EventEmitter(), {
    pid: 1,
    stdio: [null, null, null, asked, says],
    kill: (signal: string) => ends.push(signal) > 0,
  });
  const kiosk = new KioskWindow({ clock, start: () => browser as unknown as ChildProcess });
  kiosk.open();
  const sent: string[] = [];
  asked.setEncoding('utf8').on('data', (text: string) => {
    for (const part of text.split('\0').filter((one) => one !== '')) {
      const { id, method } = JSON.parse(part) as { id: number; method: string };
      sent.push(method);
      setImmediate(() => says.write(`${JSON.stringify({ id, result: { sessionId: 's' } })}\0`));
    }
  });
  for (let times = 1; times <= 4; times += 1) {
    kiosk.beat();
    says.write(`${JSON.stringify({ method: 'Target.targetCrashed', params: { targetId: 't' } })}\0`);
    await vi.waitFor(() => {
      clock.move(1);
      expect(sent.filter((method) => method === 'Page.reload')).toHaveLength(Math.min(times, 3));
      expect(ends).toHaveLength(times > 3 ? 1 : 0);
    });
  }
  expect(ends).toEqual(['SIGKILL']);
});

test('the calm screen of each language has its own text, no script and no external files', () => {
  const headings = languages.map(({ tag }) => /<h1>(.+)<\/h1>/.exec(calmHtml(tag, ''))?.[1]);
  expect(new Set(headings).size).toBe(languages.length);
  const pages = ['en-US', 'de-CH', 'es-MX', 'fr-CA', 'pt-BR'].map((locale) => calmHtml(locale, 'A <b>&amp; co'));
  expect(pages.map((page) => /<h1>(.+)<\/h1>/.exec(page)?.[1])).toEqual([
    'Not loading',
    'Lädt nicht',
    'No carga',
    'Ne charge pas',
    'Not loading',
  ]);
  for (const page of pages) expect(page).not.toMatch(/<script|https?:|url\(|<b>/);
});

test('a lost page in the user’s browser is opened again once, and a page that comes back is left alone', async () => {
  const clock = new Timers();
  const [said, opened]: [string[], string[]] = [[], []];
  let pages = 0;
  const page = () => ({ path: `page ${(pages += 1)}`, remove: () => {} });
  const own = new OwnBrowser({ clock, newPage: page, calmPage: page, say: (line) => said.push(line) });
  await own.open((path) => Promise.resolve(opened.push(path) > 0));
  own.linkUsed();
  own.beat();
  own.pageLost();
  clock.move(9_000);
  own.beat();
  clock.move(60_000);
  expect(opened).toEqual(['page 1']);
  own.pageLost();
  clock.move(10_000);
  expect(opened).toEqual(['page 1', 'page 2']);
  own.linkUsed();
  own.beat();
  own.pageLost();
  clock.move(10_000);
  expect(opened).toEqual(['page 1', 'page 2']);
  expect(said).toEqual([
    'The till’s page ended without being closed; it is opened again in the browser.',
    'The till’s page ended without being closed, again. Press Enter for a new link, and open it in another browser.',
  ]);
  clock.move(120_000);
  own.pageLost();
  clock.move(10_000);
  expect(opened.length).toBe(3);
  own.pageLost();
  await own.stop();
  clock.move(120_000);
  expect(opened.length).toBe(3);
});
