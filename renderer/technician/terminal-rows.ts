import {
  hasDeviceText,
  serialKeyOf,
  type DeviceView,
  type Failure,
  type HostState,
  type TerminalView,
} from '../../electron/contract/index.ts';
import { tillTerminal } from '../store/index.ts';
import type { TechnicianTexts } from '../text/technician-words.ts';

/**
 * One thing of the Terminals screen: a terminal on the cable, a Device at the platform, or both, joined by serial
 * number. At least one of the two is there.
 */
export interface TerminalRow {
  /** The Device's id, else the terminal's: names the row in the address bar. Another one once a terminal has its Device. */
  key: string;
  terminal: TerminalView | undefined;
  device: DeviceView | undefined;
  /** Two Devices claim its terminal, which stands in both rows. */
  isTwice: boolean;
  /** The platform has not said yet whether there is a Device. */
  isUnsaid?: boolean;
}

/** As the host says, unless another terminal is in its place by now: the host's next word is on its way. */
function terminalOf(device: DeviceView, byId: ReadonlyMap<string, TerminalView>): TerminalView | undefined {
  const terminal = device.terminalId === null ? undefined : byId.get(device.terminalId);
  if (!terminal?.serialNumber || !device.serialNumber) return terminal;
  return serialKeyOf(terminal.serialNumber) === serialKeyOf(device.serialNumber) ? terminal : undefined;
}

/**
 * All there is: what is on the cable first (this till's terminal at the top), then what only the platform knows. Which Device is
 * which terminal the host says; a terminal that two Devices claim stands in both rows.
 */
export function terminalRows({
  terminals,
  devices,
  deviceList,
}: Pick<HostState, 'terminals' | 'devices' | 'deviceList'>): TerminalRow[] {
  const isRead = typeof deviceList?.readAt === 'string';
  const byId = new Map(terminals.map((terminal) => [terminal.id, terminal]));
  const joined: TerminalRow[] = devices.map((device) => ({
    key: device.id,
    terminal: terminalOf(device, byId),
    device,
    isTwice: false,
  }));
  const own = Map.groupBy(joined, (row) => row.terminal?.id);
  const rows = terminals.flatMap((terminal): TerminalRow[] => {
    const isUnsaid = !isRead && terminal.device?.id !== null;
    const claiming = own.get(terminal.id) ?? [
      { key: terminal.id, terminal, device: undefined, isTwice: false, ...(isUnsaid ? { isUnsaid } : {}) },
    ];
    return claiming.map((row) => ({ ...row, isTwice: claiming.length > 1 }));
  });
  return [...rows, ...(own.get(undefined) ?? [])];
}

/** Those whose name, serial number or id has what was typed; all of them where nothing was. */
export function foundRows(rows: readonly TerminalRow[], typed: string): readonly TerminalRow[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return rows;
  return rows.filter(
    ({ device, terminal }) =>
      (device && hasDeviceText(device, typed)) ||
      [terminal?.serialNumber, terminal?.model, terminal?.address].some((text) =>
        text?.toLocaleLowerCase().includes(wanted),
      ),
  );
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
  const [serial, otherSerial] = [one, other].map((row) => serialNumberOf(row)).map((text) => text && serialKeyOf(text));
  if (serial && otherSerial && serial !== otherSerial) return false;
  return one.terminal !== undefined && one.terminal.id === other.terminal?.id;
}

/** What an action of this row is asked of: its Device, or the terminal alone by its cable. */
export function actionTarget(row: TerminalRow): { device: string; terminal?: string } | undefined {
  if (row.device) return { device: row.device.id };
  return row.terminal ? { device: row.terminal.id, terminal: row.terminal.id } : undefined;
}

/** What people call it. */
export function rowName(row: TerminalRow, texts: TechnicianTexts): string {
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

/** Why no payment goes to it, as far as that hangs on its Device; null: nothing is in the way. */
export function deviceRefusal({ terminal, device }: TerminalRow): Failure | null {
  return terminal ? (terminal.device?.failure ?? null) : (device?.refusal ?? null);
}
