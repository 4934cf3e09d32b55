import {
  matchesDevice,
  serialKeyOf,
  type DeviceView,
  type Failure,
  type HostState,
  type TerminalView,
} from '../../electron/contract/index.ts';
import { tillTerminal } from '../store/index.ts';
import type { TechnicianTexts } from '../text/technician-words.ts';

/**
 * One row of the Terminals screen: a terminal on the cable, a Device of the platform, or both, joined by serial number.
 * At least one of them exists.
 */
export interface TerminalRow {
  /** Id of the Device, else of the terminal, for the address bar. It changes when a terminal gets its Device. */
  key: string;
  terminal: TerminalView | undefined;
  device: DeviceView | undefined;
  /** True when two Devices claim its terminal, which then appears in both rows. */
  isAmbiguous: boolean;
  /** True until the platform has reported whether there is a Device. */
  isDeviceUnknown?: boolean;
}

/** Returns the terminal that the host reports, unless another terminal has replaced it and the event is on its way. */
function terminalOf(device: DeviceView, byId: ReadonlyMap<string, TerminalView>): TerminalView | undefined {
  const terminal = device.terminalId === null ? undefined : byId.get(device.terminalId);
  if (!terminal?.serialNumber || !device.serialNumber) return terminal;
  return serialKeyOf(terminal.serialNumber) === serialKeyOf(device.serialNumber) ? terminal : undefined;
}

/**
 * Returns every row: terminals on the cable first (this till's at the top), then Devices that only the platform
 * reports. The host matches Devices and terminals; a terminal that two Devices claim appears in both rows.
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
    isAmbiguous: false,
  }));
  const own = Map.groupBy(joined, (row) => row.terminal?.id);
  const rows = terminals.flatMap((terminal): TerminalRow[] => {
    const isDeviceUnknown = !isRead && terminal.device?.id !== null;
    const claiming = own.get(terminal.id) ?? [
      {
        key: terminal.id,
        terminal,
        device: undefined,
        isAmbiguous: false,
        ...(isDeviceUnknown ? { isDeviceUnknown } : {}),
      },
    ];
    return claiming.map((row) => ({ ...row, isAmbiguous: claiming.length > 1 }));
  });
  return [...rows, ...(own.get(undefined) ?? [])];
}

/** Returns the rows whose name, serial number or id contains the typed text; all rows for an empty text. */
export function foundRows(rows: readonly TerminalRow[], typed: string): readonly TerminalRow[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return rows;
  return rows.filter(
    ({ device, terminal }) =>
      (device && matchesDevice(device, typed)) ||
      [terminal?.serialNumber, terminal?.model, terminal?.address].some((text) =>
        text?.toLocaleLowerCase().includes(wanted),
      ),
  );
}

/** Returns the row in the address bar; without a row there, this till's terminal, else the first row. */
export function chosenRow(
  rows: readonly TerminalRow[],
  wanted: string | undefined,
  host: HostState,
): TerminalRow | undefined {
  // A terminal that has just received its Device stays selected under its own id.
  const named = rows.find((row) => row.key === wanted) ?? rows.find((row) => row.terminal?.id === wanted);
  if (wanted !== undefined && named) return named;
  const own = tillTerminal(host);
  return rows.find((row) => row.terminal?.id === own?.id) ?? rows[0];
}

/**
 * True when two rows are the same item at different times: a terminal stays the same when it gets or loses its Device.
 * Another terminal at the same address is another item.
 */
export function isSameThing(one: TerminalRow, other: TerminalRow): boolean {
  if (one.device && other.device) return one.device.id === other.device.id;
  const [serial, otherSerial] = [one, other].map((row) => serialNumberOf(row)).map((text) => text && serialKeyOf(text));
  if (serial && otherSerial && serial !== otherSerial) return false;
  return one.terminal !== undefined && one.terminal.id === other.terminal?.id;
}

/** Target of this row's actions: its Device, or the terminal alone by its cable. */
export function actionTarget(row: TerminalRow): { device: string; terminal?: string } | undefined {
  if (row.device) return { device: row.device.id };
  return row.terminal ? { device: row.terminal.id, terminal: row.terminal.id } : undefined;
}

/** Returns the name that staff use. */
export function rowName(row: TerminalRow, texts: TechnicianTexts): string {
  const { technician } = texts.words;
  if (row.device?.name) return row.device.name;
  if (row.terminal?.isPractice) return technician.practice;
  return rowModel(row) ?? serialNumberOf(row) ?? row.terminal?.address ?? technician.unnamed;
}

/** Returns the model; the terminal's own report takes precedence over the record. */
export function rowModel(row: TerminalRow): string | null {
  return row.terminal?.model ?? row.device?.model ?? null;
}

export function serialNumberOf(row: TerminalRow): string | null {
  return row.terminal?.serialNumber ?? row.device?.serialNumber ?? null;
}

/** Reason why the host refuses payments on this Device, or null. */
export function deviceRefusal({ terminal, device }: TerminalRow): Failure | null {
  return terminal ? (terminal.device?.failure ?? null) : (device?.refusal ?? null);
}
