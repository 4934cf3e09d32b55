/**
 * Tests payment links with random sequences, in two ways. First, any event comes at any time, and answers may
 * contradict each other: the machine never throws or breaks a rule that the sequence alone can check. Second, the real
 * runner works against a platform that keeps links and loses requests, replies and processes; answers are true there,
 * and every rule can be checked.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskCardNumbers } from '../../electron/domain/index.ts';
import { isUnfinishedLink, payLinkViewSchema, type PayLinkView } from '../../electron/contract/index.ts';
import type { RecoveryLog, Entry, PayLinkStore } from '../../electron/host/journal/index.ts';
import { jsonWithoutCards } from '../../electron/host/journal/json-without-cards.ts';
import { PayLinks, foldLink } from '../../electron/host/pay-links/index.ts';
import {
  beginLink,
  linkViewOf,
  queryOf,
  nextLink,
  nextPollMs,
  type Link,
  type LinkEvent,
  type LinkRecord,
  type TimedLinkEvent,
} from '../../electron/host/pay-links/machine/index.ts';
import { ManualClock } from '../unit/host/payments/world.ts';
import { LinkPlatform, type Fault } from '../unit/host/pay-links/world.ts';

const RUNS = Number(process.env['TILLBRIDGE_RUNS'] ?? 300);
const startedAt = 1_790_000_000_000;
const intent = {
  link: 'link-0001',
  amountMinor: 4260,
  tipMinor: 0,
  tipMaxMinor: 0,
  currency: 'USD',
  order: 'A-1187',
  note: null,
  part: null,
  minutes: 15,
  startedAt,
};
const unseen = { polledAt: null, missedPolls: 0 };

// --- any event at any time

const record: fc.Arbitrary<LinkRecord> = fc.record({
  id: fc.constantFrom('PL1', 'PL1', 'PL1', 'PL2'),
  url: fc.constantFrom('https://pay.example/PL1', null),
  state: fc.constantFrom(
    'ACTIVE' as const,
    'ACTIVE' as const,
    'DEACTIVATED' as const,
    'COMPLETED' as const,
    'EXPIRED' as const,
    'UNKNOWN' as const,
  ),
  payments: fc.array(
    fc.record({
      transfer: fc.constantFrom('TR1', 'TR2', null),
      state: fc.constantFrom('PENDING' as const, 'SUCCEEDED' as const, 'FAILED' as const, 'UNKNOWN' as const),
      amountMinor: fc.constantFrom(4260, 5000),
      currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
    }),
    { maxLength: 2 },
  ),
});
const anyEvent: fc.Arbitrary<LinkEvent> = fc.oneof(
  { weight: 8, arbitrary: record.map((one): LinkEvent => ({ type: 'record', record: one })) },
  { weight: 4, arbitrary: fc.constantFrom<LinkEvent>({ type: 'not-found' }, { type: 'no-answer' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<LinkEvent>(
      { type: 'restarted' },
      { type: 'close-asked', by: 'Maya' },
      { type: 'ended' },
      { type: 'not-made', failure: { code: 'API_INVALID', message: 'no' } },
      { type: 'create-refused', failure: { code: 'API_CONFLICT', message: 'no' } },
      { type: 'begin', intent },
      { type: 'adopted', intent },
    ),
  },
);

const isPaidBy = ({ state, payments }: LinkRecord): boolean =>
  state === 'COMPLETED' || payments.some((one) => one.state === 'SUCCEEDED' && one.currency === 'USD');

test('a link under any events is never paid without a record, never ends by silence, and matches the journal', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('begin' as const, 'adopted' as const),
      fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 120_000 })), { maxLength: 60 }),
      (first, steps) => {
        const written: TimedLinkEvent[] = [{ type: first, intent, at: startedAt }];
        let { link, effects } = beginLink({ type: first, intent, at: startedAt });
        let creates = effects.filter(({ type }) => type === 'create').length;
        let at = startedAt;
        let wasPaid = false;
        for (const [event, pause] of steps) {
          at += pause;
          const before: Link = link;
          // Time that the timers waited, which may differ from the clock.
          const timed = { ...event, at, waitedMs: pause };
          const step = nextLink(link, timed);
          if (step) {
            ({ link, effects } = step);
            written.push(timed);
            creates += effects.filter(({ type }) => type === 'create').length;
          }
          const isOurs = event.type === 'record' && (before.id === null || before.id === event.record.id);
          wasPaid ||= isOurs && isPaidBy(event.record);
          const view = linkViewOf(link, unseen);
          payLinkViewSchema.parse(view);
          const wasEnded = before.phase.name === 'done';
          if (view.state === 'paid') expect(wasPaid).toBe(true);
          if (link.phase.name === 'done' && !wasEnded) {
            // Only the platform ends a link, or the proof that the link was never created.
            expect(['record', 'not-found', 'not-made']).toContain(event.type);
            if (event.type === 'record' && view.state !== 'paid') {
              expect(['DEACTIVATED', 'EXPIRED']).toContain(event.record.state);
              // A payment in another currency does not count as paid, but keeps the link in doubt.
              expect(event.record.payments.every((one) => one.state === 'FAILED')).toBe(true);
            }
          }
          if (before.phase.name === 'done' && before.phase.outcome.kind === 'paid') expect(view.state).toBe('paid');
          expect(foldLink(written as unknown as Entry[])).toEqual(link);
          expect(link.phase.name === 'done' || nextPollMs(link, at, 0) !== null).toBe(true);
          expect(queryOf(link).type === 'look-up').toBe(link.id === null);
        }
        expect(creates).toBe(first === 'begin' ? 1 : 0);
      },
    ),
    { numRuns: RUNS },
  );
});

// --- true answers, lost or not

type Step =
  | { do: 'open' | 'close' | 'pay' | 'pay-pending' | 'approve' | 'decline' | 'restart' | 'expire-late' }
  | { do: 'wait'; ms: number }
  | { do: 'faults'; what: 'create' | 'find' | 'read' | 'deactivate' | 'update'; fault: Fault };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<Step>(
      { do: 'open' },
      { do: 'close' },
      { do: 'pay' },
      { do: 'pay-pending' },
      { do: 'approve' },
      { do: 'decline' },
      { do: 'restart' },
      { do: 'expire-late' },
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 700, 3_000, 40_000, 200_000, 950_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('faults' as const),
      what: fc.constantFrom(
        'create' as const,
        'find' as const,
        'read' as const,
        'deactivate' as const,
        'update' as const,
      ),
      fault: fc.constantFrom<Fault>('lost', 'lost', 'reply-lost', 'reply-lost', 'not-sent', 'refused'),
    }),
  },
);

/** In-memory journal with the functions that links need. */
function memoryBook(): PayLinkStore & { lines: Map<string, Entry[]> } {
  const lines = new Map<string, Entry[]>();
  const rows = new Map<string, { isOpen: boolean; watchUntil: number | null }>();
  return {
    lines,
    append(row, entry) {
      lines.set(row.id, [...(lines.get(row.id) ?? []), JSON.parse(jsonWithoutCards(entry, maskCardNumbers)) as Entry]);
      rows.set(row.id, row);
    },
    entries: (id) => lines.get(id) ?? [],
    has: (id) => lines.has(id),
    open: () => [...rows].filter(([, row]) => row.isOpen).map(([id]) => id),
    watched: (now) => [...rows].filter(([, row]) => (row.watchUntil ?? 0) >= now).map(([id]) => id),
    recent: () => [...lines.keys()].reverse(),
    activeBetween: () => [],
    ofOrder: () => [],
    notesBetween: () => [],
    note: () => undefined,
    takeBack: () => undefined,
    noted: () => null,
    notes: () => [],
  };
}

