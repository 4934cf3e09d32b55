/**
 * Facts and findings of the checks. A running till's host and, for a stopped till, the command line run the same
 * checks.
 */
import type { Person, Clock } from '../../domain/index.ts';
import {
  toFailure,
  TillError,
  type CheckContext,
  type CheckFault,
  type CheckFinding,
  type CheckName,
  type Discovered,
  type Failure,
  type HostState,
  type SecretsView,
} from '../../contract/index.ts';
import type { HostConfig } from '../../config/index.ts';
import type { Logger } from '../log/index.ts';
import type { PrinterHealth } from '../receipts/index.ts';
import { checks } from '../../words/generated/en/checks.ts';
import { contextText } from '../../words/runtime.ts';

/** Settings that the till runs with, or would run with. */
export interface InForce {
  readonly mode: 'training' | 'live';
  readonly platform: HostConfig['platform'];
  readonly terminals: HostConfig['terminals'];
  readonly people: readonly Person[];
  readonly printer: string | null;
}

export interface CheckFacts {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** @throws CFG_INVALID or CFG_TLS_OFF when no till would start with the settings */
  inForce(): Promise<InForce>;
  /** State of the running host, or null if no till runs with this data folder. */
  readonly running: (() => HostState) | null;
  /** Makes the platform match each terminal of a running till to its Device again. Never rejects. */
  pollDevices(): Promise<void>;
  /** Probes ports, except those that a terminal of this till uses. */
  discover(): Promise<Discovered[]>;
  /** Probes one address; an address that this till has open is reported without a probe. */
  probe(address: string): Promise<Discovered | null>;
  /** Storage place of the platform's password, or null if unknown here. */
  secrets(): Promise<SecretsView | null>;
  /** State of the receipt printer, or null if no printer is configured. Prints nothing. */
  printer(): Promise<PrinterHealth | null>;
}

export type Check = (facts: CheckFacts) => Promise<CheckFinding[]> | CheckFinding[];

/** Finding that all is well; `detail` describes the checked thing. */
export const fine = (check: CheckName, detail: string, of: string | null = null): CheckFinding => ({
  check,
  of,
  state: 'ok',
  fault: null,
  context: {},
  detail,
});

/** Finding that is informational and needs no action. */
export const info = (check: CheckName, detail: string, of: string | null = null): CheckFinding => ({
  ...fine(check, detail, of),
  state: 'note',
});

function faultText(fault: CheckFault, context: CheckContext): string {
  const { what, next } = checks.faults[fault];
  return `${contextText(what, context)} ${contextText(next, context)}`;
}

/** Finding of a fault, with its English text for logs and the command line. */
export function faultFinding(
  check: CheckName,
  state: 'note' | 'problem',
  fault: CheckFault,
  context: CheckContext = {},
  of: string | null = null,
): CheckFinding {
  return { check, of, state, fault, context: { ...context }, detail: faultText(fault, context) };
}

/** Finding of a failure reported by the setup or another part of the host. */
export function failureFinding(
  check: CheckName,
  state: 'note' | 'problem',
  failure: Failure,
  of: string | null = null,
): CheckFinding {
  const { fault = failure.code, field: _field, step: _step, ...context } = failure.context ?? {};
  const detail = failure.code === 'SETUP_ANSWER' ? failure.message : `${failure.message} [${failure.code}]`;
  return { check, of, state, fault: String(fault), context, detail };
}

/** Settings in use, or null if the settings are unreadable; the settings check reports the reason. */
export async function settled(facts: CheckFacts): Promise<InForce | null> {
  try {
    return await facts.inForce();
  } catch (error) {
    if (error instanceof TillError) return null;
    throw error;
  }
}

/** Finding of a check that was skipped because the settings are unreadable. */
export const notChecked = (check: CheckName): CheckFinding[] => [faultFinding(check, 'note', 'not-looked')];

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : toFailure(error).message;
