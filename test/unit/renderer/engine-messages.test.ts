/**
 * Messages that a cashier reads about payments that really ran: engine and journal are the host's real parts, terminal
 * and platform are simulated.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reader } from '../../../electron/contract/index.ts';
import { promptOfText } from '../../../native/families/mms/codec/prompts.ts';
import { promptWords } from '../../../renderer/counter/live.tsx';
import { outcomeMessage } from '../../../renderer/sale/outcome-message.ts';
import { evidenceOf, stepsOf } from '../../../renderer/counter/steps-of.ts';
import { outcomeOf } from '../../../renderer/store/index.ts';
import { textsFor, withWords } from '../../../renderer/text/index.ts';
import { promptForCustomer } from '../../../renderer/components/customer-prompt.ts';
import { settle, World } from '../host/payments/world.ts';
import { customerWords } from '../../../renderer/text/customer-words.ts';

const texts = withWords(textsFor('en-US'), customerWords);
const { by } = texts.words.outcomes.cancelled;
let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

/** Outcome message of a payment, with the events listed under it. */
function message(id: string) {
  const view = world.engine.get(id);
  const outcome = outcomeOf(view);
  if (!outcome) throw new Error('still open');
  const { heading, say, next } = outcomeMessage(outcome, view, texts, 60_000);
  return { heading, say, next, lines: evidenceOf(view, texts).map(({ text }) => text) };
}

describe('a bank approval is shown only after an approval', () => {
  test('shows no approval for a cancel on the cloud route before any card', async () => {
    const id = await world.sale(1234, { route: 'cloud' });
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(5_000);
    expect(message(id)).toMatchObject({ heading: 'Cancelled', say: by.unknown });
    expect(message(id).lines).toEqual(['Cancel was pressed', 'Platform answered', 'Cancelled, nothing held']);
    expect(world.engine.get(id).authorizedMinor).toBeNull();
  });

  test('shows no approval for a cancel by the customer on a terminal of the cloud route', async () => {
    const id = await world.sale(1234, { route: 'cloud' });
    world.platform.decide('AU1', 'CANCELED', 'CANCELLATION_VIA_DEVICE');
    await world.clock.advance(3_000);
    expect(message(id).say).toBe(by.customer);
    expect(message(id).lines).toEqual(['Platform answered', 'Cancelled, nothing held']);
  });

  test('shows a read card and no void for a cancel during a request that the bank declines', async () => {
    world.platform.decline = 'INSUFFICIENT_FUNDS';
    const id = await world.sale();
    void world.terminal.insertCard();
    world.engine.cancel(id, 'cashier');
    await settle();
    await world.terminal.finish({ kind: 'declined' });
    expect(message(id)).toMatchObject({ heading: 'Cancelled', say: by.unknown });
    expect(message(id).lines).toContain('Platform answered');
  });

  test('shows the approval for a cancel during a request that the bank approves', async () => {
    const id = await world.sale();
    void world.terminal.insertCard();
    world.engine.cancel(id, 'cashier');
    await settle();
    await world.terminal.finish({ kind: 'cancelled', by: 'host' });
    await world.clock.advance(2_000);
    expect(message(id)).toMatchObject({ heading: 'Cancelled', say: by.takenBack });
    expect(message(id).lines).toContain('Bank approved $12.34');
  });

  test('shows "Platform answered" for a declined card that is still in the terminal', async () => {
    world.platform.decline = 'INSUFFICIENT_FUNDS';
    const id = await world.sale();
    await world.terminal.insertCard();
    const view = world.engine.get(id);
    const steps = stepsOf(view, Date.parse(view.updatedAt), texts);
    expect(steps.map(({ name }) => name)).not.toContain('Bank approved');
    expect(promptWords(view, 'processing', texts, { waitedMs: 0 }).title).toBe('Platform answered');
    await world.terminal.finish({ kind: 'declined' });
    expect(message(id).lines).toContain('Bank declined');
  });

  test('shows the approval, and no decline of the bank, if the card refuses an approved payment', async () => {
    const id = await world.sale();
    await world.terminal.insertCard();
    const view = world.engine.get(id);
    const steps = stepsOf(view, Date.parse(view.updatedAt), texts);
    expect(steps.map(({ name }) => name)).toContain('Bank approved');
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(2_000);
    expect(message(id)).toMatchObject({ heading: 'Declined', say: 'The card did not accept this payment.' });
    expect(message(id).lines).toContain('Bank approved $12.34');
    expect(message(id).lines).not.toContain('Bank declined');
  });

  test('counts a create that arrives after "not found" and is voided as approved', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(60_000);
    expect(world.engine.get(id).authorizedMinor).toBeNull();
    world.platform.create(`tillbridge-${id}`, 1234, 'USD');
    await world.clock.advance(60_000);
    expect(world.engine.get(id).authorizedMinor).toBe(1234);
  });
});

