/** Entry point of the setup: from training to the first real payment. */
export { Setup } from './setup.ts';
export { inSettingsFile } from './settings-writer.ts';
export { SetupStore } from './store.ts';
