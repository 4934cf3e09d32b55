/** Entry point of config: data folder, settings, secrets and records, which all programs of a till read and write. */
export * from './data-dir.ts';
export * from './host-config-schema.ts';
export * from './network-settings.ts';
export * from './processes.ts';
export * from './printer-device.ts';
export * from './receipt-settings.ts';
export * from './records.ts';
export * from './secrets/index.ts';
export * from './settings-faults.ts';
export * from './settings-fields.ts';
export * from './settings-file.ts';
export * from './settings-layers.ts';
export * from './settings-live.ts';
export * from './settings-reference.ts';
export * from './settings-schema.ts';
export * from './settings-version.ts';
export * from './settings.ts';
