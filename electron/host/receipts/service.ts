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
  /** In force now. Address and language of the printer are those of the start. */
  settings: () => ReceiptSettings;
  till: () => { shop: string; name: string; locale: string };
  isTraining: boolean;
  dataDir: string;
  operations: SenderOptions['operations'];
  /** Throws PAY_NOT_FOUND. */
  attempt: (id: string) => AttemptView;
  /** Openings of the cash drawer stand in the audit log. */
  audit: DrawerOptions['audit'];
  clock: Clock;
  log: Logger;
}

/** A customer looks at the screen: the platform's page is waited for no longer, and the code holds text. */
const PAGE_WITHIN_MS = 4_000;

export class ReceiptService {
  /** The printer of the settings. */
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

  /** @param by who prints: the cash drawer may open with it */
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
    // Composed, so that only what can be a receipt counts as one.
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

  /** The drawer opens when money taken in cash is noted. */
  opensForCash(): boolean {
    const { drawerOnCash, printer } = this.#options.settings();
    return drawerOnCash && printer !== null;
  }

  printers(): PrinterView {
    const { columns, codePage, drawer: opensDrawer } = this.#options.settings();
    return { ...this.printer.state(), columns, codePage, opensDrawer };
  }

  /** How the printer is; null: none is set up. Prints nothing. */
  async printerHealth(): Promise<PrinterHealth | null> {
    return this.#options.settings().printer === null ? null : this.printer.health();
  }

  close(): Promise<void> {
    return this.printer.close();
  }

  /** The page, or null where the platform has none, does not say in time, or cannot be asked. */
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

/** What a till with these settings offers; e-mail and SMS are the platform's, so there must be one. */
export function waysOf(settings: ReceiptSettings, hasPlatform: boolean): ReceiptWays {
  return {
    printer: settings.printer !== null,
    email: settings.email && hasPlatform,
    sms: settings.sms && hasPlatform,
    ...(settings.printer !== null && (settings.drawer || settings.drawerOnCash) ? { drawer: true } : {}),
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
