/** Entry point of the setup: from training to the first real payment. */
export { Setup, type SetupOptions } from './setup.ts';
export { inSettingsFile, type PasswordKeeper } from './settings-writer.ts';
export { SetupStore } from './store.ts';