test('true answers, lost or late, give one link per request, paid only by a payment, and always ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const clock = new ManualClock();
      const platform = new LinkPlatform(() => clock.now());
      const book = memoryBook();
      const recoveryLog: RecoveryLog = { append: () => undefined, close: () => undefined };
      const inDoubt = (): boolean =>
        [...platform.links.values()].some(({ payments }) => payments.some((one) => one.state !== 'FAILED'));
      // Checked when it is shown, but reported at the end, because an exception there would be lost.
      const broken: string[] = [];
      const check = (view: PayLinkView): void => {
        const [made] = platform.tagged(view.id);
        const isPaid = made?.payments.some(({ state }) => state === 'SUCCEEDED') ?? false;
        if (view.state === 'paid' && !isPaid) broken.push('paid without a payment');
        const isEnded = view.state === 'closed' || view.state === 'expired';
        if (isEnded && inDoubt()) broken.push(`${view.state} with a payment`);
        if (isEnded && made?.state !== 'DEACTIVATED' && made?.state !== 'EXPIRED')
          broken.push(`${view.state} and in use`);
      };
      const start = () => {
        const links = new PayLinks({
          book,
          recoveryLog,
          port: platform,
          clock,
          random: () => 1 / 75,
          publish: check,
          log: () => undefined,
        });
        links.recover();
        return links;
      };
      let links = start();
      const id = 'link-0001';
      const made = () => platform.tagged(id)[0];
      const open = () =>
        links.open({ id, amountMinor: 4260, currency: 'USD', order: 'A-1187', note: null, part: null });
      for (const one of steps) {
        switch (one.do) {
          case 'open':
            open();
            break;
          case 'close':
            if (links.has(id)) links.close(id, 'Maya');
            break;
          case 'pay':
          case 'pay-pending':
            if (made()) platform.pay(made()!.id, one.do === 'pay' ? 'SUCCEEDED' : 'PENDING');
            break;
          case 'approve':
          case 'decline':
            if (made()) platform.decide(made()!.id, one.do === 'approve' ? 'SUCCEEDED' : 'FAILED');
            break;
          case 'expire-late':
            if (made()) made()!.expiresAt += 30_000;
            break;
          case 'restart':
            links.stop();
            links = start();
            break;
          case 'wait':
            await clock.advance(one.ms);
            break;
          case 'faults':
            (platform.faults[one.what] ??= []).push(one.fault);
        }
        expect(platform.tagged(id).length).toBeLessThanOrEqual(1);
        expect(platform.asked.filter((what) => what === 'create').length).toBeLessThanOrEqual(1);
        const entries = book.entries(id);
        // The jitter creates waits whose fraction looks like a card number; the journal would hide such a number.
        for (const { waitedMs = 0 } of entries) expect(waitedMs).toBeTypeOf('number');
        const folded = foldLink(entries);
        if (folded) {
          const view = links.get(id);
          expect(
            linkViewOf(folded, {
              polledAt: view.polledAt === null ? null : Date.parse(view.polledAt),
              missedPolls: view.missedPolls,
            }),
          ).toEqual(view);
        }
      }
      expect(broken).toEqual([]);
      // The faults end here, and every bank decides.
      for (const what of ['create', 'find', 'read', 'deactivate', 'update'] as const) platform.faults[what] = [];
      if (made()) platform.decide(made()!.id, 'FAILED');
      await clock.advance(2 * 60 * 60_000);
      if (links.has(id)) {
        const view = links.get(id);
        expect(isUnfinishedLink(view)).toBe(false);
        const isPaid = made()?.payments.some(({ state }) => state === 'SUCCEEDED') ?? false;
        expect(view.state === 'paid').toBe(isPaid);
        expect(view.state === 'failed').toBe(made() === undefined);
      }
      links.stop();
      expect(broken).toEqual([]);
    }),
    { numRuns: RUNS },
  );
}, 180_000);
