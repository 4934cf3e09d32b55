import type { Operator, PaymentGroup, RecordKind } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

/** Search in History. Both times are ISO instants, and inclusive. */
export interface HistorySearch {
  text: string;
  group?: PaymentGroup;
  from?: string;
  to?: string;
  /** `next` of the previous page. */
  after?: string;
  limit: number;
}

/** A period of at most 31 days: ISO instants, both inclusive. */
export interface Stretch {
  from: string;
  to: string;
}

export type HistoryCommands = ReturnType<typeof historyCommands>;

/** Time limit that is enough for a long day over a slow connection; the screen shows the progress during the wait. */
const RECONCILE_TIMEOUT_MS = 10 * 60_000;
const DAY_TIMEOUT_MS = 60_000;
const AUDITED = 50;

/** Commands of History, Tabs and Day. All but `explainRecord` only read. Each rejects with a TillError. */
export function historyCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  return {
    searchPayments: (search: HistorySearch) => bridge.call((client, options) => client.history.search(search, options)),
    listTabs: () => bridge.call((client, options) => client.history.tabs(undefined, options)),
    /** Audit entries of one payment, newest first. */
    auditOf: (attempt: string) =>
      bridge.call((client, options) => client.payment.audit({ attempt, limit: AUDITED }, options)),
    dayTotals: (stretch: Stretch) =>
      bridge.call((client, options) => client.day.totals(stretch, options), DAY_TIMEOUT_MS),
    exportDay: (stretch: Stretch) =>
      bridge.call((client, options) => client.day.export(stretch, options), DAY_TIMEOUT_MS),
    /** Compares the period with the platform, which may take minutes. Matches are counted, not listed. */
    reconcileDay: (stretch: Stretch) =>
      bridge.call(
        (client, options) => client.day.reconcile({ ...stretch, isMatchedListed: false }, options),
        RECONCILE_TIMEOUT_MS,
      ),
    /** Progress of the reconciliation, or null if none is running. */
    dayProgress: () => bridge.call((client, options) => client.day.progress(undefined, options)),
    /** Stores a manager's explanation of a platform record. Without `operator`, the window asks for a name. */
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
