/** Bad days of the sandbox, by name: the fault, and the payment's request that it affects. */
import type { ControlRequest } from '../../electron/sandbox/index.ts';

type FaultRequest = Extract<ControlRequest, { type: 'fault' }>;

const targets = {
  create: ['createAuthorization'],
  refund: ['createTransfer'],
  update: ['updateAuthorization'],
  reverse: ['createReversal'],
  'look-up': ['listAuthorizations'],
  read: ['fetchAuthorization'],
  transfer: ['fetchTransfer'],
  /** Every answer about money. */
  money: [
    'createAuthorization',
    'createTransfer',
    'updateAuthorization',
    'createReversal',
    'listAuthorizations',
    'fetchAuthorization',
    'listTransfers',
    'fetchTransfer',
    'listReversals',
  ],
} as const satisfies Record<string, readonly FaultRequest['operation'][]>;
export type Target = keyof typeof targets;

/** Time until a late request is carried out: longer than the till searches for it. */
export const LATE_MS = 3_000;

/** Time for which a gateway keeps a request that it has answered: at most as long as the till searches for it. */
const MEANWHILE_MS = 150;

const kinds = {
  'drop-before': { kind: 'drop', when: 'before' },
  'drop-after': { kind: 'drop', when: 'after' },
  duplicate: { kind: 'duplicate' },
  '500-before': { kind: 'status', status: 500 },
  '500-after': { kind: 'status', status: 500, when: 'after' },
  '401': { kind: 'status', status: 401 },
  'html-after': { kind: 'html', when: 'after', status: 503 },
  pending: { kind: 'pending', delayMs: 120 },
  /** The request is accepted, and carried out long after its sender has ended. */
  late: { kind: 'answer', when: 'before', delayMs: LATE_MS },
  /** The request is carried out, and answered with the record of another payment, which the runner has made before. */
  'other-record': { kind: 'other-record' },
  'other-currency': { kind: 'other-currency', times: 10_000 },
} as const satisfies Record<string, Omit<FaultRequest, 'type' | 'operation'>>;

/** Statuses of a gateway's own answers. */
export const gatewayStatuses = [400, 401, 403, 404, 410, 413, 429, 499] as const;
type GatewayStatus = (typeof gatewayStatuses)[number];

/**
 * A gateway's answer to a request that the platform has done (in the platform's form, or as a page), or is about to do.
 */
const gatewayForms = {
  after: { kind: 'status', when: 'after' },
  'page-after': { kind: 'html', when: 'after' },
  'page-meanwhile': { kind: 'html', when: 'meanwhile', delayMs: MEANWHILE_MS },
} as const;
type GatewayForm = keyof typeof gatewayForms;

export type FaultKind = keyof typeof kinds | `${GatewayStatus}-${GatewayForm}`;

/** `calm`, or `KIND@TARGET`. */
export type FaultName = 'calm' | `${FaultKind}@${Target}`;

export function faultOf(name: FaultName): ControlRequest[] {
  if (name === 'calm') return [];
  const [kind, target] = name.split('@') as [FaultKind, Target];
  const what = (kinds as Partial<Record<FaultKind, Omit<FaultRequest, 'type' | 'operation'>>>)[kind] ?? gateway(kind);
  const operations = targets[target];
  if (!what || !operations) throw new Error(`no such fault: ${name}`);
  return operations.map((operation) => ({ type: 'fault', operation, ...what }));
}

function gateway(kind: FaultKind): Omit<FaultRequest, 'type' | 'operation'> | undefined {
  const [, digits = '', form = ''] = /^(\d+)-(.+)$/.exec(kind) ?? [];
  const status = gatewayStatuses.find((one) => String(one) === digits);
  const answer = gatewayForms[form as GatewayForm];
  return status && answer && { ...answer, status };
}
