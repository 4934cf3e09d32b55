/**
 * Lists the cases. A rehearsal shows the boundaries of a scenario on a kind of day; each boundary is a case. Cases that
 * cost more than they can find are thinned out evenly, never at random, so that two runs of one checkout have the same
 * cases.
 */
import { inTurn } from '../../build/scripts/parts/sizes.mjs';
import type { Case } from './cases.ts';
import { gatewayStatuses, type FaultKind, type FaultName, type Target } from './faults.ts';
import { scenarioOf, scenarios } from './scenarios.ts';
import type { Route, Scenario } from './steps.ts';

export type Rehearse = (one: Case) => Promise<readonly string[]>;

export const calm: Pick<Case, 'fault' | 'recoveryFault' | 'twist' | 'also'> = {
  fault: 'calm',
  recoveryFault: 'calm',
  twist: 'plain',
  also: null,
};

/** True for the first two occurrences of a boundary that repeats (look-ups). */
export const isEarly = (name: string): boolean => !/#([3-9]|\d\d)/.test(name);

/** At most `most` items, evenly spread, including the first and (from two on) the last. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  const step = most > 1 ? (items.length - 1) / (most - 1) : items.length;
  const chosen = new Set(Array.from({ length: most }, (_, index) => Math.round(index * step)));
  return items.filter((_, index) => chosen.has(index));
}

/**
 * Route on which the host is killed at every boundary of a scenario; on other routes it is killed at a third of them.
 * In sales it is killed at every boundary on both main routes.
 */
const homes: Readonly<Record<string, Route>> = {
  decline: 'mms',
  'part-accepted': 'mms',
  'part-released': 'cloud',
  'part-asked-kept': 'cloud',
  'part-asked-back': 'mms',
  'same-card-meant': 'mms',
  'same-card-not-meant': 'cloud',
  'same-card-unanswered': 'mms',
  hold: 'mms',
  'hold-captured-with-tip': 'cloud',
  'hold-released': 'mms',
  'hold-taken-elsewhere': 'cloud',
  'hold-taken-while-away': 'mms',
  'hold-released-when-taken': 'cloud',
  'hold-taken-unasked': 'mms',
  refund: 'mms',
  'reversal-full': 'cloud',
};

const at = (target: Target, ...some: readonly FaultKind[]): FaultName[] =>
  some.map((kind) => `${kind}@${target}` as FaultName);
const before = ['drop-before', 'drop-after', 'duplicate', '500-before', '500-after', '401', 'html-after'] as const;
const of = (target: Target): FaultName[] => at(target, ...before, '403-page-after', '404-after');

/**
 * Answers of a gateway in front of the platform. Each status comes as a page on one main route, and in the platform's
 * form on the other.
 */
const ofGateway = (target: Target): FaultName[] =>
  gatewayStatuses.flatMap((status, index): FaultName[] => {
    const [form, page]: FaultName[] = [`${status}-after@${target}`, `${status}-page-after@${target}`];
    return index % 2 === 0 ? [form!, page!] : [page!, form!];
  });

/** Each main route has every second fault of a row (`shareOf`); these faults are on both. */
const onBoth = (...faults: FaultName[]): FaultName[] => faults.flatMap((fault) => [fault, fault]);

/**
 * A faulty request, and the number of boundaries after it that are cases. `goesOn`: the fault continues during
 * recovery.
 */
