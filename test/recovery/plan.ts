/**
 * Which cases there are. A rehearsal tells the boundaries of a scenario on a kind of day; each is then a case. What costs
 * more than it can find is thinned out evenly, never at random: two runs of one checkout are the same cases.
 */
import type { Case } from './cases.ts';
import type { FaultName } from './faults.ts';
import { scenarioOf, scenarios, type Route } from './scenarios.ts';

export type Rehearse = (one: Case) => Promise<readonly string[]>;

const calm: Pick<Case, 'fault' | 'recoveryFault' | 'twist' | 'also'> = {
  fault: 'calm',
  recoveryFault: 'calm',
  twist: 'plain',
  also: null,
};

/** A boundary that comes again and again (look-ups) is met twice at most. */
const isEarly = (name: string): boolean => !/#([3-9]|\d\d)/.test(name);

/** At most `most`, evenly spread, the first and the last among them. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return items.filter((_, index) => {
    const slot = Math.floor((index * most) / items.length);
    return index === 0 || slot !== Math.floor(((index - 1) * most) / items.length);
  });
}

/** Boundaries that follow a request which went wrong: where a till may believe the wrong thing. */
const afterCreate = /^(authoriz|found|find|lookup|retry|void|capture|terminal-finished|transfer|respond)/;
const afterUpdate = /^(capture|void|found|find|lookup|retry|transfer)/;
const afterReverse = /^(revers|find-reversal|find-transfer|retry)/;

const kinds = ['drop-before', 'drop-after', 'duplicate', '500-before', '500-after', '401', 'html-after'] as const;

interface BadDay {
  scenario: string;
  faults: readonly FaultName[];
  about: RegExp;
  /** Boundaries of each. */
  most: number;
}

const badDays: readonly BadDay[] = [
  { scenario: 'sale', faults: kinds.map((kind): FaultName => `${kind}@create`), about: afterCreate, most: 5 },
  { scenario: 'sale', faults: ['pending@create'], about: afterCreate, most: 8 },
  { scenario: 'sale', faults: kinds.map((kind): FaultName => `${kind}@update`), about: afterUpdate, most: 4 },
  {
    scenario: 'decline',
    faults: ['drop-after@create', '500-after@create', 'pending@create'],
    about: afterCreate,
    most: 3,
  },
  { scenario: 'part-released', faults: kinds.map((kind): FaultName => `${kind}@update`), about: /^void/, most: 3 },
  {
    scenario: 'hold-captured-with-tip',
    faults: kinds.map((kind): FaultName => `${kind}@update`),
    about: afterUpdate,
    most: 3,
  },
  {
    scenario: 'hold-released',
    faults: ['drop-after@update', '500-before@update', '401@update'],
    about: afterUpdate,
    most: 3,
  },
  {
    scenario: 'refund',
    faults: ['drop-before@refund', 'drop-after@refund', 'duplicate@refund', 'html-after@refund', 'pending@refund'],
    about: afterCreate,
    most: 3,
  },
  {
    scenario: 'reversal-full',
    faults: kinds.map((kind): FaultName => `${kind}@reverse`),
    about: afterReverse,
    most: 3,
  },
];

/** The platform takes a request, the host dies, and the request is carried out after everybody has stopped looking. */
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

/** Where recovery has to ask the platform, and the platform has a bad day just then. */
const asking = [
  'authorization/before-journal',
  'authorize/before-effect',
  'capture/before-journal',
  'capture/before-effect',
];
const recoveryFaults: readonly FaultName[] = [
  'drop-before@look-up', '500-before@look-up', '401@look-up', 'html-after@look-up',
  'drop-before@read', '500-before@read', '401@read', 'html-after@read',
  'drop-before@update', 'drop-after@update', '500-after@update', '401@update',
]; // prettier-ignore

