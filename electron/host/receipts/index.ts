/** The door of receipts. */
export { asText as receiptText } from './layout.ts';
export { createReceiptService, waysOf, type ReceiptService } from './service.ts';
