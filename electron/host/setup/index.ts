/** Entry point of the setup: from training to the first real payment. */
export { Setup } from './setup.ts';
export { SetupStore } from './store.ts';
