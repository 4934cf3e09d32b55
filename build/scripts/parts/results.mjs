/** Reads what test reporters wrote. A report that cannot be read is one failure, never silence. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: readonly string[], again?: readonly string[] }} Counts
 *   `again`: what failed first and passed when it was run once more by itself, as the lines it is printed in
 */

/** So many may need a second run: more than that is no moment of a slow computer. */
const MOST_AGAIN = 3;

/** @returns {Counts} */
const unreadable = () => ({ passed: 0, failed: 1, skipped: 0 });

/**
 * Vitest's JSON reporter.
 * @param {string} text
 * @returns {Counts}
 */
export function readVitest(text) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, success } = JSON.parse(text);
    if (typeof numPassedTests !== 'number' || typeof numFailedTests !== 'number') return unreadable();
    // A file that does not load, or an error outside a test, has no failed test in it.
    const failed = success === true ? numFailedTests : Math.max(1, numFailedTests);
    return { passed: numPassedTests, failed, skipped: numPendingTests ?? 0 };
  } catch {
    return unreadable();
  }
}

/**
 * Playwright's JSON reporter. A test that passed at the second try passed; the report names it as flaky.
 * @param {string} text
 * @returns {Counts}
 */
export function readPlaywright(text) {
  try {
    const { stats, errors } = JSON.parse(text);
    const { expected, unexpected, flaky, skipped } = stats;
    if (typeof expected !== 'number' || typeof unexpected !== 'number') return unreadable();
    const wrong = flaky > MOST_AGAIN ? unexpected + flaky : unexpected;
    const failed = errors.length > 0 ? Math.max(1, wrong) : wrong;
    return { passed: expected + (flaky > MOST_AGAIN ? 0 : flaky), failed, skipped };
  } catch {
    return unreadable();
  }
}

/** Of a failure's message so much is repeated at the end. */
const messageLines = 12;
/** So much of what a suite printed last, where no failure is named. */
const lastLines = 30;

/**
 * A failure as the lines it is repeated in at the end of a run. Each begins with "! ", by which `.ci/run` finds them.
 * @param {string} title
 * @param {string} message
 * @param {number} [most]
 * @returns {string[]}
 */
const failureLines = (title, message, most = messageLines) => {
  const all = stripVTControlCharacters(message).trim().split('\n');
  const lines = all.filter((line) => !/^\s+at .*(node_modules|node:)/.test(line)).slice(0, most);
  return [`! ${title}`, ...lines.map((line) => `!   ${line}`)];
};

/**
 * What failed, by name and message, from Vitest's JSON reporter. Empty where it names nothing.
 * @param {string} text
 * @returns {string[]}
 */
export function vitestFailures(text) {
  try {
    const lines = [];
    for (const { name, status, message, assertionResults } of JSON.parse(text).testResults) {
      const failed = assertionResults.filter((/** @type {{ status: string }} */ one) => one.status === 'failed');
      for (const one of failed)
        lines.push(...failureLines(`${name} > ${one.fullName}`, (one.failureMessages ?? []).join('\n')));
      if (status === 'failed' && failed.length === 0) lines.push(...failureLines(name, message ?? ''));
    }
    return lines;
  } catch {
    return [];
  }
}

/**
 * The files to run once more by themselves: those with failed tests, where they are few. Empty where anything else went wrong:
 * a file that does not load, an error outside a test, no report.
 * @param {string} text Vitest's JSON report
 * @returns {string[]}
 */
export function filesToRunAgain(text) {
  try {
    const { testResults, numFailedTests } = JSON.parse(text);
    /** @type {readonly { name: string, assertionResults: readonly { status: string }[] }[]} */
    const failed = testResults.filter((/** @type {{ status: string }} */ one) => one.status === 'failed');
    const isTests = failed.every((one) => one.assertionResults.some(({ status }) => status === 'failed'));
    return isTests && numFailedTests <= MOST_AGAIN ? failed.map(({ name }) => name) : [];
  } catch {
    return [];
  }
}

/**
 * What two runs came to, the second of the failed files alone. Counted as passed only where nothing failed in it, and named.
 * @param {Counts} first
 * @param {Counts} second
 * @returns {Counts}
 */
export function secondRun(first, second) {
  if (second.failed > 0 || second.passed === 0) return first;
  const again = (first.failures ?? []).map((line) => line.replace(/^!/, '~'));
  return { passed: first.passed + first.failed, failed: 0, skipped: first.skipped, again };
}

