/**
 * Receipts as the contract offers them. It reads attempts and changes none; whatever fails here is a failure of paper or of
 * a message, and the payment stands as it was.
 */
import { join } from 'node:path';
import {
  toFailure,
  type AttemptView,
  type PrinterView,
  type PrintResult,
  type Receipt,
  type ReceiptCopy,
  type ReceiptLink,
  type ReceiptWays,
  type SendMethod,
  type SendResult,
} from '../../contract/index.ts';
import type { Logger } from '../log/index.ts';
import type { Clock } from '../clock.ts';
import type { ReceiptSettings } from '../../starter/index.ts';
import { composeReceipt } from './compose.ts';
import { printJob } from './escpos.ts';
import { openGivenCopies } from './given.ts';
import { receiptPdf } from './pdf.ts';
import { createPrinter } from './printer/printer.ts';
import { createSender, type SenderOptions } from './sender.ts';

export interface ReceiptServiceOptions {
  settings: ReceiptSettings;
  till: { shop: string; name: string; locale: string };
  isTraining: boolean;
  dataDir: string;
  operations: SenderOptions['operations'];
  /** Throws PAY_NOT_FOUND. */
  attempt: (id: string) => AttemptView;
  clock: Clock;
  log: Logger;
}

/** Which receipt is meant. */
export interface WhichReceipt {
  attempt: string;
  copy: ReceiptCopy;
  reversal?: string | undefined;
  locale?: string | undefined;
}

export interface ReceiptService {
  get(which: WhichReceipt): Receipt;
  print(which: WhichReceipt): Promise<PrintResult>;
  pdf(which: WhichReceipt): Promise<{ base64: string; fileName: string; isDuplicate: boolean }>;
  given(which: WhichReceipt): void;
  send(request: Omit<WhichReceipt, 'copy'> & { method: SendMethod; destination: string }): Promise<SendResult>;
  link(which: WhichReceipt): Promise<ReceiptLink>;
  printers(): PrinterView;
  close(): Promise<void>;
}

/** A customer looks at the screen: the platform's page is waited for no longer, and the code holds text. */
const PAGE_WITHIN_MS = 4_000;

export function createReceiptService(options: ReceiptServiceOptions): ReceiptService {
  const { settings, till, isTraining, attempt, clock, log } = options;
  const copies = openGivenCopies(join(options.dataDir, 'receipts-given.txt'), (what, error) =>
    log.warn(what, { failure: toFailure(error) }),
  );
  const printer = createPrinter({
    address: settings.printer,
    now: () => clock.now(),
    isEscPos: settings.language === 'esc-pos',
  });
  const sender = createSender({ operations: options.operations, clock });

  const copyOf = ({ attempt, reversal, copy }: WhichReceipt) => ({ attempt, reversal: reversal ?? null, copy });

  function composed(which: WhichReceipt): Receipt {
    return composeReceipt(attempt(which.attempt), {
      copy: which.copy,
      reversal: which.reversal ?? null,
      isDuplicate: copies.has(copyOf(which)),
      isTraining,
      till,
      locale: knownLocale(which.locale) ?? knownLocale(till.locale) ?? 'en-US',
      timeZone: settings.timeZone,
      header: settings.header,
      footer: settings.footer,
      hasCode: settings.qr,
    });
  }

  return {
    get: composed,
    async print(which) {
      const receipt = composed(which);
      const { isDuplicate } = receipt;
      const opensDrawer =
        which.copy === 'customer' && !isDuplicate && (receipt.kind === 'sale' || receipt.kind === 'partly-paid');
      const bytes = await printJob(receipt, settings, { opensDrawer });
      try {
        const { printer: address, tookMs, isConfirmed } = await printer.print(bytes);
        copies.add(copyOf(which));
        log.info('receipt printed', { ...copyOf(which), tookMs, isConfirmed });
        return { printer: address, bytes: bytes.length, tookMs, isConfirmed, isDuplicate };
      } catch (error) {
        log.warn('receipt not printed', { ...copyOf(which), failure: toFailure(error) });
        throw error;
      }
    },
    async pdf(which) {
      const receipt = composed(which);
      const { startedAt, finishedAt } = attempt(which.attempt);
      const bytes = await receiptPdf(receipt, { at: finishedAt ?? startedAt, shop: till.shop });
      copies.add(copyOf(which));
      const { isDuplicate } = receipt;
      return { base64: Buffer.from(bytes).toString('base64'), fileName: fileNameOf(receipt), isDuplicate };
    },
    given(which) {
      // Composed, so that only what can be a receipt counts as one.
      composed(which);
      copies.add(copyOf(which));
    },
    send: ({ attempt: id, reversal, method, destination }) =>
      sender.send({ attempt: attempt(id), reversal: reversal ?? null, method, destination }),
    async link(which) {
      const { short } = composed(which);
      const page = await firstOf(sender.page(attempt(which.attempt), which.reversal ?? null), PAGE_WITHIN_MS);
      return page === null ? { holds: 'text', data: short } : { holds: 'link', data: page };
    },
    printers: () => ({
      ...printer.state(),
      columns: settings.columns,
      codePage: settings.codePage,
      opensDrawer: settings.drawer,
    }),
    close: () => printer.close(),
  };

  /** The page, or null where the platform has none, does not say in time, or cannot be asked. */
  async function firstOf(page: Promise<string | null>, limitMs: number): Promise<string | null> {
    const late = Promise.withResolvers<null>();
    const stop = clock.after(limitMs, () => late.resolve(null));
    try {
      return await Promise.race([page, late.promise]);
    } catch (error) {
      log.info('no page for a receipt', { failure: toFailure(error) });
      return null;
    } finally {
      stop();
    }
  }
}

/** What a till with these settings offers; e-mail and SMS are the platform's, so there must be one. */
export function waysOf(settings: ReceiptSettings, hasPlatform: boolean): ReceiptWays {
  return {
    printer: settings.printer !== null,
    email: settings.email && hasPlatform,
    sms: settings.sms && hasPlatform,
  };
}

/** `receipt-A-…-customer.pdf`: ids are letters, digits, `-` and `_`. */
function fileNameOf({ attempt, reversal, copy }: Receipt): string {
  const name = [attempt, reversal, copy].filter((part) => part !== null).join('-');
  return `receipt-${name.replace(/[^A-Za-z0-9_-]/g, '')}.pdf`;
}

function knownLocale(locale: string | undefined): string | null {
  if (locale === undefined) return null;
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? null;
  } catch {
    return null;
  }
}
