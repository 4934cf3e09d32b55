import type { Operator, PaymentGroup, RecordKind } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

/** What is looked for in History. Moments are ISO instants, both included. */
export interface HistorySearch {
  text: string;
  group?: PaymentGroup;
  from?: string;
  to?: string;
  /** `next` of the page before. */
  after?: string;
  limit: number;
}

/** A day, or any stretch of at most 31: ISO instants, both included. */
export interface Stretch {
  from: string;
  to: string;
}

export type HistoryCommands = ReturnType<typeof historyCommands>;

/** A long day over a slow line; the screen says meanwhile how far it has come. Milliseconds. */
const RECONCILE_TIMEOUT_MS = 10 * 60_000;
const DAY_TIMEOUT_MS = 60_000;
const AUDITED = 50;

/** The verbs of History, Tabs and Day; they read, but for `explainRecord`. Each rejects with a TillError. */
export function historyCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  return {
    searchPayments: (search: HistorySearch) => bridge.call((client, options) => client.history.search(search, options)),
    listTabs: () => bridge.call((client, options) => client.history.tabs(undefined, options)),
    /** Who did what about one payment, newest first. */
    auditOf: (attempt: string) =>
      bridge.call((client, options) => client.payment.audit({ attempt, limit: AUDITED }, options)),
    dayTotals: (stretch: Stretch) =>
      bridge.call((client, options) => client.day.totals(stretch, options), DAY_TIMEOUT_MS),
    exportDay: (stretch: Stretch) =>
      bridge.call((client, options) => client.day.export(stretch, options), DAY_TIMEOUT_MS),
    /** Compares with the platform, which may take minutes. What is the same is counted and not listed. */
    reconcileDay: (stretch: Stretch) =>
      bridge.call(
        (client, options) => client.day.reconcile({ ...stretch, isMatchedListed: false }, options),
        RECONCILE_TIMEOUT_MS,
      ),
    /** How far that has come; null: none runs. */
    dayProgress: () => bridge.call((client, options) => client.day.progress(undefined, options)),
    /** A manager says what a record of the platform is; without an operator one is asked for on the spot. */
    explainRecord: (request: {
      record: { kind: RecordKind; id: string };
      attempt?: string;
      order?: string;
      explanation: string;
      operator?: Operator;
    }) =>
      permitted(store, bridge, 'link', (by) => (client, options) => client.day.link({ ...request, ...by }, options)),
  };
}
