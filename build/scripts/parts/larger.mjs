/**
 * Test files that have a newcomer's size and, in `npm run test:full`, a full one, by the suite of the full run. `npm test` runs them
 * at the first, but for what is `left`. Where both follow each other (.ci/run) TILLBRIDGE_FULL_FOLLOWS=1 leaves them out of the first,
 * and the walk over every screen (test/e2e/screens) with them.
 */
export const larger = {
  receipts: ['test/unit/host/terminals/neighbourhood.test.ts'],
  kiosk: ['test/attacks/one-time-link.test.ts'],
  setup: ['test/cli/setup-kills.test.ts'],
  scanners: ['test/unit/renderer/scan-guard.test.tsx'],
  payments: [
    'test/property/payments.test.ts',
    'test/property/machine-orders.test.ts',
    'test/unit/host/payments/graph.test.ts',
  ],
  tampering: ['test/attacks/audit-tampering.test.ts'],
  sandbox: [
    'test/api/operations-fuzz.test.ts',
    'test/api/payment-link-walks.test.ts',
    'test/api/subscription-restarts.test.ts',
  ],
  attacks: ['test/attacks/card-numbers.test.ts'],
  recovery: ['test/recovery/recovery.test.ts'],
};

/**
 * Test files that start one process after another, for what a change seldom touches: who finds a password where, what a setup does with
 * each mistake, what `doctor` finds, what is in a package. `npm test` leaves them to the full run ("processes").
 */
export const seldom = [
  'api/webhook-crash', 'attacks/kiosk-window', 'attacks/password-places', 'attacks/sign-in', 'cli/doctor', 'cli/password-change',
  'cli/processes', 'cli/setup-bad-input', 'cli/unfinished', 'unit/build/packaging', 'unit/native/simulator/process',
  'unit/starter/record-trouble',
].map((name) => `test/${name}.test.ts`); // oxfmt-ignore

/** What `npm test` leaves to the full run: that, and what takes long at a newcomer's size as well. */
export const left = [seldom, larger.setup, larger.scanners, larger.receipts, larger.kiosk, larger.sandbox].flat();

/**
 * What a sandbox is beside a till, and that it is what the specification says. `npm test` leaves it to .ci/run, which runs it among the
 * others and has its replies checked; `npm run test:sandbox` has it for who works on the sandbox.
 */
const ofSandbox = [
  'api-page', 'compliance-forms', 'delivery-attempts', 'dispute-evidence', 'disputes', 'fault-profiles', 'files', 'instrument-updates', 'money',
  'payment-instruments', 'payment-link-pages', 'payment-links', 'platform-parties', 'public-client', 'receipts', 'sandbox-authorizations',
  'sandbox-captures', 'sandbox-card-data', 'sandbox-data', 'sandbox-devices', 'sandbox-faults', 'sandbox-pages', 'sandbox-pagination',
  'sandbox-simulator', 'subscription-billing', 'subscription-calendar', 'subscription-conditions', 'subscription-links', 'subscriptions',
  'transfers', 'webhook-delivery', 'webhook-signature', 'webhooks',
].map((name) => `test/api/${name}.test.ts`); // oxfmt-ignore

/** What goes once more, over the command line, a socket or with many rows, through what other files of `npm test` prove in their own way. */
const onceMore = [
  'attacks/borrowed-cookie', 'attacks/rights', 'cli/audit', 'cli/audit-running', 'cli/cashier-cancels', 'cli/cloud', 'cli/day', 'cli/devices',
  'cli/discover', 'cli/links', 'cli/operations', 'cli/printers', 'cli/receipt', 'cli/setup', 'cli/update', 'cli/wrong-device',
  'property/history-search', 'unit/build/bundles', 'unit/build/first-load', 'unit/host/payments/restarted-often', 'unit/host/setup/bad-input',
  'unit/host/terminals/neighbours', 'unit/starter/real-processes', 'unit/web/unheard',
].map((name) => `test/${name}.test.ts`); // oxfmt-ignore

/** What `npm test` leaves to .ci/run alone. */
export const leftToCi = [...ofSandbox, ...onceMore];

/** Stories that `npm test` leaves to the full run: mistakes of a setup ("setup"). */
export const seldomTold = ['**/setup-mistakes.story.ts'];

/**
 * Stories that it leaves to .ci/run alone: each process of a kiosk killed (in full in "alive"), damaged records, another clock, how
 * npm start ends, and what only some shops have or do.
 */
export const toldInCi = [
  'clock', 'decide', 'history', 'no-display', 'page-alive', 'people', 'records', 'start', 'tabs', 'tip-after', 'tips', 'training',
  'two-windows',
].map((name) => `**/${name}.story.ts`); // oxfmt-ignore

/** Whether this is `npm test`, with a full run after it (.ci/run) or none: what that has whole is tried in part. */
export const isNewcomers = process.env['TILLBRIDGE_NEWCOMER'] === '1';

/**
 * Whether this is `npm test` with no full run after it: axe looks at each screen in the walk alone, not in the stories as well, and what
 * is much alike is tried once or twice.
 */
export const isNewcomersAlone = isNewcomers && process.env['TILLBRIDGE_FULL_FOLLOWS'] !== '1';

/**
 * TILLBRIDGE_TURN=N (.ci/run, which has a limit of time, with the day of the year): of what is much alike a part, with each N another,
 * so that a few runs in a row show all. Null: all at once.
 */
export const turn = process.env['TILLBRIDGE_TURN'] ? Number(process.env['TILLBRIDGE_TURN']) : null;

/**
 * What of a list is this turn's: every `of`th, with each turn the next ones, so that `of` turns in a row have all. All without a turn.
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} of
 * @param {number | null} at
 * @returns {Item[]}
 */
export const inTurn = (items, of, at) => items.filter((_, index) => at === null || (index + at) % of === 0);

/** Test files that take longest, most of them waiting for processes: begun last, one would run on alone (build/vitest/longest-first.ts). */
export const longest = [
  'attacks/rights', 'cli/operations', 'cli/refused', 'cli/sale', 'cli/setup', 'recovery/recovery', 'link/transactions', 'model/model',
  'simulation/simulation', 'api/sandbox-process', 'unit/build/scripts', 'unit/host/pay-links/given-back', 'unit/host/pay-links/order-desk',
  'unit/host/platform/bad-connections', 'unit/host/platform/bad-records', 'unit/host/roles/gates', 'unit/host/setup/bad-input',
  'unit/host/setup/setup', 'unit/host/terminals/neighbours', 'unit/host/terminals/unplug', 'unit/native/driver-on-simulator',
].map((name) => `test/${name}.test.ts`); // oxfmt-ignore
