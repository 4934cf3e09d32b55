/**
 * Tests the payment engine with any sequence of events: card, bank, cable, cancellation, crash, lost requests and
 * replies. Once all faults have ended, every attempt is finished, its screen is right, and no hold is left.
 * @module-tag full-payments
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TillError } from '../../electron/contract/index.ts';
import { fold } from '../../electron/host/payments/index.ts';
import { settle, World, type Fault } from '../unit/host/payments/world.ts';

type Action =
  | { do: 'card' }
  | { do: 'finish'; kind: 'approved' | 'declined' | 'timed-out' | 'failed' | 'cardholder' | 'host' | 'lost' }
  | { do: 'cancel' }
  | { do: 'crash' }
  | { do: 'wait'; ms: number }
  | { do: 'fault'; call: 'authorize' | 'find' | 'capture' | 'void' | 'transfer'; fault: Fault }
  | { do: 'late-create' }
  | { do: 'refuse-answer' }
  | { do: 'unmatched' };

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'card' } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      kind: fc.constantFrom('approved', 'approved', 'declined', 'timed-out', 'failed', 'cardholder', 'host', 'lost'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'cancel' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'crash' } as const) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20_000 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      call: fc.constantFrom('authorize', 'find', 'capture', 'void', 'transfer'),
      fault: fc.constantFrom<Fault>('lose-request', 'lose-reply', 'not-sent', 'unreadable', 'refuse'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'late-create' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'refuse-answer' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'unmatched' } as const) },
);

async function perform(world: World, id: string, act: Action): Promise<void> {
  switch (act.do) {
    case 'card':
      return world.terminal.insertCard();
    case 'finish':
      if (act.kind === 'cardholder' || act.kind === 'host')
        return world.terminal.finish({ kind: 'cancelled', by: act.kind });
      if (act.kind === 'lost')
        return world.terminal.finish({ kind: 'lost', failure: { code: 'LINK_LOST', message: 'unplugged' } });
      if (act.kind === 'failed') return world.terminal.finish({ kind: 'failed', reason: 'card error' });
      if (act.kind === 'approved') return world.terminal.finish({ kind: 'approved', wantsSignature: false });
      return world.terminal.finish({ kind: act.kind });
    case 'cancel':
      world.engine.cancel(id, 'cashier');
      return settle();
    case 'crash':
      return world.crash();
    case 'wait':
      return world.clock.advance(act.ms);
    case 'fault':
      (world.platform.faults[act.call] ??= []).push(act.fault);
      return undefined;
    case 'late-create':
      if (world.platform.hasLostCreate) world.platform.create(`tillbridge-${id}`, 1234, 'USD');
      return undefined;
    case 'refuse-answer':
      world.terminal.respondRefusal = new TillError('TERM_SILENT', 'silent');
      return undefined;
    case 'unmatched':
      world.terminal.listener?.({
        type: 'finished',
        attempt: 'attempt-of-another-sale',
        result: { kind: 'approved', wantsSignature: false },
      });
      return settle();
  }
}

test(
  'any order of events leads to at most one capture, true screens, no orphaned hold and no endless payment',
  { timeout: 1_200_000 },
  async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 30 }),
        fc.constantFrom(null, 'INSUFFICIENT_FUNDS'),
        async (actions, decline) => {
          const world = new World();
          world.platform.decline = decline;
          try {
            const id = await world.sale();
            for (const act of actions) {
              await perform(world, id, act);
              // Rule 3 at every step: a captured payment is never shown as "not charged".
              const view = world.engine.get(id);
              if (view.state === 'captured') expect(world.platform.transfers.size).toBe(1);
              else if (view.state !== 'working' && view.state !== 'checking')
                expect(world.platform.capturedMinor).toBe(0);
            }
            // Recovery: faults end, the terminal ends its transaction, and time passes.
            world.platform.faults = {};
            await world.terminal.finish({ kind: 'timed-out' });
            await world.clock.advance(10 * 60_000);
            const view = world.engine.get(id);
            const context = JSON.stringify(actions);
            expect(['captured', 'declined', 'cancelled', 'voided', 'failed'], context).toContain(view.state);
            expect(world.platform.authorizations.size, context).toBeLessThanOrEqual(1);
            expect(world.platform.transfers.size, context).toBe(view.state === 'captured' ? 1 : 0);
            expect(world.platform.capturedMinor, context).toBe(view.state === 'captured' ? view.capturedMinor : 0);
            expect(world.platform.heldMinor, context).toBe(0);
            runs += 1;
          } finally {
            world.close();
          }
        },
      ),
      { numRuns: Number(process.env['TILLBRIDGE_RUNS'] ?? 300) },
    );
    expect(runs).toBeGreaterThan(0);
  },
);

test(
  'the journal folded at every prefix is a state of the machine, and finally the live state',
  { timeout: 1_200_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 20 }), async (actions) => {
        const world = new World();
        try {
          const id = await world.sale();
          const seen: unknown[] = [world.engine.get(id).state];
          for (const act of actions) {
            await perform(world, id, act);
            seen.push(world.engine.get(id).state);
          }
          const entries = world.journal.entries(id);
          const live = world.engine.get(id);
          await world.crash();
          const reread = world.engine.get(id);
          for (let n = 1; n <= entries.length; n += 1) expect(fold(entries.slice(0, n))).toBeDefined();
          // A finished attempt is read back exactly; an open attempt was resumed by the restart.
          if (live.finishedAt !== null) expect(reread).toEqual(live);
          else expect(reread.updatedAt >= live.updatedAt).toBe(true);
        } finally {
          world.close();
        }
      }),
      { numRuns: 100 },
    );
  },
);
