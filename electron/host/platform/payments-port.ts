/** The payment engine's platform: calls and their outcomes in the engine's own terms. Nothing here ever rejects. */
import { toFailure, type Failure } from '../../contract/index.ts';
import type {
  AuthorizationRecord,
  CreatePayment,
  PaymentKey,
  PlatformOutcome,
  PlatformPort,
  TransferRecord,
} from '../payments/index.ts';
import type { PlatformClient } from './client.ts';
import type { ErrorDetails } from './errors.ts';
import type { ApiOutcome } from './http.ts';
import type { Tags } from './limits.ts';

export interface PaymentsPortOptions {
  client: PlatformClient;
  /** The Device's id for a terminal's serial number; null when the platform knows none. */
  deviceOf: (serialNumber: string) => Promise<string | null>;
  merchant: string | null;
  /** Of `accountOf`; left out: payments are not told apart by it. */
  account?: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The cloud route needs the Device: without one nothing is sent. */
const noDevice = {
  kind: 'not-sent',
  failure: { code: 'TERM_NOT_FOUND', message: 'The platform knows no Device for this terminal.' },
} as const;

export function createPaymentsPort(options: PaymentsPortOptions): PlatformPort {
  const { client, deviceOf, merchant } = options;
  const { authorizations, transfers } = client;

  const find = (by: PaymentKey): Promise<ApiOutcome<AuthorizationRecord | null>> => {
    const calls = by.kind === 'refund' ? transfers : authorizations;
    if ('idempotencyId' in by) return calls.find(by);
    return by.kind === 'refund' ? transfers.getAsPayment(by.id) : authorizations.get(by.id);
  };

  /**
   * What a refused create left behind. A refusal that names a record (a decline, a repeated key) is answered by reading
   * that one. One that may be about a repeated key, but does not say whose, is believed only once the platform also says
   * that nothing stands under the key: a gateway that sent our request twice gives us the second answer.
   */
  async function behind(
    outcome: ApiOutcome<AuthorizationRecord>,
    { kind, idempotencyId, attempt }: CreatePayment,
    startedAt: number,
  ): Promise<PlatformOutcome<AuthorizationRecord>> {
    if (outcome.kind !== 'refused') return plain(outcome);
    const id = kind === 'refund' ? outcome.details.transfer : outcome.details.authorization;
    if (id !== null) {
      const read = await find({ kind, startedAt, id });
      // Something exists there and could not be read: that is not "refused".
      if (read.kind !== 'answered' || read.value === null) return { kind: 'unknown', failure: unreadOf(read) };
      const isOurs = read.value.idempotencyId === null || read.value.idempotencyId === idempotencyId;
      if (isOurs) return { kind: 'answered', record: read.value };
    } else if (!mayBeRepeatedKey(outcome.details)) return plain(outcome);
    const found = await find({ kind, startedAt, idempotencyId, attempt });
    if (found.kind !== 'answered') return { kind: 'unknown', failure: failureOf(found) };
    return found.value === null ? plain(outcome) : { kind: 'answered', record: found.value };
  }

  return {
    ...(options.account === undefined ? {} : { account: options.account }),
    authorize: (request) =>
      safely(async () => {
        const startedAt = options.now();
        const device = request.terminalSerialNumber === null ? null : await deviceOf(request.terminalSerialNumber);
        if (request.route === 'cloud' && device === null) return noDevice;
        const payment = { ...request, device, merchant, tags: tagsOf(request) };
        const created = await (request.kind === 'refund' ? transfers.refund(payment) : authorizations.create(payment));
        return settled(async () => behind(created, request, startedAt));
      }),
    findPayment: (by) => safely(async () => ('id' in by ? orNone(await find(by)) : plain(await find(by)))),
    capture: ({ authorization, amountMinor, tipMinor, attempt, order, note = null }) =>
      safely(async () =>
        afterConflict(
          // The Transfer would take the Authorization's tags; the tip is known only now.
          await authorizations.capture(authorization, amountMinor, tagsOf({ attempt, order, note, tipMinor })),
          authorization,
          (record) => record.transfer !== null,
        ),
      ),
    void: ({ authorization }) =>
      safely(async () =>
        afterConflict(
          await authorizations.void(authorization),
          authorization,
          (record) => record.isVoid || record.transfer !== null,
        ),
      ),
    findTransfer: (id) =>
      safely(async (): Promise<PlatformOutcome<TransferRecord | null>> => orNone(await transfers.get(id))),
    cancelOnDevice: ({ terminalSerialNumber }) =>
      safely(async () => {
        const device = terminalSerialNumber === null ? null : await deviceOf(terminalSerialNumber);
        if (device === null) return noDevice;
        return plain(await client.devices.act(device, 'CANCEL', {}));
      }),
    reverse: ({ transfer, ...by }) =>
      safely(async () => {
        const { amountMinor, idempotencyId, attempt } = by;
        const made = await transfers.reverse(transfer, { amountMinor, idempotencyId, tags: { attempt } });
        if (made.kind !== 'refused' || !mayBeRepeatedKey(made.details)) return plain(made);
        const found = await transfers.findReversal(transfer, by);
        if (found.kind !== 'answered') return { kind: 'unknown', failure: failureOf(found) };
        return found.value === null ? plain(made) : { kind: 'answered', record: found.value };
      }),
    findReversal: ({ transfer, ...by }) => safely(async () => plain(await transfers.findReversal(transfer, by))),
  };

  /** "Already captured" and "already void" come as refusals: what the authorization says now decides. */
  async function afterConflict(
    outcome: ApiOutcome<AuthorizationRecord>,
    id: string,
    isDone: (record: AuthorizationRecord) => boolean,
  ): Promise<PlatformOutcome<AuthorizationRecord>> {
    if (outcome.kind !== 'refused') return plain(outcome);
    const read = await authorizations.get(id);
    return read.kind === 'answered' && isDone(read.value) ? plain(read) : plain(outcome);
  }
}

/** The port of a till without a platform: provably nothing is sent. */
export function createUnconfiguredPort(): PlatformPort {
  const failure: Failure = { code: 'API_NOT_CONFIGURED', message: 'No payment platform is set up on this till.' };
  const notSent = async () => ({ kind: 'not-sent', failure }) as const;
  return {
    authorize: notSent,
    findPayment: notSent,
    capture: notSent,
    void: notSent,
    findTransfer: notSent,
    cancelOnDevice: notSent,
    reverse: notSent,
    findReversal: notSent,
  };
}

function plain<Value>(outcome: ApiOutcome<Value>): PlatformOutcome<Value> {
  return outcome.kind === 'answered'
    ? { kind: 'answered', record: outcome.value }
    : { kind: outcome.kind, failure: failureOf(outcome) };
}

/** "There is none", where the platform itself says so: a gateway's 404 page does not speak for it. */
function orNone<Value>(read: ApiOutcome<Value>): PlatformOutcome<Value | null> {
  const isNone = read.kind === 'refused' && read.details.status === 404 && read.details.platformCode !== null;
  return isNone ? { kind: 'answered', record: null } : plain(read);
}

function unreadOf(outcome: ApiOutcome<unknown>): Failure {
  if (outcome.kind !== 'answered') return failureOf(outcome);
  return { code: 'API_UNREADABLE', message: 'The platform named a payment that it does not show.' };
}

/** The join key back to our order (facts, section 6). Tags take no quotes, commas or backslashes: those are left out. */
function tagsOf({
  attempt,
  order,
  note = null,
  tipMinor,
}: Pick<CreatePayment, 'attempt' | 'order' | 'note' | 'tipMinor'>): Tags {
  const plainText = (text: string | null) => text?.replaceAll(/[\\,"']/g, ' ').trim() ?? '';
  const orderId = plainText(order);
  const noteText = plainText(note);
  return {
    attempt,
    ...(orderId === '' ? {} : { order_id: orderId }),
    ...(noteText === '' ? {} : { note: noteText }),
    ...(tipMinor > 0 ? { tip_amount: String(tipMinor) } : {}),
  };
}

function failureOf(outcome: Exclude<ApiOutcome<unknown>, { kind: 'answered' }>): Failure {
  return outcome.error.toFailure();
}

/**
 * Conflicts, unprocessable requests and upstream errors: the specification does not say which of them a repeated
 * `idempotency_id` gets (facts, section 5). One that names another field is about that field.
 */
function mayBeRepeatedKey({ status, field }: ErrorDetails): boolean {
  return (status === 402 || status === 409 || status === 422) && (field === null || field === 'idempotency_id');
}

/** A thrown error here is a bug, or an input that was refused before anything was sent (API_INVALID). */
async function safely<Value>(task: () => Promise<PlatformOutcome<Value>>): Promise<PlatformOutcome<Value>> {
  try {
    return await task();
  } catch (error) {
    const failure = toFailure(error);
    return { kind: failure.code === 'API_INVALID' ? 'refused' : 'unknown', failure };
  }
}

/** After the request has left, an exception proves nothing about it, whatever its code. */
async function settled<Value>(task: () => Promise<PlatformOutcome<Value>>): Promise<PlatformOutcome<Value>> {
  try {
    return await task();
  } catch (error) {
    return { kind: 'unknown', failure: toFailure(error) };
  }
}