/** Where the next host dies in its turn. */
const dyingAgain: readonly [scenario: string, first: string, again: readonly string[]][] = [
  ['sale', 'authorization/before-journal', ['restarted/before-journal', 'restarted/after-journal', 'find-payment/before-effect', 'found/before-journal', 'found/after-journal', 'void/after-crumb', 'void/before-effect', 'void/before-journal', 'void/after-journal', 'capture/before-effect', 'capture/before-journal']],
  ['sale', 'authorize/before-effect', ['restarted/after-publish', 'found/after-journal', 'found/after-journal#2', 'retry/before-journal']],
  ['sale', 'capture/before-journal', ['restarted/before-journal', 'restarted/after-journal', 'found/before-journal', 'found/after-publish', 'find-transfer/before-effect', 'transfer/before-journal']],
  ['hold-released', 'void/before-journal', ['restarted/before-journal', 'restarted/after-journal', 'found/before-journal', 'found/after-journal']],
  ['reversal-full', 'reversal/before-journal', ['restarted/before-journal', 'restarted/after-journal', 'reversal-found/before-journal', 'reversal-found/after-journal']],
]; // prettier-ignore

/** What the terminal may do meanwhile, where there is a cable. */
const atTheTerminal = [
  'terminal-started/after-publish',
  'online-request/before-journal',
  'authorize/before-effect',
  'authorization/before-journal',
  'respond-approved/before-effect',
  'terminal-finished/before-journal',
  'capture/before-effect',
];

/** Readers of one family take two seconds to be started after a host was lost: fewer cases for the same host code. */
const isThinned = (route: Route): boolean => route === 'neo2';

/** All cases of one route, in order. */
export async function* casesOf(route: Route, rehearse: Rehearse): AsyncGenerator<Case> {
  const factor = isThinned(route) ? 3 : 1;
  const boundariesOf = async (scenario: string, fault: FaultName): Promise<string[]> => {
    const all = await rehearse({ ...calm, route, scenario, fault, killAt: null });
    // A request is in flight for long only where the day makes it so; elsewhere this machine was busy.
    const isSlow = scenarioOf(scenario).weather !== undefined;
    return all.filter((boundary) => isEarly(boundary) && (isSlow || !boundary.includes('in-flight')));
  };
  for (const { name, routes, about } of scenarios) {
    if (!routes.includes(route)) continue;
    const wanted = (await boundariesOf(name, 'calm')).filter((boundary) => !about || about.test(boundary));
    const most = isThinned(route) && name !== 'sale' ? Math.max(2, Math.ceil(wanted.length / factor)) : wanted.length;
    for (const killAt of spread(wanted, most)) yield { ...calm, route, scenario: name, killAt };
  }
  for (const { scenario, faults, about, most } of badDays) {
    if (!scenarioOf(scenario).routes.includes(route)) continue;
    for (const fault of isThinned(route) ? spread(faults, 2) : faults) {
      const wanted = (await boundariesOf(scenario, fault)).filter((boundary) => about.test(boundary));
      for (const killAt of spread(wanted, isThinned(route) ? 1 : most))
        yield { ...calm, route, scenario, fault, killAt };
    }
  }
  for (const [scenario, fault, killAt] of isThinned(route) ? spread(lateOnes, 3) : lateOnes) {
    yield { ...calm, route, scenario, fault, killAt };
  }
  for (const [index, recoveryFault] of recoveryFaults.entries()) {
    if (isThinned(route) && index % factor !== 0) continue;
    const killAt = asking[index % asking.length] ?? null;
    yield { ...calm, route, scenario: 'sale', recoveryFault, killAt };
  }
  for (const [scenario, killAt, all] of dyingAgain) {
    for (const also of isThinned(route) ? spread(all, 1) : all) {
      yield { ...calm, route, scenario, killAt, twist: 'again', also };
    }
  }
  if (route === 'cloud') return;
  for (const twist of ['unplugged', 'power-cut'] as const) {
    for (const killAt of isThinned(route) ? spread(atTheTerminal, 3) : atTheTerminal) {
      yield { ...calm, route, scenario: 'sale', twist, killAt };
    }
  }
}
