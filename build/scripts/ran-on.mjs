/** One line for a run of CI: which system, which shells. Also into the run's summary where GitHub names a file for it. */
import { appendFileSync, readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { findElectron, whyNotElectron } from './parts/electron-binary.mjs';
import { root } from './parts/paths.mjs';
import { findChromium } from './parts/tools.mjs';

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const uid = process.getuid?.();
// The stories bring a screen of their own along (xvfb-run), which is gone by now.
const env = { DISPLAY: ':0', ...process.env };
const why = findElectron() ? whyNotElectron({ args: [], env, platform: process.platform, uid }) : 'there is no binary';
const electron = why ? `not Electron (${why})` : `Electron ${devDependencies.electron}`;
const browser = findChromium() ? 'the browser shell' : 'not the browser shell (there is no Chromium)';
const line = `Ran on ${type()} ${release()} ${arch()}: ${browser}, ${electron}, the command line on Node ${devDependencies.node}.`;
console.log(line);
const summary = process.env['GITHUB_STEP_SUMMARY'];
if (summary) appendFileSync(summary, `${line}\n`);
