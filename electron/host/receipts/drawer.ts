/**
 * Cash drawer on the receipt printer. Every opening has an id from its caller, and is audited with person and reason
 * before the pulse leaves. An opening that may have happened is never repeated under the same id, even after a restart;
 * if provably nothing was sent, the caller may try again.
 */
import { TillError, toFailure } from '../../contract/index.ts';
import type { ReceiptSettings } from '../../config/index.ts';
import type { Logger } from '../log/index.ts';
import { drawerJob } from './escpos.ts';
import type { ReceiptCopies } from './receipt-copies.ts';
import type { Printer } from './printer/printer.ts';

/** Reason of an opening in the audit log. */
type DrawerReason = 'sale' | 'cash' | 'by-hand';

export interface DrawerOpening {
  /** Id of the payment or of the other tender's note, or an id created by the caller. */
  readonly id: string;
  readonly why: DrawerReason;
  readonly by: string;
}

export interface DrawerOptions {
  /** Current settings. */
  readonly settings: () => ReceiptSettings;
  readonly printer: Printer;
  readonly opened: ReceiptCopies;
  /**
   * Appends to the audit log.
   * @throws JRNL_UNWRITABLE
   */
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

  /** True if a pulse was sent for this id, or is about to be. */
  wasOpened(id: string): boolean {
    return this.#running.has(id) || this.#options.opened.has(keyOf(id));
  }

  /**
   * Opens the drawer with a separate print job.
   * @throws PRINTER_… or JRNL_UNWRITABLE
   */
  async open(opening: DrawerOpening): Promise<{ printer: string; isRepeat: boolean }> {
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

  /** Audits the opening, then lets `send` send a job with a pulse; `send` calls back when the first byte leaves. */
  async with<Sent>(opening: DrawerOpening, send: (onSending: () => void) => Promise<Sent>): Promise<Sent> {
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
