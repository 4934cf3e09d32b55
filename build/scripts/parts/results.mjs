/** Reads what test reporters wrote. A report that cannot be read is one failure, never silence. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

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
