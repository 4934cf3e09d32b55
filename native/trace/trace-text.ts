/**
 * A trace as text: one line for each write, each received chunk or report, and the end of the link. Times are
 * milliseconds since the first line. Text after `#` is a comment for readers.
 *
 *     # tillbridge trace 1: family mms, link tcp
 *     +0 => C0000000001C…C0  # get-property request
 *     +7 <= C00200000032…C0  # get-property response
 *     +5210 !! lost
 */
import { familySchema, linkKindSchema, TillError, type Family, type LinkKind } from '../../electron/contract/index.ts';
import { fromHex, toHex } from '../framing/bytes.ts';
import { usbIdText, type UsbIds } from '../link/usb-ids.ts';

export type TraceLine =
  | { readonly kind: 'write' | 'data'; readonly atMs: number; readonly bytes: Uint8Array; readonly note?: string }
  /** `lost`: the cable or the other side disconnected. `closed`: the host closed the link. */
  | { readonly kind: 'end'; readonly atMs: number; readonly reason: 'lost' | 'closed' };

export interface Trace {
  readonly family: Family;
  readonly link: LinkKind;
  /** USB ids of the device, when its link has them. */
  readonly usb?: UsbIds;
  readonly lines: readonly TraceLine[];
}

const arrows = { write: '=>', data: '<=' } as const;

export function traceHeader(family: Family, link: LinkKind, usb?: UsbIds): string {
  const ids = usb ? `, usb ${usbIdText(usb.vendorId)}:${usbIdText(usb.productId)}` : '';
  return `# tillbridge trace 1: family ${family}, link ${link}${ids}`;
}

export function formatTraceLine(line: TraceLine): string {
  const at = `+${line.atMs}`;
  if (line.kind === 'end') return `${at} !! ${line.reason}`;
  const note = line.note === undefined || line.note === '' ? '' : `  # ${line.note}`;
  return `${at} ${arrows[line.kind]} ${toHex(line.bytes)}${note}`;
}

/** Reads a whole trace. @throws CFG_INVALID with the number of the unreadable line. */
export function readTrace(text: string): Trace {
  const [first = '', ...rest] = text.split(/\r?\n/);
  const header = /^# tillbridge trace 1: family (\S+), link ([^\s,]+)(?:, usb ([0-9a-f]{4}):([0-9a-f]{4}))?$/.exec(
    first.trim(),
  );
  const family = familySchema.safeParse(header?.[1]);
  const link = linkKindSchema.safeParse(header?.[2]);
  if (!family.success || !link.success) throw unreadable(1, 'it does not begin as a trace');
  const lines = rest.flatMap((line, index) => {
    const content = line.replace(/#.*$/, '').trim();
    if (content === '') return [];
    const read = readLine(content);
    if (!read) throw unreadable(index + 2, 'neither "+TIME => HEX", "+TIME <= HEX" nor "+TIME !! lost|closed"');
    return [read];
  });
  const [vendorId, productId] = [header?.[3], header?.[4]].map((text) => Number.parseInt(text ?? '', 16));
  const usb = vendorId && productId ? { usb: { vendorId, productId } } : {};
  return { family: family.data, link: link.data, ...usb, lines };
}

function readLine(content: string): TraceLine | undefined {
  const end = /^\+(\d+(?:\.\d+)?) !! (lost|closed)$/.exec(content);
  if (end) return { kind: 'end', atMs: Number(end[1]), reason: end[2] === 'lost' ? 'lost' : 'closed' };
  const traffic = /^\+(\d+(?:\.\d+)?) (=>|<=) ((?:[0-9A-Fa-f]{2}\s*)+)$/.exec(content);
  if (!traffic) return undefined;
  return {
    kind: traffic[2] === '=>' ? 'write' : 'data',
    atMs: Number(traffic[1]),
    bytes: fromHex(traffic[3] ?? ''),
  };
}

function unreadable(line: number, why: string): TillError {
  return new TillError('CFG_INVALID', `line ${line} of the trace cannot be read: ${why}`, { context: { line } });
}
