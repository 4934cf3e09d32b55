/**
 * Selects the tests of a run. The first comment of a test file states its size with `@module-tag`. A file without a tag
 * is part of every run, so that a new test is never left out.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Suites of `npm run test:full` that consist of tagged files: `@module-tag full-NAME`. */
const fullSuites = /** @type {const} */ ({
  receipts: 'a thousand receipts on a serial printer',
  kiosk: 'starts of a kiosk beside another user',
  flood: 'a display against a selling till',
  setup: 'setups that are killed at every step, and mistakes in them',
  processes: 'processes one after another, for code that seldom changes',
  scanners: 'scanners and hurried input on every screen',
  payments: 'the payment engine under random orders of events',
  tampering: 'an audit log under random changes',
  sandbox: 'random requests to the sandbox',
  attacks: 'a million texts past the detector of card numbers',
  recovery: 'the host, killed at every step of a payment',
});

/** @typedef {keyof typeof fullSuites} FullSuite */

/** Every tag with its meaning; Vitest refuses a file with any other. */
export const tags = [
  { name: 'ci-only', description: 'npm test leaves the file to .ci/run.' },
  {
    name: 'own-process',
    description: 'The file replaces modules or measures its process, so it shares its process with no other.',
  },
  ...Object.entries(fullSuites).map(([name, what]) => ({
    name: `full-${name}`,
    description: `The file has a full size in npm run test:full -- ${name}: ${what}.`,
  })),
];

const HEAD_BYTES = 2_000;

/**
 * Tags in the first comment of a test file.
 * @param {string} path
 * @returns {string[]}
 */
function tagsOf(path) {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const [comment] = head.toString('utf8', 0, readSync(file, head, 0, HEAD_BYTES, 0)).split('*/');
    return [...(comment ?? '').matchAll(/\*\s*@module-tag\s+([\w-]+)/g)].map(([, tag = '']) => tag);
  } finally {
    closeSync(file);
  }
}

/** @type {{ file: string, tags: readonly string[] }[] | undefined} */
let known;
const files = () =>
  (known ??= readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test\.tsx?|story\.ts)$/.test(path))
    .map((path) => ({ file: `test/${path.replaceAll('\\', '/')}`, tags: tagsOf(join(root, 'test', path)) }))
    .filter((one) => one.tags.length > 0));

/**
 * Paths of the test files with a tag, relative to the root.
 * @param {string} tag
 */
export const filesTagged = (tag) => files().flatMap(({ file, tags: own }) => (own.includes(tag) ? [file] : []));

/**
 * Test files of a suite of the full run.
 * @param {FullSuite} suite
 */
export const fullFiles = (suite) => filesTagged(`full-${suite}`).filter((file) => !file.endsWith('.story.ts'));

/**
 * True if this is `npm test`, with or without a full run after it (.ci/run). `npm test` runs a sample of what the full
 * run covers.
 */
export const isNewcomers = process.env['TILLBRIDGE_NEWCOMER'] === '1';
/** True if the full run follows this run (.ci/run): files with a full size are left to it. */
export const doesFullFollow = process.env['TILLBRIDGE_FULL_FOLLOWS'] === '1';
/**
 * True if this is `npm test` alone: axe checks each screen only in the walk, and only a few of many similar cases run.
 */
export const isNewcomersAlone = isNewcomers && !doesFullFollow;

/** Files that this process's run leaves to another run. */
export const leftFiles = () =>
  files().flatMap(({ file, tags: own }) => {
    const isFull = own.some((tag) => tag.startsWith('full-'));
    return (doesFullFollow && isFull) || (isNewcomersAlone && own.includes('ci-only')) ? [file] : [];
  });

/**
 * TILLBRIDGE_TURN=N (.ci/run derives it from the commit): a sample of similar cases, to bound the duration of the run.
 * Null selects all cases, as in the nightly run.
 */
export const turn = process.env['TILLBRIDGE_TURN'] ? Number(process.env['TILLBRIDGE_TURN']) : null;

/**
 * Every `of`th item of a list, beginning at the turn's number, so that `of` turns in a row cover all items. Without a
 * turn, returns all items.
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} of
 * @param {number | null} at
 * @returns {Item[]}
 */
export const inTurn = (items, of, at) => items.filter((_, index) => at === null || (index + at) % of === 0);

const MAX_IN_QUARANTINE = 5;

/**
 * Tests that fail without a change of the product (test/quarantine.json): excluded from the decisive run, run
 * separately and reported separately.
 * @typedef {{ file: string, name: string, reason: string }} Quarantined `name`: including the names of its describe blocks
 * @returns {readonly Quarantined[]}
 */
export function quarantine() {
  const list = JSON.parse(readFileSync(join(root, 'test/quarantine.json'), 'utf8'));
  if (list.length > MAX_IN_QUARANTINE)
    throw new Error(`test/quarantine.json names ${list.length} tests; at most ${MAX_IN_QUARANTINE} may be in it.`);
  return list;
}
