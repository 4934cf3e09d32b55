/** One worker of the suite: explores the scenarios it is given, one after the other. */
import { parentPort } from 'node:worker_threads';
import { explore, type Explored } from './explore.ts';
import { journalAudit } from './journal-check.ts';
import { scenarios } from './scenarios.ts';

export interface Job {
  scenario: string;
  maxStates: number;
}

export interface Report extends Explored {
  /** Prefixes of journals that were folded and compared. */
  folded: number;
}

export function work({ scenario: name, maxStates }: Job): Report {
  const scenario = scenarios.find((one) => one.name === name);
  if (!scenario) throw new Error(`no scenario ${name}`);
  const audit = journalAudit(scenario, 1_000);
  return { ...explore(scenario, { maxStates, audit }), folded: audit.folded() };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.on('message', (job: Job) => parentPort?.postMessage(work(job)));
