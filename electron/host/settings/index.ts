/** Entry point of the settings of a running till. */
export { PasswordService } from './passwords.ts';
export { SettingsService } from './service.ts';
export { SettingsInForce } from './in-force.ts';
export { ReloadWhenIdle } from './reload.ts';
export { SettingsNotice } from './notice.ts';
