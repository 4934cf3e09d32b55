/** A case: who is killed where, in the middle of what, on what kind of day. Its name says all and is enough to run it. */
import type { FaultName } from './faults.ts';
import type { Route } from './steps.ts';

/**
 * `plain`: the terminal stands as it is. `again`: the next host is killed in its recovery, at `also`. `unplugged`: the
 * terminal's cable is out while the host comes back. `power-cut`: the terminal restarts and has forgotten everything.
 * `paused`: nobody dies; the host stands still there for `also` milliseconds.
 * `rolled-back`: the disk had not written the last commits of the journal, `also` of them; the recovery log is whole.
 */
const twists = ['plain', 'again', 'unplugged', 'power-cut', 'rolled-back', 'paused'] as const;
type Twist = (typeof twists)[number];

export interface Case {
  route: Route;
  scenario: string;
  /** From the first request on. */
  fault: FaultName;
  /** Only from the restart on: what recovery itself meets. */
  recoveryFault: FaultName;
  twist: Twist;
  /** Boundary where the host dies; null: nowhere (a rehearsal, which shows which boundaries there are). */
  killAt: string | null;
  /**
   * With `again`: boundary of the recovery where the next host dies. With `rolled-back`: how many commits are lost. With `paused`:
   * milliseconds.
   */
  also: string | null;
}

/** `ROUTE SCENARIO FAULT[+RECOVERY-FAULT] TWIST BOUNDARY[ BOUNDARY]`, e.g. `mms sale calm plain capture/before-effect`. */
export function nameOf({ route, scenario, fault, recoveryFault, twist, killAt, also }: Case): string {
  const day = recoveryFault === 'calm' ? fault : `${fault}+${recoveryFault}`;
  return [route, scenario, day, twist, killAt ?? 'rehearsal', ...(also === null ? [] : [also])].join(' ');
}

/** Reads a name back. Throws for what is none. */
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
