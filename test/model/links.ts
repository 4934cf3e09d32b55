/**
 * Explores every state of a link and a card for one order, breadth-first, and each state's outcome after the world has
 * recovered.
 */
import { isUnfinished, nextLink } from '../../electron/host/pay-links/machine/index.ts';
import {
  isCaptured,
  LinkModel,
  linkView,
  paid,
  startOf,
  type LinkDeviations,
  type LinkScenario,
  type LinkWorld,
} from './link-world.ts';

export const linkScenarios: readonly LinkScenario[] = [
  { name: 'link-and-card', faults: 3, crashes: 2, hasLongLag: false },
  { name: 'link-and-card-lists-lag', faults: 2, crashes: 1, hasLongLag: true },
];

export interface LinksExplored {
  scenario: string;
  states: number;
  edges: number;
  violation: { what: string; trace: readonly string[] } | null;
}

/** @param maxStates number of known states at which the search stops */
export function exploreLinks(
  scenario: LinkScenario,
  deviations: LinkDeviations = {},
  maxStates = Number.POSITIVE_INFINITY,
): LinksExplored {
  const model = new LinkModel(scenario, deviations);
  const worlds: { world: LinkWorld; from: number; label: string }[] = [
    { world: startOf(scenario), from: -1, label: 'it begins' },
  ];
  const known = new Set([JSON.stringify(worlds[0]?.world)]);
  let edges = 0;
  const wayTo = (place: number): string[] => {
    const one = worlds[place];
    return one ? [...wayTo(one.from), one.label] : [];
  };
  for (let at = 0; at < worlds.length && worlds.length < maxStates; at += 1) {
    const world = worlds[at]?.world;
    if (!world) break;
    const { name } = scenario;
    const what = world.breach ?? brokenInTheEnd(model, scenario, world);
    if (what !== null) return { scenario: name, states: worlds.length, edges, violation: { what, trace: wayTo(at) } };
    model.expand(world, (next, label) => {
      edges += 1;
      const key = JSON.stringify(next);
      if (known.has(key)) return;
      known.add(key);
      worlds.push({ world: next, from: at, label });
    });
  }
  return { scenario: scenario.name, states: worlds.length, edges, violation: null };
}

/** Steps after which a recovering world must have come to rest. */
const MAX_STEPS = 200;

/**
 * Lets the world recover: everything on its way arrives, payments succeed, lists catch up, and the cashier closes open
 * links.
 */
function brokenInTheEnd(model: LinkModel, scenario: LinkScenario, from: LinkWorld): string | null {
  let world: LinkWorld = { ...from, faults: 0, crashes: 0 };
  let last = '';
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const next = wellStep(model, world, last);
    if (!next) return brokenAtRest(scenario, world);
    if (!world.call && next.call) last = JSON.stringify(world);
    world = next;
    if (world.breach !== null) return world.breach;
  }
  return 'never comes to rest';
}

/** @param last the state at the last poll; an ineffective poll is not repeated */
function wellStep(model: LinkModel, world: LinkWorld, last: string): LinkWorld | null {
  const { link, call, platform, card } = world;
  if (world.isCreateLate) return model.createdLate(world);
  if (call) return call.answer ? model.answered(world) : model.arrived(world);
  if (platform.payment === 'PENDING') return paid(world);
  if (platform.isUnlisted) return { ...world, platform: { ...platform, isUnlisted: false } };
  if (card >= 0 && !isCaptured(world)) return model.cardGoesOn(world);
  if (!link) return null;
  if (link.phase.name === 'open' && platform.state === 'ACTIVE' && link.closeAsked === null) {
    let closed: LinkWorld | null = null;
    model.expand(world, (next, label) => {
      if (label === 'the cashier closes the link') closed = next;
    });
    return closed;
  }
  const isNews = isUnfinished(link) || JSON.stringify(world) !== last;
  return model.isWatched(link) && isNews ? model.looked(world) : null;
}

function brokenAtRest({ hasLongLag }: LinkScenario, world: LinkWorld): string | null {
  const { link, platform } = world;
  if (!link) return null;
  if (isUnfinished(link)) return `stuck in ${link.phase.name}`;
  const view = linkView(link);
  if (platform.state === 'ACTIVE') return `"${view.state}", and the link can still be paid`;
  if (platform.payment !== 'SUCCEEDED') return view.state === 'paid' ? '"paid", and nothing was' : null;
  if (view.state !== 'paid') return `"${view.state}", and it was paid`;
  if (world.isReported && !view.isLate) return '"paid" after another end was shown, and it is not said';
  return isCaptured(world) && !hasLongLag ? 'an order is paid twice' : null;
}

/** Deliberate breaks, each of which must be found. */
export const linkMutations: readonly {
  name: string;
  what: string;
  scenario: LinkScenario;
  deviations: LinkDeviations;
}[] = [
  {
    name: 'link-one-look-believed',
    what: 'treats a single empty list as proof that no customer pays',
    scenario: { name: 'mutated', faults: 0, crashes: 0, hasLongLag: false },
    deviations: { isOnePollEnough: true },
  },
  {
    name: 'link-guard-ignored',
    what: 'charges an order by card while its link can be paid',
    scenario: { name: 'mutated', faults: 0, crashes: 0, hasLongLag: false },
    deviations: { isGuardIgnored: true },
  },
  {
    name: 'link-refusal-believed',
    what: 'treats a refused create as no link, although the link exists',
    scenario: { name: 'mutated', faults: 1, crashes: 0, hasLongLag: false },
    deviations: { isRefusalBelieved: true },
  },
  {
    name: 'link-never-watched',
    what: 'does not look again at a link that was closed',
    scenario: { name: 'mutated', faults: 0, crashes: 0, hasLongLag: true },
    deviations: { isNeverWatched: true },
  },
  {
    name: 'link-late-not-said',
    what: 'shows a payment after the end without the mark that it is late',
    scenario: { name: 'mutated', faults: 0, crashes: 0, hasLongLag: true },
    deviations: {
      next: (link, event) => {
        const step = nextLink(link, event);
        const { phase } = step?.link ?? link;
        if (!step || phase.name !== 'done' || phase.outcome.kind !== 'paid') return step;
        return { ...step, link: { ...step.link, phase: { ...phase, outcome: { ...phase.outcome, isLate: false } } } };
      },
    },
  },
];
