/**
 * The cash drawer on the receipt printer. Every opening has an id of whoever asks and is in the audit log before the pulse leaves:
 * who, and why. What may have been opened once is not opened again under the same id, also not by the till's next life; where it is
 * certain that nothing was sent, it may be asked again.
 */
import { TillError, toFailure } from '../../contract/index.ts';
import type { ReceiptSettings } from '../../config/index.ts';
import type { Logger } from '../log/index.ts';
import { drawerJob } from './escpos.ts';
import type { ReceiptCopies } from './receipt-copies.ts';
import type { Printer } from './printer/printer.ts';

/** Why the drawer is opened, as the audit log has it. */
type DrawerReason = 'sale' | 'cash' | 'by-hand';

export interface Opening {
  /** The payment, the note of another tender, or an id made by whoever asks. */
  readonly id: string;
  readonly why: DrawerReason;
  readonly by: string;
}

export interface DrawerOptions {
  /** In force now. */
  readonly settings: () => ReceiptSettings;
  readonly printer: Printer;
  readonly opened: ReceiptCopies;
  /** Appends to the audit log. Throws JRNL_UNWRITABLE. */
  readonly audit: (action: string, by: string, data: Record<string, string>) => void;
  readonly log: Logger;
}

const keyOf = (id: string) => ({ attempt: id, reversal: null, copy: 'drawer' }) as const;

export class CashDrawer {
  readonly #options: DrawerOptions;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(options: DrawerOptions) {
    this.#options = options;
  }

  /** A pulse has left for this id, or is about to. */
  wasOpened(id: string): boolean {
    return this.#running.has(id) || this.#options.opened.has(keyOf(id));
  }

  /**
   * Opens it with a job of its own.
   * @throws TillError PRINTER_…, JRNL_UNWRITABLE
   */
  async open(opening: Opening): Promise<{ printer: string; isRepeat: boolean }> {
    const { settings, printer } = this.#options;
    const { address } = printer.state();
    if (address === null)
      throw new TillError(
        'PRINTER_NOT_CONFIGURED',
        'The cash drawer hangs on the receipt printer, and none is set up.',
      );
    const running = this.#running.get(opening.id);
    if (running) {
      await running;
      return { printer: address, isRepeat: true };
    }
    if (this.wasOpened(opening.id)) return { printer: address, isRepeat: true };
    await this.with(opening, async (onSending) => printer.print(await drawerJob(settings()), onSending));
    return { printer: address, isRepeat: false };
  }

  /** Writes the opening down, then has `send` send a job with a pulse; it says when the first byte leaves. */
  async with<Sent>(opening: Opening, send: (onSending: () => void) => Promise<Sent>): Promise<Sent> {
    const { opened, audit, log } = this.#options;
    const { id, why, by } = opening;
    audit('drawer-opening', by, { id, why });
    let isSent = false;
    const sending = send(() => {
      isSent = true;
      opened.add(keyOf(id));
    });
    this.#running.set(id, sending);
    try {
      return await sending;
    } catch (error) {
      const { code } = toFailure(error);
      log.warn('cash drawer', { id, isSent, failure: toFailure(error) });
      audit(isSent ? 'drawer-unknown' : 'drawer-not-opened', by, { id, why, code });
      throw error;
    } finally {
      this.#running.delete(id);
    }
  }
}
