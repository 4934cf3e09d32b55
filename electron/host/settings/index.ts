/** Entry point of the settings of a till that runs. */
export { SettingsDesk } from './desk.ts';
