/** Entry point of the device service. */
export * from './offers.ts';
export * from './service.ts';
