/** What the checks look at. The same list is made for a till that runs, by its host, and for one that is stopped, by the command line. */
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

/** What the till runs with, or would run with. */
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
  /** @throws TillError CFG_INVALID, CFG_TLS_OFF: settings that no till would start with */
  inForce(): Promise<InForce>;
  /** Of the host that runs; null: no till runs here. */
  readonly running: (() => HostState) | null;
  /** Has the platform asked which Device each terminal is, of a till that runs. Never rejects. */
  devicesAnew(): Promise<void>;
  /** Looks at ports, never at one that a terminal of this till is on. */
  discover(): Promise<Discovered[]>;
  /** Asks at one address; what this till has open is reported as it is. */
  probe(address: string): Promise<Discovered | null>;
  /** Where the platform's password is kept; null: nobody here knows. */
  secrets(): Promise<SecretsView | null>;
  /** How the receipt printer is; null: none is set up. Prints nothing. */
  printer(): Promise<PrinterHealth | null>;
}

export type Check = (facts: CheckFacts) => Promise<CheckFinding[]> | CheckFinding[];

/** All is well; `detail` says of what. */
export const fine = (check: CheckName, detail: string, of: string | null = null): CheckFinding => ({
  check,
  of,
  state: 'ok',
  fault: null,
  context: {},
  detail,
});

/** Something that is so, and nothing to do about. */
export const remark = (check: CheckName, detail: string, of: string | null = null): CheckFinding => ({
  ...fine(check, detail, of),
  state: 'note',
});

function faultText(fault: CheckFault, context: CheckContext): string {
  const { what, next } = checks.faults[fault];
  return `${contextText(what, context)} ${contextText(next, context)}`;
}

/** A fault, with its English words for logs and the command line. */
export function faultFinding(
  check: CheckName,
  state: 'note' | 'problem',
  fault: CheckFault,
  context: CheckContext = {},
  of: string | null = null,
): CheckFinding {
  return { check, of, state, fault, context: { ...context }, detail: faultText(fault, context) };
}

/** A failure as the setup or the rest of the host says it. */
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

/** What is in force, or null where the settings cannot be read: their own check says why. */
export async function settled(facts: CheckFacts): Promise<InForce | null> {
  try {
    return await facts.inForce();
  } catch (error) {
    if (error instanceof TillError) return null;
    throw error;
  }
}

/** What cannot be looked at until the settings can be read. */
export const notLooked = (check: CheckName): CheckFinding[] => [faultFinding(check, 'note', 'not-looked')];

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : toFailure(error).message;
