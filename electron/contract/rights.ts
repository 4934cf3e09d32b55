/**
 * Who may call what: one line for each procedure of the contract. What is not on a scope's list does not exist for it
 * (NOT_FOUND); what needs an act is refused by the host (host/roles) to whoever may not do it.
 */
import type { AnyContractProcedure } from '@orpc/contract';
import type { RoleName } from '../domain/index.ts';
import type { Contract } from './procedures.ts';

/**
 * As what a connection is made: the cashier's window, a guest's kiosk, a customer's display, a technician's page, the command
 * line, and programs of the shop (`api`: no carrier opens one yet, and nothing is on its list).
 */
export const scopes = ['till', 'kiosk', 'display', 'technician', 'command', 'api'] as const;
export type Scope = (typeof scopes)[number];

/**
 * What is written down before it is done, and who may do it. `role` null: anybody, but a name that belongs to a person with a
 * PIN is not taken without it. `isNamed`: a name is needed even where no person has a PIN; `of-people`: where a person has one.
 * `isLogged`: written down though anybody may.
 */
export const acts = {
  refund: { role: 'manager', isNamed: true },
  release: { role: 'manager', isNamed: true },
  reverse: { role: 'manager', isNamed: true },
  decide: { role: 'manager', isNamed: true },
  link: { role: 'manager', isNamed: true },
  'take-back': { role: 'manager', isNamed: true },
  'close-link': { role: 'manager', isNamed: false },
  'device-action': { role: 'technician', isNamed: false },
  'decide-port': { role: 'technician', isNamed: false },
  unpair: { role: 'technician', isNamed: false },
  capture: { role: null, isNamed: false },
  // A capture with a tip that was not agreed before: the customer has left, so it stands in the log by whom.
  'raise-tip': { role: null, isNamed: 'of-people', isLogged: true },
  'keep-part': { role: null, isNamed: false },
  'answer-repeat': { role: null, isNamed: false },
  note: { role: null, isNamed: true, isLogged: true },
  export: { role: null, isNamed: false, isLogged: true },
  settings: { role: 'manager', isNamed: false, isLogged: true },
  setup: { role: 'manager', isNamed: false, isLogged: true },
  // As with money taken another way: whoever stands at the till may, and it stands in the record who did.
  'open-drawer': { role: null, isNamed: true, isLogged: true },
  'own-pin': { role: null, isNamed: true, isLogged: true },
} as const satisfies Record<string, { role: RoleName | null; isNamed: boolean | 'of-people'; isLogged?: boolean }>;
export type Act = keyof typeof acts;

/** Several names as one text of a failure's context: each on a line of its own, which no name has a break in. */
export const joinNames = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(/\s+/gu, ' ')).join('\n');

/** The names that `joinNames` was given. */
export const splitNames = (text: string): string[] => text.split('\n');

interface Right {
  readonly scopes: readonly Scope[];
  /** Needed for some or all of what it does; none: a connection is enough. */
  readonly act?: Act;
  /**
   * Where people sign in: a till's window may do it with nobody signed in, and it does not put the automatic sign-out off.
   * Looking, and finishing what runs; a cancel takes a payment from the person who began it, and needs a person. `once-begun`: only asked again under the id of what was begun, so that nobody
   * hears a no about a payment that runs; its handler asks for somebody (`Session.need`) before it begins anything.
   */
  readonly needsNobody?: true | 'once-begun';
}

type RightsOf<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends AnyContractProcedure ? Right : RightsOf<Part[Name]>;
};

const seen: Right = { scopes: ['till', 'kiosk', 'display', 'technician', 'command'], needsNobody: true };
/** What a guest does alone, and a cashier as well. */
const guest: Right = { scopes: ['till', 'kiosk', 'command'] };
const staff: Right = { scopes: ['till', 'command'] };
const service: Right = { scopes: ['till', 'technician', 'command'] };
/** What whoever has the till's own account may do. */
const command: Right = { scopes: ['command'] };
const till: Right = { scopes: ['till'], needsNobody: true };
const by = (right: Right, act: Act): Right => ({ ...right, act });
const always = (right: Right): Right => ({ ...right, needsNobody: true });
/** What the customer does at the terminal. */
const practice: Right = { scopes: ['till', 'kiosk', 'technician', 'command'], needsNobody: true };

const rights: RightsOf<Contract> = {
  snapshot: seen,
  events: seen,
  payment: {
    // Only for a refund without a payment before it.
    start: { ...by(guest, 'refund'), needsNobody: 'once-begun' },
    cancel: guest,
    chooseApplication: always(guest),
    keepPart: always(by(staff, 'keep-part')),
    answerRepeat: always(by(guest, 'answer-repeat')),
    capture: by(staff, 'capture'),
    // Not for a part that is not wanted: that belongs to the running sale.
    release: by(staff, 'release'),
    reverse: by(staff, 'reverse'),
    decide: by(staff, 'decide'),
    poll: always(staff),
    pollAndWait: staff,
    audit: staff,
    get: always(guest),
    list: staff,
  },
  link: {
    open: staff,
    close: by(staff, 'close-link'),
    send: staff,
    look: always(staff),
    get: always(staff),
    list: staff,
  },
  otherTender: { note: by(staff, 'note'), takeBack: by(staff, 'take-back'), list: staff },
  receipt: { get: staff, print: guest, pdf: staff, given: staff, send: staff, link: guest, printers: staff },
  printer: {
    list: staff,
    probe: by(staff, 'settings'),
    test: by(staff, 'settings'),
    openDrawer: by(staff, 'open-drawer'),
  },
  session: { people: till, signIn: till, resume: till, signOut: till, current: till, stay: till, watch: till },
  till: {
    updateNow: staff,
    closing: always(staff),
    pageFailed: seen,
    publishBasket: till,
    putAway: { scopes: ['till', 'kiosk'], needsNobody: true },
  },
  day: { reconcile: staff, link: by(staff, 'link'), progress: staff, totals: staff, export: by(staff, 'export') },
  history: { search: staff, tabs: staff },
  audit: { verify: command, rows: by(command, 'export') },
  check: { run: service },
  setup: {
    state: { scopes: ['till', 'command'], needsNobody: true },
    tryAccount: by(staff, 'setup'),
    answer: by(staff, 'setup'),
    back: by(staff, 'setup'),
    skip: by(staff, 'setup'),
    leave: by(staff, 'setup'),
    resume: by(staff, 'setup'),
    terminals: staff,
    testPrint: by(staff, 'setup'),
  },
  settings: {
    read: by(staff, 'settings'),
    check: staff,
    set: by(staff, 'settings'),
    person: by(staff, 'settings'),
    back: by(staff, 'settings'),
  },
  secrets: { where: staff, set: by(staff, 'settings'), forget: by(staff, 'settings') },
  terminal: {
    discover: service,
    decidePort: by(service, 'decide-port'),
    act: by(service, 'device-action'),
    forget: by(service, 'unpair'),
  },
  device: {
    list: service,
    find: service,
    get: service,
    offers: service,
    act: by(service, 'device-action'),
    metrics: service,
  },
  practice: { choose: practice, gesture: practice, cable: practice },
};

/** The line of a procedure by its path, e.g. `['payment', 'start']`; undefined where there is none. */
export function rightOf(path: readonly string[]): Right | undefined {
  let part: unknown = rights;
  for (const name of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Record<string, unknown>)[name];
  }
  return typeof part === 'object' && part !== null && 'scopes' in part ? (part as Right) : undefined;
}
