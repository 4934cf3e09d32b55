import { afterEach, describe, expect, it } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { toHex } from '../../../../native/framing/bytes.ts';
import { encodeNeo2Response } from '../../../../native/framing/neo2-frame.ts';
import { code, status } from '../../../../native/drivers/neo2/codes.ts';
import { neo2Faults as faults, testDeck, type TestCard } from '../../../../native/simulator/index.ts';
import { responseCryptogram } from '../../../../native/simulator/card/emv-card.ts';
import { words } from '../scripted-terminal.ts';
import { codeOf } from '../support.ts';
import { approved, declined, Neo2Stand, request } from './stand.ts';
import { openNeo2Blob } from './host-side.ts';

const open: Neo2Stand[] = [];
afterEach(async () => {
  for (const stand of open.splice(0)) {
    await stand.close();
    expect(stand.clock.pending, 'timers left after close').toBe(0);
    expect(stand.link.listeners).toBe(0);
  }
});

const stand = async (...args: Parameters<typeof Neo2Stand.open>): Promise<Neo2Stand> => {
  const made = await Neo2Stand.open(...args);
  open.push(made);
  return made;
};

describe.each(['tcp', 'hid'] as const)('a sale over %s', (kind) => {
  it('by chip: every step in order, and the reader has the last word', async () => {
    const at = await stand(kind);
    const sale = await at.sale();
    expect(at.reader.step).toBe('waiting-card');
    await at.gesture('insert');
    expect(sale.story).toEqual(['prompt present-card', 'prompt processing', 'card presented chip', 'online chip']);
    expect(at.reader.step).toBe('online');
    await at.through(sale.transaction.respond(approved));
    expect(sale.last).toBe('prompt processing');
    await at.clock.advance(1_000);
    expect(sale.story.slice(-2)).toEqual(['prompt remove-card', 'finished approved']);
    expect(at.reader.face.display).toEqual(['APPROVED', 'REMOVE CARD']);
    expect(at.sent).toEqual([
      'set-configuration',
      'start-transaction',
      'contact-authenticate',
      'contact-apply-host-response',
    ]);
    expect(at.notices).toEqual([]);
    expect(new Set(sale.events.map(({ attempt }) => attempt))).toEqual(new Set(['A1']));
  });

  it.each([
    ['tap', 'contactless'],
    ['swipe', 'swipe'],
  ] as const)('by %s: the bank’s answer ends it', async (gesture, entryMode) => {
    const at = await stand(kind);
    const sale = await at.sale();
    await at.gesture(gesture);
    expect(sale.last).toBe(`online ${entryMode}`);
    await at.through(sale.transaction.respond(approved));
    expect(sale.story.slice(-1)).toEqual(['finished approved']);
    expect(at.sent).not.toContain('contact-apply-host-response');
    await at.clock.advance(100);
    expect(at.reader.face.display).toEqual(['THANK YOU']);
  });

  it.each(['insert', 'tap', 'swipe'] as const)('declined by the bank: %s', async (gesture) => {
    const at = await stand(kind);
    const sale = await at.sale();
    await at.gesture(gesture);
    await at.through(sale.transaction.respond(declined));
    await at.clock.advance(1_000);
    expect(sale.last).toBe('finished declined');
  });

  it('one after the other, each under its own key', async () => {
    const at = await stand(kind);
    const keys: string[] = [];
    for (const gesture of ['insert', 'tap', 'swipe'] as const) {
      const sale = await at.sale();
      await at.gesture(gesture);
      const online = sale.events.find((event) => event.type === 'online-request');
      keys.push(online?.data.keySerialNumber ?? '');
      await at.through(sale.transaction.respond(approved));
      await at.clock.advance(1_000);
      if (gesture === 'insert') await at.gesture('remove');
    }
    expect(keys).toEqual(['FFFF9876543210E00001', 'FFFF9876543210E00002', 'FFFF9876543210E00003']);
  });
});

