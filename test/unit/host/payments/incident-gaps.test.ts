/**
 * Gaps found in the program that is most similar to Tillbridge. The tests show that none exists here. See
 * incidents.test.ts.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mayHaveChargedAfter, TillError } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;

describe('incident: gaps of a similar program', () => {
  test('a create whose reply comes after the cancel is cancelled only once that is proven', async () => {
    const reply = Promise.withResolvers<void>();
    world.platform.authorize = async (asked) => {
      await reply.promise; // held open, as a platform may do for minutes
      const record = world.platform.create(asked.idempotencyId, asked.amountMinor, asked.currency);
      return { kind: 'answered', record: { ...record } };
    };
    const id = await world.sale(1234, { route: 'cloud' });
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(30_000);
    expect(world.count('cancel-device')).toBeGreaterThan(1); // the first CANCEL may have come before the payment did
    expect(world.state(id)).toBe('working'); // "cancelling": not cancelled before that is proven
    reply.resolve();
    await world.clock.advance(10_000);
    expect(world.platform.heldMinor).toBe(0);
    expect(world.platform.calls).not.toContain('capture');
    expect(world.state(id)).toBe('cancelled');
  });

  test('a create answered with 422 whose record cannot be fetched is looked up and paid once', async () => {
    // The port found that the key was used before and could not read its record (host/platform): unknown.
    world.platform.authorize = async (asked) => {
      world.platform.calls.push('authorize');
      world.platform.create(asked.idempotencyId, asked.amountMinor, asked.currency);
      return { kind: 'unknown', failure: { code: 'API_CONFLICT', message: 'this key was used before' } };
    };
    world.platform.faults.find = ['lose-request', 'not-sent'];
    const id = await world.sale();
    await world.terminal.insertCard();
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(5_000);
    await world.terminal.finish(approved);
    expect(world.state(id)).toBe('captured');
    expect(world.platform.authorizations.size).toBe(1);
  });

  test.each([
    ['409, and no record in the whole window', 'sale', 'unknown', 'API_CONFLICT', 'PAY_NEVER_ARRIVED'],
    ['409 to a refund, and no record in the whole window', 'refund', 'unknown', 'API_CONFLICT', 'PAY_NEVER_ARRIVED'],
    ['422 that names no record', 'sale', 'refused', 'API_INVALID', 'API_INVALID'],
    ['422 to a refund that names no record', 'refund', 'refused', 'API_INVALID', 'API_INVALID'],
  ] as const)(
    '%s: the code agrees with whether the customer may have been charged',
    async (_, kind, missing, said, code) => {
      world.platform.authorize = async () => ({ kind: missing, failure: { code: said, message: 'no' } });
      const id = await world.sale(1234, { kind });
      await world.terminal.insertCard();
      await world.clock.advance(5_000);
      if (missing === 'unknown') expect(world.engine.get(id)).toMatchObject({ state: 'checking' });
      await world.clock.advance(15 * 60_000);
      await world.terminal.finish({ kind: 'declined' });
      const view = world.engine.get(id);
      expect(view).toMatchObject({ state: 'failed', failure: { code }, mayHaveCharged: false });
      expect(mayHaveChargedAfter(code)).toBe(view.mayHaveCharged);
      // A conflict shows that a request arrived, so the message must not contain "never".
      expect(view.failure?.message).not.toMatch(/never/);
    },
  );

  test('a partial approval waits for the cashier, and only the approved amount is captured', async () => {
    world.platform.approveAtMost = 1_000;
    const id = await world.paid(1234, { partialApproval: 'ask' });
    expect(world.engine.get(id)).toMatchObject({ state: 'partial', authorizedMinor: 1_000, capturedMinor: null });
    expect(world.platform.capturedMinor).toBe(0);
    world.engine.keepPart(id, 'Mo');
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', totalMinor: 1234, capturedMinor: 1_000 });
  });

  test('checking is shown only once it is on disk', async () => {
    const id = await world.sale();
    world.platform.faults.authorize = ['lose-reply'];
    const append = world.journal.append.bind(world.journal);
    world.terminal.readCard(id);
    world.journal.append = () => {
      throw new TillError('JRNL_UNWRITABLE', 'disk full');
    };
    await settle();
    expect(world.state(id)).not.toBe('checking'); // the state is shown only once it is on disk
    world.journal.append = append;
    await world.crash(); // the restart finds the payment without that entry
    await world.clock.advance(5_000);
    expect(world.state(id)).toBe('voided');
    expect(world.platform.heldMinor).toBe(0);
  });

  test('a cancelled payment is looked up again after a restart, and its late hold is released', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const id = await world.sale();
    world.terminal.readCard(id);
    world.engine.cancel(id, 'cashier');
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(60_000);
    expect(world.state(id)).toBe('cancelled');
    world.platform.create(`tillbridge-${id}`, 1234, 'USD');
    await world.crash();
    await world.clock.advance(120_000);
    expect(world.platform.heldMinor).toBe(0);
    expect(world.state(id)).toBe('cancelled');
  });

  test('a cancelled payment stays checking until the platform has proven the void', async () => {
    const never = Array.from({ length: 100 }, () => 'lose-request' as const);
    const id = await world.sale();
    world.terminal.readCard(id);
    world.platform.faults.void = [...never];
    world.platform.faults.find = [...never];
    world.engine.cancel(id, 'cashier');
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(10 * 60_000);
    expect(world.state(id)).toBe('checking');
    expect(world.platform.heldMinor).toBe(1234);
    world.platform.faults = {};
    await world.clock.advance(60_000);
    expect(world.state(id)).toBe('cancelled');
    expect(world.platform.heldMinor).toBe(0);
  });

  test('a payment is shown as paid only with its Transfer', async () => {
    world.platform.hidesTransfer = true;
    const id = await world.paid();
    await world.clock.advance(10_000);
    const view = world.engine.get(id);
    expect(view).toMatchObject({ state: 'captured', transfer: 'TR1' });
    for (const seen of world.views) if (seen.state === 'captured') expect(seen.transfer).not.toBeNull();
    expect(world.platform.transfers.size).toBe(1);
  });

  test('the recovery log has every request with the key for its look-up if the database is lost', async () => {
    world.platform.faults.capture = ['lose-reply'];
    const id = await world.paid();
    // The second record has everything that left the till, with the key to ask for.
    const records = readFileSync(`${world.path}.recovery-log`, 'utf8').trim().split('\n');
    expect(records.map((line) => line.split(' ').slice(1, 4))).toEqual([
      ['authorize', id, `tillbridge-${id}`],
      ['capture', id, `tillbridge-${id}`],
    ]);
  });
});
