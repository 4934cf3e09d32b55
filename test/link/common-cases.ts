/** Rows that the families share: actions of customers, banks and cashiers. Each family has its own faults. */
import { expect } from 'vitest';
import type { Gesture } from '../../native/simulator/index.ts';
import type { Harness, Sale } from './harness.ts';
import type { Case } from './cases.ts';
import { storyTime, until } from '../waiting.ts';

export interface CommonFaults<B, S extends string> {
  cardDeclines(): B;
  chipUnreadable(): B;
  stripeUnreadable(): B;
  twoCards(): B;
  cardRemovedAt(step: S): B;
  rebootAt(step: S): B;
  unplugAt(step: S): B;
}

type Play<B, S extends string> = NonNullable<Case<B, S>['play']>;
type More<B, S extends string> = Omit<Case<B, S>, 'name' | 'ends' | 'play' | 'refusedWith'>;

export function rowsOf<B, S extends string>() {
  type Args = [play: Play<B, S>] | [more: More<B, S>] | [more: More<B, S>, play: Play<B, S>];
  const ending = (name: string, ends: string | RegExp, ...args: Args): Case<B, S> => {
    const given: readonly (Play<B, S> | More<B, S>)[] = args;
    const play = given.find((one): one is Play<B, S> => typeof one === 'function');
    const more = given.find((one): one is More<B, S> => typeof one === 'object');
    return { name, ends, ...more, ...(play ? { play } : {}) };
  };
  return {
    ending,
    approved: (name: string, ...args: Args) => ending(name, 'finished approved', ...args),
    declined: (name: string, ...args: Args) => ending(name, 'finished declined', ...args),
    failed: (name: string, ...args: Args) => ending(name, /^finished failed/, ...args),
    cancelled: (name: string, ...args: Args) => ending(name, 'finished cancelled by host', ...args),
    refusedWith: (name: string, code: RegExp, more: More<B, S> = {}): Case<B, S> => ({
      name,
      refusedWith: code,
      ...more,
    }),
    /** Makes the simulator behave this way from the start. */
    under: <A extends unknown[]>(fault: (...args: A) => B, ...args: A) => ({ faults: () => [fault(...args)] }),
    /** Moves rows to another terminal of the kit. */
    at: (variant: string, rows: readonly Case<B, S>[]) => rows.map((row) => ({ ...row, variant })),
    /** Makes the simulator behave this way until the returned function is called. */
    planted(harness: Harness<B, S>, ...faults: B[]) {
      const off = faults.map((one) => harness.simulated.addBehaviour(one));
      return () => off.forEach((one) => one());
    },
  };
}

/** Path of a chip payment to a step: terminal, card, and the customer's actions. */
export interface Way<S extends string> {
  readonly step: S;
  readonly variant?: string;
  readonly card?: string;
  /** If true, the bank does not answer, so that the step lasts. */
  readonly isBankSilent?: boolean;
}

/** Inserts the card and follows the prompts; chooses the first application. */
export async function payByChip<B, S extends string>(
  sale: Sale,
  harness: Harness<B, S>,
  except: readonly ('enter-pin' | 'remove' | 'choose')[] = [],
): Promise<void> {
  await harness.hand('insert');
  const isChoosing = () => sale.story.includes('prompt choose-application');
  const choose = async () => {
    if (except.includes('choose')) return;
    await until(() => sale.isFinished || isChoosing(), 'a choice, or the end');
    if (!sale.isFinished) await sale.transaction.choose?.(0).catch(() => undefined);
  };
  const serve = () =>
    harness.serve(
      sale,
      except.filter((one) => one !== 'choose'),
    );
  // If one fails, the other's failure must not break off the whole file as an unhandled rejection.
  await Promise.all([choose(), serve()]);
}

/** Plays the customer's gestures, and waits for the story's events in between. */
export const doing =
  (...steps: readonly (Gesture | 'tidy' | 'pay' | `prompt ${string}`)[]) =>
  async <B, S extends string>(sale: Sale, harness: Harness<B, S>): Promise<void> => {
    for (const step of steps) {
      if (step === 'tidy') harness.tidy();
      else if (step === 'pay') await payByChip(sale, harness);
      else if (isGesture(step)) await harness.hand(step);
      else await sale.reaches(step);
    }
  };
const isGesture = (step: string): step is Gesture => !step.startsWith('prompt ');