describe('card data', () => {
  it.each(['insert', 'tap', 'swipe'] as const)('%s: only the platform can open it', async (gesture) => {
    const at = await stand();
    const wire: string[] = [];
    at.reader.onSend((bytes) => wire.push(toHex(bytes)));
    const sale = await at.sale();
    await at.gesture(gesture);
    const online = sale.events.find((event) => event.type === 'online-request');
    if (!online) throw new Error('no online request');
    const { encryptedEmvData, keySerialNumber, format } = online.data;
    expect(format).toBe(2);
    const blob = openNeo2Blob(encryptedEmvData);
    expect(blob.keySerialNumber).toBe(keySerialNumber);
    expect(blob.values.get('5A')).toBe(testDeck[0]?.pan);
    expect(blob.values.get('57')).toMatch(new RegExp(`^${testDeck[0]?.pan}D3012201`));
    expect(blob.clear.get('9F02')).toBe('000000001234');
    expect(blob.clear.get('5F2A')).toBe('0840');
    expect(blob.clear.get('9F39')).toBe({ insert: '05', tap: '07', swipe: '90' }[gesture]);
    expect(blob.clear.has('9F26')).toBe(gesture !== 'swipe');
    // Masked numbers are on the wire, and were dropped.
    expect(wire.join('')).toContain('57A1114111CCCCCCCC1111D3012');
    expect(encryptedEmvData).not.toContain('57A1');
    expect(encryptedEmvData).not.toContain('5AA1');
    const told = JSON.stringify(sale.events) + wire.join('');
    for (const { pan } of testDeck) {
      expect(told).not.toContain(pan);
      expect(told).not.toContain(toHex(Buffer.from(pan)));
    }
  });

  it('of a card with an odd number of digits', async () => {
    const at = await stand('tcp', { chosenCard: 'lost-reply' });
    const sale = await at.sale();
    await at.gesture('tap');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').values.get('5A')).toBe('378282246310005F');
  });

  it('with the bank’s proof: genuine it completes, spoilt the chip declines', async () => {
    for (const isGenuine of [true, false]) {
      const at = await stand();
      const sale = await at.sale();
      await at.gesture('insert');
      const online = sale.events.find((event) => event.type === 'online-request');
      const arqc = openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F26') ?? '';
      const proof = responseCryptogram(Buffer.from(arqc, 'hex'), Buffer.from('00'));
      if (!isGenuine) proof[0] = (proof[0] ?? 0) ^ 1;
      const issuerAuthenticationData = `${toHex(proof)}3030`;
      await at.through(
        sale.transaction.respond({
          ...approved,
          issuerAuthenticationData,
          issuerScripts: ['71028600'],
        }),
      );
      await at.clock.advance(1_000);
      expect(sale.last).toBe(isGenuine ? 'finished approved' : 'finished declined');
    }
  });

  it('for another amount never gets to the bank', async () => {
    const at = await stand();
    const sale = await at.sale();
    // The reader is made to say what it said for a sale of 99.99.
    const other = await stand();
    const strange: Uint8Array[] = [];
    other.reader.onSend((bytes) => strange.push(bytes));
    const elsewhere = await other.sale({ amountMinor: 9_999 });
    await other.gesture('tap');
    expect(elsewhere.last).toBe('online contactless');
    const answer = strange.find((bytes) => bytes[10] === code.transaction && bytes[11] === status.goOnline);
    at.reader.controls.say(answer ?? new Uint8Array());
    await at.clock.advance(100);
    expect(sale.last).toBe('finished failed: the card data is for another amount');
    expect(sale.story.some((word) => word.startsWith('online'))).toBe(false);
    expect(at.notices).toContainEqual({ type: 'stray', what: 'card data for another amount' });
  });
});

