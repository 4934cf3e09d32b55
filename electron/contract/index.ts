/** Entry point of the contract: the vocabulary shared by host, UI, command line, sandbox and terminals. Pure. */
export * from './attempt-view.ts';
export type { AuditCheck, AuditFinding, AuditRow } from './audit.ts';
export * from './charge-request.ts';
export * from './check-faults.ts';
export * from './checks.ts';
export * from './day.ts';
export * from './decision-words.ts';
export * from './discovered.ts';
export * from './display-content.ts';
export * from './events.ts';
export * from './failures.ts';
export * from './history.ts';
export * from './money.ts';
export * from './order-parts.ts';
export * from './pay-links.ts';
export type { Operator } from './procedure-base.ts';
export * from './platform-reason.ts';
export * from './printers.ts';
export * from './procedures.ts';
export * from './dismissed.ts';
export * from './receipts.ts';
export * from './rights.ts';
export {
  forgottenSecrets,
  secretPlaces,
  secretTroubles,
  type ForgottenSecrets,
  type KeptSecret,
  type SecretPlaceName,
  type SecretPlaceTrouble,
  type SecretsView,
  type SecretTrouble,
} from './secrets.ts';
export * from './sale-settings.ts';
export * from './send-destination.ts';
export * from './setting-faults.ts';
export * from './setting.ts';
export * from './settings.ts';
export * from './setup.ts';
export * from './setup-faults.ts';
export * from './sign-in.ts';
export * from './state.ts';
export * from './till-settings.ts';
export * from './typed-text.ts';
export * from './usual-amount.ts';
export * from './payment-terms.ts';
