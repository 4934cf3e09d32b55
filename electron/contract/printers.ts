/**
 * Receipt printers and their cash drawer: finding, probing, test pages, opening the drawer. Payments and printers never
 * wait for each other.
 */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { typedText } from './typed-text.ts';

/** Connection of a printer. `system`: a queue of the operating system's own printing. */
const transportSchema = z.enum(['usb', 'serial', 'network', 'system']);

/**
 * `ready`, `not-ready`: reported by the printer (`reason`: its fault). `not-answering`: probed without an answer, so
 * its state is unknown; many printers print and never answer. `not-asked`: printer bytes could be garbage to the device
 * on that port.
 */
const printerStateSchema = z.enum(['ready', 'not-ready', 'not-answering', 'not-asked', 'unusable']);

/**
 * Reason why a printer cannot be used. `terminal`: the till's own terminal is on that port. `driver`: the kernel has no
 * printer device for it. `not-shared`: Windows accepts raw bytes only for a shared printer. `refuses`: its queue
 * accepts no jobs.
 */
const printerProblemSchema = z.enum(['terminal', 'permission', 'busy', 'away', 'driver', 'not-shared', 'refuses']);

const foundSchema = z.object({
  /** Value for `receipts.printer`; for an unusable printer, any name for it. */
  address: z.string(),
  transport: transportSchema,
  /** The printer's own name, or its port; at most PRINTER_NAME_MAX characters. */
  name: z.string(),
  /** True for the printer in the current settings. */
  isChosen: z.boolean(),
  state: printerStateSchema,
  /** Set if `not-ready`. */
  reason: z.enum(['paper', 'cover', 'error', 'offline']).nullable(),
  problem: printerProblemSchema.nullable(),
  /** A line for the technician: the command that fixes the problem, or the system's own message. */
  detail: z.string().nullable(),
});
export interface FoundPrinter extends z.infer<typeof foundSchema> {}
const foundPrinterSchema: z.ZodType<FoundPrinter> = foundSchema;

export const PRINTER_NAME_MAX = 80;

/**
 * Common widths, in characters of the printer's default font: 80 mm paper has 48 or 42, 58 mm paper 32. Tried in this
 * order.
 */
export const printerWidths = [42, 48, 32] as const;

/** Code pages that cover the supported languages, best first. Tried in this order. */
export const printerCodePages = ['auto', 'cp858', 'windows1252', 'iso8859-15', 'cp850', 'cp437'] as const;

/** Factory speeds of serial printers in baud, the most common first. */
export const printerSpeeds = [9_600, 19_200, 38_400, 115_200] as const;

/** Next value to try. The first value follows the last value, and also a value that is missing from the list. */
export function nextOf<Value>(list: readonly Value[], now: Value): Value | undefined {
  return list[(list.indexOf(now) + 1) % list.length];
}

/** True for a serial printer without a configured speed, which `printer.probe` detects. */
export const lacksSpeed = (address: string): boolean => address.startsWith('serial:') && !/@[0-9]+$/.test(address);

const address = typedText(300).min(1);
const operator = operatorSchema.optional();

/** Name of a code page. Six digits in a row are refused: they would be a typed number, not a code page. */
export const codePageSchema = z.string().regex(/^(?!.*[0-9]{6})[a-z][a-z0-9/-]{1,29}$/);

const paperSchema = z.object({ columns: z.int().min(24).max(80), codePage: codePageSchema });
/** Layout and encoding of a page: `receipts.columns` and `receipts.codePage`. */
export type PrinterPaper = z.infer<typeof paperSchema>;

export const printerProcedures = {
  /** Lists the printers of this computer, bounded in time. Serial ports are listed without being probed. */
  list: base.output(z.array(foundPrinterSchema)),
  /** Probes a printer's state, and a serial printer's speed, which the returned address includes. Prints nothing. */
  probe: base.input(z.object({ address, operator })).output(foundPrinterSchema),
  /**
   * Prints a page that shows width and letters. Stores nothing.
   * @throws PRINTER_…, CFG_INVALID
   */
  test: base
    .input(paperSchema.extend({ address, operator }))
    .output(z.object({ printer: z.string(), isConfirmed: z.boolean() })),
  /**
   * Opens the cash drawer on the configured printer. `id` is the caller's own for this opening: a second call with the
   * same id opens the drawer only if the first call certainly sent nothing (else `isRepeat`).
   * @throws PRINTER_…
   */
  openDrawer: base
    .input(z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/), why: typedText(200).trim().optional(), operator }))
    .output(z.object({ printer: z.string(), isRepeat: z.boolean() })),
};
