/** Entry point of the link machine: pure, used by its runner and by tests. */
export * from './state.ts';
export * from './transition.ts';
export * from './view.ts';
