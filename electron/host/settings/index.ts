/** Entry point of the settings of a till that runs. */
export { PasswordDesk } from './passwords.ts';
export { SettingsDesk } from './desk.ts';
