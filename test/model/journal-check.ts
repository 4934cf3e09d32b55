/**
 * The journal of a way through the model, written with a clock that moves and folded by the host's own `fold` at every prefix:
 * each must give the state the model was in. That is the journal's rule, and the proof of what canonical.ts leaves out.
 */
import { fold } from '../../electron/host/payments/index.ts';
import { canonical, LONG_MS, NOW } from './canonical.ts';
import { replay, type Options } from './explore.ts';
import { intentOf, type Scenario } from './world.ts';

interface Line {
  index: number;
  event: Record<string, unknown>;
  epoch: number;
  /** The attempt in the model after this event. */
  state: string;
}

/** Folds the journal of every so-many-th state of an exploration, and counts the prefixes. */
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

/** `wrong`: in words where a fold differs. Holds that run out are left out: their moment is the model's own. */
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
      // The clock stands at NOW after the last line of this prefix; what was before is so much earlier.
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
