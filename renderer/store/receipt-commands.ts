import type { Operator, ReceiptCopy, SendMethod } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';

/** Identifies the receipt of a payment, or of a reversal of the payment. */
export interface WhichReceipt {
  attempt: string;
  copy: ReceiptCopy;
  reversal?: string;
}

export type ReceiptCommands = ReturnType<typeof receiptCommands>;

/**
 * The host stops waiting for an unresponsive printer after some twenty seconds, for each job queued before this job.
 */
const PRINT_MS = 60_000;
/** Enough for three requests to the platform, and its report on the delivery. */
const SEND_MS = 60_000;

/**
 * Commands for receipts, and for the cash drawer of the receipt printer. None can change a payment. Each rejects with a
 * TillError whose code has a text in renderer/text.
 */
export function receiptCommands(bridge: Pick<Bridge, 'call'>) {
  return {
    getReceipt: (which: WhichReceipt) => bridge.call((client, options) => client.receipt.get(which, options)),
    printReceipt: (which: WhichReceipt) =>
      bridge.call((client, options) => client.receipt.print(which, options), PRINT_MS),
    receiptPdf: (which: WhichReceipt) => bridge.call((client, options) => client.receipt.pdf(which, options)),
    /** Records that the receipt went to the operating system's printing, so that the next copy is a duplicate. */
    receiptGiven: (which: WhichReceipt) => bridge.call((client, options) => client.receipt.given(which, options)),
    sendReceipt: (request: { attempt: string; reversal?: string; method: SendMethod; destination: string }) =>
      bridge.call((client, options) => client.receipt.send(request, options), SEND_MS),
    receiptLink: (which: WhichReceipt) => bridge.call((client, options) => client.receipt.link(which, options)),
    /** Opens the cash drawer. `id` is the idempotency key: the same id twice opens the drawer once. */
    openDrawer: (opening: { id: string; why?: string; operator: Operator }) =>
      bridge.call((client, options) => client.printer.openDrawer(opening, options), PRINT_MS),
  };
}
