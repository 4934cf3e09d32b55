/** The payment engine's platform: calls and their outcomes in the engine's own terms. Nothing here ever rejects. */
import { toFailure, type Failure } from '../../contract/index.ts';
import type {
  AuthorizationRecord,
  Clock,
  CreateAuthorization,
  PlatformOutcome,
  PlatformPort,
  TransferRecord,
} from '../payments/index.ts';
import type { PlatformClient } from './client.ts';
import type { ErrorDetails } from './errors.ts';
import type { ApiOutcome } from './http.ts';

export interface PaymentsPortOptions {
  client: PlatformClient;
  clock: Clock;
  /** The Device's id for a terminal's serial number; null when the platform knows none. */
  deviceOf: (serialNumber: string) => Promise<string | null>;
  merchant: string | null;
  /** Ends the polling of what is PENDING when the till stops. */
  signal?: AbortSignal;
}

/** How long a PENDING authorization is asked about before it counts as unknown, milliseconds. */
const PENDING_WITHIN_MS = 60_000;
const PENDING_FIRST_MS = 500;
const PENDING_MAX_MS = 4_000;

export function createPaymentsPort(options: PaymentsPortOptions): PlatformPort {
  const { client, clock, deviceOf, merchant, signal } = options;
  const { authorizations, transfers } = client;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        stop();
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const stop = clock.after(ms, finish);
      signal?.addEventListener('abort', finish);
    });

  /**
   * What a refused create left behind. A refusal that names an authorization (a decline, a repeated key) is answered by
   * reading that one. One that may be about a repeated key, but does not say whose, is believed only once the platform
   * also says that nothing stands under the key: a gateway that sent our request twice gives us the second answer.
   */
  async function behind(
    outcome: ApiOutcome<AuthorizationRecord>,
    { idempotencyId }: CreateAuthorization,
  ): Promise<PlatformOutcome<AuthorizationRecord>> {
    if (outcome.kind !== 'refused') return plain(outcome);
    const { authorization } = outcome.details;
    if (authorization !== null) {
      const read = await authorizations.get(authorization);
      // Something exists there and could not be read: that is not "refused".
      if (read.kind !== 'answered') return { kind: 'unknown', failure: failureOf(read) };
      const isOurs = read.value.idempotencyId === null || read.value.idempotencyId === idempotencyId;
      if (isOurs) return plain(read);
    } else if (!mayBeRepeatedKey(outcome.details)) return plain(outcome);
    const found = await authorizations.byIdempotencyId(idempotencyId);
    if (found.kind !== 'answered') return { kind: 'unknown', failure: failureOf(found) };
    return found.value === null ? plain(outcome) : { kind: 'answered', record: found.value };
  }

  /** Held open or at once PENDING: both are legal (facts, 2.2). Polls until decided or out of time. */
  async function decided(outcome: PlatformOutcome<AuthorizationRecord>): Promise<PlatformOutcome<AuthorizationRecord>> {
    if (outcome.kind !== 'answered' || outcome.record.state !== 'PENDING') return outcome;
    const deadline = clock.now() + PENDING_WITHIN_MS;
    for (
      let delayMs = PENDING_FIRST_MS;
      clock.now() + delayMs < deadline;
      delayMs = Math.min(delayMs * 2, PENDING_MAX_MS)
    ) {
      await pause(delayMs);
      if (signal?.aborted) break;
      const read = await authorizations.get(outcome.record.id);
      if (read.kind === 'answered' && read.value.state !== 'PENDING') return { kind: 'answered', record: read.value };
    }
    return outcome;
  }

  return {
    authorize: (request) =>
      safely(async () => {
        const device = request.terminalSerialNumber === null ? null : await deviceOf(request.terminalSerialNumber);
        const created = await authorizations.create({
          amountMinor: request.amountMinor,
          currency: request.currency,
          idempotencyId: request.idempotencyId,
          device,
          merchant,
          tags: { attempt: request.attempt },
          card: request.card,
        });
        return settled(async () => decided(await behind(created, request)));
      }),
    findAuthorization: (by) =>
      safely(async () => {
        if ('idempotencyId' in by) return plain(await authorizations.byIdempotencyId(by.idempotencyId));
        return orNone(await authorizations.get(by.id));
      }),
    capture: ({ authorization, amountMinor }) =>
      safely(async () =>
        afterConflict(
          await authorizations.capture(authorization, amountMinor),
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
  return { authorize: notSent, findAuthorization: notSent, capture: notSent, void: notSent, findTransfer: notSent };
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
