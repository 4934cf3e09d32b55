/** Receipts: composed, printed, as PDF, sent by the platform. */
export { asText as receiptText } from './layout.ts';
export { ReceiptService, waysOf } from './service.ts';
