/**
 * Receipt printers and the cash drawer on them: found, asked how they are, tried with a page, opened. Nothing here waits for a
 * payment, and no payment waits for it.
 */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { typedText } from './typed-text.ts';

/** How a printer hangs on this computer. `system`: a queue of the operating system's own printing. */
const transportSchema = z.enum(['usb', 'serial', 'network', 'system']);

/**
 * `ready`, `not-ready`: the printer's own word (`reason`: what is wrong). `not-answering`: it was asked and said nothing, so that
 * nothing is known; many print and never answer. `not-asked`: bytes for a printer may be rubbish to what is there.
 */
const printerStateSchema = z.enum(['ready', 'not-ready', 'not-answering', 'not-asked', 'unusable']);

/**
 * Why a printer cannot be used. `terminal`: the till's own terminal is on that port. `driver`: the kernel has no printer device
 * for it. `not-shared`: Windows gives bytes only to a printer that is shared. `refuses`: its queue takes no jobs.
 */
const printerProblemSchema = z.enum(['terminal', 'permission', 'busy', 'away', 'driver', 'not-shared', 'refuses']);

const foundSchema = z.object({
  /** As `receipts.printer` has it; of one that cannot be used, any name for it. */
  address: z.string(),
  transport: transportSchema,
  /** What it calls itself, or its port; at most PRINTER_NAME_MAX characters. */
  name: z.string(),
  /** The printer of the settings in force. */
  isChosen: z.boolean(),
  state: printerStateSchema,
  /** Of `not-ready`. */
  reason: z.enum(['paper', 'cover', 'error', 'offline']).nullable(),
  problem: printerProblemSchema.nullable(),
  /** A line for whoever looks after the computer: the command that mends it, or the system's own words. */
  detail: z.string().nullable(),
});
export interface FoundPrinter extends z.infer<typeof foundSchema> {}
const foundPrinterSchema: z.ZodType<FoundPrinter> = foundSchema;

export const PRINTER_NAME_MAX = 80;

/** Widths that printers have, in characters of their usual font: 80 mm paper 48 or 42, 58 mm paper 32. The order of trying. */
export const printerWidths = [42, 48, 32] as const;

/** Code pages with the letters of the languages, best first. The order of trying. */
export const printerCodePages = ['auto', 'cp858', 'windows1252', 'iso8859-15', 'cp850', 'cp437'] as const;

/** Speeds that serial printers leave the factory with, the most usual first. */
export const printerSpeeds = [9_600, 19_200, 38_400, 115_200] as const;

/** The next one to try; the first one after the last. Also of one that is not in the list. */
export function nextOf<Value>(list: readonly Value[], now: Value): Value | undefined {
  return list[(list.indexOf(now) + 1) % list.length];
}

/** A serial printer whose speed nobody has said: `printer.probe` looks for it. */
export const lacksSpeed = (address: string): boolean => address.startsWith('serial:') && !/@[0-9]+$/.test(address);

const address = typedText(300).min(1);
const operator = operatorSchema.optional();

/** A code page by its name, and no number that somebody types: no code page has six digits. */
export const codePageSchema = z.string().regex(/^(?!.*[0-9]{6})[a-z][a-z0-9/-]{1,29}$/);

const paperSchema = z.object({ columns: z.int().min(24).max(80), codePage: codePageSchema });
/** How a page is laid out and written: `receipts.columns` and `receipts.codePage`. */
export type PrinterPaper = z.infer<typeof paperSchema>;

export const printerProcedures = {
  /** Looks at what is on this computer, bounded in time. Serial ports are listed and not asked. */
  list: base.output(z.array(foundPrinterSchema)),
  /** Asks one how it is, and of a serial printer finds the speed: the address comes back with it. Prints nothing. */
  probe: base.input(z.object({ address, operator })).output(foundPrinterSchema),
  /** Prints a page that shows width and letters. PRINTER_…, CFG_INVALID. Keeps nothing. */
  test: base
    .input(paperSchema.extend({ address, operator }))
    .output(z.object({ printer: z.string(), isConfirmed: z.boolean() })),
  /**
   * Opens the cash drawer on the printer in force. `id` is the caller's own for this opening: asked again under the same id it is
   * not opened again (`isRepeat`), unless it is certain that nothing was sent. PRINTER_….
   */
  openDrawer: base
    .input(z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/), why: typedText(200).trim().optional(), operator }))
    .output(z.object({ printer: z.string(), isRepeat: z.boolean() })),
};