const badDays: readonly { scenario: string; faults: readonly FaultName[]; most: number; goesOn?: true }[] = [
  { scenario: 'sale', faults: of('create'), most: 4 },
  { scenario: 'sale', faults: ['pending@create'], most: 6 },
  { scenario: 'sale', faults: of('update'), most: 3 },
  { scenario: 'decline', faults: ['drop-after@create', '500-after@create', 'pending@create'], most: 2 },
  { scenario: 'part-released', faults: of('update'), most: 2 },
  { scenario: 'hold-captured-with-tip', faults: of('update'), most: 2 },
  { scenario: 'hold-released', faults: ['drop-after@update', '500-before@update', '401@update'], most: 2 },
  { scenario: 'refund', faults: [...of('refund'), 'pending@refund'], most: 2 },
  { scenario: 'reversal-full', faults: of('reverse'), most: 2 },
  { scenario: 'sale', faults: ofGateway('create'), most: 2 },
  { scenario: 'refund', faults: ofGateway('refund'), most: 2 },
  { scenario: 'reversal-full', faults: ofGateway('reverse'), most: 2 },
  { scenario: 'sale', faults: onBoth('403-page-meanwhile@create', '499-page-meanwhile@create'), most: 3 },
  { scenario: 'refund', faults: onBoth('403-page-meanwhile@refund', '499-page-meanwhile@refund'), most: 3 },
  { scenario: 'sale', faults: onBoth('other-record@create'), most: 6 },
  { scenario: 'sale', faults: ['other-record@update', 'other-record@transfer'], most: 4 },
  { scenario: 'hold-captured-with-tip', faults: ['other-record@update', 'other-record@transfer'], most: 4 },
  { scenario: 'hold-released', faults: onBoth('other-record@update'), most: 3 },
  { scenario: 'refund', faults: onBoth('other-record@refund'), most: 5 },
  { scenario: 'reversal-full', faults: onBoth('other-record@reverse'), most: 5 },
  { scenario: 'sale', faults: onBoth('other-currency@money'), most: 6, goesOn: true },
  { scenario: 'hold-captured-with-tip', faults: onBoth('other-currency@money'), most: 4, goesOn: true },
  { scenario: 'refund', faults: onBoth('other-currency@money'), most: 3, goesOn: true },
  { scenario: 'reversal-full', faults: onBoth('other-currency@money'), most: 3, goesOn: true },
];

/** Boundaries from the first request of this kind on, because the steps before it are the same on any day. */
function following(boundaries: readonly string[], fault: FaultName): string[] {
  const requests: Partial<Record<Target, readonly string[]>> = {
    create: ['authorize'],
    refund: ['authorize'],
    update: ['capture', 'void'],
    reverse: ['reverse'],
    transfer: ['find-transfer'],
  };
  const steps = requests[fault.split('@')[1] as Target] ?? ['authorize', 'capture', 'reverse'];
  const first = boundaries.findIndex((name) => steps.some((step) => name === `${step}/before-effect`));
  return first < 0 ? [] : boundaries.slice(first + 1);
}

/**
 * The platform accepts a request, the host is killed, and the request is carried out after the till has stopped looking
 * for it.
 */
const lateOnes: readonly [scenario: string, fault: FaultName, boundary: string][] = [
  ['sale', 'late@create', 'authorize/in-flight'],
  ['hold', 'late@create', 'authorize/in-flight'],
  ['part-released', 'late@create', 'authorize/in-flight'],
  ['refund', 'late@refund', 'authorize/in-flight'],
  ['sale', 'late@update', 'capture/in-flight'],
  ['part-released', 'late@update', 'void/in-flight'],
  ['hold-captured-with-tip', 'late@update', 'capture/in-flight'],
  ['hold-released', 'late@update', 'void/in-flight'],
  ['reversal-full', 'late@reverse', 'reverse/in-flight'],
];

/** Boundaries after which recovery has to ask the platform, which has a bad day just then. */
const asking = [
  'authorization/before-journal',
  'authorize/before-effect',
  'capture/before-journal',
  'capture/before-effect',
];
const recoveryFaults: readonly FaultName[] = [
  ...at('look-up', 'drop-before', '500-before', '401', 'html-after'),
  ...at('read', 'drop-before', '500-before', '401', 'html-after'),
  ...at('update', 'drop-before', 'drop-after', '500-after', '401'),
  ...['read', 'update', 'transfer'].map((target) => `other-record@${target}` as FaultName),
  ...at('update', '404-after', '403-page-after'),
];

const stepsOf = (name: string, ...steps: readonly string[]): string[] => steps.map((step) => `${name}/${step}`);
const restarted = stepsOf('restarted', 'before-journal', 'after-journal');

