import { describe, expect, it } from 'vitest';
import { code, status } from '../../../../native/families/neo2/codec/codes.ts';
import { neo2Faults as faults, testDeck, type TestCard } from '../../../../native/simulator/index.ts';
import { words } from '../scripted-terminal.ts';
import { codeOf } from '../support.ts';
import { approved, request, openTestBench } from './test-bench.ts';
import { openNeo2Blob } from './host-side.ts';

describe('a cancel by the host', () => {
  const twoApplications: TestCard = {
    ...(testDeck[1] as TestCard),
    id: 'two',
    applications: [
      { aid: 'A0000000031010', label: 'VISA DEBIT' },
      { aid: 'A0000000980840', label: 'US DEBIT' },
    ],
  };
  const steps = [
    ['waiting-card', [], 0],
    ['reading', ['insert'], 100],
    ['choosing-application', ['insert'], 650],
    ['verifying', ['insert', 'choose'], 100],
    ['entering-pin', ['insert', 'choose'], 1_500],
    ['online', ['insert', 'choose', 'enter-pin'], 1_500],
  ] as const;

  describe.each([false, true])('the reader itself ends a cancelled command: %s', (answersCancelledCommand) => {
    it.each(steps)('ends the sale during %s', async (step, gestures, waitMs) => {
      const at = await openTestBench('tcp', { cards: [twoApplications], answersCancelledCommand });
      const sale = await at.sale();
      for (const gesture of gestures) {
        if (gesture === 'choose') {
          await sale.transaction.choose?.(0);
          await at.clock.advance(waitMs);
        } else
          await at.gesture(gesture, gesture === 'enter-pin' ? 500 : Math.max(waitMs, gestures.length > 1 ? 650 : 0));
      }
      expect(at.reader.step).toBe(step);
      expect(await at.through(sale.transaction.cancel())).toBe('asked');
      await at.clock.advance(1_000);
      expect(sale.last).toBe('finished cancelled by host');
      expect(at.reader.step).toBeNull();
      expect(sale.story.filter((word) => word.startsWith('finished'))).toHaveLength(1);
      // The next sale is not affected.
      if (at.reader.face.can.includes('remove')) await at.gesture('remove');
      const next = await at.sale();
      await at.gesture('swipe');
      expect(next.last).toBe('online swipe');
      await at.through(next.transaction.respond(approved));
      expect(next.last).toBe('finished approved');
    });

    it.each(['tap', 'swipe'] as const)('ends the sale during the online request after a %s', async (gesture) => {
      const at = await openTestBench('tcp', { answersCancelledCommand });
      const sale = await at.sale();
      await at.gesture(gesture);
      expect(await at.through(sale.transaction.cancel())).toBe('asked');
      expect(sale.last).toBe('finished cancelled by host');
      expect(await codeOf(sale.transaction.respond(approved))).toBe('TERM_NOT_READY');
      expect(await sale.transaction.cancel()).toBe('too-late');
    });
  });

  it('comes too late while completing, and the chip’s own result follows', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    await at.gesture('insert');
    await at.through(sale.transaction.respond(approved));
    expect(at.reader.step).toBe('completing');
    expect(await sale.transaction.cancel()).toBe('too-late');
    await at.clock.advance(1_000);
    expect(sale.last).toBe('finished approved');
  });

  it('ends the sale between two commands, and the bank is never queried', async () => {
    const at = await openTestBench();
    const story: string[] = [];
    let cancelling: Promise<'asked' | 'too-late'> | undefined;
    const transaction = await at.through(
      at.terminal.start(request, (event) => {
        story.push(words(event));
        // The cancel comes at the moment when the chip is detected.
        if (event.type === 'card') cancelling = transaction.cancel();
      }),
    );
    await at.clock.advance(10);
    await at.gesture('insert', 3_000);
    expect(await cancelling).toBe('asked');
    expect(story).toEqual([
      'prompt present-card',
      'prompt processing',
      'card presented chip',
      'finished cancelled by host',
    ]);
    expect(at.reader.step).toBeNull();
  });

  it('comes too late if the reader refuses it, and the sale continues', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    at.reader.addBehaviour(faults.refuse(status.subcommandNotAllowed, { to: [code.cancel] }));
    expect(await at.through(sale.transaction.cancel())).toBe('too-late');
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
    await at.through(sale.transaction.respond(approved));
    expect(sale.last).toBe('finished approved');
  });
});

