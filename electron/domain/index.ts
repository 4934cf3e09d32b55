/**
 * Entry point of the domain: money, cards, people, ids, back-off and clock, without schemas. Pure, and used by every
 * module.
 */
export * from './backoff.ts';
export { holdsCardNumber } from './cards/bytes.ts';
export * from './cards/find.ts';
export { hasCheckDigit, passesLuhn } from './cards/issuers.ts';
export * from './clock.ts';
export * from './currencies.ts';
export * from './ids.ts';
export * from './languages.ts';
export * from './local-day.ts';
export * from './loopback.ts';
export * from './money.ts';
export * from './people.ts';
export * from './person-key.ts';
export * from './system-clock.ts';
export * from './visible-text.ts';
