/**
 * `npm run test:windows`: the suites for which Windows makes a difference, run on Windows itself, or on Linux under
 * Wine (not Windows: see parts/wine.mjs). With names after `--` only those suites run. Its last line is `N passed, N
 * failed`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { show } from './parts/lanes.mjs';
import { findMakensis } from './parts/nsis.mjs';
import { withoutReason } from './parts/not-on-windows.mjs';
import { readReport, reportOf } from './parts/results.mjs';
import { chromium, counting, runSuites, skipped, together, vitest } from './parts/suites.mjs';
import { ensureTool, findSocat, findWine, findWineServer } from './parts/tools.mjs';
import { labFolders, windowsLab } from './parts/windows-lab.mjs';

const modules = ['host', 'native', 'config', 'starter', 'web', 'shell'];
const isWindows = process.platform === 'win32';

/** @type {Promise<boolean> | undefined} Determined once, so that a missing Windows is reported only once. */
let isThere;
/** True if Windows or Wine is available; if not, a message has been printed. */
const canRun = () => (isThere ??= findWindows());

async function findWindows() {
  if (isWindows) return true;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    show('Skipped: this is neither Windows nor Linux on x64, which could try it under Wine.');
    return false;
  }
  const find = () => findWineServer() && findWine();
  return (await ensureTool({ find, name: 'Wine', aptPackage: 'wine' }, show)) !== undefined;
}

/** @param {string} name @param {readonly string[]} folders @param {number} minutes */
async function units(name, folders, minutes) {
  if (!(await canRun())) return skipped;
  const { node: by, name: system } = await windowsLab(show);
  show(`On ${system}:`);
  const counts = await vitest(name, folders, { minutes, by });
  const { lines, unnamed } = withoutReason(readReport(readFileSync(reportOf(name), 'utf8'))?.cases ?? []);
  for (const line of lines) show(line);
  return together(counts, {
    passed: 0,
    failed: unnamed.length,
    skipped: 0,
    failures: unnamed.map((line) => `! ${line}`),
  });
}

/**
 * Runs a program of test/windows on this computer's own Node, which drives programs for Windows.
 * @param {string} name
 */
async function driven(name) {
  if (!(await canRun())) return skipped;
  if (!(await chromium())) return skipped;
  if (!isWindows) await ensureTool({ find: findSocat, name: 'socat', aptPackage: 'socat' }, show);
  await windowsLab(show);
  return counting(name, [`test/windows/${name}.ts`], 40);
}

await runSuites({
  units: {
    title: `Unit tests of ${modules.join(', ')}`,
    run: () =>
      units(
        'windows-units',
        modules.map((name) => `test/unit/${name}`),
        60,
      ),
  },
  recovery: {
    title: 'Recovery, at the size of npm test: the host as a process, killed at a step of a payment',
    run: () => units('windows-recovery', ['test/recovery'], 30),
  },
  stories: {
    title:
      'Stories: sold over TCP and COM10, host killed, Ctrl+C, a month and a year of records, long and foreign paths',
    run: () => driven('stories'),
  },
  installer: {
    title: 'The installer, silently: installed, opened, sold with, installed over, uninstalled; the records are kept',
    run: async () => {
      await ensureTool({ find: findMakensis, name: 'makensis', aptPackage: 'nsis' }, show);
      return driven('installer');
    },
  },
});

if (!isWindows && findWine()) {
  try {
    const size = execFileSync('du', ['-sm', join(labFolders.tree, '..')], { encoding: 'utf8' }).split('\t')[0] ?? '?';
    // The failures go to standard error, so that the sum stays the last line of standard output.
    process.stderr.write(`  Kept for the next run: ${size} MB in ${join(labFolders.tree, '..')}; it may be deleted.\n`);
  } catch {
    // The suite kept no folder.
  }
}
