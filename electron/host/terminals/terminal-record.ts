/** Facts known about one terminal, and their view for screens. Makes no decisions. */
import {
  readerSchema,
  type CardInSlot,
  type DeviceAction,
  type Failure,
  type LinkKind,
  type Reader,
  type SelfTest,
  type TerminalState,
  type TerminalView,
} from '../../contract/index.ts';
import type { Terminal, TerminalHealth } from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';
import { pendingReset } from './planned-reset.ts';

export interface TerminalRecord {
  readonly id: string;
  readonly isPractice: boolean;
  state: TerminalState;
  /** Milliseconds since 1970, like all displayed times here. */
  since: number;
  /** Time of the same event by the monotonic clock, for measuring waits. */
  begunAt: number;
  failure: Failure | null;
  address: string;
  lastHeardAt: number | null;
  linkUpSince: number | null;
  nextTryAt: number | null;
  /** Announced time of the terminal's own restart, by the monotonic clock. */
  resetAt: number | null;
  connects: number;
  readErrors: number;
  /** Last identified terminal; kept while the terminal is disconnected. */
  identity: Terminal['identity'] | null;
  cableActions: readonly DeviceAction[];
  /** Card readers of the model; empty if it accepts no payments, null if unknown. */
  readers: readonly Reader[] | null;
  /** Chip card of the previous payment, or null. */
  card: CardInSlot | null;
  health: TerminalHealth;
  selfTest: SelfTest | null;
}

export function newRecord(
  id: string,
  address: string,
  isPractice: boolean,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): TerminalRecord {
  return {
    id,
    isPractice,
    state: 'looking',
    since: clock.now(),
    begunAt: clock.monotonic(),
    failure: null,
    address,
    lastHeardAt: null,
    linkUpSince: null,
    nextTryAt: null,
    resetAt: null,
    connects: 0,
    readErrors: 0,
    identity: null,
    cableActions: [],
    readers: null,
    card: null,
    health: {
      batteryPercent: null,
      temperatureCelsius: null,
      hasExternalPower: null,
      isTampered: null,
      isOperational: null,
    },
    selfTest: null,
  };
}

export function linkOf(address: string): LinkKind {
  return address.startsWith('serial:') ? 'serial' : address.startsWith('hid:') ? 'hid' : 'tcp';
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Converts a monotonic time to wall-clock time, rounded to a second. */
export function shownMoment(clock: Pick<Clock, 'now' | 'monotonic'>, at: number | null): number | null {
  return at === null ? null : Math.round((clock.now() + at - clock.monotonic()) / 1000) * 1000;
}

/** True if the readable cards must be listed, because the terminal lacks some readers. */
function isPartial(readers: readonly Reader[] | null): readers is readonly Reader[] {
  return readers !== null && readers.length > 0 && readers.length < readerSchema.options.length;
}

export function viewOfRecord(record: TerminalRecord, clock: Pick<Clock, 'now' | 'monotonic'>): TerminalView {
  const { identity } = record;
  return {
    id: record.id,
    address: record.address,
    link: linkOf(record.address),
    state: record.state,
    since: new Date(record.since).toISOString(),
    failure: record.failure,
    lastHeardAt: iso(record.lastHeardAt),
    nextTryAt: iso(record.nextTryAt),
    family: identity?.family ?? null,
    model: identity?.model ?? null,
    serialNumber: identity?.serialNumber ?? null,
    firmware: identity?.firmware ?? null,
    ...(identity?.quirks ? { quirks: [...identity.quirks] } : {}),
    isPractice: record.isPractice,
    resetAt: iso(shownMoment(clock, pendingReset(clock.monotonic(), record.resetAt))),
    selfTest: record.selfTest,
    ...(record.readers?.length === 0 ? { takesPayments: false as const } : {}),
    ...(isPartial(record.readers) ? { readers: [...record.readers] } : {}),
    ...(record.card === null || record.linkUpSince === null ? {} : { card: record.card }),
    cableActions: record.linkUpSince === null ? [] : [...record.cableActions],
    health: {
      ...record.health,
      linkUpSince: iso(record.linkUpSince),
      reconnects: Math.max(0, record.connects - 1),
      readErrors: record.readErrors,
    },
  };
}