describe('cancel by the host at each step', () => {
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

  describe.each([false, true])('the reader ends a cancelled stage itself: %s', (answersCancelledStage) => {
    it.each(steps)('%s', async (step, gestures, waitMs) => {
      const at = await stand('tcp', { cards: [twoApplications], answersCancelledStage });
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
      // Nothing is left over for the next one.
      if (at.reader.face.can.includes('remove')) await at.gesture('remove');
      const next = await at.sale();
      await at.gesture('swipe');
      expect(next.last).toBe('online swipe');
      await at.through(next.transaction.respond(approved));
      expect(next.last).toBe('finished approved');
    });

    it.each(['tap', 'swipe'] as const)('while the bank is asked after a %s', async (gesture) => {
      const at = await stand('tcp', { answersCancelledStage });
      const sale = await at.sale();
      await at.gesture(gesture);
      expect(await at.through(sale.transaction.cancel())).toBe('asked');
      expect(sale.last).toBe('finished cancelled by host');
      expect(await codeOf(sale.transaction.respond(approved))).toBe('TERM_NOT_READY');
      expect(await sale.transaction.cancel()).toBe('too-late');
    });
  });

  it('completing: too late, and the chip’s own result follows', async () => {
    const at = await stand();
    const sale = await at.sale();
    await at.gesture('insert');
    await at.through(sale.transaction.respond(approved));
    expect(at.reader.step).toBe('completing');
    expect(await sale.transaction.cancel()).toBe('too-late');
    await at.clock.advance(1_000);
    expect(sale.last).toBe('finished approved');
  });

  it('between two stages: the bank is never asked', async () => {
    const at = await stand();
    const story: string[] = [];
    let cancelling: Promise<'asked' | 'too-late'> | undefined;
    const transaction = await at.through(
      at.terminal.start(request, (event) => {
        story.push(words(event));
        // The very moment the chip is there.
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

  it('a cancel that the reader refuses is too late, and the sale goes on', async () => {
    const at = await stand();
    const sale = await at.sale();
    at.reader.addBehaviour(faults.refuse(status.subcommandNotAllowed, { to: [code.cancel] }));
    expect(await at.through(sale.transaction.cancel())).toBe('too-late');
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
    await at.through(sale.transaction.respond(approved));
    expect(sale.last).toBe('finished approved');
  });
});

describe('what the customer does', () => {
  it('cancels before a card', async () => {
    const at = await stand();
    const sale = await at.sale();
    await at.gesture('press-cancel');
    expect(sale.last).toBe('finished cancelled by cardholder');
  });

  it('is asked for a PIN, and enters it', async () => {
    const at = await stand('tcp', { chosenCard: 'pin' });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.last).toBe('prompt enter-pin');
    await at.gesture('enter-pin');
    expect(sale.last).toBe('online chip');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F34')).toBe('440302');
  });

  it('cancels at the PIN', async () => {
    const at = await stand('tcp', { chosenCard: 'pin' });
    const sale = await at.sale();
    await at.gesture('insert');
    await at.gesture('press-cancel');
    expect(sale.last).toBe('finished cancelled by cardholder');
  });

  it('leaves the PIN open until its time is over', async () => {
    const at = await stand('tcp', { chosenCard: 'pin' });
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    await at.gesture('insert', 25_000);
    expect(sale.last).toBe('finished timed-out');
  });

  it('has no PIN pad: the reader asks us, is told no, and the card goes on without', async () => {
    const at = await stand('tcp', { model: 'VP3350', chosenCard: 'pin' });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.story).not.toContain('prompt enter-pin');
    expect(sale.last).toBe('online chip');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F34')).toBe('1F0302');
  });

  it('has a card with two applications, and chooses on our screen', async () => {
    const two: TestCard = {
      ...(testDeck[0] as TestCard),
      applications: [
        { aid: 'A0000000031010', label: 'VISA CREDIT' },
        { aid: 'A0000000032010', label: 'VISA ELECTRON' },
      ],
    };
    const at = await stand('tcp', { cards: [two] });
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

  it('has a card with two applications, and chooses none in time', async () => {
    const two: TestCard = {
      ...(testDeck[0] as TestCard),
      applications: [
        { aid: 'A0000000031010', label: 'VISA CREDIT' },
        { aid: 'A0000000032010', label: 'VISA ELECTRON' },
      ],
    };
    const at = await stand('tcp', { cards: [two] });
    const sale = await at.sale();
    await at.gesture('insert');
    await at.clock.advance(32_000);
    expect(sale.events.at(-1)).toMatchObject({
      type: 'finished',
      result: { kind: 'timed-out', reason: 'nobody chose an application' },
    });
    expect(at.reader.step).toBeNull();
  });

  it('has a chip that cannot be read, on a reader that leaves the stripe to us: once', async () => {
    const at = await stand('tcp', {
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

  it('presents nothing in time', async () => {
    const at = await stand();
    const sale = await at.sale({ cardTimeoutMs: 30_000 });
    await at.clock.advance(29_000);
    expect(sale.last).toBe('prompt present-card');
    await at.clock.advance(1_500);
    expect(sale.story).toEqual(['prompt present-card', 'finished timed-out']);
  });

  it('shows two cards, then one', async () => {
    const at = await stand('tcp', { behaviours: [faults.unreadable('two-cards')] });
    const sale = await at.sale();
    await at.gesture('tap');
    expect(sale.last).toBe('prompt one-card-only');
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('takes the card away too soon, and taps again within what is left of the time', async () => {
    const at = await stand('tcp', { behaviours: [faults.unreadable('torn-tap')] });
    const sale = await at.sale({ cardTimeoutMs: 30_000 });
    await at.clock.advance(10_000);
    await at.gesture('tap', 100);
    expect(sale.last).toBe('prompt present-card');
    expect(sale.story).toContain('prompt tap-again');
    expect(at.notices).toEqual([{ type: 'read-error' }]);
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('is not asked to tap for ever', async () => {
    const at = await stand('tcp', { behaviours: [faults.unreadable('torn-tap', Infinity)] });
    const sale = await at.sale();
    for (let count = 0; at.reader.face.can.includes('tap') && count < 20; count++) await at.gesture('tap', 100);
    expect(sale.last).toBe('finished failed: the card could not be read');
    expect(at.sent.filter((name) => name === 'start-transaction')).toHaveLength(6);
  });

  it('has a dirty chip: the reader asks for the stripe', async () => {
    const at = await stand('tcp', { behaviours: [faults.unreadable('chip-unreadable')] });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.last).toBe('prompt swipe-card');
    await at.gesture('remove');
    await at.gesture('swipe');
    expect(sale.last).toBe('online swipe');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F39')).toBe('80');
  });

  it('has a scratched stripe', async () => {
    const at = await stand('tcp', { behaviours: [faults.unreadable('stripe-unreadable')] });
    const sale = await at.sale();
    await at.gesture('swipe');
    expect(sale.last).toBe('finished failed: the card could not be read');
    expect(at.notices).toEqual([{ type: 'read-error' }]);
  });

  it.each(['reading', 'verifying', 'online', 'completing'] as const)('pulls the chip while %s', async (step) => {
    const at = await stand('tcp', { behaviours: [faults.cardRemovedEarly(step)] });
    const sale = await at.sale();
    await at.gesture('insert');
    if (step === 'online' || step === 'completing') {
      expect(sale.last).toBe('online chip');
      await at.through(sale.transaction.respond(approved));
      await at.clock.advance(1_000);
    }
    expect(sale.last).toBe('finished failed: the card was taken out');
  });
});

describe('the chip has the last word', () => {
  it('declines although the bank approved', async () => {
    const at = await stand('tcp', { behaviours: [faults.cardDeclines()] });
    const sale = await at.sale();
    await at.gesture('insert');
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(1_000);
    expect(sale.last).toBe('finished declined');
  });

  it('its last word is lost: the reader is asked how it ended', async () => {
    const at = await stand();
    const sale = await at.sale();
    await at.gesture('insert');
    at.reader.addBehaviour(faults.silentReply({ to: [code.contact] }));
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(29_000);
    expect(sale.last).toBe('prompt remove-card');
    expect(at.sent.at(-1)).toBe('contact-apply-host-response');
    await at.clock.advance(5_000);
    expect(at.sent.at(-1)).toBe('contact-retrieve-result');
    expect(sale.last).toBe('finished approved');
  });

  it('and when the reader does not answer that either, the result is not known', async () => {
    const at = await stand();
    const sale = await at.sale();
    await at.gesture('insert');
    await at.through(sale.transaction.respond(approved));
    at.reader.addBehaviour(faults.mute());
    await at.clock.advance(60_000);
    expect(sale.last).toBe('finished lost TERM_SILENT');
  });

  it('never heard the bank’s answer: the sale is not said to be paid', async () => {
    const at = await stand('tcp', { behaviours: [faults.deaf({ to: [code.contact] })] });
    const sale = await at.sale();
    // 60-11 is not heard: no word that it was taken.
    await at.gesture('insert', 10_000);
    expect(sale.last).toMatch(/^finished failed: .* gave no answer/);
    expect(at.reader.step).toBeNull();
  });

  it('an answer no card could take is refused before it is sent, and may be given again', async () => {
    const at = await stand();
    const sale = await at.sale();
    await at.gesture('insert');
    for (const bad of [
      { ...approved, authorizationResponseCode: '0' },
      { ...approved, issuerAuthenticationData: '1122' },
      { ...approved, issuerAuthenticationData: 'XX22334455667788' },
      { ...approved, issuerScripts: ['8A023030'] },
    ]) {
      expect(await codeOf(sale.transaction.respond(bad))).toBe('TERM_REFUSED');
    }
    expect(at.sent).not.toContain('contact-apply-host-response');
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(1_000);
    expect(sale.last).toBe('finished approved');
  });

  it('a reader that refuses the answer can be told to stop', async () => {
    const at = await stand();
    const sale = await at.sale();
    await at.gesture('insert');
    at.reader.addBehaviour(faults.refuse(status.notAllowed, { to: [code.contact] }));
    expect(await codeOf(at.through(sale.transaction.respond(approved)))).toBe('TERM_BUSY');
    expect(await at.through(sale.transaction.cancel())).toBe('asked');
    expect(sale.last).toBe('finished cancelled by host');
  });

  it('the bank says nothing: the reader is told to stop, and that is what it ends as', async () => {
    const at = await stand();
    const sale = await at.sale();
    await at.gesture('insert');
    await at.clock.advance(301_000);
    expect(sale.last).toBe('finished failed: the bank did not answer in time');
    expect(at.reader.step).toBeNull();
  });
});

describe('a reader that does not behave', () => {
  it('goes silent: it is told to stop', async () => {
    const at = await stand('tcp', { behaviours: [faults.silentReply({ to: [code.transaction] })] });
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    await at.clock.advance(36_000);
    expect(sale.story).toEqual(['prompt present-card', 'finished timed-out']);
  });

  it('goes silent for good: lost', async () => {
    const at = await stand();
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    at.reader.addBehaviour(faults.mute());
    await at.clock.advance(60_000);
    expect(sale.last).toBe('finished lost TERM_SILENT');
  });

  it('restarts: the sale is over, and the next one begins as at first', async () => {
    const at = await stand('tcp', { behaviours: [faults.rebootAt('verifying')] });
    const sale = await at.sale();
    await at.gesture('insert', 5_000);
    expect(sale.last).toBe('finished failed: the terminal restarted');
    expect(at.notices).toContainEqual({ type: 'reset' });
    at.sent.length = 0;
    await at.gesture('remove');
    const next = await at.sale();
    expect(at.sent).toEqual(['set-configuration', 'start-transaction']);
    await at.gesture('tap');
    expect(next.last).toBe('online contactless');
  });

  it('restarts without a word: the sale ends by its bound', async () => {
    const at = await stand('tcp', { behaviours: [faults.rebootAt('verifying')], notifiesBoot: false });
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    await at.gesture('insert', 40_000);
    expect(sale.last).toBe('finished failed: the terminal went silent');
  });

  it.each([
    ['line noise before answers', faults.garbageBeforeReply({ times: Infinity })],
    ['line noise before everything taken', faults.garbageBeforeReply({ kind: 'taken', times: Infinity })],
    ['every answer twice', faults.duplicateReply({ times: Infinity })],
    ['every word twice', faults.duplicateReply({ kind: 'taken', times: Infinity })],
    ['every question twice', faults.duplicateReply({ kind: 'prompt', times: Infinity })],
    ['every event lost', faults.silentReply({ kind: 'event', times: Infinity })],
    [
      'a stray card answer before the first reply',
      faults.strayFrame(encodeNeo2Response(code.transaction, status.goOnline)),
    ],
  ])('a sale survives: %s', async (_what, fault) => {
    for (const kind of ['tcp', 'hid'] as const) {
      const at = await stand(kind);
      at.reader.addBehaviour(fault);
      const sale = await at.sale();
      await at.gesture('insert', 4_000);
      expect(sale.last).toBe('online chip');
      await at.through(sale.transaction.respond(approved));
      await at.clock.advance(4_000);
      expect(sale.last).toBe('finished approved');
      expect(sale.story.filter((word) => word.startsWith('finished') || word.startsWith('online'))).toHaveLength(2);
    }
  });

  it.each([
    ['damaged', faults.corruptReply({ to: [code.transaction] })],
    ['said to answer another command', faults.wrongReference({ to: [code.transaction] })],
  ])('the card data of a tap are %s: nothing is asked of the bank', async (_what, fault) => {
    const at = await stand('tcp', { behaviours: [fault] });
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    await at.gesture('tap', 40_000);
    expect(sale.story).toEqual(['prompt present-card', 'prompt processing', 'finished timed-out']);
  });

  it('a damaged length does not swallow what follows', async () => {
    const at = await stand('tcp', { behaviours: [faults.overlongReply({ kind: 'taken', to: [code.transaction] })] });
    const sale = await at.begin();
    // The word that it was taken is lost, and so the start: nobody must tap on it.
    expect(sale).toMatchObject({ code: 'TERM_SILENT' });
    expect(at.reader.step).toBeNull();
    const next = await at.sale();
    await at.gesture('tap');
    expect(next.last).toBe('online contactless');
  });

  it('cannot say when it has taken a command: silence is consent', async () => {
    const at = await stand('tcp', { knowsFirstResponses: false });
    const sale = await at.sale();
    expect(sale.last).toBe('prompt present-card');
    await at.gesture('insert', 3_000);
    expect(sale.last).toBe('online chip');
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(3_000);
    expect(sale.last).toBe('finished approved');
    expect(await at.begin({ attempt: 'A2', amountMinor: 1 })).toMatchObject({ transaction: { attempt: 'A2' } });
  });
});

describe('late answers', () => {
  it('of a cancelled sale never end the next one', async () => {
    const at = await stand();
    const first = await at.sale();
    at.reader.addBehaviour(faults.lateReply(1_500, { to: [code.transaction] }));
    await at.gesture('tap', 300);
    // Its card data are under way, 1.5 s late.
    expect(await at.through(first.transaction.cancel())).toBe('asked');
    await at.clock.advance(600);
    expect(first.last).toBe('finished cancelled by host');
    const second = await at.sale({ attempt: 'A2', amountMinor: 500 });
    await at.clock.advance(3_000);
    expect(second.story).toEqual(['prompt present-card']);
    expect(at.notices).toContainEqual({ type: 'stray', what: 'late reply' });
    await at.gesture('tap');
    const online = second.events.find((event) => event.type === 'online-request');
    expect(online?.attempt).toBe('A2');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F02')).toBe('000000000500');
  });

  it('of a start that was given up do not begin a sale', async () => {
    const at = await stand();
    await at.through(at.terminal.ping());
    at.reader.addBehaviour(faults.lateReply(2_500, { kind: 'taken', to: [code.transaction] }));
    const given = await at.begin();
    expect(given).toMatchObject({ code: 'TERM_SILENT' });
    expect(at.reader.step).toBeNull();
    const next = await at.sale({ attempt: 'A2' });
    await at.clock.advance(3_000);
    expect(next.story).toEqual(['prompt present-card']);
  });

  it('of one question never answer another of the same code', async () => {
    const at = await stand('tcp', {}, { times: { replyMs: 1_000 } });
    // The battery's answer comes after the host has given up; the next question of that code waits it out.
    at.reader.addBehaviour(faults.lateReply(2_600, { to: [code.battery], times: 2 }));
    const health = at.terminal.health();
    expect(await codeOf(at.through(health))).toBe('TERM_SILENT');
    at.reader.controls.sense({ batteryPercent: 42 });
    expect((await at.through(at.terminal.health())).batteryPercent).not.toBeNull();
  });
});

describe('starting', () => {
  it.each([
    ['low battery', { behaviours: [faults.lowBattery()] }, 'TERM_REFUSED'],
    ['NAK', { behaviours: [faults.refuse(status.failed, { to: [code.transaction] })] }, 'TERM_REFUSED'],
    ['not allowed now', { behaviours: [faults.refuse(status.notAllowed, { to: [code.transaction] })] }, 'TERM_BUSY'],
    ['not activated', { sensors: { isActivated: false } }, 'TERM_BUSY'],
  ] as const)('is refused: %s', async (_what, options, expected) => {
    const at = await stand('tcp', options);
    expect(await at.begin()).toMatchObject({ code: expected });
    expect(at.notices).toEqual([]);
  });

  it.each([
    ['an unknown currency', { currency: 'ZZZ' }, 'TERM_UNSUPPORTED'],
    ['nothing', { amountMinor: 0 }, 'PAY_AMOUNT'],
    ['a fraction', { amountMinor: 1.5 }, 'PAY_AMOUNT'],
    ['thirteen digits', { amountMinor: 1_000_000_000_000 }, 'PAY_AMOUNT'],
  ])('is refused before anything is sent: %s', async (_what, changes, expected) => {
    const at = await stand();
    expect(await at.begin(changes)).toMatchObject({ code: expected });
    expect(at.sent).toEqual([]);
  });

  it('twice: the second is refused, the first goes on', async () => {
    const at = await stand();
    const first = at.sale();
    expect(await codeOf(at.terminal.start(request, () => undefined))).toBe('TERM_BUSY');
    const sale = await first;
    expect(await codeOf(at.terminal.start(request, () => undefined))).toBe('TERM_BUSY');
    expect(await codeOf(at.terminal.clear())).toBe('TERM_BUSY');
    expect(await codeOf(at.terminal.reboot())).toBe('TERM_BUSY');
    expect(await codeOf(at.terminal.setIdleMessage('x'))).toBe('TERM_BUSY');
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('not answered: the reader is told to stop, and nobody can tap on a sale that was given up', async () => {
    const at = await stand('tcp', { behaviours: [faults.silentReply({ kind: 'taken', to: [code.transaction] })] });
    const outcome = await at.begin();
    expect(outcome).toBeInstanceOf(TillError);
    expect(outcome).toMatchObject({ code: 'TERM_SILENT' });
    expect(at.reader.step).toBeNull();
    await at.clock.advance(5_000);
    const next = await at.sale();
    expect(next.story).toEqual(['prompt present-card']);
  });

  it('sends nothing but what belongs to the sale while one runs: a reader takes it as a cancel', async () => {
    const at = await stand();
    const sale = await at.sale();
    at.sent.length = 0;
    await at.terminal.ping();
    await at.terminal.health();
    expect(at.sent).toEqual([]);
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('what an earlier life of the host left running is cleared', async () => {
    const at = await stand();
    await at.sale();
    expect(at.reader.step).toBe('waiting-card');
    const later = await Neo2Stand.open('tcp');
    open.push(later);
    later.link.onWrite = (bytes) => at.reader.receive(bytes);
    at.reader.onSend((bytes) => later.link.feed(bytes));
    await later.through(later.terminal.clear());
    expect(at.reader.step).toBeNull();
  });
});

describe('the link', () => {
  it.each(['waiting-card', 'online'] as const)('is lost while %s', async (step) => {
    const at = await stand();
    const sale = await at.sale();
    if (step === 'online') await at.gesture('insert');
    at.link.lose();
    await at.clock.advance(10);
    expect(sale.last).toBe('finished lost LINK_LOST');
    expect(await codeOf(sale.transaction.respond(approved))).toBe('TERM_NOT_READY');
    expect((await at.terminal.closed)?.code).toBe('LINK_LOST');
  });

  it('is closed by ourselves in the middle: finished before close() resolves', async () => {
    const at = await stand();
    const sale = await at.sale();
    await at.terminal.close();
    expect(sale.last).toBe('finished lost LINK_CLOSED');
    expect(sale.story.filter((word) => word.startsWith('finished'))).toHaveLength(1);
  });
});
