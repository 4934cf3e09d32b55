import { describe, expect, test } from 'vitest';
import { chargeDefaults, isPartlyPaid, TillError } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;

describe('a sale that goes well', () => {
  test('authorizes, completes on the terminal, captures once, and shows the captured amount', async () => {
    const id = await world.sale();
    expect(world.engine.get(id)).toMatchObject({ state: 'working', prompt: 'present-card', canCancel: true });
    await world.terminal.insertCard();
    expect(world.terminal.answers).toEqual([{ isApproved: true, authorizationResponseCode: '00' }]);
    expect(world.platform.capturedMinor).toBe(0); // two steps: nothing is captured before the terminal has completed
    await world.terminal.finish(approved);
    expect(world.engine.get(id)).toMatchObject({
      state: 'captured',
      capturedMinor: 1234,
      authorization: 'AU1',
      transfer: 'TR1',
    });
    expect(world.platform.calls).toEqual(['authorize', 'capture', 'transfer']);
    expect(world.engine.get(id).timings.map((one) => one.step)).toEqual([
      'terminal-started',
      'card-read',
      'bank-answered',
      'bank-approved',
      'terminal-finished',
      'captured',
      'done',
    ]);
  });

  test('prepares the connection to the platform while the customer is prompted, and again when the card comes', async () => {
    const sent: (string | null)[] = [];
    Object.assign(world.platform, { preconnect: () => void sent.push(world.terminal.attempt) });
    const id = await world.sale();
    expect(sent).toEqual([null]); // before the terminal has begun
    await world.terminal.insertCard();
    expect(sent).toEqual([null, id]);
  });

  test('passes on a choice of application, and shows the choices only during the question', async () => {
    const id = await world.sale();
    const choices = ['VISA CREDIT', 'VISA DEBIT'];
    world.terminal.listener?.({ type: 'prompt', attempt: id, prompt: 'choose-application', choices });
    expect(world.engine.get(id)).toMatchObject({ prompt: 'choose-application', choices });
    await world.engine.chooseApplication(id, 1);
    expect(world.terminal.chosen).toEqual([1]);
    await expect(world.engine.chooseApplication('no such payment', 1)).rejects.toMatchObject({ code: 'PAY_NOT_FOUND' });
    world.terminal.listener?.({ type: 'prompt', attempt: id, prompt: 'processing' });
    expect(world.engine.get(id)).not.toHaveProperty('choices');
  });

  test('takes the amount of a partial approval from the reply', async () => {
    world.platform.approveAtMost = 1000;
    const id = await world.paid();
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', amountMinor: 1234, capturedMinor: 1000 });
  });

  test('the same id twice is the same payment', async () => {
    const id = await world.sale();
    const again = world.engine.start({
      ...chargeDefaults,
      id,
      amountMinor: 1234,
      currency: 'USD',
      terminal: 'practice',
      cardTimeoutMs: 1,
    });
    expect(again).toMatchObject({ id, amountMinor: 1234 });
  });
});

