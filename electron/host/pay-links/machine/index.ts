/** The link machine: pure, known to its runner and to tests. */
export * from './state.ts';
export * from './transition.ts';
export * from './view.ts';
