/** The lab, inside the guest: runs every case and leaves its results on the exchange. */
import { readFileSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { adapterCases } from './cases/adapter.ts';
import { counterCases, newCounterCases } from './cases/counter.ts';
import { pulledAnywhere } from './cases/pulled-anywhere.ts';
import { saleCases } from './cases/sales.ts';
import { createLab } from './lab.ts';
import { Platform } from './platform.ts';
import { Firmware } from './terminal.ts';
import { runCases } from './run-cases.ts';

const EXCHANGE = '/run/exchange';

/** With the guest's age in seconds. */
const say = (line: string): void => console.log(`${uptime().toFixed(1).padStart(6)} ${line}`);
const wanted = readFileSync(`${EXCHANGE}/wanted`, 'utf8').trim();
/** Seen to pass. The others are run by name only, until they are. */
const proven = [...saleCases, ...counterCases];
const unproven = [...adapterCases, ...newCounterCases, pulledAnywhere];
const cases = wanted === '' ? proven : [...proven, ...unproven].filter(({ name }) => new RegExp(wanted).test(name));

say('cases are loaded');
const firmware = new Firmware();
const platform = await Platform.start();
say('the sandbox serves');
const lab = createLab(platform, firmware, (line) => say(`       ${line}`));
const results = await runCases(cases, lab, say);
platform.stop();
const report = { results, measurements: lab.measurements.rows() };
writeFileSync(`${EXCHANGE}/report.json`, JSON.stringify(report));
process.exit(results.every(({ failure }) => failure === null) ? 0 : 1);
