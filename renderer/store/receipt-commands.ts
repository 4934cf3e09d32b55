import type {
  Operator,
  PrinterView,
  PrintResult,
  Receipt,
  ReceiptCopy,
  ReceiptLink,
  SendMethod,
  SendResult,
} from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';

/** Which receipt: of a payment, or of one reversal of it. */
export interface WhichReceipt {
  attempt: string;
  copy: ReceiptCopy;
  reversal?: string;
}

/** The verbs of receipts and of the drawer on their printer. None can change a payment; each rejects with a TillError whose code has a sentence. */
export interface ReceiptCommands {
  getReceipt: (which: WhichReceipt) => Promise<Receipt>;
  printReceipt: (which: WhichReceipt) => Promise<PrintResult>;
  receiptPdf: (which: WhichReceipt) => Promise<{ base64: string; fileName: string; isDuplicate: boolean }>;
  /** The computer's own printing was given it. */
  receiptGiven: (which: WhichReceipt) => Promise<void>;
  sendReceipt: (request: {
    attempt: string;
    reversal?: string;
    method: SendMethod;
    destination: string;
  }) => Promise<SendResult>;
  receiptLink: (which: WhichReceipt) => Promise<ReceiptLink>;
  receiptPrinter: () => Promise<PrinterView>;
  /** Opens the cash drawer: the same id twice opens it once. */
  openDrawer: (opening: { id: string; why?: string; operator: Operator }) => Promise<void>;
}

/** A printer that hangs is given up by the host after some twenty seconds, for each job that waits before this one. */
const PRINT_MS = 60_000;
/** Three requests to the platform, then its word on the delivery. */
const SEND_MS = 60_000;

export function receiptCommands(bridge: Pick<Bridge, 'call'>): ReceiptCommands {
  return {
    getReceipt: (which) => bridge.call((client, options) => client.receipt.get(which, options)),
    printReceipt: (which) => bridge.call((client, options) => client.receipt.print(which, options), PRINT_MS),
    receiptPdf: (which) => bridge.call((client, options) => client.receipt.pdf(which, options)),
    receiptGiven: (which) => bridge.call((client, options) => client.receipt.given(which, options)),
    sendReceipt: (request) => bridge.call((client, options) => client.receipt.send(request, options), SEND_MS),
    receiptLink: (which) => bridge.call((client, options) => client.receipt.link(which, options)),
    receiptPrinter: () => bridge.call((client, options) => client.receipt.printers(undefined, options)),
    openDrawer: async (opening) =>
      void (await bridge.call((client, options) => client.printer.openDrawer(opening, options), PRINT_MS)),
  };
}
