/**
 * @module-tag full-scanners
 * @module-tag ci-only
 */
// @vitest-environment jsdom
/**
 * Fast input at every screen that takes an amount, over the real app and store: digits, separators, Enter, Esc, touches
 * and pastes within 400 ms of each other. Every sent amount was complete on the screen when it was confirmed, and
 * equals the amount that a separate parser in this test derives from the keys. HURRIED_SEED and HURRIED_INPUTS replay a
 * run and make it longer.
 */
import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomeNameOf, type HostState } from '../../../electron/contract/index.ts';
import { setSale } from '../../../renderer/store/till-store.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { answeringTill } from './fixtures/answering-till.ts';
import { fixtureTill, type FixtureTill } from './fixtures/fixture-till.ts';
import { kiosk } from './fixtures/place-screens.ts';
import type { ScreenFixture } from './fixtures/screen-fixture.ts';
import { screens } from './fixtures/screens.ts';
import { finished, hostState, visa } from './fixtures/states.ts';
import { settle, showWindow } from './fixtures/window.tsx';
// Loaded up front, because the screens load them on demand.
import '../../../renderer/counter/amount-check.tsx';
import '../../../renderer/history/history-screen.tsx';
import '../../../renderer/tabs/tabs-screen.tsx';

const SEED = Number(process.env['HURRIED_SEED'] ?? 31);
const INPUTS = Number(process.env['HURRIED_INPUTS'] ?? 400);
/** Minimum time before a cashier answers a question, milliseconds. */
const SEEN_MS = 400;
const LIMIT = 9_999_999;
/** Threshold of a till without sales, minor units. */
const ASKS_ABOVE = 100_000;

const counts = { inputs: 0, confirmed: 0, questions: 0, locked: 0 };
afterAll(() => console.log(`hurried amounts, seed ${SEED}: ${JSON.stringify(counts)}`));
beforeAll(() => import('../../../renderer/kiosk/kiosk-screen.tsx'));
beforeEach(() => {
  window.location.hash = '#/';
});

interface Reading {
  decimals: number;
  sign: '.' | ',';
  isWhole: boolean;
}

/** Minor units of the typed text, or null if it is no amount. Written independently of the product's reader. */
function meant(text: string, { decimals, sign, isWhole }: Reading): number | null {
  const unit = 10 ** decimals;
  if (/^[0-9]*$/.test(text)) return Number(text) * (isWhole ? unit : 1);
  const group = sign === '.' ? ',' : '.';
  const grouped = new RegExp(`^[1-9][0-9]{0,2}(?:\\${group}[0-9]{3})+(?:\\${sign}([0-9]{0,${decimals}}))?$`).exec(text);
  const other = new RegExp(`^[1-9][0-9]{0,2}(?:\\${sign}[0-9]{3})+\\${group}([0-9]{0,${decimals}})$`).exec(text);
  const twice = new RegExp(`^[1-9][0-9]{0,2}([.,])[0-9]{3}(?:\\1[0-9]{3})*\\1([0-9]{${decimals}}|[0-9]{3}|)$`).exec(
    text,
  );
  const plain = new RegExp(`^([0-9]*)[.,]([0-9]{0,${decimals}})$`).exec(text);
  const tail = plain?.[2] ?? grouped?.[1] ?? other?.[1] ?? (twice?.[2]?.length === 3 ? '' : twice?.[2]);
  if (!plain && !grouped && !other && !twice) return null;
  const digits = text.replace(/[.,]/g, '');
  const whole = digits.slice(0, digits.length - (tail ?? '').length);
  const value = Number(whole || '0') * unit + Number((tail ?? '').padEnd(decimals, '0'));
  return value > LIMIT ? null : value;
}