describe('a message contains only observed causes', () => {
  const { notCompleted } = texts.words.outcomes;

  test('contains no removed card after a restart before the terminal completed', async () => {
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.crash();
    await world.clock.advance(5_000);
    expect(message(id)).toMatchObject({ heading: 'Not paid', say: notCompleted.say, next: notCompleted.next });
    expect(notCompleted.say).not.toMatch(/came out/);
  });

  test('contains no removed card for a terminal that stopped answering', async () => {
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'lost', failure: { code: 'TERM_SILENT', message: 'silent' } });
    await world.clock.advance(5_000);
    expect(message(id).say).toBe(notCompleted.say);
  });

  test('contains a removed card as reported by the terminal', async () => {
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'failed', reason: 'the card was taken out', isCardOut: true });
    await world.clock.advance(2_000);
    expect(message(id)).toMatchObject({ say: notCompleted.sayCardOut, next: notCompleted.nextCardOut });
  });

  test('says that the till is releasing a hold with an unanswered void', async () => {
    const id = await world.sale(10_000, { kind: 'authorization' });
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'approved', wantsSignature: false });
    world.platform.faults.void = Array.from({ length: 50 }, () => 'lose-request' as const);
    world.platform.faults.find = Array.from({ length: 50 }, () => 'not-sent' as const);
    world.engine.release(id, 'Mo');
    await world.clock.advance(10_000);
    expect(world.engine.get(id).checking?.reason).toBe('releasing');
    expect(texts.words.counter.checkingReasons.releasing).toBe('The till is releasing the hold.');
  });

  test('prompts for the entry modes of a reader with fewer than three', async () => {
    const attempt = world.engine.get(await world.sale());
    const asked = (readers?: readonly Reader[]) => [
      promptWords(attempt, 'present-card', texts, { waitedMs: 0, readers }).title,
      promptForCustomer({ ...attempt, prompt: 'present-card' }, 0, texts, readers).title,
    ];
    expect(asked()).toEqual(['Insert, tap or swipe', 'Insert, tap or swipe']);
    expect(asked(['chip'])).toEqual(['Insert the card', 'Insert the card']);
    expect(asked(['swipe', 'chip'])).toEqual(['Insert or swipe', 'Insert or swipe']);
    expect(promptWords(attempt, 'tap-again', texts, { waitedMs: 0, readers: ['contactless'] }).title).toBe('Tap again');
  });

  test.each(['ERROR REMOVE CARD', 'CARD READ OK - REMOVE CARD'])(
    'shows %s before the request to the bank as "Remove the card"',
    async (text) => {
      const id = await world.sale();
      const prompt = promptOfText(text);
      if (prompt !== 'remove-card') throw new Error('another prompt');
      world.terminal.listener?.({ type: 'card', attempt: id, what: 'presented', entryMode: 'chip' });
      world.terminal.listener?.({ type: 'prompt', attempt: id, prompt });
      const before = world.engine.get(id);
      expect(before.prompt).toBe(prompt);
      expect(promptWords(before, prompt, texts, { waitedMs: 0 })).toEqual({
        title: 'Remove the card',
        say: 'Follow the terminal’s screen.',
      });
      expect(promptForCustomer(before, 0, texts).say).toBe('Follow the card reader’s screen.');
      await world.terminal.insertCard();
      world.terminal.listener?.({ type: 'prompt', attempt: id, prompt });
      const after = world.engine.get(id);
      expect(promptWords(after, prompt, texts, { waitedMs: 0 }).say).toContain('The bank approved.');
      expect(promptForCustomer(after, 0, texts).say).toBe('Then the payment is complete.');
    },
  );
});

describe('an unreachable platform, and a hold captured elsewhere', () => {
  test('contains no card when the request never arrived and the terminal ended', async () => {
    world.platform.faults = { authorize: ['lose-request'] };
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(120_000);
    expect(outcomeOf(world.engine.get(id))).toBe('too-slow');
    expect(message(id)).toMatchObject({
      heading: 'Not paid',
      say: 'The platform could not be reached. Nothing was taken.',
      next: 'Charge again.',
    });
  });

  test('contains the platform when it is unreachable during the request to the bank', async () => {
    const view = { ...world.engine.get(await world.sale()), prompt: 'asking-bank' } as const;
    const title = (platform: 'reachable' | 'unreachable') =>
      promptWords(view, 'asking-bank', texts, { waitedMs: 20_000, platform }).title;
    expect([title('reachable'), title('unreachable')]).toEqual(['The bank is slow', 'Platform unreachable']);
  });

  test('contains actor, amount and unpaid rest of a smaller capture elsewhere', async () => {
    const id = await world.paid(6_000, { kind: 'authorization' });
    const { platform } = world;
    platform.capture = async ({ authorization }) => {
      const hold = platform.authorizations.get(authorization);
      if (!hold) throw new Error('no such authorization');
      const rest = { tipMinor: null, currency: 'USD', failureCode: null, idempotencyId: null } as const;
      platform.transfers.set('TR9', { id: 'TR9', state: 'SUCCEEDED', amountMinor: 4_000, ...rest });
      hold.transfer = 'TR9';
      return { kind: 'answered', record: { ...hold }, isRefused: true };
    };
    world.engine.capture(id, { amountMinor: 5_700, tipMinor: 700, by: 'Mo' });
    await world.clock.advance(1_000);
    expect(message(id)).toMatchObject({
      heading: 'Taken already',
      say: '$40.00 was taken, but not by this till. You asked for $57.00. $17.00 is not paid.',
    });
  });
});