export function saleCases<B, S extends string>(faults: CommonFaults<B, S>): Case<B, S>[] {
  const { approved, declined, ending, failed, under } = rowsOf<B, S>();
  const tap = (_sale: Sale, harness: Harness<B, S>) => harness.hand('tap');
  const swipe = (_sale: Sale, harness: Harness<B, S>) => harness.hand('swipe');
  return [
    approved(
      'chip',
      {
        answered: /^resolved$/,
        tells: ['prompt present-card', 'card presented chip', 'online chip', 'prompt processing', 'prompt remove-card'],
      },
      payByChip,
    ),
    approved('tap', { tells: ['card presented contactless', 'online contactless'], answered: /^resolved$/ }, tap),
    approved('swipe', { tells: ['card presented swipe', 'online swipe'], answered: /^resolved$/ }, swipe),
    approved('chip with PIN', { card: 'pin', tells: ['online chip', 'prompt remove-card'] }, payByChip),
    declined('chip, declined by the bank', { card: 'no-funds', bank: 'decline' }, payByChip),
    declined('tap, declined by the bank', { card: 'no-funds', bank: 'decline' }, tap),
    declined('swipe, declined by the bank', { card: 'no-funds', bank: 'decline' }, swipe),
    approved('chip, a part of the amount', { card: 'partial', bank: 'partial' }, payByChip),
    declined(
      'the card declines what the bank approved',
      { ...under(faults.cardDeclines), answered: /^resolved$/ },
      payByChip,
    ),
    declined('the card does not believe the bank', { bank: 'forged' }, payByChip),
    approved(
      'two cards, then one',
      { ...under(faults.twoCards), tells: ['prompt one-card-only', 'online contactless'] },
      doing('tap', 'prompt one-card-only', 'tap'),
    ),
    failed('a stripe that cannot be read', under(faults.stripeUnreadable), swipe),
    ending('no card in time', 'finished timed-out', { cardTimeoutMs: 1_000, tells: ['prompt present-card'] }),
    approved(
      'a PIN that takes longer than the wait for a card',
      { card: 'pin', cardTimeoutMs: 1_000, tells: ['online chip'] },
      async (sale, harness) => {
        await harness.hand('insert');
        await storyTime(2_500, 'a PIN that takes longer than the wait for a card');
        await harness.serve(sale);
      },
    ),
    ending('cancelled by the cardholder', 'finished cancelled by cardholder', (_sale, harness) =>
      harness.hand('press-cancel'),
    ),
    ending(
      'cancelled by the cardholder at the PIN',
      'finished cancelled by cardholder',
      { card: 'pin' },
      doing('insert', 'press-cancel'),
    ),
  ];
}

export function fallbackCases<B, S extends string>(
  faults: CommonFaults<B, S>,
  variants: { device: string; host: string },
): Case<B, S>[] {
  const { approved, cancelled, declined, failed, under } = rowsOf<B, S>();
  const thenSwipe = doing('insert', 'prompt swipe-card', 'tidy', 'swipe');
  const tells = ['prompt present-card', 'prompt swipe-card', 'card presented swipe', 'online swipe'];
  return Object.entries(variants).flatMap(([who, variant]): Case<B, S>[] => [
    approved(
      `the chip cannot be read, the stripe can; the ${who} asks for it`,
      { ...under(faults.chipUnreadable), variant, tells },
      thenSwipe,
    ),
    declined(
      `the chip cannot be read, the bank declines the stripe; the ${who} asks for it`,
      { ...under(faults.chipUnreadable), variant, bank: 'decline', tells },
      thenSwipe,
    ),
    failed(
      `the chip cannot be read, nor can the stripe; the ${who} asks for it`,
      { faults: () => [faults.chipUnreadable(), faults.stripeUnreadable()], variant },
      thenSwipe,
    ),
    cancelled(
      `cancelled while the stripe is waited for; the ${who} asks for it`,
      { ...under(faults.chipUnreadable), variant, bank: 'silent' },
      async (sale, harness) => {
        await harness.hand('insert');
        await sale.reaches('prompt swipe-card');
        harness.tidy();
        await until(() => harness.simulated.face.can.includes('swipe'), 'the stripe');
        expect(await sale.transaction.cancel()).toBe('asked');
      },
    ),
    cancelled(
      `cancelled before the failed chip is out; the ${who} asks for it`,
      { ...under(faults.chipUnreadable), variant },
      async (sale, harness) => {
        await harness.hand('insert');
        await sale.reaches('prompt swipe-card');
        expect(await sale.transaction.cancel()).toBe('asked');
      },
    ),
  ]);
}

export function choiceCases<B, S extends string>(variant: string): Case<B, S>[] {
  const { approved, ending } = rowsOf<B, S>();
  const offered = async (sale: Sale, harness: Harness<B, S>): Promise<void> => {
    await harness.hand('insert');
    await sale.reaches('prompt choose-application');
    const prompt = sale.events.at(-1);
    expect(prompt?.type === 'prompt' && prompt.choices).toEqual(['VISA CREDIT', 'VISA ELECTRON']);
  };
  const choosing = (index: number): Case<B, S> =>
    approved(
      `application ${index + 1} of 2 chosen on our screen`,
      {
        variant,
        card: 'two',
        tells: ['prompt choose-application', 'prompt processing', 'online chip', 'prompt remove-card'],
      },
      async (sale, harness) => {
        await offered(sale, harness);
        await sale.transaction.choose?.(index);
        await harness.serve(sale);
      },
    );
  return [
    choosing(0),
    choosing(1),
    approved(
      'a choice nobody offered is refused, and another may be made',
      { variant, card: 'two' },
      async (sale, harness) => {
        await offered(sale, harness);
        await expect(sale.transaction.choose?.(7)).rejects.toMatchObject({ code: 'TERM_NOT_READY' });
        await sale.transaction.choose?.(1);
        await expect(sale.transaction.choose?.(1)).rejects.toMatchObject({ code: 'TERM_NOT_READY' });
        await harness.serve(sale);
      },
    ),
    ending(
      'no application chosen in time',
      'finished timed-out, no choice',
      { variant, card: 'two', cardTimeoutMs: 1_000 },
      async (sale, harness) => {
        await offered(sale, harness);
        await sale.reaches(/^finished/);
        expect(sale.events.at(-1)).toMatchObject({ result: { reason: 'the cardholder chose no application' } });
      },
    ),
  ];
}

