/**
 * The state graph of a payment, drawn from the machine itself. Every cell of its table is used.
 * @module-tag full-payments
 */
import { beforeAll, test } from 'vitest';
import {
  begin,
  table,
  transition,
  type Attempt,
  type AuthorizationAnswer,
  type Intent,
  type MachineEvent,
  type FailedCall,
  type PlatformState,
  type TerminalEnd,
  type TransferAnswer,
} from '../../../../electron/host/payments/machine/index.ts';
import { explore, expectDrawn, expectUsed, type Edge } from './state-graph.ts';

const startedAt = 1_790_000_000_000;
const expiresAt = startedAt + 3_600_000;
/** Times shortly after an event, after every window of a request, and after the hold has expired. */
const PAUSES_MS = [1_000, 700_000, 5_400_000];

const states: readonly PlatformState[] = ['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'UNKNOWN'];
const failure = { code: 'API_TIMEOUT', message: '' } as const;
const missing: readonly FailedCall[] = [
  { kind: 'refused', failure: { code: 'API_CONFLICT', message: '' } },
  { kind: 'not-sent', failure },
  { kind: 'unknown', failure },
];
const card = {
  brand: null,
  lastFour: null,
  entryMode: 'chip',
  approvalCode: null,
  applicationLabel: null,
  applicationIdentifier: null,
} as const;
const record: AuthorizationAnswer = {
  id: 'AU',
  state: 'SUCCEEDED',
  isVoid: false,
  amountMinor: 1_000,
  requestedMinor: 1_000,
  tipMinor: null,
  expiresAt,
  transfer: null,
  failureCode: null,
  card,
};
const answers: readonly AuthorizationAnswer[] = [
  ...states.map((state) => ({ ...record, state })),
  { ...record, amountMinor: 600 },
  { ...record, isVoid: true },
  { ...record, transfer: 'TR' },
];
const transfers: readonly (TransferAnswer | null)[] = [
  null,
  ...states.map((state) => ({ id: 'TR', state, amountMinor: 1_000, tipMinor: null, failureCode: null })),
];
const ends: readonly TerminalEnd[] = [
  { kind: 'approved', wantsSignature: false },
  { kind: 'declined' },
  { kind: 'cancelled', by: 'cardholder' },
  { kind: 'timed-out' },
  { kind: 'timed-out', waitedFor: 'pin' },
  { kind: 'lost', failure },
];
const by = 'cashier';
/** The same card paid the same amount minutes ago. */
const repeated = { attempt: 'B', as: 'paid', minutes: 2 } as const;
const happenings: readonly MachineEvent[] = [
  { type: 'terminal-started' },
  { type: 'terminal-refused', failure },
  { type: 'online-request', entryMode: 'chip' },
  { type: 'not-recorded', failure },
  ...answers.map((answer) => ({ type: 'authorization', answer }) as const),
  ...missing.map((one) => ({ type: 'authorization-missing', missing: one }) as const),
  { type: 'found', answer: null },
  ...answers.map((answer) => ({ type: 'found', answer }) as const),
  ...missing.map((one) => ({ type: 'lookup-missing', missing: one }) as const),
  { type: 'respond-failed', failure },
  ...ends.map((end) => ({ type: 'terminal-finished', end }) as const),
  ...answers.map((answer) => ({ type: 'capture', answer }) as const),
  ...missing.map((one) => ({ type: 'capture-missing', missing: one }) as const),
  ...transfers.map((transfer) => ({ type: 'transfer', transfer }) as const),
  ...missing.map((one) => ({ type: 'transfer-missing', missing: one }) as const),
  ...answers.map((answer) => ({ type: 'void', answer }) as const),
  ...missing.map((one) => ({ type: 'void-missing', missing: one }) as const),
  { type: 'cancel-asked', by },
  { type: 'cancel-too-late' },
  { type: 'cancel-failed', failure },
  { type: 'device-cancelled' },
  { type: 'part-kept', by },
  { type: 'authorization', answer: record, repeated },
  { type: 'found', answer: record, repeated },
  { type: 'terminal-finished', end: { kind: 'approved', wantsSignature: false }, repeated },
  { type: 'part-kept', by, repeated },
  { type: 'repeat-answered', isMeant: true, by },
  { type: 'repeat-answered', isMeant: false, by },
  { type: 'capture-asked', amountMinor: 1_000, tipMinor: 0, by },
  { type: 'void-asked', by },
  { type: 'hold-expired' },
  { type: 'operator-decided', verdict: 'paid', by, reason: '' },
  { type: 'operator-decided', verdict: 'not-paid', by, reason: '' },
  { type: 'reversal-asked', reversal: 'R', amountMinor: 1_000, by, reason: null },
  { type: 'retry', about: null },
  { type: 'restarted' },
  { type: 'journal-behind', ahead: ['authorize'], logged: {} },
  { type: 'journal-behind', ahead: ['hold'], recovered: 'held', logged: {} },
  { type: 'journal-behind', ahead: ['capture'], recovered: 'completed', logged: {} },
  { type: 'journal-behind', ahead: ['void'], recovered: 'released', logged: {} },
];

function intent(more: Partial<Intent>): Intent {
  return {
    attempt: 'A',
    kind: 'sale',
    route: 'cable',
    amountMinor: 1_000,
    tipMinor: 0,
    surchargeMinor: 0,
    isTipOnTerminal: false,
    partialApproval: 'ask',
    currency: 'USD',
    terminal: 'T',
    terminalSerialNumber: null,
    terminalLink: null,
    order: null,
    note: null,
    cardTimeoutMs: 60_000,
    startedAt,
    ...more,
  };
}

const intents = (['sale', 'authorization', 'refund'] as const).flatMap((kind) =>
  (['cable', 'cloud'] as const).map((route) => intent({ kind, route })),
);
const recovered = (['held', 'completed', 'released'] as const).map((one) => intent({ recovered: one }));

/** An event, and the time after the previous event. */
interface Timed {
  type: MachineEvent['type'];
  happened: MachineEvent;
  afterMs: number;
}

const events = happenings.flatMap((happened) =>
  PAUSES_MS.map((afterMs): Timed => ({ type: happened.type, happened, afterMs })),
);
/** Events by phase: those in its row, and those about a reversal, which have no row. */
const eventsIn: Readonly<Record<string, readonly Timed[]>> = Object.fromEntries(
  Object.entries(table).map(([phase, row]) => [
    phase,
    events.filter(({ type, happened }) => type in row || 'reversal' in happened),
  ]),
);

const step = (attempt: Attempt, { happened, afterMs }: Timed): Attempt | undefined =>
  transition(attempt, { ...happened, at: attempt.updatedAt + afterMs })?.attempt;

/**
 * The full run also distinguishes how the terminal ended: five times as many states, which so far give the same graph.
 */
const isFull = process.env['TILLBRIDGE_RUNS'] !== undefined;

/** Counts only as far as the machine distinguishes. */
const few = (count: number): number => Math.min(count, 3);

/**
 * Key that is equal if the machine behaves alike. Concatenated for speed: it is computed for every step, and there are
 * millions.
 */
function keyOf(attempt: Attempt): string {
  const { phase, authorization, repeated } = attempt;
  const { kind, route, recovered: from } = attempt.intent;
  let key = `${kind} ${route} ${from} ${phase.name}`;
  if (phase.name === 'done') {
    const { outcome } = phase;
    key += ` ${outcome.kind} ${'verdict' in outcome && outcome.verdict} ${'isPending' in outcome && outcome.isPending}`;
  }
  if ('refused' in phase) key += ` refused ${phase.refused !== null}`;
  if ('isFromHold' in phase) key += ` hold ${phase.isFromHold}`;
  if ('inquiry' in phase) key += ` inquiry ${phase.inquiry && few(phase.inquiry.tries)}`;
  if ('notFound' in phase) key += ` not found ${few(phase.notFound)}`;
  if (authorization) key += ` ${authorization.amountMinor} ${authorization.transfer}`;
  const end = isFull ? attempt.terminalEnd?.kind : attempt.terminalEnd !== null;
  key += ` ${attempt.isTerminalBusy} ${end} ${attempt.cancel !== null} ${attempt.reversals.length}`;
  return repeated ? `${key} repeated ${repeated.answer?.isMeant}` : key;
}

/** Limit for about ten seconds of processor time in the full run. */
const SEARCHED_WITHIN_MS = 5 * 60_000;

let edges: Edge[];
beforeAll(() => {
  edges = explore<Attempt, Timed>({
    first: [
      ...intents.map((one) => ['begin', begin({ type: 'begin', intent: one, at: startedAt }).attempt] as const),
      ...[...intents, ...recovered].map(
        (one) => ['adopted', begin({ type: 'adopted', intent: one, at: startedAt }).attempt] as const,
      ),
    ],
    eventsIn: (phase) => eventsIn[phase] ?? [],
    next: step,
    phaseOf: ({ phase }) => phase.name,
    keyOf,
  });
}, SEARCHED_WITHIN_MS);

const graph = {
  file: '../../../../electron/host/payments/machine/graph.md',
  title: 'A payment, phase by phase',
  intro: 'What the table of the payment machine (`table.ts`) leads to.',
  table,
};

test('the drawn graph shows what the machine does', () => expectDrawn(graph, edges));

test('every event in a row of the table has an effect in some state of it', () => expectUsed(graph, edges));
