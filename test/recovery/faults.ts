/** Bad days of the sandbox, by name: what goes wrong, and with which of the payment's requests. */
import type { ControlRequest } from '../../electron/sandbox/index.ts';

const targets = {
  create: 'createAuthorization',
  refund: 'createTransfer',
  update: 'updateAuthorization',
  reverse: 'createReversal',
  'look-up': 'listAuthorizations',
  read: 'fetchAuthorization',
} as const;
export type Target = keyof typeof targets;

/** How long a late request takes to be done, milliseconds: longer than the till looks for it before it gives up. */
export const LATE_MS = 3_000;

const kinds = {
  'drop-before': { kind: 'drop', when: 'before' },
  'drop-after': { kind: 'drop', when: 'after' },
  duplicate: { kind: 'duplicate' },
  '500-before': { kind: 'status', status: 500 },
  '500-after': { kind: 'status', status: 500, when: 'after' },
  '401': { kind: 'status', status: 401 },
  'html-after': { kind: 'html', when: 'after', status: 503 },
  pending: { kind: 'pending', delayMs: 120 },
  /** The request is taken, and carried out long after whoever sent it is gone. */
  late: { kind: 'answer', when: 'before', delayMs: LATE_MS },
} as const;
type FaultKind = keyof typeof kinds;

/** `calm`, or `KIND@TARGET`. */
export type FaultName = 'calm' | `${FaultKind}@${Target}`;

export function faultOf(name: FaultName): ControlRequest[] {
  if (name === 'calm') return [];
  const [kind, target] = name.split('@') as [FaultKind, Target];
  const what = kinds[kind];
  const operation = targets[target];
  if (!what || !operation) throw new Error(`no such fault: ${name}`);
  return [{ type: 'fault', operation, ...what }];
}
