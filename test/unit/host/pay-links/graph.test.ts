/** The state graph of a payment link, drawn from the machine itself. Every cell of its table is used. */
import { test } from 'vitest';
import {
  beginLink,
  linkTable,
  nextLink,
  type Link,
  type LinkEvent,
  type LinkIntent,
  type LinkRecord,
} from '../../../../electron/host/pay-links/machine/index.ts';
import { explore, expectDrawn, expectUsed } from '../payments/state-graph.ts';

const startedAt = 1_790_000_000_000;
const intent: LinkIntent = {
  link: 'L',
  amountMinor: 1_000,
  tipMinor: 0,
  tipMaxMinor: 0,
  currency: 'USD',
  order: null,
  note: null,
  part: null,
  minutes: 15,
  startedAt,
};
const payment = { transfer: 'TR', amountMinor: 1_000, currency: 'USD' } as const;
const records: readonly LinkRecord[] = (['ACTIVE', 'DEACTIVATED', 'COMPLETED', 'EXPIRED', 'UNKNOWN'] as const).flatMap(
  (state) =>
    [[], [{ ...payment, state: 'PENDING' as const }], [{ ...payment, state: 'SUCCEEDED' as const }]].map(
      (payments) => ({ id: 'PL', url: null, state, payments }),
    ),
);
const events: readonly LinkEvent[] = [
  { type: 'restarted' },
  ...records.map((record) => ({ type: 'record', record }) as const),
  { type: 'not-found' },
  { type: 'not-made', failure: { code: 'API_INVALID', message: '' } },
  { type: 'create-refused', failure: { code: 'API_CONFLICT', message: '' } },
  { type: 'no-answer' },
  { type: 'close-asked', by: 'cashier' },
  { type: 'ended' },
  { type: 'sent', delivery: { way: 'EMAIL', to: 'a•••@example.com', at: new Date(startedAt).toISOString() } },
];

const timed = events.flatMap((one) => [1_000, 100_000].map((afterMs) => ({ ...one, afterMs })));
const edges = explore<Link, LinkEvent & { afterMs: number }>({
  first: (['begin', 'adopted'] as const).map(
    (type) => [type, beginLink({ type, intent, at: startedAt }).link] as const,
  ),
  eventsIn: () => timed,
  next: (link, { afterMs, ...event }) =>
    nextLink(link, { ...event, at: link.updatedAt + afterMs, waitedMs: afterMs })?.link,
  phaseOf: ({ phase }) => phase.name,
  keyOf: ({ id, closeAsked, wasReported, deliveries, phase }) =>
    JSON.stringify([
      id,
      closeAsked,
      wasReported,
      Math.min(deliveries.length, 1),
      phase.name,
      phase.name === 'done' && phase.outcome.kind,
      phase.name === 'closing' && [phase.why, phase.inquiry, phase.outMs === null],
      phase.name === 'in-doubt' && [phase.notFound, phase.refusal === undefined, Math.min(phase.waitedMs, 75_000)],
      phase.name === 'confirming' && [phase.unnamed, phase.isOtherCurrency],
    ]),
});

const graph = {
  file: '../../../../electron/host/pay-links/machine/graph.md',
  title: 'A payment link, phase by phase',
  intro: 'What the table of the link machine (`transition.ts`) leads to.',
  table: linkTable,
};

test('the drawn graph shows what the machine does', () => expectDrawn(graph, edges));

test('every event in a row of the table has an effect in some state of it', () => expectUsed(graph, edges));
