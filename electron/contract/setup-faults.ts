import type { Failure } from './failures.ts';
import type { SetupStep } from './setup.ts';

/** Fields of the setup, and their English names. */
export const setupFields = {
  url: 'Platform address',
  username: 'User name',
  password: 'Password',
  clock: 'Clock of this computer',
  merchant: 'Merchant',
  shop: 'Shop',
  name: 'Till name',
  currency: 'Currency',
  locale: 'Language',
  timeZone: 'Time zone',
  terminal: 'Terminal',
  person: 'Name',
  pin: 'PIN',
  printer: 'Receipt printer',
  test: 'Test payment',
} as const;
export type SetupField = keyof typeof setupFields;

/** Values for a fault's message; never a password. */
export type FaultContext = Readonly<Record<string, string | number | boolean | null>>;

interface Fault {
  readonly step: SetupStep;
  /** Default field if the context contains none. */
  readonly field: SetupField;
}

/** Step and field of each fault. Their messages are in `electron/words/messages/<language>/setup.json`. */
export const setupFaults = {
  'url-missing': { step: 'account', field: 'url' },
  'url-space': { step: 'account', field: 'url' },
  'url-not-address': { step: 'account', field: 'url' },
  'url-http': { step: 'account', field: 'url' },
  'url-credentials': { step: 'account', field: 'url' },
  'url-query': { step: 'account', field: 'url' },
  'url-path': { step: 'account', field: 'url' },
  'url-is-sandbox': { step: 'account', field: 'url' },
  'url-is-live': { step: 'account', field: 'url' },
  dns: { step: 'account', field: 'url' },
  refused: { step: 'account', field: 'url' },
  unreachable: { step: 'account', field: 'url' },
  slow: { step: 'account', field: 'url' },
  'not-tls': { step: 'account', field: 'url' },
  'not-platform': { step: 'account', field: 'url' },
  redirected: { step: 'account', field: 'url' },
  'server-trouble': { step: 'account', field: 'url' },
  'too-often': { step: 'account', field: 'url' },
  'certificate-expired': { step: 'account', field: 'url' },
  'certificate-early': { step: 'account', field: 'url' },
  'certificate-host': { step: 'account', field: 'url' },
  'certificate-unknown': { step: 'account', field: 'url' },
  'certificate-revoked': { step: 'account', field: 'url' },
  proxy: { step: 'account', field: 'url' },
  'proxy-login': { step: 'account', field: 'url' },
  'proxy-address': { step: 'account', field: 'url' },
  'ca-file': { step: 'account', field: 'url' },
  clock: { step: 'account', field: 'clock' },
  'user-missing': { step: 'account', field: 'username' },
  'user-space': { step: 'account', field: 'username' },
  'user-colon': { step: 'account', field: 'username' },
  'password-missing': { step: 'account', field: 'password' },
  'password-break': { step: 'account', field: 'password' },
  'password-long': { step: 'account', field: 'password' },
  'wrong-password': { step: 'account', field: 'password' },
  'sandbox-account': { step: 'account', field: 'password' },
  'read-only': { step: 'account', field: 'username' },
  forbidden: { step: 'account', field: 'username' },
  'no-merchant': { step: 'account', field: 'username' },
  'merchant-unknown': { step: 'merchant', field: 'merchant' },
  'merchant-not-approved': { step: 'merchant', field: 'merchant' },
  'shop-field': { step: 'shop', field: 'shop' },
  'terminal-address': { step: 'terminal', field: 'terminal' },
  'terminal-printer': { step: 'terminal', field: 'terminal' },
  'terminal-none': { step: 'terminal', field: 'terminal' },
  'terminal-held': { step: 'terminal', field: 'terminal' },
  'terminal-stranger': { step: 'terminal', field: 'terminal' },
  'terminal-device': { step: 'terminal', field: 'terminal' },
  'person-name': { step: 'person', field: 'person' },
  'pin-form': { step: 'person', field: 'pin' },
  'pin-easy': { step: 'person', field: 'pin' },
  'printer-address': { step: 'receipts', field: 'printer' },
  'printer-file': { step: 'receipts', field: 'printer' },
  'printer-terminal': { step: 'receipts', field: 'printer' },
  'test-not-voided': { step: 'test', field: 'test' },
  'test-terminal': { step: 'test', field: 'terminal' },
} as const satisfies Readonly<Record<string, Fault>>;
export type SetupFault = keyof typeof setupFaults;

const isFault = (name: unknown): name is SetupFault => typeof name === 'string' && Object.hasOwn(setupFaults, name);

/** Returns the mistake in a refused answer and its field, or null if the failure is another. */
export function setupFaultOf({ code, context }: Failure): { fault: SetupFault; field: SetupField } | null {
  const { fault, field: called } = context ?? {};
  if (code !== 'SETUP_ANSWER' || !isFault(fault)) return null;
  const named = (Object.keys(setupFields) as SetupField[]).find((field) => setupFields[field] === called);
  return { fault, field: named ?? setupFaults[fault].field };
}