/** Boundaries at which the next host is killed, too. */
const dyingAgain: readonly [scenario: string, first: string, again: readonly string[]][] = [
  [
    'sale',
    'authorization/before-journal',
    [
      ...restarted,
      'find-payment/before-effect',
      ...stepsOf('found', 'before-journal', 'after-journal'),
      ...stepsOf('void', 'after-record', 'before-effect', 'before-journal', 'after-journal'),
      ...stepsOf('capture', 'before-effect', 'before-journal'),
    ],
  ],
  [
    'sale',
    'authorize/before-effect',
    ['restarted/after-publish', ...stepsOf('found', 'after-journal', 'after-journal#2'), 'retry/before-journal'],
  ],
  [
    'sale',
    'capture/before-journal',
    [
      ...restarted,
      ...stepsOf('found', 'before-journal', 'after-publish'),
      'find-transfer/before-effect',
      'transfer/before-journal',
    ],
  ],
  ['hold-released', 'void/before-journal', [...restarted, ...stepsOf('found', 'before-journal', 'after-journal')]],
  [
    'reversal-full',
    'reversal/before-journal',
    [...restarted, ...stepsOf('reversal-found', 'before-journal', 'after-journal')],
  ],
];

/** Boundaries at which the terminal is unplugged or loses power, on a cable route. */
const atTheTerminal = [
  'terminal-started/after-publish',
  'online-request/before-journal',
  'authorize/before-effect',
  'authorization/before-journal',
  'respond-approved/before-effect',
  'terminal-finished/before-journal',
  'capture/before-effect',
];

/**
 * Boundaries at which the host with the lost commits is killed, in addition to the end when the log is complete: a
 * request is about to be sent.
 */
const beforeItGoesBack = ['authorize/before-effect', 'authorization/before-journal', 'capture/before-effect'];

/**
 * The host's code is the same for every terminal: two families share a small part of the cases in turns, but each has
 * separate sales. Their drivers have a separate table (`test/link`).
 */
const inTurns: readonly Route[] = ['neo2', 'magnesafe'];
const turnOf = (route: Route): number | null => (inTurns.includes(route) ? inTurns.indexOf(route) : null);

/** Part of the shared cases that this route runs; all items on a route with separate cases. */
function ownTurn<Item>(route: Route, items: readonly Item[], from = 0): Item[] {
  const turn = turnOf(route);
  return turn === null ? [...items] : items.filter((_, index) => (index + from) % inTurns.length === turn);
}

/** Every earlier commit of a payment with a complete recovery log, thinned out like the boundaries (`mostOf`). */
function* rolledBack(route: Route, scenario: Scenario, boundaries: readonly string[]): Generator<Case> {
  const last = boundaries.findLast((name) => name.includes('/after-journal'));
  const early =
    scenario.name === 'sale' && turnOf(route) === null
      ? beforeItGoesBack.filter((name) => boundaries.includes(name))
      : [];
  for (const killAt of last === undefined ? early : [...early, last]) {
    const before = boundaries.slice(0, boundaries.indexOf(killAt) + 1);
    // The count includes one more than there are: then the payment is not in the journal at all.
    const commits = before.filter((name) => name.includes('/after-journal')).length + 1;
    const counts = Array.from({ length: commits }, (_, index) => index + 1);
    // Six scenarios are cancelled, and their first commits are the same.
    const most = Math.min(mostOf(route, scenario, commits), scenario.outcome === 'cancelled' ? 5 : commits);
    const wanted = spread(counts, most);
    for (const also of turnOf(route) === null ? wanted : [Math.ceil(commits / 2)])
      yield { ...calm, route, scenario: scenario.name, twist: 'rolled-back', killAt, also: String(also) };
  }
}

/**
 * Items that do not depend on the route are shared by the two main routes, alternately; `few` items are for the other
 * routes together.
 */
function shareOf<Item>(route: Route, items: readonly Item[], few: number, turn = 0): Item[] {
  if (turnOf(route) !== null) return ownTurn(route, spread(items, few), turn);
  return items.filter((_, index) => (index + turn) % 2 === (route === 'mms' ? 0 : 1));
}

function mostOf(route: Route, scenario: Scenario, all: number): number {
  if (turnOf(route) !== null) return scenario.name === 'sale' ? 6 : 2;
  const home = homes[scenario.name] ?? route;
  return home === route ? all : Math.ceil(all / 3);
}

/**
 * Times for which a host is stopped, milliseconds: longer than the answer of an exchange, of a chip, and of a final
 * state.
 */
const pauses = [2_500, 500, 4_000];

/** Boundaries that always occur: a platform call is in flight only by chance, a message on a cable always. */
export const surelyMet = (boundaries: readonly string[]): string[] =>
  boundaries.filter((name) => !name.includes('in-flight') || /^(start-terminal|respond-)/.test(name));

