/**
 * Procedures of receipt printers and the cash drawer. Listing printers changes nothing; sending bytes needs a manager.
 */
import { visibleIn } from '../../domain/index.ts';
import { type OtherTender } from '../../contract/index.ts';
import type { PrinterFinder, ReceiptService } from '../receipts/index.ts';
import type { Roles } from '../roles/index.ts';
import { signedIn, type Implementer } from './implement.ts';

/** @throws ROLE_… before anything is done */
export function printerProcedures(
  os: Implementer,
  { printers, receipts, roles }: { printers: PrinterFinder; receipts: ReceiptService; roles: Roles },
) {
  return {
    printer: {
      list: os.printer.list.handler(async () => visibleIn(await printers.list())),
      probe: os.printer.probe.handler(async ({ input: { address, operator } }) => {
        roles.confirm('settings', operator);
        return visibleIn(await printers.probe(address));
      }),
      test: os.printer.test.handler(({ input: { address, columns, codePage, operator } }) => {
        roles.confirm('settings', operator);
        return printers.test(address, { columns, codePage });
      }),
      openDrawer: os.printer.openDrawer.handler(({ input: { id, why, operator }, context }) => {
        const isRepeat = receipts.drawer.wasOpened(id);
        const what = { id, why: why ?? null, ...(isRepeat ? { isRepeat } : {}) };
        const by = roles.record('open-drawer', operator, null, what, signedIn(context));
        return receipts.drawer.open({ id, why: 'by-hand', by });
      }),
    },
  };
}

/** Opens the drawer for a cash note if the settings ask for it. The note remains valid even if the drawer fails. */
export function openForCash(receipts: ReceiptService, { id, way, by }: Pick<OtherTender, 'id' | 'way' | 'by'>): void {
  if (way !== 'cash' || !receipts.opensForCash() || receipts.drawer.wasOpened(id)) return;
  // The drawer logs and audits its own failures.
  receipts.drawer.open({ id, why: 'cash', by }).catch(() => undefined);
}
