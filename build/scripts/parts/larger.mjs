/**
 * Test files that `npm test` runs at a newcomer's size and `npm run test:full` again at full size, by the suite of the full
 * run. Where both follow each other (.ci/run) TILLBRIDGE_FULL_FOLLOWS=1 leaves them out of the first, and the
 * walk over every screen (test/e2e/screens) with them.
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
};

/**
 * Test files that start one process after another, for what a change seldom touches: who finds a password where, what a setup does with
 * each mistake, what `doctor` finds, what is in a package. `npm test` leaves them, and `larger.setup`, to the full run ("processes").
 */
export const seldom = [
  'attacks/kiosk-window', 'attacks/password-places', 'attacks/sign-in', 'cli/doctor', 'cli/password-change', 'cli/setup-bad-input',
  'cli/unfinished', 'unit/build/packaging',
].map((name) => `test/${name}.test.ts`); // oxfmt-ignore

/** Stories of the same kind: mistakes of a setup (in full in "setup"), and each process of a kiosk killed (in .ci/run, and in "alive"). */
export const seldomTold = { mistakes: '**/setup-mistakes.story.ts', alive: '**/page-alive.story.ts' };

/** Test files that take longest, most of them waiting for processes: begun last, one would run on alone (build/vitest/longest-first.ts). */
export const longest = [
  'attacks/rights', 'cli/operations', 'cli/setup', 'recovery/recovery', 'link/transactions', 'model/model',
  'simulation/simulation', 'api/sandbox-process', 'unit/host/roles/gates', 'unit/host/terminals/unplug', 'unit/native/driver-on-simulator',
  'unit/host/setup/setup',
].map((name) => `test/${name}.test.ts`).concat('test/unit/renderer/scan-guard.test.tsx'); // oxfmt-ignore
