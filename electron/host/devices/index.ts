/** The door of the device service. */
export * from './offers.ts';
export * from './service.ts';