describe('a sale that ends unpaid', () => {
  test('declines the card and holds nothing if the bank declines', async () => {
    world.platform.decline = 'INSUFFICIENT_FUNDS';
    const id = await world.sale();
    await world.terminal.insertCard();
    expect(world.terminal.answers).toEqual([{ isApproved: false, authorizationResponseCode: '51' }]);
    await world.terminal.finish({ kind: 'declined' });
    expect(world.engine.get(id)).toMatchObject({
      state: 'declined',
      declineCode: 'INSUFFICIENT_FUNDS',
      transfer: null,
    });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('sends nothing to the platform if the cashier cancels before a card', async () => {
    const id = await world.sale();
    world.engine.cancel(id, 'cashier');
    await settle();
    expect(world.terminal.cancels).toBe(1);
    expect(world.engine.get(id)).toMatchObject({ state: 'working', prompt: 'cancelling', canCancel: false });
    await world.terminal.finish({ kind: 'cancelled', by: 'host' });
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
    expect(world.platform.calls).toEqual([]);
  });

  test('is cancelled by the customer on the terminal', async () => {
    const id = await world.sale();
    await world.terminal.finish({ kind: 'cancelled', by: 'cardholder' });
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'customer' });
  });

  test('fails with PAY_NO_CARD at the timeout for a card', async () => {
    const id = await world.sale();
    await world.terminal.finish({ kind: 'timed-out' });
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_NO_CARD' } });
  });

  test.each([
    ['pin', 'PAY_NO_PIN'],
    ['choice', 'PAY_NO_CHOICE'],
  ] as const)('has a separate code for a timeout at the %s, because there was a card', async (waitedFor, code) => {
    const id = await world.sale();
    await world.terminal.finish({ kind: 'timed-out', waitedFor });
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code }, mayHaveCharged: false });
  });

  test('fails with the code of a terminal that refuses the start', async () => {
    world.terminal.startRefusal = new TillError('TERM_BUSY', 'busy');
    const id = await world.sale();
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'TERM_BUSY' } });
  });

  describe('the previous payment’s card is still in the terminal', () => {
    async function waiting(): Promise<string> {
      world.terminal.isCardLeftIn = true;
      const id = await world.sale();
      expect(world.engine.get(id)).toMatchObject({ state: 'working', prompt: 'card-left-in', canCancel: true });
      expect(world.terminal.amounts).toEqual([]);
      return id;
    }

    test('begins the payment once that card is out, and charges only a new card', async () => {
      const id = await waiting();
      world.terminal.slot?.(null);
      await settle();
      world.terminal.listener?.({ type: 'prompt', attempt: id, prompt: 'present-card' });
      expect(world.engine.get(id)).toMatchObject({ state: 'working', prompt: 'present-card' });
      expect(world.platform.calls).toEqual([]);
      await world.terminal.insertCard();
      await world.terminal.finish(approved);
      expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
    });

    test('ends the wait at once on a cancel, and nothing was sent', async () => {
      const id = await waiting();
      world.engine.cancel(id, 'cashier');
      await settle();
      expect(world.terminal.givenUp).toEqual([id]);
      expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier', mayHaveCharged: false });
      expect(world.platform.calls).toEqual([]);
    });

    test('has a separate code if the card is never removed, and nothing was sent', async () => {
      const id = await waiting();
      world.terminal.slot?.(new TillError('TERM_CARD_IN', 'still in'));
      await settle();
      expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'TERM_CARD_IN' } });
      expect([world.engine.get(id).mayHaveCharged, world.platform.calls]).toEqual([false, []]);
    });

    test('ends the payment as cancelled without a charge if the till restarts', async () => {
      const id = await waiting();
      await world.crash();
      expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'restart', mayHaveCharged: false });
      expect(world.platform.calls).toEqual([]);
    });
  });

  test('fails at once without a look-up if there is no connection, because the request was not sent', async () => {
    world.platform.faults.authorize = ['not-sent'];
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'API_UNREACHABLE' } });
    expect(world.platform.calls).toEqual(['authorize']);
  });
});