/**
 * What failed, by name and message, from Playwright's JSON reporter. Empty where it names nothing.
 * @param {string} text
 * @param {'unexpected' | 'flaky'} [which] `flaky`: what passed at its second try
 * @returns {string[]}
 */
export function playwrightFailures(text, which = 'unexpected') {
  /** @type {string[]} */
  const lines = [];
  /** @param {any} suite */
  const walk = (suite) => {
    for (const inner of suite.suites ?? []) walk(inner);
    for (const { title, file, line, tests } of suite.specs ?? []) {
      for (const { status, results } of tests) {
        if (status !== which) continue;
        const errors = results.flatMap((/** @type {any} */ result) => result.errors ?? []);
        const message = errors.map((/** @type {any} */ error) => error.message ?? '').join('\n');
        lines.push(...failureLines(`${file}:${line} > ${title}`, message));
      }
    }
  };
  try {
    const report = JSON.parse(text);
    walk(report);
    for (const error of which === 'unexpected' ? report.errors : [])
      lines.push(...failureLines('outside a story', error.message ?? ''));
    return lines;
  } catch {
    return [];
  }
}

/**
 * Counts with what failed by name. Where no reporter named it, the last that was printed is shown.
 * @param {string} suite
 * @param {Counts} counts
 * @param {string} text what the suite printed
 * @param {readonly string[]} [named]
 * @returns {Counts}
 */
export function withFailures(suite, counts, text, named = []) {
  if (counts.failed === 0) return counts;
  if (named.length > 0) return { ...counts, failures: named };
  return {
    ...counts,
    failures: failureLines(suite, text.trimEnd().split('\n').slice(-lastLines).join('\n'), lastLines),
  };
}

/**
 * What a suite came to: a program that ended badly has failed whatever it counted, and what failed is named.
 * @param {string} suite
 * @param {{ code: number | null, text: string }} done
 * @param {Counts} counts
 * @param {readonly string[]} [named]
 * @returns {Counts}
 */
export function concluded(suite, done, counts, named) {
  const failed = done.code === 0 ? counts.failed : Math.max(1, counts.failed);
  return withFailures(suite, { ...counts, failed }, done.text, named);
}

/**
 * @param {string} suite
 * @param {{ code: number | null, text: string }} done
 * @param {string} report what its JSON reporter wrote
 */
export const vitestResult = (suite, done, report) => concluded(suite, done, readVitest(report), vitestFailures(report));

/**
 * @param {string} suite
 * @param {{ code: number | null, text: string }} done
 * @param {string} report what its JSON reporter wrote
 */
export function playwrightResult(suite, done, report) {
  const flaky = playwrightFailures(report, 'flaky');
  const counts = readPlaywright(report);
  if (counts.failed > 0) return concluded(suite, done, counts, [...playwrightFailures(report), ...flaky]);
  return { ...concluded(suite, done, counts), again: flaky.map((line) => line.replace(/^!/, '~')) };
}

/**
 * A program whose exit code is all it says.
 * @param {string} suite
 * @param {{ code: number | null, text: string }} done
 */
export const asOne = (suite, done) =>
  concluded(suite, done, { passed: done.code === 0 ? 1 : 0, failed: 0, skipped: 0 });

/**
 * A reporter's file; empty where there is none, which reads as one failure.
 * @param {string} path
 */
export function readReport(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * What failed, once more, at the end of a run.
 * @param {readonly Counts[]} all
 */
export function printFailures(all) {
  const lines = all.flatMap(({ failures }) => failures ?? []);
  if (lines.length > 0) console.log(['\n== What failed', ...lines].join('\n'));
  const again = all.flatMap((one) => one.again ?? []);
  if (again.length > 0) console.log(['\n== Passed only when run once more, by itself', ...again].join('\n'));
}

/**
 * What a program that counts for itself printed last: the other way of sumLine().
 * @param {string} text
 */
export function readSumLine(text) {
  const match = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(text);
  return match ? { passed: Number(match[1]), failed: Number(match[2]), skipped: 0 } : unreadable();
}

/**
 * The last line of `npm test`.
 * @param {readonly { passed: number, failed: number }[]} all
 */
export function sumLine(all) {
  const sum = (/** @type {'passed' | 'failed'} */ key) => all.reduce((total, one) => total + one[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
