/**
 * Prints a line about a CI run: its system and shells. Also added to the run's summary if GitHub provides a file for
 * it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { findElectron, whyNotElectron } from './parts/electron-binary.mjs';
import { root } from './parts/paths.mjs';
import { readReport, reportOf } from './parts/results.mjs';
import { findChromium } from './parts/tools.mjs';

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const uid = process.getuid?.();
// The stories have their own screen (xvfb-run), which is closed by now.
const env = { DISPLAY: ':0', ...process.env };
const why = findElectron() ? whyNotElectron({ args: [], env, platform: process.platform, uid }) : 'there is no binary';
const electron = why ? `not Electron (${why})` : `Electron ${devDependencies.electron}`;
const browser = findChromium() ? 'the browser shell' : 'not the browser shell (there is no Chromium)';
const line = `Ran on ${type()} ${release()} ${arch()}: ${browser}, ${electron}, the command line on Node ${devDependencies.node}.`;

/** Number of stories by shell, from their annotations (test/e2e/till.ts); empty if no story ran. */
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