describe('the customer', () => {
  it('cancels before presenting a card, and the sale ends', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    await at.gesture('press-cancel');
    expect(sale.last).toBe('finished cancelled by cardholder');
  });

  it('is asked for a PIN, enters it, and the sale continues', async () => {
    const at = await openTestBench('tcp', { chosenCard: 'pin' });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.last).toBe('prompt enter-pin');
    await at.gesture('enter-pin');
    expect(sale.last).toBe('online chip');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F34')).toBe('440302');
  });

  it('cancels at the PIN, and the sale ends', async () => {
    const at = await openTestBench('tcp', { chosenCard: 'pin' });
    const sale = await at.sale();
    await at.gesture('insert');
    await at.gesture('press-cancel');
    expect(sale.last).toBe('finished cancelled by cardholder');
  });

  it('leaves the PIN open, and the sale ends at the PIN timeout, which is longer than the card timeout', async () => {
    const at = await openTestBench('tcp', { chosenCard: 'pin' });
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    await at.gesture('insert', 235_000);
    expect(sale.last).toBe('prompt enter-pin');
    await at.clock.advance(10_000);
    expect(sale.last).toBe('finished timed-out, no pin');
  });

  it('continues with a card with a PIN on a reader without a PIN pad, whose PIN request the driver refuses', async () => {
    const at = await openTestBench('tcp', { model: 'VP3350', chosenCard: 'pin' });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.story).not.toContain('prompt enter-pin');
    expect(sale.last).toBe('online chip');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F34')).toBe('1F0302');
  });

  it('has a card with two applications, and chooses on the till’s screen', async () => {
    const two: TestCard = {
      ...(testDeck[0] as TestCard),
      applications: [
        { aid: 'A0000000031010', label: 'VISA CREDIT' },
        { aid: 'A0000000032010', label: 'VISA ELECTRON' },
      ],
    };
    const at = await openTestBench('tcp', { cards: [two] });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.events.at(-1)).toEqual({
      type: 'prompt',
      attempt: 'A1',
      prompt: 'choose-application',
      choices: ['VISA CREDIT', 'VISA ELECTRON'],
    });
    const { choose } = sale.transaction;
    expect(await codeOf(choose?.call(sale.transaction, 2) ?? Promise.resolve())).toBe('TERM_NOT_READY');
    await sale.transaction.choose?.(1);
    await at.clock.advance(1_000);
    expect(sale.last).toBe('online chip');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('84')).toBe('A0000000032010');
    expect(await codeOf(choose?.call(sale.transaction, 0) ?? Promise.resolve())).toBe('TERM_NOT_READY');
  });

  it('has a card with two applications, and the sale ends if no choice comes in time', async () => {
    const two: TestCard = {
      ...(testDeck[0] as TestCard),
      applications: [
        { aid: 'A0000000031010', label: 'VISA CREDIT' },
        { aid: 'A0000000032010', label: 'VISA ELECTRON' },
      ],
    };
    const at = await openTestBench('tcp', { cards: [two] });
    const sale = await at.sale();
    await at.gesture('insert');
    await at.clock.advance(32_000);
    expect(sale.events.at(-1)).toMatchObject({
      type: 'finished',
      result: { kind: 'timed-out', reason: 'the cardholder chose no application' },
    });
    expect(at.reader.step).toBeNull();
  });

  it('has an unreadable chip, and the driver asks for the stripe once if the reader leaves that to it', async () => {
    const at = await openTestBench('tcp', {
      behaviours: [faults.unreadable('chip-unreadable')],
      fallbackDrivenBy: 'host',
    });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.last).toBe('prompt swipe-card');
    expect(at.sent.filter((name) => name === 'start-transaction')).toHaveLength(2);
    await at.gesture('remove');
    expect(at.reader.face.can).toEqual(['swipe', 'press-cancel']);
    await at.gesture('swipe');
    expect(sale.last).toBe('online swipe');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F39')).toBe('80');
  });

  it('presents no card in time, and the sale ends as timed out', async () => {
    const at = await openTestBench();
    const sale = await at.sale({ cardTimeoutMs: 30_000 });
    await at.clock.advance(29_000);
    expect(sale.last).toBe('prompt present-card');
    await at.clock.advance(1_500);
    expect(sale.story).toEqual(['prompt present-card', 'finished timed-out']);
  });

  it('presents two cards, then one card, and the sale continues', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.unreadable('two-cards')] });
    const sale = await at.sale();
    await at.gesture('tap');
    expect(sale.last).toBe('prompt one-card-only');
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('removes the card too soon, taps again within the remaining time, and the sale continues', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.unreadable('torn-tap')] });
    const sale = await at.sale({ cardTimeoutMs: 30_000 });
    await at.clock.advance(10_000);
    await at.gesture('tap', 100);
    expect(sale.last).toBe('prompt present-card');
    expect(sale.story).toContain('prompt tap-again');
    expect(at.notices).toEqual([{ type: 'read-error' }]);
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('is asked to tap at most six times', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.unreadable('torn-tap', Infinity)] });
    const sale = await at.sale();
    for (let count = 0; at.reader.face.can.includes('tap') && count < 20; count++) await at.gesture('tap', 100);
    expect(sale.last).toBe('finished failed: the card could not be read');
    expect(at.sent.filter((name) => name === 'start-transaction')).toHaveLength(6);
  });

  it('has a dirty chip, and the reader asks for the stripe', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.unreadable('chip-unreadable')] });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.last).toBe('prompt swipe-card');
    await at.gesture('remove');
    await at.gesture('swipe');
    expect(sale.last).toBe('online swipe');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F39')).toBe('80');
  });

  it('has a scratched stripe, and the sale fails', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.unreadable('stripe-unreadable')] });
    const sale = await at.sale();
    await at.gesture('swipe');
    expect(sale.last).toBe('finished failed: the card could not be read');
    expect(at.notices).toEqual([{ type: 'read-error' }]);
  });

  it.each(['reading', 'verifying', 'online', 'completing'] as const)(
    'pulls the chip while %s, and the sale fails',
    async (step) => {
      const at = await openTestBench('tcp', { behaviours: [faults.cardRemovedEarly(step)] });
      const sale = await at.sale();
      await at.gesture('insert');
      if (step === 'online' || step === 'completing') {
        expect(sale.last).toBe('online chip');
        await at.through(sale.transaction.respond(approved));
        await at.clock.advance(1_000);
      }
      expect(sale.last).toBe('finished failed: the card was taken out');
      expect(sale.events.at(-1)).toMatchObject({ result: { isCardOut: true } });
    },
  );
});