describe('cancel has three honest answers', () => {
  test('a cancel before the card sends nothing to the platform', async () => {
    const id = await world.sale();
    world.engine.cancel(id, 'cashier');
    await world.terminal.insertCard();
    expect(world.platform.calls).toEqual([]);
    expect(world.terminal.answers).toEqual([{ isApproved: false, authorizationResponseCode: 'Z3' }]);
    await world.terminal.finish({ kind: 'declined' });
    expect(world.state(id)).toBe('cancelled');
  });

  test('a cancel during the request to the bank voids the approval before "cancelled" is shown', async () => {
    const id = await world.sale();
    world.platform.faults.void = ['not-sent'];
    world.terminal.listener?.({
      type: 'online-request',
      attempt: id,
      entryMode: 'chip',
      data: { encryptedEmvData: 'C0', keySerialNumber: '01', format: 1 },
    });
    world.engine.cancel(id, 'cashier');
    await settle();
    expect(world.state(id)).toBe('checking'); // the first void was lost
    expect(world.platform.heldMinor).toBe(1234);
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(2_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('a cancel after the card completed is too late: the payment is paid and shows that', async () => {
    const id = await world.sale();
    world.terminal.cancelAnswer = 'too-late';
    await world.terminal.insertCard();
    world.engine.cancel(id, 'cashier');
    await world.terminal.finish(approved);
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', cancelTooLate: true });
  });

  test('a cancel too late for a part that the cashier keeps is shown as partly paid, and too late', async () => {
    world.platform.approveAtMost = 1_000;
    const id = await world.sale(undefined, { partialApproval: 'ask' });
    world.terminal.cancelAnswer = 'too-late';
    await world.terminal.insertCard();
    world.engine.cancel(id, 'cashier');
    await world.terminal.finish(approved);
    expect(world.state(id)).toBe('partial');
    world.engine.keepPart(id, 'Mo');
    await settle();
    const kept = world.engine.get(id);
    expect(kept).toMatchObject({ state: 'captured', capturedMinor: 1_000, cancelTooLate: true });
    expect(isPartlyPaid(kept)).toBe(true);
  });

  test('the next sale on the terminal waits for the answer', async () => {
    const id = await world.sale();
    world.engine.cancel(id, 'cashier');
    expect(() =>
      world.engine.start({
        ...chargeDefaults,
        id: 'attempt-other',
        amountMinor: 1,
        currency: 'USD',
        terminal: 'practice',
        cardTimeoutMs: 1,
      }),
    ).toThrow(/PAY_BUSY/);
  });
});

describe('rule 3 and 4: once the request is sent, only evidence ends an attempt', () => {
  test('a lost reply is looked up by its key and the sale continues, once', async () => {
    world.platform.faults.authorize = ['lose-reply'];
    const id = await world.sale();
    await world.terminal.insertCard();
    expect(world.terminal.answers).toHaveLength(1);
    await world.terminal.finish(approved);
    expect(world.state(id)).toBe('captured');
    expect(world.platform.authorizations.size).toBe(1);
    expect(world.platform.capturedMinor).toBe(1234);
  });

  test('a lost request stays checking, is looked up again and again, and ends when it is proven absent', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const id = await world.sale();
    await world.terminal.insertCard();
    expect(world.engine.get(id)).toMatchObject({
      state: 'checking',
      checking: { reason: 'no-answer' },
      canCancel: false,
    });
    await world.terminal.finish({ kind: 'timed-out' });
    await world.clock.advance(10_000);
    expect(world.state(id)).toBe('checking'); // "not found" this early is no proof
    await world.clock.advance(60_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'failed' });
    expect(world.platform.calls.filter((one) => one === 'find').length).toBeGreaterThanOrEqual(3);
    expect(world.platform.calls).not.toContain('capture');
  });

  test('a hold that lists show half a minute late is found, and is never shown as failed', async () => {
    world.platform.faults.authorize = ['lose-reply'];
    const find = world.platform.findPayment.bind(world.platform);
    const madeAt = world.clock.monotonic();
    world.platform.findPayment = async (by) => {
      const found = await find(by);
      return world.clock.monotonic() - madeAt < 30_000 && found.kind === 'answered'
        ? { ...found, record: null }
        : found;
    };
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'timed-out' });
    await world.clock.advance(29_000);
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(31_000);
    expect(world.state(id)).toBe('voided');
    expect(world.views.some((one) => one.id === id && one.state === 'failed')).toBe(false);
  });

  test('a create that arrives after "not found" is found by the reconciliation poll and voided', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'timed-out' });
    await world.clock.advance(60_000);
    expect(world.state(id)).toBe('failed');
    world.platform.create(`tillbridge-${id}`, 1234, 'USD');
    expect(world.platform.heldMinor).toBe(1234);
    await world.clock.advance(60_000);
    expect(world.platform.heldMinor).toBe(0);
    expect(world.state(id)).toBe('failed');
  });

  test('an answer that cannot be read is looked up', async () => {
    world.platform.faults.authorize = ['unreadable'];
    const id = await world.paid();
    expect(world.state(id)).toBe('captured');
  });

  test('a terminal lost during the request to the bank leads to checking, and then to a proven void', async () => {
    const id = await world.sale();
    world.platform.faults.void = ['lose-request'];
    world.terminal.listener?.({
      type: 'online-request',
      attempt: id,
      entryMode: 'chip',
      data: { encryptedEmvData: 'C0', keySerialNumber: '01', format: 1 },
    });
    await world.terminal.finish({ kind: 'lost', failure: { code: 'LINK_LOST', message: 'unplugged' } });
    expect(world.engine.get(id)).toMatchObject({ state: 'checking', checking: { reason: 'terminal-lost' } });
    await world.clock.advance(3_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'voided', failure: { code: 'LINK_LOST' } });
    expect(world.platform.heldMinor).toBe(0);
  });
});

