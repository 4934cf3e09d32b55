/** The lab inside the guest: runs its share of the cases and writes their results to the exchange. */
import { readFileSync, writeFileSync } from 'node:fs';
import { adapterCases } from './cases/adapter.ts';
import { counterCases } from './cases/counter.ts';
import { neighbourCases } from './cases/neighbours.ts';
import { pulledCases } from './cases/pulled-anywhere.ts';
import { roundCases } from './cases/rounds.ts';
import { saleCases } from './cases/sales.ts';
import { strangerCases } from './cases/strangers.ts';
import { createLab } from './lab.ts';
import { Platform } from './platform.ts';
import { Firmware } from './terminal.ts';
import { runCases } from './run-cases.ts';
import { shareOf } from './share.ts';
import { warmUp } from './warm-up.ts';
import type { Report, Wanted } from './wanted.ts';

const EXCHANGE = '/run/exchange';

const say = (line: string): void => console.log(line);
const { pattern, part, parts, isSample, turn } = JSON.parse(readFileSync(`${EXCHANGE}/wanted`, 'utf8')) as Wanted;
const all = [
  ...saleCases,
  ...adapterCases,
  ...counterCases,
  ...strangerCases,
  ...neighbourCases,
  ...roundCases,
  ...pulledCases,
];
const cases = shareOf(
  all.filter(({ name, sampleCost }) => new RegExp(pattern).test(name) && !(isSample && sampleCost === null)),
  ({ cost, sampleCost }) => (isSample ? (sampleCost ?? cost) : cost),
  part,
  parts,
);

const firmware = new Firmware();
const platform = await Platform.start();
const lab = createLab({ platform, firmware, isSample, turn, note: (line) => say(`       ${line}`) });
await warmUp(lab).catch((error: Error) => say(`the first sale has failed: ${error.message}`));
say(`ready for ${cases.length} cases`);
const results = await runCases(cases, lab, say);
platform.stop();
const report: Report = { results, measurements: lab.measurements.all() };
writeFileSync(`${EXCHANGE}/report.json`, JSON.stringify(report));
process.exit(results.every(({ failure }) => failure === null) ? 0 : 1);
