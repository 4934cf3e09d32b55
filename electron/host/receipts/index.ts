/** Entry point of receipts: composing, printing, PDF, sending through the platform. */
export { PrinterFinder } from './finding/finder.ts';
export { asText as receiptText } from './layout.ts';
export { parsePrinter, terminalAddressOf } from './printer/address.ts';
export { Printer, type PrinterHealth } from './printer/printer.ts';
export { ReceiptService, receiptWaysOf } from './service.ts';
