/** One line for a run of CI: which system, which shells. Also into the run's summary where GitHub names a file for it. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { findElectron, whyNotElectron } from './parts/electron-binary.mjs';
import { root } from './parts/paths.mjs';
import { readReport, reportOf } from './parts/results.mjs';
import { findChromium } from './parts/tools.mjs';

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const uid = process.getuid?.();
// The stories bring a screen of their own along (xvfb-run), which is gone by now.
const env = { DISPLAY: ':0', ...process.env };
const why = findElectron() ? whyNotElectron({ args: [], env, platform: process.platform, uid }) : 'there is no binary';
const electron = why ? `not Electron (${why})` : `Electron ${devDependencies.electron}`;
const browser = findChromium() ? 'the browser shell' : 'not the browser shell (there is no Chromium)';
const line = `Ran on ${type()} ${release()} ${arch()}: ${browser}, ${electron}, the command line on Node ${devDependencies.node}.`;

/** How many stories each shell told, by the annotation that they leave (test/e2e/till.ts); nothing where no story ran. */
function toldOn() {
  const file = reportOf('e2e');
  const cases = existsSync(file) ? (readReport(readFileSync(file, 'utf8'))?.cases ?? []) : [];
  const told = cases.filter(({ state }) => state !== 'skipped');
  if (told.length === 0) return '';
  const shells = Map.groupBy(told, ({ notes }) => notes?.['shell'] ?? 'a browser of its own');
  return ` Stories: ${[...shells].map(([shell, { length }]) => `${length} on ${shell}`).join(', ')}.`;
}

const said = line + toldOn();
console.log(said);
const summary = process.env['GITHUB_STEP_SUMMARY'];
if (summary) appendFileSync(summary, `${said}\n`);
