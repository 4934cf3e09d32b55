/**
 * Pulls the cable at every boundary between two units (frames on a serial line, reports on HID) of a sale, in both
 * directions, and reconnects it. Then the till's result of the sale is compared with the platform's records. Four or
 * five terminals at the same till do this in parallel.
 */
import { inTurn } from '../../../../build/scripts/parts/sizes.mjs';
import type { AttemptView } from '../../../../electron/contract/index.ts';
import type { Cut, CutKind, Gesture } from '../firmware/messages.ts';
import { labFamilies, type LabFamily, type Lab, type LabCase } from '../lab.ts';
import { asAtRest, atRest } from '../leftovers.ts';
import { compare, type PlatformRecords, type Discrepancy } from '../platform.ts';
import { whatKernelSays } from '../nodes.ts';
import { LabTerminal } from '../terminal.ts';
import { Till } from '../till.ts';
import { check } from '../waiting.ts';
import { paidSale } from './sales.ts';

/** A neo2 takes three times as long as an mms to return. The kernel has four HID functions; a magnesafe needs none. */
const lanesOf: Readonly<Record<LabFamily, number>> = { mms: 1, neo2: 3, magnesafe: 1 };
/** Minimum number of cuts for each family on each kind of cable; in a turn, a part of them. */
const MIN_CUTS = 60;
/** Number of turns that together cover all cut points. */
const TURNS = 3;
/**
 * Number of planned cuts: the last cuts may come after the end of the sale, because the first sale was longer when the
 * till queried the terminal's health.
 */
const PLANNED_CUTS = 95;
/** Number of cuts in a sample; the last cuts may come after the end of the sale. */
const SAMPLE_CUTS = 4;
const SAMPLE_MIN_CUTS = 3;
const AMOUNT_MINOR = 1_000;
const CASE_MS = 12 * 60_000;

type LabLink = 'hid' | 'acm';

interface Combination {
  readonly family: LabFamily;
  readonly link: LabLink;
}

interface Point {
  readonly gesture: Gesture;
  readonly cut: Cut;
}

interface Outcome {
  readonly combination: Combination;
  readonly point: Point;
  readonly attempt: AttemptView;
}

const nameOf = ({ family, link }: Combination) => `${family} over ${wordOf[link]}`;

const wordOf = { hid: 'HID', acm: 'CDC-ACM' } as const;

function pulledAnywhere(link: LabLink): LabCase {
  return {
    name: `till and platform agree after a pull at every boundary of a sale over ${wordOf[link]}`,
    withinMs: CASE_MS,
    cost: 88,
    sampleCost: link === 'hid' ? 9 : null,
    run: (lab) => pullAll(lab, link),
  };
}

export const pulledCases: readonly LabCase[] = [pulledAnywhere('hid'), pulledAnywhere('acm')];

async function pullAll(lab: Lab, link: LabLink): Promise<void> {
  const families: readonly LabFamily[] = link === 'hid' ? [...labFamilies, 'magnesafe'] : labFamilies;
  const combinations = families.map((family): Combination => ({ family, link }));
  const before = await atRest();
  const till = await Till.start({ platform: lab.platform });
  const lanes: { combination: Combination; terminal: LabTerminal }[] = [];
  const troubles: string[] = [];
  const outcomes: Outcome[] = [];
  try {
    for (const combination of combinations.flatMap((one) => Array<Combination>(lanesOf[one.family]).fill(one))) {
      const serialNumber = lab.serialNumber(combination.family);
      const options = { ...combination, serialNumber, interfaces: [combination.link], bus: lanes.length };
      lanes.push({ combination, terminal: await LabTerminal.start(lab.firmware, options) });
    }
    await Promise.all(
      lanes.map(async ({ terminal }) => {
        await terminal.plug();
        await till.whenTerminal(terminal.id, 'ready');
      }),
    );
    await Promise.all(
      combinations.map(async (combination) => {
        const mine = lanes.filter((lane) => lane.combination === combination).map(({ terminal }) => terminal);
        const points = await pointsOf(lab, till, combination, mine[0]!);
        await Promise.all(
          mine.map(async (terminal) => {
            for (let point = points.shift(); point; point = points.shift()) {
              try {
                const attempt = await cutOnce(lab, till, terminal, point);
                if (attempt) outcomes.push({ combination, point, attempt });
              } catch (error) {
                troubles.push(
                  `${nameOf(combination)}, ${wordsOf(point)}: ${(error as Error).message}; ${whatKernelSays(terminal.options.serialNumber)}`,
                );
                // A terminal that fails to reconnect must fail its case once instead of sixty times.
                return;
              }
            }
            await paidSale(lab, till, terminal.id, AMOUNT_MINOR);
          }),
        );
      }),
    );
    matchOutcomes(lab, combinations, await lab.platform.records(), outcomes, troubles);
  } finally {
    await till.close();
    for (const { terminal } of lanes) await terminal.remove().catch((error: Error) => troubles.push(error.message));
  }
  check(troubles.length === 0, `${troubles.length} troubles, the first: ${troubles[0]}`);
  await asAtRest(before);
}

