/** Reads what test reporters wrote. A report that cannot be read is one failure, never silence. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: readonly string[] }} Counts */

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
    const failed = errors.length > 0 ? Math.max(1, unexpected) : unexpected;
    return { passed: expected + flaky, failed, skipped };
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
 * What failed, by name and message, from Playwright's JSON reporter. Empty where it names nothing.
 * @param {string} text
 * @returns {string[]}
 */
export function playwrightFailures(text) {
  /** @type {string[]} */
  const lines = [];
  /** @param {any} suite */
  const walk = (suite) => {
    for (const inner of suite.suites ?? []) walk(inner);
    for (const { title, file, line, tests } of suite.specs ?? []) {
      for (const { status, results } of tests) {
        if (status !== 'unexpected') continue;
        const errors = results.flatMap((/** @type {any} */ result) => result.errors ?? []);
        const message = errors.map((/** @type {any} */ error) => error.message ?? '').join('\n');
        lines.push(...failureLines(`${file}:${line} > ${title}`, message));
      }
    }
  };
  try {
    const report = JSON.parse(text);
    walk(report);
    for (const error of report.errors) lines.push(...failureLines('outside a story', error.message ?? ''));
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
export const playwrightResult = (suite, done, report) =>
  concluded(suite, done, readPlaywright(report), playwrightFailures(report));

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
