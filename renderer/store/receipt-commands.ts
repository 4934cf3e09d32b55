import type { Operator, ReceiptCopy, SendMethod } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';

/** Which receipt: of a payment, or of one reversal of it. */
export interface WhichReceipt {
  attempt: string;
  copy: ReceiptCopy;
  reversal?: string;
}

export type ReceiptCommands = ReturnType<typeof receiptCommands>;

/** A printer that hangs is given up by the host after some twenty seconds, for each job that waits before this one. */
const PRINT_MS = 60_000;
/** Three requests to the platform, then its word on the delivery. */
const SEND_MS = 60_000;

/** The verbs of receipts and of the drawer on their printer. None can change a payment; each rejects with a TillError whose code has a sentence. */
export function receiptCommands(bridge: Pick<Bridge, 'call'>) {
  return {
    getReceipt: (which: WhichReceipt) => bridge.call((client, options) => client.receipt.get(which, options)),
    printReceipt: (which: WhichReceipt) =>
      bridge.call((client, options) => client.receipt.print(which, options), PRINT_MS),
    receiptPdf: (which: WhichReceipt) => bridge.call((client, options) => client.receipt.pdf(which, options)),
    /** The computer's own printing was given it. */
    receiptGiven: (which: WhichReceipt) => bridge.call((client, options) => client.receipt.given(which, options)),
    sendReceipt: (request: { attempt: string; reversal?: string; method: SendMethod; destination: string }) =>
      bridge.call((client, options) => client.receipt.send(request, options), SEND_MS),
    receiptLink: (which: WhichReceipt) => bridge.call((client, options) => client.receipt.link(which, options)),
    /** Opens the cash drawer: the same id twice opens it once. */
    openDrawer: (opening: { id: string; why?: string; operator: Operator }) =>
      bridge.call((client, options) => client.printer.openDrawer(opening, options), PRINT_MS),
  };
}
