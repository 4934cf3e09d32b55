/** A worker of the suite, which runs its jobs one after the other. */
import { parentPort } from 'node:worker_threads';
import { explore, type Explored } from './explore.ts';
import { journalAudit } from './journal-check.ts';
import { exploreLinks, linkMutations, linkScenarios, type LinksExplored } from './links.ts';
import { isCaught } from './mutate.ts';
import { mutations } from './mutations.ts';
import { scenarios } from './scenarios.ts';

/** A job: explores the scenario, or looks for the deliberate break, with this name. */
export type Job =
  | { kind: 'scenario'; name: string; maxStates: number }
  | { kind: 'links' | 'mutation' | 'link-mutation'; name: string };

export interface Report extends Explored {
  /** Number of journal prefixes that were folded and compared. */
  folded: number;
}

export type Done =
  | { kind: 'scenario'; report: Report }
  | { kind: 'links'; explored: LinksExplored }
  /** `found` is the violation that the break caused, or null when the checker missed it. */
  | { kind: 'break'; name: string; what: string; found: string | null };

function named<Item extends { name: string }>(items: readonly Item[], name: string): Item {
  const found = items.find((one) => one.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

function work(job: Job): Done {
  switch (job.kind) {
    case 'scenario': {
      const scenario = named(scenarios, job.name);
      const audit = journalAudit(scenario, 1_000);
      const explored = explore(scenario, { maxStates: job.maxStates, audit });
      return { kind: 'scenario', report: { ...explored, folded: audit.folded() } };
    }
    case 'links':
      return { kind: 'links', explored: exploreLinks(named(linkScenarios, job.name)) };
    case 'mutation': {
      const mutation = named(mutations, job.name);
      return { kind: 'break', name: mutation.name, what: mutation.what, found: isCaught(mutation)?.what ?? null };
    }
    case 'link-mutation': {
      const { name, what, scenario, deviations } = named(linkMutations, job.name);
      return { kind: 'break', name, what, found: exploreLinks(scenario, deviations).violation?.what ?? null };
    }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.on('message', (job: Job) => parentPort?.postMessage(work(job)));