interface Place {
  fixture: ScreenFixture;
  /** Tip threshold; by default half of the goods. */
  asksTipAbovePercent?: number;
  reading?: Partial<Reading>;
  isKiosk?: boolean;
  /** The keypad appears after a press of a key. */
  isTypedLater?: boolean;
}
const withTill = (change: Partial<HostState['till']>): ScreenFixture => ({
  host: hostState({ till: { ...hostState().till, ...change } }),
});
/** The room held for a tip after the card is below half of the goods, so this threshold is lower. */
const ASKS_SOON_PERCENT = 5;
function asking({ host, ...fixture }: ScreenFixture, askAbovePercent: number): ScreenFixture {
  const offered = host?.till.tips;
  if (!host || !offered) throw new Error('no tips');
  return {
    ...fixture,
    host: { ...host, till: { ...host.till, tips: { ...offered, percents: [3, 4, 5], askAbovePercent } } },
  };
}
function of(name: string): ScreenFixture {
  const fixture = screens[name];
  if (!fixture) throw new Error(`no fixture ${name}`);
  return fixture;
}
const tips = { when: 'before' as const, percents: [15, 20], fixedMinor: [], roomPercent: 25 };
const german = { currency: 'EUR', locale: 'de-DE', amountEntry: 'decimal' as const };
const places: Readonly<Record<string, Place>> = {
  idle: { fixture: { host: hostState() } },
  'with tips': { fixture: withTill({ tips }) },
  'with tips and tabs': { fixture: withTill({ tips, tabs: true }) },
  'whole units': { fixture: withTill({ amountEntry: 'decimal', tips }), reading: { isWhole: true } },
  German: { fixture: withTill({ ...german, tips }), reading: { isWhole: true, sign: ',' } },
  yen: { fixture: withTill({ currency: 'JPY' }), reading: { decimals: 0 } },
  dinars: { fixture: withTill({ currency: 'KWD' }), reading: { decimals: 3 } },
  'a tip after the card': {
    fixture: asking(of('tip-after'), ASKS_SOON_PERCENT),
    asksTipAbovePercent: ASKS_SOON_PERCENT,
  },
  'no terminal': { fixture: { ...of('terminal-lost'), typed: '' }, isTypedLater: true },
  kiosk: { fixture: { host: kiosk(hostState()) }, isKiosk: true },
};

interface Seen {
  kind: string;
  giantMinor: number;
  isTipQuestion: boolean;
  forMs: number;
}

/** A simulated cashier: the keys, the screen, and the meant amount. */
class Hands {
  readonly #till: FixtureTill;
  readonly #reading: Reading;
  readonly #isKiosk: boolean;
  readonly #asksTipAbovePercent: number;
  readonly #first: ReturnType<FixtureTill['store']['getState']>;
  readonly #log: string[] = [];
  /** Typed text, or null if only the screen shows it, as after Backspace. */
  #text: string | null = '';
  #isFresh = false;
  #tip: 'none' | 'chosen' | 'other' = 'none';
  #tipText: string | null = '';
  #isTipFresh = false;
  #key = '';
  #since = performance.now();

  constructor(till: FixtureTill, { reading = {}, isKiosk = false, asksTipAbovePercent = 50 }: Place) {
    this.#till = till;
    this.#isKiosk = isKiosk;
    this.#asksTipAbovePercent = asksTipAbovePercent;
    this.#reading = { decimals: 2, sign: '.', isWhole: false, ...reading };
    this.#first = till.store.getState();
    this.reset();
  }

  #see(): Seen {
    const main = document.querySelector('main');
    const title = document.querySelector('h1')?.textContent ?? '';
    const kind = main?.dataset['screen'] ?? main?.dataset['stage'] ?? '';
    const key = `${kind}/${title}`;
    if (this.#key !== key) this.#changed(key);
    // A screen without a terminal contains the kept amount in its text.
    const kept = /\$[0-9.,]*[0-9]/.exec(main?.textContent ?? '')?.[0] ?? '';
    const giant = document.querySelector('[data-part="giant"] > [aria-hidden]')?.textContent ?? kept;
    return {
      kind,
      giantMinor: Number(giant.replace(/[^0-9]/g, '')),
      isTipQuestion: title === 'Is this tip right?' || title === 'Stimmt dieses Trinkgeld?',
      forMs: performance.now() - this.#since,
    };
  }

