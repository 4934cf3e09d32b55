/** The rows both families share: what customers, banks and cashiers do. Faults are each family's own. */
import { expect } from 'vitest';
import { until } from '../unit/native/support.ts';
import type { Harness, Sale } from './harness.ts';
import type { Case } from './cases.ts';

export interface CommonFaults<B, S extends string> {
  cardDeclines(): B;
  chipUnreadable(): B;
  stripeUnreadable(): B;
  twoCards(): B;
  cardRemovedAt(step: S): B;
  rebootAt(step: S): B;
  unplugAt(step: S): B;
}

/** How a chip comes to a step: which terminal, which card, and what is done on the way. */
export interface Way<S extends string> {
  readonly step: S;
  readonly variant?: string;
  readonly card?: string;
  /** The bank does not answer, so that the step lasts. */
  readonly isBankSilent?: boolean;
}

/** Inserts the card and does what is asked; chooses the first application. */
export async function payByChip<B, S extends string>(
  sale: Sale,
  harness: Harness<B, S>,
  except: readonly ('enter-pin' | 'remove' | 'choose')[] = [],
): Promise<void> {
  await harness.hand('insert');
  const isChoosing = () => sale.story.includes('prompt choose-application');
  const chosen = (async () => {
    if (except.includes('choose')) return;
    while (!sale.isFinished && !isChoosing()) await new Promise((resolve) => setTimeout(resolve, 4));
    if (!sale.isFinished) await sale.transaction.choose?.(0).catch(() => undefined);
  })();
  await harness.serve(
    sale,
    except.filter((one) => one !== 'choose'),
  );
  await chosen;
}

export function saleCases<B, S extends string>(faults: CommonFaults<B, S>): Case<B, S>[] {
  const tap = (_sale: Sale, harness: Harness<B, S>) => harness.hand('tap');
  const swipe = (_sale: Sale, harness: Harness<B, S>) => harness.hand('swipe');
  return [
    { name: 'chip', play: payByChip, ends: 'finished approved', answered: /^resolved$/,
      tells: ['prompt present-card', 'card presented chip', 'online chip', 'prompt processing', 'prompt remove-card'] },
    { name: 'tap', play: tap, ends: 'finished approved', tells: ['card presented contactless', 'online contactless'], answered: /^resolved$/ },
    { name: 'swipe', play: swipe, ends: 'finished approved', tells: ['card presented swipe', 'online swipe'], answered: /^resolved$/ },
    { name: 'chip with PIN', card: 'pin', play: payByChip, ends: 'finished approved', tells: ['online chip', 'prompt remove-card'] },
    { name: 'chip, declined by the bank', card: 'no-funds', bank: 'decline', play: payByChip, ends: 'finished declined' },
    { name: 'tap, declined by the bank', card: 'no-funds', bank: 'decline', play: tap, ends: 'finished declined' },
    { name: 'swipe, declined by the bank', card: 'no-funds', bank: 'decline', play: swipe, ends: 'finished declined' },
    { name: 'chip, a part of the amount', card: 'partial', bank: 'partial', play: payByChip, ends: 'finished approved' },
    { name: 'the card declines what the bank approved', faults: () => [faults.cardDeclines()], play: payByChip, ends: 'finished declined', answered: /^resolved$/ },
    { name: 'the card does not believe the bank', bank: 'forged', play: payByChip, ends: 'finished declined' },
    { name: 'two cards, then one', faults: () => [faults.twoCards()], ends: 'finished approved', tells: ['prompt one-card-only', 'online contactless'],
      async play(sale, harness) {
        await harness.hand('tap');
        await sale.reaches('prompt one-card-only');
        await harness.hand('tap');
      } },
    { name: 'a stripe that cannot be read', faults: () => [faults.stripeUnreadable()], play: swipe, ends: /^finished failed/ },
    { name: 'no card in time', cardTimeoutMs: 1_000, ends: 'finished timed-out', tells: ['prompt present-card'] },
    { name: 'cancelled by the cardholder', ends: 'finished cancelled by cardholder', play: (_sale, harness) => harness.hand('press-cancel') },
    { name: 'cancelled by the cardholder at the PIN', card: 'pin', ends: 'finished cancelled by cardholder',
      async play(_sale, harness) {
        await harness.hand('insert');
        await harness.hand('press-cancel');
      } },
  ]; // oxfmt-ignore
}

