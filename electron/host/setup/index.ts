/** Entry point of the setup, from training to the first live payment. */
export { askAccount, clockFailure, merchantFailure, type AskedAccount } from './account-trial.ts';
export { Setup } from './setup.ts';
export { SetupStore } from './store.ts';
