/** Reads the reports of test tools. An unreadable report counts as a failure. */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { results } from './paths.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: readonly string[] }} Counts */

/** @returns {Counts} */
const unreadable = () => ({ passed: 0, failed: 1, skipped: 0 });

const entities = /** @type {const} */ ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });
const plain = (/** @type {string} */ text) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => entities[/** @type {keyof typeof entities} */ (name)]);
/** @param {string} attributes @param {string} name */
const attribute = (attributes, name) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

/** Path of a suite's report. @param {string} name */
export const reportOf = (name) => join(results, `${name}.xml`);

/**
 * @typedef {{ file: string, name: string, state: 'passed' | 'failed' | 'skipped', message: string, notes?: Readonly<Record<string, string>> }} Case
 *   `notes`: annotations of a story, by type
 */
/**
 * Parses a JUnit report, as Vitest and Playwright both write it: every test, and the seconds of every file. Returns
 * null if it is unreadable.
 * @param {string} xml
 * @returns {{ cases: readonly Case[], seconds: ReadonlyMap<string, number> } | null}
 */
export function readReport(xml) {
  if (!xml.trimEnd().endsWith('</testsuites>')) return null;
  const cases = [...xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)].map(([, head = '', body = '']) => {
    const failure = /<(?:failure|error)\b[^>]*>(?:\s*<!\[CDATA\[(.*?)\]\]>)?(.*?)<\/(?:failure|error)>/s.exec(body);
    /** @type {Case['state']} */
    const state = failure ? 'failed' : /<skipped\b/.test(body) ? 'skipped' : 'passed';
    const message = failure?.[1] ?? plain(failure?.[2] ?? '');
    const file = attribute(head, 'classname').replaceAll('\\', '/');
    const properties = body.matchAll(/<property name="([^"]*)" value="([^"]*)"/g);
    const notes = Object.fromEntries([...properties].map(([, key = '', value = '']) => [key, plain(value)]));
    return { file, name: attribute(head, 'name'), state, message, notes };
  });
  const suites = [...xml.matchAll(/<testsuite\b([^>]*)>/g)].map(([, head = '']) => head);
  const seconds = suites.map(
    (head) => /** @type {const} */ ([attribute(head, 'name'), Number(attribute(head, 'time'))]),
  );
  return { cases, seconds: new Map(seconds) };
}

/** Lines of a failure's message that are repeated at the end. */
const messageLines = 12;
/** Last lines of a suite's output that are shown if the report contains no failure. */
const lastLines = 30;

/**
 * Formats a failure as it is repeated at the end of a run. Each line begins with "! ", by which `.ci/run` finds it.
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
 * Adds the failures by name. If the reporter lists no failure, the end of the output is shown.
 * @param {string} suite
 * @param {Counts} counts
 * @param {string} text output of the suite
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
 * Result of a suite. A nonzero exit code is a failure, whatever the counts; each failure is named.
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
 * Result of a suite according to its reporter. A nonzero exit code is a failure, whatever the counts: an error outside
 * a test is in no report, and a story that passed at its second try counts as passed in the report.
 * @param {string} suite
 * @param {{ code: number | null, text: string }} done
 * @param {string} xml the reporter's output
 */
export function reported(suite, done, xml) {
  const report = readReport(xml);
  if (!report) return concluded(suite, done, unreadable());
  const of = (/** @type {Case['state']} */ state) => report.cases.filter((one) => one.state === state);
  const failed = of('failed');
  const counts = { passed: of('passed').length, failed: failed.length, skipped: of('skipped').length };
  const named = failed.flatMap(({ file, name, message }) => failureLines(`${file} > ${name}`, message));
  return concluded(suite, done, counts, named);
}

/**
 * Result of a program that reports only an exit code.
 * @param {string} suite
 * @param {{ code: number | null, text: string }} done
 */
export const asOne = (suite, done) =>
  concluded(suite, done, { passed: done.code === 0 ? 1 : 0, failed: 0, skipped: 0 });

/**
 * Prints all failures again, at the end of a run.
 * @param {readonly Counts[]} all
 */
export function printFailures(all) {
  const lines = all.flatMap(({ failures }) => failures ?? []);
  if (lines.length > 0) console.log(['\n== What failed', ...lines].join('\n'));
}

/**
 * Parses the last line of a program that counts for itself, the inverse of sumLine().
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
