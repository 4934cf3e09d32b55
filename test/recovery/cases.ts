/**
 * A case: the step at which the host is killed, the scenario, and the kind of day. Its name contains everything and is
 * enough to run it.
 */
import type { FaultName } from './faults.ts';
import type { Route } from './steps.ts';

/**
 * `plain`: nothing happens to the terminal. `again`: the next host is killed in its recovery, at `also`. `unplugged`:
 * the terminal's cable is out while the host restarts. `power-cut`: the terminal restarts and has lost its memory.
 * `paused`: all processes survive; the host is stopped there for `also` milliseconds. `rolled-back`: the disk had not
 * written the last `also` commits of the journal; the recovery log is complete.
 */
const twists = ['plain', 'again', 'unplugged', 'power-cut', 'rolled-back', 'paused'] as const;
type Twist = (typeof twists)[number];

export interface Case {
  route: Route;
  scenario: string;
  /** Fault from the first request on. */
  fault: FaultName;
  /** Fault from the restart on, which only the recovery meets. */
  recoveryFault: FaultName;
  twist: Twist;
  /** Boundary where the host is killed, or null for none (a rehearsal, which lists the boundaries). */
  killAt: string | null;
  /**
   * With `again`: boundary of the recovery where the next host is killed. With `rolled-back`: number of lost commits.
   * With `paused`: milliseconds.
   */
  also: string | null;
}

/** `ROUTE SCENARIO FAULT[+RECOVERY-FAULT] TWIST BOUNDARY[ BOUNDARY]`, e.g. `mms sale calm plain capture/before-effect`. */
export function nameOf({ route, scenario, fault, recoveryFault, twist, killAt, also }: Case): string {
  const day = recoveryFault === 'calm' ? fault : `${fault}+${recoveryFault}`;
  return [route, scenario, day, twist, killAt ?? 'rehearsal', ...(also === null ? [] : [also])].join(' ');
}

/**
 * Parses the name of a case.
 * @throws when it is not such a name
 */
export function caseOf(name: string): Case {
  const [route, scenario, day, twist, killAt, also] = name.trim().split(/\s+/);
  if (!route || !scenario || !day || !twist || !killAt) throw new Error(`not the name of a case: ${name}`);
  const [fault, recoveryFault = 'calm'] = day.split('+');
  return {
    route: route as Route,
    scenario,
    fault: fault as FaultName,
    recoveryFault: recoveryFault as FaultName,
    twist: twist as Twist,
    killAt: killAt === 'rehearsal' ? null : killAt,
    also: also ?? null,
  };
}