export function fallbackCases<B, S extends string>(
  faults: CommonFaults<B, S>,
  variants: { device: string; host: string },
): Case<B, S>[] {
  const thenSwipe = async (sale: Sale, harness: Harness<B, S>): Promise<void> => {
    await harness.hand('insert');
    await sale.reaches('prompt swipe-card');
    harness.tidy();
    await harness.hand('swipe');
  };
  const tells = ['prompt present-card', 'prompt swipe-card', 'card presented swipe', 'online swipe'];
  return Object.entries(variants).flatMap(([who, variant]): Case<B, S>[] => [
    { name: `the chip cannot be read, the stripe can; the ${who} asks for it`, variant, faults: () => [faults.chipUnreadable()], play: thenSwipe, tells, ends: 'finished approved' },
    { name: `the chip cannot be read, the bank declines the stripe; the ${who} asks for it`, variant, bank: 'decline', faults: () => [faults.chipUnreadable()], play: thenSwipe, tells, ends: 'finished declined' },
    { name: `the chip cannot be read, nor can the stripe; the ${who} asks for it`, variant, faults: () => [faults.chipUnreadable(), faults.stripeUnreadable()], play: thenSwipe, ends: /^finished failed/ },
    { name: `cancelled while the stripe is waited for; the ${who} asks for it`, variant, faults: () => [faults.chipUnreadable()], ends: 'finished cancelled by host',
      async play(sale, harness) {
        await harness.hand('insert');
        await sale.reaches('prompt swipe-card');
        harness.tidy();
        await until(() => harness.simulated.face.can.includes('swipe'), 'the stripe');
        expect(await sale.transaction.cancel()).toBe('asked');
      }, bank: 'silent' },
    { name: `cancelled before the failed chip is out; the ${who} asks for it`, variant, faults: () => [faults.chipUnreadable()], ends: 'finished cancelled by host',
      async play(sale, harness) {
        await harness.hand('insert');
        await sale.reaches('prompt swipe-card');
        expect(await sale.transaction.cancel()).toBe('asked');
      } },
  ]); // oxfmt-ignore
}

export function choiceCases<B, S extends string>(variant: string): Case<B, S>[] {
  const offered = async (sale: Sale, harness: Harness<B, S>): Promise<void> => {
    await harness.hand('insert');
    await sale.reaches('prompt choose-application');
    const prompt = sale.events.at(-1);
    expect(prompt?.type === 'prompt' && prompt.choices).toEqual(['VISA CREDIT', 'VISA ELECTRON']);
  };
  const choosing = (index: number): Case<B, S> => ({
    name: `application ${index + 1} of 2 chosen on our screen`, variant, card: 'two', ends: 'finished approved',
    tells: ['prompt choose-application', 'prompt processing', 'online chip', 'prompt remove-card'],
    async play(sale, harness) {
      await offered(sale, harness);
      await sale.transaction.choose?.(index);
      await harness.serve(sale);
    },
  }); // oxfmt-ignore
  return [
    choosing(0),
    choosing(1),
    { name: 'a choice nobody offered is refused, and another may be made', variant, card: 'two', ends: 'finished approved',
      async play(sale, harness) {
        await offered(sale, harness);
        await expect(sale.transaction.choose?.(7)).rejects.toMatchObject({ code: 'TERM_NOT_READY' });
        await sale.transaction.choose?.(1);
        await expect(sale.transaction.choose?.(1)).rejects.toMatchObject({ code: 'TERM_NOT_READY' });
        await harness.serve(sale);
      } },
    { name: 'no application chosen in time', variant, card: 'two', cardTimeoutMs: 1_000, ends: 'finished timed-out',
      async play(sale, harness) {
        await offered(sale, harness);
        await sale.reaches(/^finished/);
        expect(sale.events.at(-1)).toMatchObject({ result: { reason: 'nobody chose an application' } });
      } },
  ]; // oxfmt-ignore
}

/** The host cancels at a step. `isTooLate`: the bank's answer is with the card, and its own end comes. */
export function cancelCases<B, S extends string>(ways: readonly (Way<S> & { isTooLate?: boolean })[]): Case<B, S>[] {
  return ways.map(({ step, variant, card, isTooLate }) => ({
    name: `cancelled by the host at ${step}${isTooLate ? ': too late' : ''}`,
    ...(variant === undefined ? {} : { variant }),
    ...(card === undefined ? {} : { card }),
    // However slow this machine is, it cannot get past the bank meanwhile.
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

/** What the customer leaves undone so that the step lasts. */
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
