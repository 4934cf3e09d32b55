/**
 * Entry point of payment links: the fallback when the terminal is down, and a way to pay the rest of a partly paid
 * order.
 */
export { foldLink, linkPaymentIn } from './fold.ts';
export { recoverLinks } from './from-recovery-log.ts';
export type { LinkIntent, LinkPayment, LinkRecord } from './machine/index.ts';
export { OrderService } from './order-service.ts';
export { openOrderPayments } from './order-payments.ts';
export { PlatformPayLinks, createUnconfiguredLinkPort } from './platform-port.ts';
export type { PayLinkPort } from './ports.ts';
export { PayLinks } from './service.ts';
