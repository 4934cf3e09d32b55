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
  payments: ['test/property/payments.test.ts', 'test/property/machine-orders.test.ts'],
  tampering: ['test/attacks/audit-tampering.test.ts'],
  sandbox: [
    'test/api/operations-fuzz.test.ts',
    'test/api/payment-link-walks.test.ts',
    'test/api/subscription-restarts.test.ts',
  ],
  attacks: ['test/attacks/card-numbers.test.ts'],
};

/** Test files that take longest, most of them waiting for processes: begun last, one would run on alone (build/vitest/longest-first.ts). */
export const longest = [
  'attacks/password-places', 'attacks/kiosk-window', 'attacks/rights', 'attacks/sign-in', 'cli/setup-kills', 'cli/unfinished',
  'cli/setup-bad-input', 'cli/operations', 'cli/setup', 'cli/doctor', 'recovery/recovery', 'link/transactions', 'model/model',
  'simulation/simulation', 'api/sandbox-process', 'unit/host/roles/gates', 'unit/host/terminals/unplug', 'unit/native/driver-on-simulator',
  'unit/host/setup/setup', 'unit/build/packaging',
].map((name) => `test/${name}.test.ts`).concat('test/unit/renderer/scan-guard.test.tsx'); // oxfmt-ignore
