/** The door of the till's past: search, tabs, the day. */
export { createDay, windowOf, type Day } from './day.ts';
export { createHistory, type History } from './history.ts';
export { createTabCount, type TabCount } from './tab-count.ts';