/** The host cancels at a step. `isTooLate`: the card has the bank's answer, so the card's own result follows. */
export function cancelCases<B, S extends string>(ways: readonly (Way<S> & { isTooLate?: boolean })[]): Case<B, S>[] {
  return ways.map(({ step, variant, card, isTooLate }) => ({
    name: `cancelled by the host at ${step}${isTooLate ? ': too late' : ''}`,
    ...(variant === undefined ? {} : { variant }),
    ...(card === undefined ? {} : { card }),
    // The bank stays silent, so that even a slow machine waits there in the meantime.
    ...(isTooLate ? {} : { bank: 'silent' }),
    ends: isTooLate ? 'finished approved' : 'finished cancelled by host',
    async play(sale, harness) {
      let answer: Promise<'asked' | 'too-late'>;
      if (step === 'waiting-card') answer = sale.transaction.cancel();
      else {
        const there = harness.reaches(step);
        const paying = payByChip(sale, harness, exceptAt(step));
        await there;
        answer = sale.transaction.cancel();
        if (step === 'removing') harness.tidy();
        await answer;
        await paying;
      }
      expect(await answer).toBe(isTooLate ? 'too-late' : 'asked');
    },
  }));
}

/** Prompts that the customer must ignore so that the step lasts. */
function exceptAt(step: string): ('enter-pin' | 'remove' | 'choose')[] {
  if (step === 'entering-pin') return ['enter-pin'];
  if (step === 'choosing-application') return ['choose'];
  return step === 'removing' ? ['remove'] : [];
}

export function pulledCardCases<B, S extends string>(
  faults: CommonFaults<B, S>,
  ways: readonly Way<S>[],
): Case<B, S>[] {
  return ways.map((way) => ({
    ...rowAt(way),
    name: `the card is pulled at ${way.step}`,
    faults: () => [faults.cardRemovedAt(way.step)],
    play: (sale, harness) => payByChip(sale, harness, exceptAt(way.step)),
    ends: /^finished failed/,
  }));
}

export function rebootCases<B, S extends string>(faults: CommonFaults<B, S>, ways: readonly Way<S>[]): Case<B, S>[] {
  return ways.map((way) => {
    const isWaiting = way.step === 'waiting-card';
    return {
      ...rowAt(way),
      name: `power fails at ${way.step}`,
      ...(isWaiting ? {} : { faults: () => [faults.rebootAt(way.step)] }),
      async play(sale, harness) {
        if (isWaiting) harness.simulated.controls.reboot();
        else await payByChip(sale, harness, exceptAt(way.step));
      },
      ends: 'finished failed: the terminal restarted',
    };
  });
}

export function unplugCases<B, S extends string>(faults: CommonFaults<B, S>, ways: readonly Way<S>[]): Case<B, S>[] {
  return ways.map((way) => {
    const isWaiting = way.step === 'waiting-card';
    return {
      ...rowAt(way),
      name: `unplugged at ${way.step}`,
      ...(isWaiting ? {} : { faults: () => [faults.unplugAt(way.step)] }),
      async play(sale, harness) {
        if (isWaiting) await harness.cable.pull();
        else await payByChip(sale, harness, exceptAt(way.step));
      },
      ends: 'finished lost LINK_LOST',
      loses: true,
    };
  });
}

function rowAt<S extends string>({ variant, card, isBankSilent }: Way<S>) {
  return {
    ...(variant === undefined ? {} : { variant }),
    ...(card === undefined ? {} : { card }),
    ...(isBankSilent ? { bank: 'silent' as const } : {}),
  };
}

/**
 * The reply to the start arrives after the driver has abandoned the start. A reply delayed by a fixed time would be in
 * time on a busy computer, because a wait whose timer runs late is extended (`afterSilence`).
 */
export function startAnsweredTooLate<B, S extends string>(name: string, held: (until: Promise<void>) => B): Case<B, S> {
  let release = (): void => undefined;
  return rowsOf<B, S>().refusedWith(name, /^TERM_SILENT$/, {
    faults() {
      const { promise, resolve } = Promise.withResolvers<void>();
      release = resolve;
      return [held(promise)];
    },
    mend: (harness) => harness.hears(release),
  });
}
