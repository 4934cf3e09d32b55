/** History of the till: search, tabs, the day. */
export { auditExport } from './audit-export.ts';
export { Day } from './day.ts';
export { History } from './history.ts';
export { TabCount } from './tab-count.ts';
