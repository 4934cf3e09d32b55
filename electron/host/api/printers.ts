/** Receipt printers and the cash drawer, over the contract. Looking at what is there changes nothing; bytes are a manager's word. */
import { visibleIn, type FoundPrinter,  type OtherTender, type PrinterPaper } from '../../contract/index.ts'; // oxfmt-ignore
import type { PrinterFinder, ReceiptService } from '../receipts/index.ts';
import type { Roles } from '../roles/index.ts';
import type { Asked } from './asked.ts';

interface Parts {
  readonly printers: PrinterFinder;
  readonly receipts: ReceiptService;
  readonly roles: Pick<Roles, 'confirm' | 'record'>;
}

/** What answers `printer.…` of the contract. Each throws ROLE_… before anything is done. */
export function printerHandlers({ printers, receipts, roles }: Parts) {
  return {
    list: async (): Promise<FoundPrinter[]> => visibleIn(await printers.list()),
    probe: async ({ input: { address, operator } }: Asked<{ address: string }>): Promise<FoundPrinter> => {
      roles.confirm('settings', operator);
      return visibleIn(await printers.probe(address));
    },
    test: async ({ input: { address, columns, codePage, operator } }: Asked<PrinterPaper & { address: string }>) => {
      roles.confirm('settings', operator);
      return printers.test(address, { columns, codePage });
    },
    openDrawer: async ({ input, context }: Asked<{ id: string; why?: string | undefined }>) => {
      const { id, why, operator } = input;
      const isRepeat = receipts.drawer.wasOpened(id);
      const what = { id, why: why ?? null, ...(isRepeat ? { isRepeat } : {}) };
      const by = roles.record('open-drawer', operator, null, what, context.session?.person ?? null);
      return receipts.drawer.open({ id, why: 'by-hand', by });
    },
  };
}

/** Cash was noted: the drawer opens beside it where the settings say so. The note stands whatever becomes of that. */
export function openForCash(receipts: ReceiptService, { id, way, by }: Pick<OtherTender, 'id' | 'way' | 'by'>): void {
  if (way !== 'cash' || !receipts.opensForCash() || receipts.drawer.wasOpened(id)) return;
  // What failed is in the log and the audit log.
  receipts.drawer.open({ id, why: 'cash', by }).catch(() => undefined);
}
