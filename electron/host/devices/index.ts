export * from './match.ts';
export * from './matches.ts';
export * from './offers.ts';
export * from './service.ts';
