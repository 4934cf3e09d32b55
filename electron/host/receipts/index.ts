/** The door of receipts. */
export { createReceiptService, waysOf, type ReceiptService } from './service.ts';
