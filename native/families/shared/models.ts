/**
 * The table of a family's models, as data: driver, simulator, the table in native/README.md and `doctor` read the same rows. A quirk of
 * some firmware is a row in its model's `quirks`.
 */
import { TillError, type DeviceAction, type EntryMode } from '../../../electron/contract/index.ts';
import type { TerminalCapabilities } from './terminal.ts';

/** Firmware from `from` on (included) and before `before` (excluded). */
interface FirmwareRange {
  readonly from?: string;
  readonly before?: string;
}

/** A deviation of some firmware from its model's row. */
export interface Quirk<Row> {
  /** Absent: every firmware of the model. */
  readonly firmware?: FirmwareRange;
  readonly change: Partial<Omit<Row, 'name' | 'quirks' | 'source'>>;
  /** One sentence for technicians, without a full stop. */
  readonly reason: string;
  /** Page of a manual, or name of a trace in test/replay. */
  readonly source: string;
}

/** A model; a family adds its own columns, and says what its limits and quirks may name. */
export interface Model {
  /** Name that the terminal gives itself. */
  readonly name: string;
  readonly readers: readonly EntryMode[];
  readonly hasDisplay: boolean;
  readonly hasPinPad: boolean;
  /** Free text, one of the fixed strings, or none. */
  readonly idleMessage: TerminalCapabilities['idleMessage'];
  /** Pages that say so. */
  readonly source: string;
  /** Limits that differ from the family's, milliseconds. */
  readonly limits?: object;
  readonly quirks?: readonly Quirk<object>[];
  /** Firmware of the simulated terminal; absent: no simulator of this model. */
  readonly simulatedFirmware?: string;
}

export const allReaders: readonly EntryMode[] = ['chip', 'contactless', 'swipe'];

/** A model without a display or PIN pad, as far as a source says. */
export const headless = {
  readers: allReaders,
  hasDisplay: false,
  hasPinPad: false,
  idleMessage: 'none',
} as const;

/** Cancel and restart are commands of every model. */
const baseActions: readonly DeviceAction[] = ['CANCEL', 'REBOOT'];

export function capabilitiesOf({ readers, hasDisplay, hasPinPad, idleMessage }: Model): TerminalCapabilities {
  const cableActions = idleMessage === 'none' ? baseActions : [...baseActions, 'CREATE_IDLE_MESSAGE' as const];
  return { readers, hasDisplay, hasPinPad, idleMessage, cableActions };
}

/** Numbers of the version in a firmware's text: of `VP3350 FW v1.00.044.0137.S` 1, 0, 44, 137. */
function versionOf(firmware: string): number[] {
  const dotted = /\d+(?:\.\d+)+/.exec(firmware)?.[0] ?? firmware.replace(/^\D*/, '');
  return [...dotted.matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

/** Below 0: `a` is older than `b`. A text without numbers is older than every version. */
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

/** A model as its firmware has it, and the facts of its terminal's identity. */
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

/** Names of the models that there is a simulator of, the default first. */
export const simulatedNames = (models: readonly Model[]): readonly string[] =>
  models.filter(({ simulatedFirmware }) => simulatedFirmware !== undefined).map(({ name }) => name);

/**
 * Row and firmware of a simulated terminal, the first model of the table without a name.
 * @throws CFG_INVALID without a simulator of that model
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

/** A row by its name, in capital letters or small; undefined where the table has none. */
export const namedModel = <Row extends Model>(models: readonly Row[], name: string): Row | undefined =>
  models.find((model) => model.name.toLowerCase() === name.trim().toLowerCase());