  #changed(key: string): void {
    this.#key = key;
    this.#since = performance.now();
  }

  async do(name: string, gapMs: number, act_: () => void): Promise<void> {
    await settle(gapMs);
    const before = this.#see();
    this.#log.push(`${name}@${gapMs}`);
    counts.inputs += 1;
    act(act_);
    await settle(0);
    const after = this.#see();
    this.#follow(name, before, after);
    this.#check(name, before);
  }

  #follow(name: string, before: Seen, after: Seen): void {
    // The till mistook the keys for a scan and removed them, and the screen shows this.
    if (this.#till.store.getState().sale.refusal?.startsWith('SCAN')) {
      this.#text = null;
      this.#tipText = null;
      return;
    }
    const isAttempt = typeof this.#till.store.getState().sale.tip?.attempt === 'string';
    // Esc starts over at a kiosk.
    if (after.kind === 'attract') return this.#start('');
    if (this.#isKiosk && before.kind === 'amount-check' && name !== 'Escape') return;
    if (/^[0-9.,]+$/.test(name)) return this.#typed(name, before.kind, isAttempt);
    if (name === 'elsewhere' && this.#text !== '') this.#isFresh = true;
    if (name === 'Backspace') {
      if (before.kind === 'tip' && this.#tip === 'other') this.#tipText = null;
      else if (before.kind !== 'amount-check' && !isAttempt) this.#start(null);
    }
    if (name === 'F3' && before.kind === 'tip') this.#other();
    if (name === 'choose' && before.kind === 'tip') this.#tip = 'chosen';
    if (name === 'choices' && before.kind === 'tip') this.#tip = 'none';
    if (name === 'Escape' && before.kind === 'amount-check' && after.kind !== 'amount-check') {
      this.#isFresh = this.#isTipFresh = true;
    }
    if (name === 'Escape' && before.kind === 'tip' && (after.kind === 'idle' || after.kind === 'outcome')) {
      this.#isFresh = true;
      this.#tip = 'none';
    }
    if (name === 'Escape' && before.kind === 'idle' && after.giantMinor === 0) this.#start('');
    if (name.startsWith('paste ')) this.#pasted(name.slice(6), before, isAttempt);
  }

  #other(): void {
    if (this.#tip !== 'other') this.#tipText = '';
    this.#tip = 'other';
  }

  #start(text: string | null): void {
    this.#text = text;
    this.#isFresh = false;
    this.#tip = 'none';
  }

  #typed(key: string, kind: string, isAttempt: boolean): void {
    const isTip = kind === 'tip' && this.#tip === 'other' && (isAttempt || !this.#isFormer());
    if (isTip) {
      this.#tipText = this.#isTipFresh ? key : this.#tipText === null ? null : this.#tipText + key;
      this.#isTipFresh = false;
    } else if (!isAttempt) {
      if (kind === 'tip' || kind === 'amount-check' || this.#isFresh) this.#start(key);
      else if (this.#text !== null) this.#text += key;
    }
  }

  #isFormer(): boolean {
    return this.#isFresh && this.#log.some((one) => one.startsWith('elsewhere'));
  }

  #pasted(text: string, before: Seen, isAttempt: boolean): void {
    if (isAttempt) return;
    const value = meant(text, { ...this.#reading, isWhole: true });
    if (value === null || value === 0) {
      if (before.giantMinor > 0) this.#text = '!';
      this.#tip = 'none';
      this.#isFresh = false;
    } else {
      const { decimals, sign, isWhole } = this.#reading;
      const unit = 10 ** decimals;
      const rest = value % unit === 0 ? '' : sign + String(value % unit).padStart(decimals, '0');
      this.#start(isWhole ? `${Math.floor(value / unit)}${rest}` : String(value));
    }
  }

  #check(name: string, before: Seen): void {
    const money = this.#till.calls.filter(({ path }) => /payment\.(start|capture)|link\.open/.test(path));
    const said = `seed ${SEED}: ${this.#log.slice(-14).join(' ')} -> ${JSON.stringify(money)} ${JSON.stringify(before)}`;
    if (this.#text !== null && meant(this.#text, this.#reading) === null) counts.locked += 1;
    if (before.kind === 'amount-check') counts.questions += 1;
    if (money.length === 0) return;
    expect(money, said).toHaveLength(1);
    counts.confirmed += 1;
    expect(['Enter', 'go', 'F6', 'F7'], said).toContain(name);
    const input = money[0]?.input as { amountMinor: number; tipMinor?: number };
    const { tipMinor = 0 } = input;
    const isCapture = money[0]?.path === 'payment.capture';
    const goodsMinor = isCapture ? input.amountMinor - tipMinor : input.amountMinor;
    expect(goodsMinor + tipMinor, said).toBe(before.giantMinor);
    const known = this.#text === null || isCapture ? null : (meant(this.#text, this.#reading) ?? 'no amount');
    if (known !== null) expect(goodsMinor, `${this.#text} ${said}`).toBe(known);
    if (tipMinor > 0) expect(this.#tip, said).not.toBe('none');
    if (this.#tip === 'other' && this.#tipText !== null)
      expect(tipMinor, `tip ${this.#tipText} ${said}`).toBe(meant(this.#tipText, this.#reading) ?? 'no amount');
    if (tipMinor > Math.floor((goodsMinor * this.#asksTipAbovePercent + 50) / 100))
      expect(before.isTipQuestion, said).toBe(true);
    else if (goodsMinor + tipMinor > ASKS_ABOVE && !isCapture) expect(before.kind, said).toBe('amount-check');
    if (before.kind === 'amount-check') expect(before.forMs, said).toBeGreaterThanOrEqual(SEEN_MS);
    this.reset();
  }

  reset(): void {
    this.#till.calls.length = 0;
    act(() => this.#till.store.setState(this.#first));
    this.#start('');
    // A tip in the fixture counts as chosen.
    if (this.#first.sale.tip) this.#tip = 'chosen';
    this.#tipText = '';
    this.#isTipFresh = false;
    this.#log.length = 0;
    this.#key = '';
  }
}

const press = (key: string) => () => {
  fireEvent(document.body, createEvent.keyDown(document.body, { key }));
};
const touch = (selector: string) => () => {
  const key = document.querySelector(selector);
  if (key) fireEvent.click(key);
};
const texts = ['12.50', '1,234.50', '1.234,50', '0,999', '1,234', '1.234', 'ten', '99999999', '-3', '5', '0', '12,5'];
/** Typical slips at a counter: `d` is any digit, and a question may follow each confirming key. */
const slips = [
  'd d Enter Escape d d d Enter Enter Enter',
  'd d Enter d d d Enter Enter Enter',
  'd d d d d d F7 Enter Enter',
  'd d d Enter F3 d d d Enter Enter Enter',
  'd , d d d . d d Enter Enter',
  'd d . d d d Enter Enter Backspace Enter',
  'd d elsewhere d d Enter Enter Enter',
  'd d d d d d d d d Enter go Enter',
];

/** Slips at the question about a tip. */
const tippings = [
  'F3 d d d Enter Enter',
  'F3 d d d d go Enter Enter',
  'F3 d d Escape Enter Enter',
  'choose Enter Enter',
];

/** Source of the next input: slips, with random inputs between them. */
class Whims {
  readonly #random: () => number;
  #slip: string[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  among<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T;
  }

  next(): string {
    const drawn = this.#random();
    if (this.#slip.length === 0 && drawn < 0.25) {
      const isTip = document.querySelector('main')?.dataset['screen'] === 'tip';
      this.#slip = this.among(isTip ? tippings : slips).split(' ');
    }
    const name = this.#slip.shift() ?? this.#anything();
    return name === 'd' ? String(Math.floor(this.#random() * 10)) : name;
  }

  #anything(): string {
    const drawn = this.#random();
    if (drawn < 0.45) return 'd';
    if (drawn < 0.55) return this.among(['.', ',']);
    if (drawn < 0.72) return this.among(['Enter', 'Enter', 'go']);
    if (drawn < 0.82) return this.among(['Escape', 'Backspace']);
    if (drawn < 0.93) return this.among(['F3', 'choose', 'F6', 'F7', 'elsewhere']);
    return `paste ${this.among(texts)}`;
  }

  /**
   * Milliseconds before the next input. Touches have no minimum; keys faster than a typist's would count as a scan
   * (scan-guard.test.tsx).
   */
  gapMs(isTouch: boolean): number {
    return isTouch
      ? 5 + Math.floor(this.#random() * 250)
      : 90 + Math.floor(this.#random() * this.among([300, 300, 700]));
  }

  isTouch(): boolean {
    return this.#random() < 0.2;
  }
}

/** A sale in another window, with an outcome that is dismissed there. */
function sellElsewhere(till: FixtureTill, id: string): void {
  const sold = finished({ id, state: 'captured', capturedMinor: 5, amountMinor: 5, card: visa });
  const { mirror, sale } = till.store.getState();
  if (mirror.host) till.show({ ...mirror.host, attempts: [sold], dismissed: [outcomeNameOf(sold)] });
  setSale(till.store, { own: sale.own });
}

function paste(text: string): void {
  fireEvent(document.body, createEvent.paste(document.body, { clipboardData: { getData: () => text } }));
}

const onPad = (digit: string) =>
  Array.from(document.querySelectorAll('[data-part="pad"] [data-part="key"]')).find((one) => one.textContent === digit);

async function hurry(place: Place, seed: number, inputs: number): Promise<void> {
  const till = showWindow(fixtureTill(place.fixture));
  await settle(450);
  if (place.isKiosk) fireEvent.click(await screen.findByRole('button', { name: 'Touch to start' }));
  if (place.isTypedLater) fireEvent.click(screen.getByRole('button', { name: 'Type an amount' }));
  await settle(450);
  const hands = new Hands(till, place);
  const whims = new Whims(randomFrom(seed));
  for (let done = 0; done < inputs; done += 1) {
    const name = whims.next();
    const isAlone = place.isKiosk || till.store.getState().sale.tip?.attempt;
    const pad = /^[0-9]$/.test(name) && whims.isTouch() ? onPad(name) : undefined;
    const gapMs = whims.gapMs(pad !== undefined);
    if (pad) await hands.do(name, gapMs, () => void fireEvent.click(pad));
    else if (name === 'go') await hands.do(name, gapMs, touch('button[data-variant="go"]'));
    else if (name === 'choose') await hands.do(name, gapMs, touch('[data-part="key"] > input'));
    else if (name.startsWith('paste ')) {
      if (!place.isKiosk) await hands.do(name, gapMs, () => paste(name.slice(6)));
    } else if (name === 'elsewhere') {
      if (!isAlone) await hands.do(name, gapMs, () => sellElsewhere(till, `A-theirs-${done}`));
    } else await hands.do(name, gapMs, press(name));
    if (done % 40 === 39) hands.reset();
  }
}

describe('fast input sends only amounts that were shown and intended', () => {
  const each = Math.ceil((INPUTS * 0.9) / Object.keys(places).length);
  it.each(Object.entries(places))('holds on the screen %s', { timeout: 600_000 }, async (name, place) => {
    await hurry(place, SEED * 100 + name.length, each);
  });

  it('holds in a form with a field', { timeout: 600_000 }, async () => {
    const random = randomFrom(SEED);
    const held = finished({
      id: 'A-held',
      state: 'authorized',
      kind: 'authorization',
      amountMinor: 6000,
      totalMinor: 6000,
      authorizedMinor: 6000,
      finishedAt: null,
      card: visa,
    });
    window.location.hash = '#/tabs/A-held';
    const till = answeringTill(hostState({ attempts: [held] }), {
      'history.tabs': () => [held],
      'payment.audit': () => [],
      'payment.capture': () => held,
    });
    showWindow(till);
    const field = await screen.findByLabelText<HTMLInputElement>('Bill', undefined, { timeout: 60_000 });
    await settle(450);
    for (let done = 0; done < INPUTS * 0.1; done += 1) {
      const digits = Array.from(
        { length: 1 + Math.floor(random() * 5) },
        () => '0123456789.,,'[Math.floor(random() * 13)],
      ).join('');
      fireEvent.change(field, { target: { value: digits } });
      const label = document.querySelector('form button[type="submit"]')?.textContent ?? '';
      fireEvent.submit(screen.getByRole('form'));
      await settle(5 + Math.floor(random() * 300));
      counts.inputs += 2;
      const calls = till.calls.filter(({ path }) => path === 'payment.capture').map(({ input }) => input);
      const value = meant(digits, { decimals: 2, sign: '.', isWhole: true });
      if (calls.length > 0) {
        counts.confirmed += 1;
        expect(calls, digits).toMatchObject([{ amountMinor: value }]);
        expect(Number(label.replace(/[^0-9]/g, '')), digits).toBe(value);
      } else expect(value === null || value === 0 || value > 6000, digits).toBe(true);
      till.calls.length = 0;
    }
    cleanup();
  });
});