/** The host is stopped at every boundary of a sale, and while its messages are on their way. */
function* standingStill(route: Route, boundaries: readonly string[]): Generator<Case> {
  for (const [turn, killAt] of ownTurn(route, [...surelyMet(boundaries).entries()])) {
    const also = String(killAt.includes('in-flight') ? pauses[2] : pauses[turn % pauses.length]);
    yield { ...calm, route, scenario: 'sale', twist: 'paused', killAt, also };
  }
}

/** Number of turns that together run everything. */
const TURNS = 4;

/** Part of a turn: every fourth item of each list, a different item in each turn. Null for all items. */
function shareOfTurn(turn: number | null): <Item>(items: readonly Item[]) => Item[] {
  let lists = 0;
  return (items) => inTurn(items, TURNS, turn === null ? null : turn + (lists += 1));
}

/**
 * The cases of one route, in order: all, or if time is limited those of a turn. A turn has a calm day's sale at all of
 * its boundaries and a fourth of everything else; four turns in a row are everything.
 */
export async function* casesOf(route: Route, rehearse: Rehearse, turn: number | null = null): AsyncGenerator<Case> {
  let all: readonly string[] = [];
  const shared = shareOfTurn(turn);
  const boundariesOf = async (scenario: string, fault: FaultName): Promise<string[]> => {
    all = await rehearse({ ...calm, route, scenario, fault, killAt: null });
    // A request is in flight for long only if the scenario makes it so; otherwise this machine was busy.
    const isSlow = scenarioOf(scenario).faults !== undefined;
    return all.filter((boundary) => isEarly(boundary) && (isSlow || !boundary.includes('in-flight')));
  };
  for (const [nth, scenario] of scenarios.entries()) {
    const { name, routes, about } = scenario;
    if (!routes.includes(route) || scenario.isForPauses) continue;
    // Each scenario runs on one of the two sharing families; a sale runs on both.
    const sharing = inTurns.filter((one) => routes.includes(one));
    if (name !== 'sale' && turnOf(route) !== null && sharing[nth % sharing.length] !== route) continue;
    const calmDay = await boundariesOf(name, 'calm');
    const wanted = calmDay.filter((boundary) => !about || about.test(boundary));
    const places = spread(wanted, mostOf(route, scenario, wanted.length));
    for (const killAt of name === 'sale' ? places : shared(places)) {
      yield { ...calm, route, scenario: name, killAt };
    }
    if (name === 'sale') yield* shared([...standingStill(route, all.filter(isEarly))]);
    yield* shared([...rolledBack(route, scenario, calmDay)]);
  }
  for (const [row, { scenario, faults, most, goesOn }] of badDays.entries()) {
    for (const fault of shared(shareOf(route, faults, 1, row))) {
      const wanted = following(await boundariesOf(scenario, fault), fault);
      const recoveryFault = goesOn ? fault : calm.recoveryFault;
      for (const killAt of spread(wanted, turnOf(route) === null ? most : 1)) {
        yield { ...calm, route, scenario, fault, recoveryFault, killAt };
      }
    }
  }
  for (const [scenario, fault, killAt] of shared(shareOf(route, lateOnes, 2))) {
    yield { ...calm, route, scenario, fault, killAt };
  }
  for (const [index, recoveryFault] of shared(shareOf(route, [...recoveryFaults.entries()], 3))) {
    const killAt = asking[Math.floor(index / 2) % asking.length] ?? null;
    yield { ...calm, route, scenario: 'sale', recoveryFault, killAt };
  }
  const again = dyingAgain.flatMap(([scenario, killAt, all]) => all.map((also) => ({ scenario, killAt, also })));
  for (const { scenario, killAt, also } of shared(shareOf(route, again, 4))) {
    yield { ...calm, route, scenario, killAt, twist: 'again', also };
  }
  if (route === 'cloud') return;
  for (const twist of ['unplugged', 'power-cut'] as const) {
    const places = turnOf(route) === null ? atTheTerminal : ownTurn(route, spread(atTheTerminal, 2));
    for (const killAt of shared(places)) {
      yield { ...calm, route, scenario: 'sale', twist, killAt };
    }
  }
}
