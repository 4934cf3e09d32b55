/**
 * Receipt commands of the contract. The service reads attempts without changing them, so a failed print or message
 * leaves the payment unchanged.
 */
import { join } from 'node:path';
import {
  toFailure,
  type AttemptView,
  type PrinterView,
  type PrintResult,
  type Receipt,
  type ReceiptLink,
  type ReceiptWays,
  type SendMethod,
  type SendResult,
  type WhichReceipt,
} from '../../contract/index.ts';
import type { Logger } from '../log/index.ts';
import type { Clock } from '../../domain/index.ts';
import { within } from '../time/index.ts';
import type { ReceiptSettings } from '../../config/index.ts';
import { composeReceipt } from './compose.ts';
import { CashDrawer, type DrawerOptions } from './drawer.ts';
import { printJob } from './escpos.ts';
import { ReceiptCopies } from './receipt-copies.ts';
import { receiptPdf } from './pdf.ts';
import { Printer, type PrinterHealth } from './printer/printer.ts';
import { ReceiptSender, type SenderOptions } from './sender.ts';

export interface ReceiptServiceOptions {
  /** Current settings. The printer's address and language are fixed at start. */
  settings: () => ReceiptSettings;
  till: () => { shop: string; name: string; locale: string };
  isTraining: boolean;
  dataDir: string;
  operations: SenderOptions['operations'];
  /** @throws PAY_NOT_FOUND */
  attempt: (id: string) => AttemptView;
  /** Audits openings of the cash drawer. */
  audit: DrawerOptions['audit'];
  clock: Clock;
  log: Logger;
}

/** Time limit for the platform's page while the customer waits at the screen; after it the code contains text. */
const PAGE_WITHIN_MS = 4_000;

export class ReceiptService {
  /** Printer of the settings. */
  readonly printer: Printer;
  readonly drawer: CashDrawer;
  readonly #options: ReceiptServiceOptions;
  readonly #copies: ReceiptCopies;
  readonly #sender: ReceiptSender;

  constructor(options: ReceiptServiceOptions) {
    const { settings, dataDir, operations, clock, log, audit } = options;
    this.#options = options;
    this.#copies = new ReceiptCopies(join(dataDir, 'receipts-given.txt'), (what, error) =>
      log.warn(what, { failure: toFailure(error) }),
    );
    const { printer: address, language } = settings();
    this.printer = new Printer({ address, now: () => clock.now(), isEscPos: language === 'esc-pos' });
    this.drawer = new CashDrawer({ settings, printer: this.printer, opened: this.#copies, audit, log });
    this.#sender = new ReceiptSender({ operations, clock });
  }

  get(which: WhichReceipt): Receipt {
    const { isTraining, attempt } = this.#options;
    const [settings, till] = [this.#options.settings(), this.#options.till()];
    return composeReceipt(attempt(which.attempt), {
      copy: which.copy,
      reversal: which.reversal ?? null,
      isDuplicate: this.#copies.has(copyOf(which)),
      isTraining,
      till,
      locale: knownLocale(which.locale) ?? knownLocale(till.locale) ?? 'en-US',
      timeZone: settings.timeZone,
      header: settings.header,
      footer: settings.footer,
      hasCode: settings.qr,
    });
  }

  /** @param by name of the user who prints, because the print may open the cash drawer */
  async print(which: WhichReceipt, by = 'cashier'): Promise<PrintResult> {
    const { log } = this.#options;
    const settings = this.#options.settings();
    const receipt = this.get(which);
    const { isDuplicate, kind } = receipt;
    const isSale = which.copy === 'customer' && !isDuplicate && (kind === 'sale' || kind === 'partly-paid');
    const opensDrawer =
      settings.drawer && isSale && this.printer.state().address !== null && !this.drawer.wasOpened(which.attempt);
    const bytes = await printJob(receipt, settings, { opensDrawer });
    const sent = (onSending?: () => void) => this.printer.print(bytes, onSending);
    try {
      const opening = { id: which.attempt, why: 'sale', by } as const;
      const { printer, tookMs, isConfirmed } = await (opensDrawer ? this.drawer.with(opening, sent) : sent());
      this.#copies.add(copyOf(which));
      log.info('receipt printed', { ...copyOf(which), tookMs, isConfirmed });
      return { printer, bytes: bytes.length, tookMs, isConfirmed, isDuplicate };
    } catch (error) {
      log.warn('receipt not printed', { ...copyOf(which), failure: toFailure(error) });
      throw error;
    }
  }

  async pdf(which: WhichReceipt): Promise<{ base64: string; fileName: string; isDuplicate: boolean }> {
    const receipt = this.get(which);
    const { startedAt, finishedAt } = this.#options.attempt(which.attempt);
    const bytes = await receiptPdf(receipt, { at: finishedAt ?? startedAt, shop: this.#options.till().shop });
    this.#copies.add(copyOf(which));
    const { isDuplicate } = receipt;
    return { base64: Buffer.from(bytes).toString('base64'), fileName: fileNameOf(receipt), isDuplicate };
  }

  given(which: WhichReceipt): void {
    // Compose the receipt first, so that only a payment with a receipt counts.
    this.get(which);
    this.#copies.add(copyOf(which));
  }

  send(request: Omit<WhichReceipt, 'copy'> & { method: SendMethod; destination: string }): Promise<SendResult> {
    const { attempt, reversal = null, method, destination } = request;
    return this.#sender.send({ attempt: this.#options.attempt(attempt), reversal, method, destination });
  }

  async link(which: WhichReceipt): Promise<ReceiptLink> {
    const { short } = this.get(which);
    const page = await this.#pageInTime(this.#options.attempt(which.attempt), which.reversal ?? null);
    return page === null ? { holds: 'text', data: short } : { holds: 'link', data: page };
  }

  /** True if the drawer opens when cash is noted. */
  opensForCash(): boolean {
    const { drawerOnCash, printer } = this.#options.settings();
    return drawerOnCash && printer !== null;
  }

  printers(): PrinterView {
    const { columns, codePage, drawer: opensDrawer } = this.#options.settings();
    return { ...this.printer.state(), columns, codePage, opensDrawer };
  }

  /** State of the printer, or null if none is configured. Prints nothing. */
  async printerHealth(): Promise<PrinterHealth | null> {
    return this.#options.settings().printer === null ? null : this.printer.health();
  }

  close(): Promise<void> {
    return this.printer.close();
  }

  /** Page of the receipt, or null if the platform has none, is too slow, or fails. */
  async #pageInTime(attempt: AttemptView, reversal: string | null): Promise<string | null> {
    const { clock, log } = this.#options;
    try {
      return await within(clock, PAGE_WITHIN_MS, this.#sender.page(attempt, reversal));
    } catch (error) {
      log.info('no page for a receipt', { failure: toFailure(error) });
      return null;
    }
  }
}

const copyOf = ({ attempt, reversal, copy }: WhichReceipt) => ({ attempt, reversal: reversal ?? null, copy });

/** Ways to give a receipt with these settings; e-mail and SMS require a platform. */
export function receiptWaysOf(settings: ReceiptSettings, hasPlatform: boolean): ReceiptWays {
  return {
    printer: settings.printer !== null,
    email: settings.email && hasPlatform,
    sms: settings.sms && hasPlatform,
    ...(settings.printer !== null && (settings.drawer || settings.drawerOnCash) ? { drawer: true } : {}),
  };
}

/** File name `receipt-A-…-customer.pdf`; ids consist of letters, digits, `-` and `_`. */
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
