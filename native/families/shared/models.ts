/**
 * Table of a family's models, as data: the driver, the simulator, the table in native/README.md and `doctor` read the
 * same rows. A deviation of some firmware is an entry in its model's `quirks`.
 */
import { TillError, type DeviceAction, type EntryMode } from '../../../electron/contract/index.ts';
import type { TerminalCapabilities } from './terminal.ts';

/** Firmware range that includes `from` and excludes `before`. */
interface FirmwareRange {
  readonly from?: string;
  readonly before?: string;
}

/** Deviation of some firmware from its model's row. */
export interface Quirk<Row> {
  /** Absent when the quirk applies to every firmware of the model. */
  readonly firmware?: FirmwareRange;
  readonly change: Partial<Omit<Row, 'name' | 'quirks' | 'source'>>;
  /** One sentence for technicians, without a full stop. */
  readonly reason: string;
  /** Page of a manual, or name of a trace in test/replay. */
  readonly source: string;
}

/** Row of a model. A family adds its own columns, and narrows the types of limits and quirks. */
export interface Model {
  /** Name that the terminal reports. */
  readonly name: string;
  readonly readers: readonly EntryMode[];
  readonly hasDisplay: boolean;
  readonly hasPinPad: boolean;
  /** Free text, one of the fixed strings, or none. */
  readonly idleMessage: TerminalCapabilities['idleMessage'];
  /** Pages that document the row. */
  readonly source: string;
  /** Limits that differ from the family's, in milliseconds. */
  readonly limits?: object;
  readonly quirks?: readonly Quirk<object>[];
  /** Firmware of the simulated terminal; absent when the simulator does not support the model. */
  readonly simulatedFirmware?: string;
}

export const allReaders: readonly EntryMode[] = ['chip', 'contactless', 'swipe'];

/** Model without a display or PIN pad, according to the sources. */
export const headless = {
  readers: allReaders,
  hasDisplay: false,
  hasPinPad: false,
  idleMessage: 'none',
} as const;

/** Every model has commands for cancel and restart. */
const baseActions: readonly DeviceAction[] = ['CANCEL', 'REBOOT'];

export function capabilitiesOf({ readers, hasDisplay, hasPinPad, idleMessage }: Model): TerminalCapabilities {
  const cableActions = idleMessage === 'none' ? baseActions : [...baseActions, 'CREATE_IDLE_MESSAGE' as const];
  return { readers, hasDisplay, hasPinPad, idleMessage, cableActions };
}

/** Numbers of the version in a firmware's text: `VP3350 FW v1.00.044.0137.S` has 1, 0, 44, 137. */
function versionOf(firmware: string): number[] {
  const dotted = /\d+(?:\.\d+)+/.exec(firmware)?.[0] ?? firmware.replace(/^\D*/, '');
  return [...dotted.matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

/** Negative when `a` is older than `b`. A text without numbers is older than every version. */
export function compareFirmware(a: string, b: string): number {
  const [left, right] = [versionOf(a), versionOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? -1) - (right[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

const isIn = (firmware: string, { from, before }: FirmwareRange): boolean =>
  (from === undefined || compareFirmware(firmware, from) >= 0) &&
  (before === undefined || compareFirmware(firmware, before) < 0);

/** Model with the quirks of its firmware applied, and the facts for its terminal's identity. */
export function identified<Row extends Model>(
  named: Row,
  firmware: string,
): { model: Row; facts: { firmware: string; quirks?: readonly string[] } } {
  const inForce = (named.quirks ?? []).filter((quirk) => isIn(firmware, quirk.firmware ?? {}));
  const limits = Object.assign(
    {},
    named.limits,
    ...inForce.map(({ change }) => (change as Partial<Model>).limits),
  ) as object;
  const model = Object.assign({}, named, ...inForce.map(({ change }) => change), { limits }) as Row;
  const quirks = inForce.map(({ reason }) => reason);
  return { model, facts: { firmware, ...(quirks.length > 0 ? { quirks } : {}) } };
}

/** Names of the models that have a simulator, the default first. */
export const simulatedNames = (models: readonly Model[]): readonly string[] =>
  models.filter(({ simulatedFirmware }) => simulatedFirmware !== undefined).map(({ name }) => name);

/**
 * Row and firmware of a simulated terminal; without a name, the first model of the table.
 * @throws CFG_INVALID when the model has no simulator.
 */
export function simulatedModel<Row extends Model>(
  models: readonly Row[],
  name: string | undefined,
): { model: Row; firmware: string } {
  const model = name === undefined ? models[0] : namedModel(models, name);
  const firmware = model?.simulatedFirmware;
  if (!model || firmware === undefined) throw new TillError('CFG_INVALID', `no simulated model is called ${name}`);
  return { model, firmware };
}

/** Row with that name in any letter case, or undefined. */
export const namedModel = <Row extends Model>(models: readonly Row[], name: string): Row | undefined =>
  models.find((model) => model.name.toLowerCase() === name.trim().toLowerCase());
