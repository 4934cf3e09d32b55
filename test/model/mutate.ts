/** Runs the checker against a deliberate break. */
import { explore, type Violation } from './explore.ts';
import { realMachine } from './machine.ts';
import { realPort } from './refusals.ts';
import type { Mutation } from './mutation-parts.ts';

/** Limit of states, far above the number that any break needs. */
const STATES = 60_000;

export function isCaught({ scenario, machine, deviations, port }: Mutation): Violation | undefined {
  const options = {
    maxStates: STATES,
    machine: { ...realMachine, ...machine },
    deviations: deviations ?? {},
    port: { ...realPort, ...port },
  };
  return explore(scenario, options).violations[0];
}
