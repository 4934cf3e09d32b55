/** Records the waits of processes under a stepped clock, and sums them by suite. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { takeWaits, type Places } from './wall.ts';

interface Figures {
  readonly suite: string;
  readonly places: Places;
}

const folder = resolve(import.meta.dirname, '../results/wall');

/** Records the waits of this process since the last call. */
export function noteWaits(suite: string): void {
  const figures: Figures = { suite, places: takeWaits() };
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify(figures)}\n`);
}

const read = (): Figures[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Figures),
  );

const moduleOf = (place: string): string => /^(?:electron\/)?(native|host)\//.exec(place)?.[1] ?? 'others';

/** A line with the number of waits, how many of them the product started, and at how many places of each module. */
function lineOf(name: string, all: readonly Figures[]): string {
  const sum: Places = {};
  for (const { places } of all)
    for (const [place, count] of Object.entries(places)) sum[place] = (sum[place] ?? 0) + count;
  const { '-': others = 0, ...ours } = sum;
  const inModule = (module: string): string => {
    const found = Object.entries(ours).filter(([place]) => moduleOf(place) === module);
    const waits = found.reduce((total, [, count]) => total + count, 0);
    return `${module} ${waits} at ${found.length} places`;
  };
  const product = Object.values(ours).reduce((total, count) => total + count, 0);
  const modules = ['native', 'host', 'others'].map(inModule).join(', ');
  return `${name}: ${product + others} waits, ${product} of them the product's: ${modules}`;
}

/** Called once before the whole run. */
export function setup(): void {
  rmSync(folder, { recursive: true, force: true });
}

export function teardown(): void {
  const all = read();
  const suites = new Set(all.map(({ suite }) => suite));
  console.log('\nWaits at whose beginning the clock on the wall was set by half a minute, an hour or a day:');
  for (const suite of [...suites].sort())
    console.log(
      lineOf(
        suite,
        all.filter((one) => one.suite === suite),
      ),
    );
  console.log(lineOf('together', all));
}
