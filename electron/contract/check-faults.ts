/** Values shown in a fault's message; never a secret. */
export type CheckContext = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Faults found by a check of the till, in addition to those of an account (`setupFaults`) and of a Device (DEVICE_…).
 * Their messages are in `electron/words/messages/<language>/checks.json`.
 */
export const checkFaults = [
  'folder-unusable',
  'folder-share',
  'disk-full',
  'disk-low',
  'settings-wrong',
  'settings-readable',
  'tls-off',
  'settings-otherwise',
  'settings-damaged',
  'setup-open',
  'no-managers',
  'records-newer',
  'records-damaged',
  'records-held',
  'records-failing',
  'records-older',
  'records-aside',
  'audit-anchor',
  'ca-soon',
  'ca-expired',
  'password-away',
  'password-none',
  'merchant-other',
  'merchant-unsaid',
  'merchant-approval-unsaid',
  'usb-unavailable',
  'port-held',
  'port-permission',
  'meddler',
  'terminal-none',
  'terminal-away',
  'terminal-stranger',
  'device-none',
  'ports-swapped',
  'printer-away',
  'printer-not-ready',
  'not-looked',
  'payment-runs',
] as const;
export type CheckFault = (typeof checkFaults)[number];
