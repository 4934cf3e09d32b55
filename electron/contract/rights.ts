/**
 * Permissions for each procedure of the contract. A procedure outside a scope's list does not exist for it (NOT_FOUND);
 * a procedure that needs an act is refused by the host (host/roles) if the person has no right to it.
 */
import type { AnyContractProcedure } from '@orpc/contract';
import type { RoleName } from '../domain/index.ts';
import type { Contract } from './procedures.ts';

/**
 * Scope of a connection: the cashier's window, a guest's kiosk, a customer display, a technician's page, the command
 * line, and the shop's own programs (`api`: no carrier opens one yet, and its list is empty).
 */
export const scopes = ['till', 'kiosk', 'display', 'technician', 'command', 'api'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Acts, each logged before it is done, and the role that may do it. `role` null: any person may do it, but the name of
 * a person with a PIN needs that PIN. `isNamed`: a name is required even if no person has a PIN; `of-people`: only if a
 * person has a PIN. `isLogged`: logged although any person may do it.
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
  // A capture with a tip that was not agreed before: the customer has left, so the name is logged.
  'raise-tip': { role: null, isNamed: 'of-people', isLogged: true },
  'keep-part': { role: null, isNamed: false },
  'answer-repeat': { role: null, isNamed: false },
  note: { role: null, isNamed: true, isLogged: true },
  export: { role: null, isNamed: false, isLogged: true },
  settings: { role: 'manager', isNamed: false, isLogged: true },
  setup: { role: 'manager', isNamed: false, isLogged: true },
  // Like noting another tender: any person at the till may do it, and the name is recorded.
  'open-drawer': { role: null, isNamed: true, isLogged: true },
  'own-pin': { role: null, isNamed: true, isLogged: true },
} as const satisfies Record<string, { role: RoleName | null; isNamed: boolean | 'of-people'; isLogged?: boolean }>;
export type Act = keyof typeof acts;

/** Joins names into a text for a failure's context, a line for each, because names never contain line breaks. */
export const joinNames = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(/\s+/gu, ' ')).join('\n');

export const splitNames = (text: string): string[] => text.split('\n');

interface Right {
  readonly scopes: readonly Scope[];
  /** Act needed for some or all uses of the procedure, or undefined if a connection is enough. */
  readonly act?: Act;
  /**
   * With sign-in on, a till's window may call it while no cashier is signed in, and the call does not delay the
   * automatic sign-out. Reading, and finishing a running payment, qualify. A cancel ends the payment of another
   * cashier, so it needs a cashier. `once-begun`: only for a repeated call with the id of a payment already begun, so
   * that its caller may repeat it; the handler requires a cashier (`Session.need`) before it begins anything.
   */
  readonly worksSignedOut?: true | 'once-begun';
}

type RightsOf<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends AnyContractProcedure ? Right : RightsOf<Part[Name]>;
};

const seen: Right = { scopes: ['till', 'kiosk', 'display', 'technician', 'command'], worksSignedOut: true };
/** Procedures for a guest alone and for a cashier. */
const guest: Right = { scopes: ['till', 'kiosk', 'command'] };
const staff: Right = { scopes: ['till', 'command'] };
const service: Right = { scopes: ['till', 'technician', 'command'] };
/** Procedures for the operating system's account that runs the till. */
const command: Right = { scopes: ['command'] };
const till: Right = { scopes: ['till'], worksSignedOut: true };
const by = (right: Right, act: Act): Right => ({ ...right, act });
const always = (right: Right): Right => ({ ...right, worksSignedOut: true });
/** Actions of the customer at the practice terminal. */
const practice: Right = { scopes: ['till', 'kiosk', 'technician', 'command'], worksSignedOut: true };

const rights: RightsOf<Contract> = {
  snapshot: seen,
  events: seen,
  payment: {
    // Needed only for an unreferenced refund.
    start: { ...by(guest, 'refund'), worksSignedOut: 'once-begun' },
    cancel: guest,
    chooseApplication: always(guest),
    keepPart: always(by(staff, 'keep-part')),
    answerRepeat: always(by(guest, 'answer-repeat')),
    capture: by(staff, 'capture'),
    // Releasing a partial approval does not need this right: the release belongs to the running sale.
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
    poll: always(staff),
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
    dismiss: { scopes: ['till', 'kiosk'], worksSignedOut: true },
  },
  day: { reconcile: staff, link: by(staff, 'link'), progress: staff, totals: staff, export: by(staff, 'export') },
  history: { search: staff, tabs: staff },
  audit: { verify: command, rows: by(command, 'export') },
  check: { run: service },
  setup: {
    state: { scopes: ['till', 'command'], worksSignedOut: true },
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

/** Right of a procedure by its path, e.g. `['payment', 'start']`, or undefined. */
export function rightOf(path: readonly string[]): Right | undefined {
  let part: unknown = rights;
  for (const name of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Record<string, unknown>)[name];
  }
  return typeof part === 'object' && part !== null && 'scopes' in part ? (part as Right) : undefined;
}
