/**
 * Writes the journal of a path through the model with a moving clock, and folds every prefix with the host's own
 * `fold`. Each must give the state of the model. This is the journal's rule, and proves that canonical.ts leaves out
 * nothing that matters.
 */
import { fold } from '../../electron/host/payments/index.ts';
import { canonical, LONG_MS, NOW } from './canonical.ts';
import { replay, type Options } from './explore.ts';
import { intentOf, type Scenario } from './world.ts';

interface Line {
  index: number;
  event: Record<string, unknown>;
  epoch: number;
  /** State of the attempt in the model after this event. */
  state: string;
}

/** Folds the journal of every n-th state of an exploration, and counts the prefixes. */
export function journalAudit(scenario: Scenario, every: number): NonNullable<Options['audit']> & { folded(): number } {
  let prefixes = 0;
  return {
    every,
    folded: () => prefixes,
    check(steps) {
      const { wrong, compared } = foldDiffers(scenario, steps);
      prefixes += compared;
      return wrong;
    },
  };
}

/**
 * Compares the folds of one path.
 * @returns `wrong` is a message about the first difference, or null. Expiry of holds is left out, because the model
 * sets its time.
 */
export function foldDiffers(
  scenario: Scenario,
  steps: readonly number[],
  options: Options = {},
): { wrong: string | null; compared: number } {
  let compared = 0;
  if (scenario.hasExpiry) return { wrong: null, compared };
  let lines: Line[] = [];
  const onDisk = new Map<number, number>();
  let epoch = 0;
  const { worlds } = replay(scenario, steps, options, {
    journaled: (index, event, to) => {
      lines.push({ index, event: { ...event }, epoch, state: JSON.stringify(to.attempt) });
    },
    timePassed: () => {
      epoch += 1;
    },
    diskStops: (index) => {
      onDisk.set(index, lines.filter((line) => line.index === index).length);
    },
    wentBack: (index) => {
      const kept = lines.filter((line) => line.index === index).slice(0, onDisk.get(index));
      lines = lines.filter((line) => line.index !== index || kept.includes(line));
    },
  });
  for (const [index, plan] of scenario.plans.entries()) {
    const own = lines.filter((line) => line.index === index);
    for (let count = 1; count <= own.length; count += 1) {
      const until = own[count - 1];
      if (!until) continue;
      // The clock shows NOW after the last line of this prefix; earlier lines are correspondingly older.
      const at = (line: Line): number => NOW - (until.epoch - line.epoch) * LONG_MS;
      const entries = own.slice(0, count).map((line) => {
        const { event } = line;
        const intent = event['type'] === 'begin' ? { intent: { ...intentOf(plan, index), startedAt: at(line) } } : {};
        return JSON.parse(JSON.stringify({ ...event, ...intent, at: at(line) })) as { type: string; at: number };
      });
      const folded = fold(entries);
      const got = folded && JSON.stringify(canonical(folded));
      compared += 1;
      if (got !== until.state) {
        const wrong = `the journal folds to another state after ${count} entries (${worlds.length} steps): ${got} for ${until.state}`;
        return { wrong, compared };
      }
    }
  }
  return { wrong: null, compared };
}
