import type { DeviceView, HostState, TerminalView } from '../../electron/contract/index.ts';
import { tillTerminal } from '../store/index.ts';
import type { Texts } from '../text/index.ts';

/**
 * One thing of the Terminals screen: a terminal on the cable, a Device at the platform, or both, joined by serial
 * number. At least one of the two is there.
 */
export interface TerminalRow {
  /** The Device's id, else the terminal's: names the row in the address bar. Another one once a terminal has its Device. */
  key: string;
  terminal: TerminalView | undefined;
  device: DeviceView | undefined;
  /** The platform has another Device with the same serial number. */
  isTwice: boolean;
}

/** Serial numbers are compared as people read them: case and spaces around do not count. */
function serialOf(one: { serialNumber: string | null } | undefined): string | undefined {
  const serial = one?.serialNumber?.trim().toUpperCase();
  return serial === '' ? undefined : serial;
}

/**
 * The terminal a Device stands for. Serial numbers decide; while the terminal has not said its own (it is being looked
 * for), the host's join stands in.
 */
function terminalOf(device: DeviceView, terminals: readonly TerminalView[]): TerminalView | undefined {
  const serial = serialOf(device);
  const same = serial === undefined ? undefined : terminals.find((terminal) => serialOf(terminal) === serial);
  if (same) return same;
  return terminals.find((terminal) => terminal.id === device.terminalId && serialOf(terminal) === undefined);
}

/**
 * All there is: what is on the cable first (this till's terminal at the top), then what only the platform knows. A
 * terminal that two Devices claim stands in both rows, marked.
 */
export function terminalRows(host: Pick<HostState, 'terminals' | 'devices'>): TerminalRow[] {
  const { terminals, devices } = host;
  const joined: TerminalRow[] = devices.map((device) => {
    const serial = serialOf(device);
    return {
      key: device.id,
      terminal: terminalOf(device, terminals),
      device,
      isTwice: serial !== undefined && devices.some((other) => other.id !== device.id && serialOf(other) === serial),
    };
  });
  const rows: TerminalRow[] = terminals.flatMap((terminal) => {
    const own = joined.filter((row) => row.terminal?.id === terminal.id);
    return own.length > 0 ? own : [{ key: terminal.id, terminal, device: undefined, isTwice: false }];
  });
  return [...rows, ...joined.filter((row) => row.terminal === undefined)];
}

/** The row a name in the address bar means; without one, this till's terminal, else the first. */
export function chosenRow(
  rows: readonly TerminalRow[],
  wanted: string | undefined,
  host: HostState,
): TerminalRow | undefined {
  // A terminal that has just got its Device keeps being chosen by its own id.
  const named = rows.find((row) => row.key === wanted) ?? rows.find((row) => row.terminal?.id === wanted);
  if (wanted !== undefined && named) return named;
  const own = tillTerminal(host);
  return rows.find((row) => row.terminal?.id === own?.id) ?? rows[0];
}

/**
 * Whether two rows are one thing seen twice: a terminal stays the same when it gets its Device, or loses it. Another
 * terminal at the same address is another thing.
 */
export function isSameThing(one: TerminalRow, other: TerminalRow): boolean {
  if (one.device && other.device) return one.device.id === other.device.id;
  const [serial, otherSerial] = [one, other].map((row) => serialOf(row.terminal) ?? serialOf(row.device));
  if (serial !== undefined && otherSerial !== undefined && serial !== otherSerial) return false;
  return one.terminal !== undefined && one.terminal.id === other.terminal?.id;
}

/** What an action of this row is asked of: its Device, or the terminal alone by its cable. */
export function actionTarget(row: TerminalRow): { device: string; terminal?: string } | undefined {
  if (row.device) return { device: row.device.id };
  return row.terminal ? { device: row.terminal.id, terminal: row.terminal.id } : undefined;
}

/** What people call it. */
export function rowName(row: TerminalRow, texts: Texts): string {
  const { technician } = texts.words;
  if (row.device?.name) return row.device.name;
  if (row.terminal?.isPractice) return technician.practice;
  return rowModel(row) ?? serialNumberOf(row) ?? row.terminal?.address ?? technician.unnamed;
}

/** Its model; the terminal's own word counts more than the record. */
export function rowModel(row: TerminalRow): string | null {
  return row.terminal?.model ?? row.device?.model ?? null;
}

export function serialNumberOf(row: TerminalRow): string | null {
  return row.terminal?.serialNumber ?? row.device?.serialNumber ?? null;
}
