/** The till's past: search, tabs, the day. */
export { Day, windowOf } from './day.ts';
export { History } from './history.ts';
export { TabCount } from './tab-count.ts';