describe('rule 5: approved but not completed on the terminal', () => {
  test('a pulled card is "not paid" only after the void is proven', async () => {
    const id = await world.sale();
    world.platform.faults.void = ['lose-reply'];
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'failed', reason: 'card removed' });
    expect(world.engine.get(id)).toMatchObject({ state: 'checking', checking: { reason: 'taking-back' } });
    await world.clock.advance(2_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'voided', failure: { code: 'PAY_NOT_COMPLETED' } });
    expect(world.platform.calls.filter((one) => one === 'void')).toHaveLength(1); // the read showed that the void had worked
  });

  test('a card that declines after the bank approved holds nothing', async () => {
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    expect(world.state(id)).toBe('declined');
    expect(world.platform.heldMinor).toBe(0);
  });

  test('a terminal that refuses the answer leads to a void', async () => {
    world.terminal.respondRefusal = new TillError('TERM_SILENT', 'silent');
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.clock.advance(1_000);
    await world.terminal.finish({ kind: 'timed-out' });
    expect(world.state(id)).toBe('voided');
    expect(world.platform.heldMinor).toBe(0);
  });
});

describe('capture', () => {
  test.each(['lose-request', 'lose-reply', 'not-sent', 'unreadable'] as const)(
    'a capture with the fault %s is made exactly once in the end',
    async (fault) => {
      world.platform.faults.capture = [fault];
      const id = await world.paid();
      expect(world.state(id)).toBe('checking');
      await world.clock.advance(10_000);
      expect(world.state(id)).toBe('captured');
      expect(world.platform.capturedMinor).toBe(1234);
      expect(world.platform.transfers.size).toBe(1);
    },
  );

  test('a capture refused for good releases the hold, and the payment is not shown as paid', async () => {
    world.platform.faults.capture = ['refuse'];
    const id = await world.paid();
    await world.clock.advance(1_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'API_INVALID' } });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('a capture refused because of revoked credentials stays checking without a void', async () => {
    world.platform.refusal = { code: 'API_UNAUTHORIZED', message: 'revoked' };
    world.platform.faults.capture = ['refuse', 'refuse'];
    const id = await world.paid();
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(30_000);
    expect(world.state(id)).toBe('captured');
    expect(world.platform.calls).not.toContain('void');
  });

  test('a transfer that failed is never shown as paid', async () => {
    world.platform.transferState = 'FAILED';
    const id = await world.paid();
    expect(world.state(id)).toBe('failed');
  });
});

describe('rule 7: every answer carries its attempt', () => {
  test('an event of another attempt is kept as unmatched and changes nothing', async () => {
    const id = await world.sale();
    world.terminal.listener?.({ type: 'finished', attempt: 'attempt-of-yesterday', result: approved });
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'working', prompt: 'present-card' });
    expect(world.unmatched).toMatchObject([{ attempt: 'attempt-of-yesterday', what: 'finished approved' }]);
    expect(world.journal.unmatched(5)).toHaveLength(1);
  });

  test('an approval after the end is kept as unmatched', async () => {
    const id = await world.sale();
    await world.terminal.finish({ kind: 'timed-out' });
    await world.terminal.finish(approved);
    expect(world.state(id)).toBe('failed');
    expect(world.unmatched).toHaveLength(1);
  });
});

describe('a start recovers payments', () => {
  test('cancels a payment before anything was sent, without a charge', async () => {
    const id = await world.sale();
    await world.crash();
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'restart' });
    expect(world.platform.calls).toEqual([]);
  });

  test('looks up a payment whose request was sent, voids it and never captures it', async () => {
    world.platform.faults.authorize = ['lose-reply'];
    world.platform.faults.find = ['not-sent'];
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.crash();
    await world.clock.advance(5_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'voided' });
    expect(world.platform.heldMinor).toBe(0);
    expect(world.platform.capturedMinor).toBe(0);
  });

  test('voids an approved payment whose terminal had not finished', async () => {
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.crash();
    expect(world.engine.get(id)).toMatchObject({ state: 'voided', failure: { code: 'PAY_NOT_COMPLETED' } });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('reads a payment whose capture was sent first, and captures it once', async () => {
    world.platform.faults.capture = ['lose-reply'];
    const id = await world.paid();
    await world.crash();
    await world.clock.advance(1_000);
    expect(world.state(id)).toBe('captured');
    expect([...world.platform.authorizations.values()].map((one) => one.captures)).toEqual([1]);
  });

  test('leaves a finished attempt unchanged', async () => {
    const id = await world.paid();
    const before = world.engine.get(id);
    await world.crash();
    expect(world.engine.get(id)).toEqual(before);
  });
});
