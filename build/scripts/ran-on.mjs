/** One line for a run of CI: which system, which shells. Also into the run's summary where GitHub names a file for it. */
import { appendFileSync, readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { findElectron, whyNotElectron } from './parts/electron-binary.mjs';
import { root } from './parts/paths.mjs';
import { readReport } from './parts/results.mjs';
import { findChromium } from './parts/tools.mjs';

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const uid = process.getuid?.();
// The stories bring a screen of their own along (xvfb-run), which is gone by now.
const env = { DISPLAY: ':0', ...process.env };
const why = findElectron() ? whyNotElectron({ args: [], env, platform: process.platform, uid }) : 'there is no binary';
const electron = why ? `not Electron (${why})` : `Electron ${devDependencies.electron}`;
const browser = findChromium() ? 'the browser shell' : 'not the browser shell (there is no Chromium)';
const line = `Ran on ${type()} ${release()} ${arch()}: ${browser}, ${electron}, the command line on Node ${devDependencies.node}.`;

/** On what each story was told, by the annotation that it left (test/e2e/till.ts). @param {any} report of Playwright's @returns {string[]} */
const shells = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(shells),
  ...specs
    .flatMap((/** @type {any} */ spec) => spec.tests)
    .filter((/** @type {any} */ test) => test.status !== 'skipped')
    .map((/** @type {any} */ test) => test.annotations.find((/** @type {any} */ one) => one.type === 'shell')?.description ?? 'a browser of its own'),
]; // oxfmt-ignore

/** How many stories each shell told; nothing where no story ran. */
function toldOn() {
  const report = readReport(join(root, 'test/results/e2e.json'));
  if (report === '') return '';
  /** @type {Record<string, number>} */
  const counts = {};
  for (const shell of shells(JSON.parse(report))) counts[shell] = (counts[shell] ?? 0) + 1;
  return ` Stories: ${Object.entries(counts).map(([shell, count]) => `${count} on ${shell}`).join(', ')}.`; // oxfmt-ignore
}

const said = line + toldOn();
console.log(said);
const summary = process.env['GITHUB_STEP_SUMMARY'];
if (summary) appendFileSync(summary, `${said}\n`);
