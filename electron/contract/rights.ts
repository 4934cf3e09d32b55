/**
 * Who may call what: one line for each procedure of the contract. What is not on a scope's list does not exist for it
 * (NOT_FOUND); what needs an act is refused by the host (host/roles) to whoever may not do it.
 */
import type { AnyContractProcedure } from '@orpc/contract';
import type { Contract } from './procedures.ts';

/**
 * As what a connection is made: the cashier's window, a guest's kiosk, a customer's display, a technician's page, the command
 * line, and programs of the shop (`api`: no carrier opens one yet, and nothing is on its list).
 */
export const scopes = ['till', 'kiosk', 'display', 'technician', 'command', 'api'] as const;
export type Scope = (typeof scopes)[number];

interface Right {
  readonly scopes: readonly Scope[];
}

type RightsOf<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends AnyContractProcedure ? Right : RightsOf<Part[Name]>;
};

const seen: Right = { scopes: ['till', 'kiosk', 'display', 'technician', 'command'] };
/** What a guest does alone, and a cashier as well. */
const guest: Right = { scopes: ['till', 'kiosk', 'command'] };
const staff: Right = { scopes: ['till', 'command'] };
const service: Right = { scopes: ['till', 'technician', 'command'] };
const practice: Right = { scopes: ['till', 'kiosk', 'technician', 'command'] };

const rights: RightsOf<Contract> = {
  snapshot: seen,
  events: seen,
  payment: {
    start: guest,
    cancel: guest,
    chooseApplication: guest,
    keepPart: staff,
    answerRepeat: guest,
    capture: staff,
    release: staff,
    reverse: staff,
    decide: staff,
    poll: staff,
    sweep: staff,
    audit: staff,
    get: guest,
    list: staff,
  },
  link: { open: staff, close: staff, send: staff, look: staff, get: staff, list: staff },
  otherTender: { note: staff, takeBack: staff, list: staff },
  receipt: { get: staff, print: guest, pdf: staff, given: staff, send: staff, link: guest, printers: staff },
  till: { closing: staff, publishBasket: { scopes: ['till'] }, putAway: { scopes: ['till', 'kiosk'] } },
  day: { reconcile: staff, link: staff, progress: staff, totals: staff, export: staff },
  history: { search: staff, tabs: staff },
  terminal: { discover: service, decidePort: service, act: service, forget: service },
  device: { list: service, get: service, offers: service, act: service, metrics: service },
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
