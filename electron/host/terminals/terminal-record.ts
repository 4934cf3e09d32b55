/** What is known of one terminal, and how the screens see it. Holds facts, decides nothing. */
import type { DeviceAction, Failure, LinkKind, SelfTest, TerminalState, TerminalView } from '../../contract/index.ts';
import type { Terminal, TerminalHealth } from '../../../native/index.ts';
import { pendingReset } from './planned-reset.ts';

export interface TerminalRecord {
  readonly id: string;
  readonly isPractice: boolean;
  state: TerminalState;
  /** Milliseconds since 1970, as all times here. */
  since: number;
  failure: Failure | null;
  address: string;
  lastHeardAt: number | null;
  linkUpSince: number | null;
  nextTryAt: number | null;
  /** When it will restart by itself, as announced. */
  resetAt: number | null;
  connects: number;
  readErrors: number;
  /** The last one identified; kept while it is away. */
  identity: Terminal['identity'] | null;
  cableActions: readonly DeviceAction[];
  health: TerminalHealth;
  selfTest: SelfTest | null;
}

export function newRecord(id: string, address: string, isPractice: boolean, now: number): TerminalRecord {
  return {
    id,
    isPractice,
    state: 'looking',
    since: now,
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

export function viewOfRecord(record: TerminalRecord, now: number): TerminalView {
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
    isPractice: record.isPractice,
    resetAt: iso(pendingReset(now, record.resetAt)),
    selfTest: record.selfTest,
    cableActions: record.linkUpSince === null ? [] : [...record.cableActions],
    health: {
      ...record.health,
      linkUpSince: iso(record.linkUpSince),
      reconnects: Math.max(0, record.connects - 1),
      readErrors: record.readErrors,
    },
  };
}