/** Returns every boundary of a chip sale; if those are too few, the missing number from a tapped and a swiped sale. */
async function pointsOf(lab: Lab, till: Till, combination: Combination, terminal: LabTerminal): Promise<Point[]> {
  const points: Point[] = [];
  const wanted = lab.isSample ? SAMPLE_CUTS : PLANNED_CUTS;
  for (const gesture of ['insert', 'tap', 'swipe'] as const) {
    if (points.length >= wanted) break;
    terminal.arm(null, gesture);
    await paidSale(lab, till, terminal.id, AMOUNT_MINOR);
    const units = (await terminal.units()).split('');
    lab.note(`${nameOf(combination)}, ${gesture}: ${units.join('')}`);
    const kindsOf = (way: string | undefined): CutKind[] =>
      combination.link === 'acm' && way === '>' ? ['lost', 'half', 'crossed'] : ['lost', 'crossed'];
    // The last unit to cross is the end of the sale, so it is not a cut in the sale.
    units.pop();
    const cuts = units.flatMap((way, index) =>
      kindsOf(way).map((kind): Point => ({ gesture, cut: { unit: index + 1, kind } })),
    );
    points.push(...(gesture === 'insert' ? cuts : spread(cuts, wanted - points.length)));
  }
  return lab.isSample ? spread(points, wanted) : inTurn(points, TURNS, lab.turn);
}

/** Returns `count` points or slightly more, spread from the first to the last, with alternating kinds of cuts. */
function spread(points: readonly Point[], count: number): Point[] {
  const step = Math.max(1, points.length / count);
  return Array.from({ length: Math.ceil(points.length / step) }, (_, index) => points[Math.floor(index * step)]).filter(
    (one) => one !== undefined,
  );
}

/** Runs a sale with a cut of the cable. Returns null if the sale ended before the cut. */
async function cutOnce(lab: Lab, till: Till, terminal: LabTerminal, point: Point): Promise<AttemptView | null> {
  terminal.arm(point.cut, point.gesture);
  const pulled = terminal.cut();
  // The promise may reject when its result is no longer awaited.
  pulled.catch(() => undefined);
  const id = await till.sell(terminal.id, AMOUNT_MINOR);
  const cut = await Promise.race([pulled, till.settled(id).then(() => null)]);
  // A sale may end before its cable is pulled; the next sale must not begin with that cut.
  const wasCut = cut ?? (await terminal.disarm(pulled));
  if (!wasCut) {
    await till.settled(id);
    await till.whenTerminal(terminal.id, 'ready');
    return null;
  }
  const lost = await till.whenTerminal(terminal.id, 'lost');
  lab.measurements.add(`unplug to lost, ${terminal.options.link}, in a sale`, Date.parse(lost.since) - wasCut.at);
  const backAt = await terminal.plug();
  const ready = await till.whenTerminal(terminal.id, 'ready');
  lab.measurements.add(`plug to ready, ${terminal.options.link}, in a sale`, Date.parse(ready.since) - backAt);
  try {
    return await till.settled(id);
  } catch {
    // A sale that does not end in time counts as stuck.
    return till.attempt(id);
  }
}

function matchOutcomes(
  lab: Lab,
  combinations: readonly Combination[],
  records: PlatformRecords,
  outcomes: readonly Outcome[],
  troubles: string[],
): void {
  const wrong = new Map<Discrepancy, number>();
  for (const { combination, point, attempt } of outcomes) {
    const found = compare(attempt, records);
    if (!found) continue;
    wrong.set(found, (wrong.get(found) ?? 0) + 1);
    troubles.push(`${nameOf(combination)}, ${wordsOf(point)}: ${found}, the till says ${attempt.state}`);
  }
  for (const combination of combinations) {
    const mine = outcomes.filter((one) => one.combination === combination);
    const ends = Object.entries(Object.groupBy(mine, ({ attempt }) => attempt.state));
    const words = ends.map(([state, list]) => `${list?.length ?? 0} ${state}`).join(', ');
    lab.note(`${nameOf(combination)}: ${mine.length} cut points (${words})`);
    if (mine.length < leastCuts(lab)) troubles.push(`${nameOf(combination)}: only ${mine.length} cut points`);
  }
  const count = (what: Discrepancy): number => wrong.get(what) ?? 0;
  lab.note(
    `${outcomes.length} cut points: double captures ${count('double-capture')}, lost captures ${count('lost-capture')}, ` +
      `holds left open ${count('open-hold')}, wrong amounts ${count('wrong-amount')}, stuck ${count('stuck')}`,
  );
}

function leastCuts({ isSample, turn }: Lab): number {
  if (isSample) return SAMPLE_MIN_CUTS;
  return turn === null ? MIN_CUTS : MIN_CUTS / TURNS;
}

function wordsOf({ gesture, cut }: Point): string {
  return `${gesture}, unit ${cut.unit} ${cut.kind}`;
}
