/**
 * Why an answer of the setup is not taken: a sentence for each that names the field and says what to do. English, for command line,
 * logs and the English screen; every other language has a sentence of its own for each (renderer/text).
 */
import type { Failure } from './failures.ts';
import type { SetupStep } from './setup.ts';

/** What is asked, and what it is called in English. */
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

/** What a sentence needs to know. Never a password. */
export type FaultContext = Readonly<Record<string, string | number | boolean | null>>;

interface Fault {
  readonly step: SetupStep;
  /** Of several fields of one kind the context says which. */
  readonly field: SetupField;
  readonly words: (context: FaultContext) => string;
}

const urlFault = (words: Fault['words']): Fault => ({ step: 'account', field: 'url', words });
const userFault = (words: Fault['words']): Fault => ({ step: 'account', field: 'username', words });
const passwordFault = (words: Fault['words']): Fault => ({ step: 'account', field: 'password', words });
const at = ({ host }: FaultContext): string => String(host ?? 'the platform');

/** Of every mistake: where it is asked, and what is wrong and what to do, without the field and the full stop. */
export const setupFaults = {
  'url-missing': urlFault(() => 'nothing was typed. Type it as the platform gave it to you, beginning with https://'),
  'url-space': urlFault(() => 'there is a space or line break in it. Type it without'),
  'url-not-address': urlFault(() => 'this is no web address. It looks like https://platform.example'),
  'url-http': urlFault(() => 'it begins with http, which would show the password on the way. Type https:// instead'),
  'url-credentials': urlFault(() => 'it holds a user name or password. Type these below, and the address without them'),
  'url-query': urlFault(() => 'what follows ? or # does not belong to it. Leave that out'),
  'url-path': urlFault(
    ({ path }) => `the platform is not to be found under ${String(path)}. Leave out what follows the host's name`,
  ),
  'url-is-sandbox': urlFault(
    ({ host }) =>
      `${String(host)} is the platform's sandbox, and live was chosen. Type the live address, or go back and choose the sandbox`,
  ),
  'url-is-live': urlFault(
    ({ host }) =>
      `${String(host)} takes real money, and the sandbox was chosen. Type the sandbox's address, or go back and choose live`,
  ),
  dns: urlFault((context) => `nobody is known as ${at(context)}. Check its spelling, and that this computer is online`),
  refused: urlFault((context) => `nobody answers at ${at(context)}. Check the address and its port`),
  unreachable: urlFault((context) => `${at(context)} cannot be reached. Check that this computer is online`),
  slow: urlFault((context) => `${at(context)} did not answer in time. Check the network, then try again`),
  'not-tls': urlFault(
    (context) => `what answers at ${at(context)} does not speak https. Check the address and its port`,
  ),
  'not-platform': urlFault(
    (context) =>
      `what answers at ${at(context)} is not the platform. Check the address; it is not that of its web pages`,
  ),
  redirected: urlFault((context) => `${at(context)} sends on to another address. Type the address of its API`),
  'server-trouble': urlFault((context) => `${at(context)} has trouble of its own. Wait a minute, then try again`),
  'too-often': urlFault((context) => `${at(context)} was asked too often. Wait a minute, then try again`),
  'certificate-expired': urlFault(
    () => 'its certificate has expired. Check the date of this computer; if that is right, call the platform',
  ),
  'certificate-early': urlFault(() => 'its certificate is not valid yet. Set the date and time of this computer'),
  'certificate-host': urlFault(
    (context) =>
      `the certificate at ${at(context)} is another host's. Check the address; a guest network may answer instead`,
  ),
  'certificate-unknown': urlFault(
    () =>
      'an authority this computer does not know signed its certificate: a filter on this network reads along (TLS inspection), or it is not the platform. Have the filter leave this address out, or set platform.caFile to its certificate',
  ),
  'certificate-revoked': urlFault(() => 'its certificate was taken back. Do not go on, and call the platform'),
  proxy: urlFault(
    ({ proxy }) =>
      `the proxy ${String(proxy)} does not open the way. Check platform.proxy, or ask whoever runs the network`,
  ),
  'proxy-login': urlFault(
    ({ proxy }) => `the proxy ${String(proxy)} wants another user name and password. Set them in platform.proxy`,
  ),
  'proxy-address': urlFault(
    ({ from }) => `the proxy of ${String(from)} is no address such as http://proxy.shop:3128. Set platform.proxy`,
  ),
  'ca-file': urlFault(() => 'the file that platform.caFile names cannot be used. Set it anew, or take it out'),
  clock: {
    step: 'account',
    field: 'clock',
    words: ({ minutes }) => {
      const far = Math.abs(Number(minutes));
      const much = far >= 120 ? `${Math.round(far / 60)} hours` : `${far} minutes`;
      return `it is ${much} ${Number(minutes) > 0 ? 'behind' : 'ahead of'} the platform's. Set the clock, then try again`;
    },
  },
  'user-missing': userFault(() => 'nothing was typed. Type the one the platform gave you'),
  'user-space': userFault(() => 'there is a space or line break in it. Type it without'),
  'user-colon': userFault(() => 'a colon cannot be part of it. Type the user name alone, without the password'),
  'password-missing': passwordFault(() => 'nothing was typed. Type the one the platform gave you'),
  'password-break': passwordFault(() => 'there is a line break or another control character in it. Type it by hand'),
  'password-long': passwordFault(() => 'it has more than 1000 characters. Type the password alone'),
  'wrong-password': passwordFault(({ mode }) =>
    mode === 'live'
      ? 'the platform does not know this user name and password together. Type both again; those of the sandbox do not open live'
      : 'the platform does not know this user name and password together. Type both again; those of live do not open the sandbox',
  ),
  'sandbox-account': passwordFault(
    () =>
      "these are credentials of the platform's sandbox, and live was chosen. Type the live ones, or go back and choose the sandbox",
  ),
  'read-only': userFault(
    () => 'this user may look and not take payments. Ask the platform for one that may, and type that one',
  ),
  forbidden: userFault(() => 'this user may not see merchants. Ask the platform for one that may, and type that one'),
  'no-merchant': userFault(
    () => 'there is no merchant in this account. Finish the application at the platform, then try again',
  ),
  'merchant-unknown': {
    step: 'merchant',
    field: 'merchant',
    words: () => 'there is none by this name or number in the list. Choose one of the list',
  },
  'merchant-not-approved': {
    step: 'merchant',
    field: 'merchant',
    words: ({ name }) =>
      `the platform has not approved ${String(name)} to take payments yet. Choose another, or wait for the approval`,
  },
  'shop-field': {
    step: 'shop',
    field: 'shop',
    words: ({ problem }) => `${String(problem)}. Type it anew`,
  },
  'terminal-address': {
    step: 'terminal',
    field: 'terminal',
    words: ({ address }) =>
      `${String(address)} is no address. Type HOST:PORT as the terminal shows it, or serial:PATH, or choose one of the list`,
  },
  'terminal-printer': {
    step: 'terminal',
    field: 'terminal',
    words: ({ address }) =>
      `${String(address)} is the receipt printer's port, or one that is never asked. Choose another`,
  },
  'terminal-none': {
    step: 'terminal',
    field: 'terminal',
    words: ({ address, why }) =>
      `nobody answers at ${String(address)} (${String(why)}). Check that it is on, and the address on its own screen`,
  },
  'terminal-held': {
    step: 'terminal',
    field: 'terminal',
    words: ({ address, why }) => `${String(address)} cannot be opened (${String(why)}). End the program that holds it`,
  },
  'terminal-stranger': {
    step: 'terminal',
    field: 'terminal',
    words: ({ address }) =>
      `what answers at ${String(address)} is no terminal known here. Check the address, and its line: 115200 baud, 8N1`,
  },
  'terminal-device': {
    step: 'terminal',
    field: 'terminal',
    words: ({ serialNumber }) =>
      `the platform has no Device with serial number ${String(serialNumber)} for this merchant. Choose one of the list`,
  },
  'person-name': {
    step: 'person',
    field: 'person',
    words: ({ problem }) => `${String(problem)}. Type a name of at most 60 characters`,
  },
  'pin-form': {
    step: 'person',
    field: 'pin',
    words: () => 'it has to be 4 to 12 digits; six are better. Type it anew',
  },
  'pin-easy': {
    step: 'person',
    field: 'pin',
    words: () => 'everybody would guess it: all the same, or counted up. Type another',
  },
  'printer-address': {
    step: 'receipts',
    field: 'printer',
    words: ({ printer }) =>
      `${String(printer)} is no printer. Type tcp://HOST:9100, serial:PATH@BAUD, path:FILE or system:NAME, or choose none`,
  },
  'printer-terminal': {
    step: 'receipts',
    field: 'printer',
    words: ({ printer }) => `The card terminal is on ${String(printer)}. Choose another printer, or choose none`,
  },
  'test-not-voided': {
    step: 'test',
    field: 'test',
    words: () =>
      'it was not made yet, or the platform has not confirmed that it was voided. Make it, or leave it for later',
  },
  'test-terminal': {
    step: 'test',
    field: 'terminal',
    words: ({ why }) =>
      `no payment can be started on it (${String(why)}). Nothing was charged. Check it, then try again`,
  },
} as const satisfies Readonly<Record<string, Fault>>;
export type SetupFault = keyof typeof setupFaults;

const isFault = (name: unknown): name is SetupFault => typeof name === 'string' && Object.hasOwn(setupFaults, name);

/** Which mistake a refusal is about, and in which field; null: it is no refusal of an answer. */
export function setupFaultOf({ code, context }: Failure): { fault: SetupFault; field: SetupField } | null {
  const { fault, field: called } = context ?? {};
  if (code !== 'SETUP_ANSWER' || !isFault(fault)) return null;
  const named = (Object.keys(setupFields) as SetupField[]).find((field) => setupFields[field] === called);
  return { fault, field: named ?? setupFaults[fault].field };
}
