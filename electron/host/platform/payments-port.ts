/** The payment engine's platform: calls and their outcomes in the engine's own terms. Nothing here ever rejects. */
import { toFailure, type Failure } from '../../contract/index.ts';
import type { AuthorizationRecord, Clock, PlatformOutcome, PlatformPort, TransferRecord } from '../payments/index.ts';
import type { PlatformClient } from './client.ts';
import type { ApiOutcome } from './http.ts';

export interface PaymentsPortOptions {
  client: PlatformClient;
  clock: Clock;
  /** The Device's id for a terminal's serial number; null when the platform knows none. */
  deviceOf: (serialNumber: string) => Promise<string | null>;
  merchant: string | null;
}

/** How long a PENDING authorization is asked about before it counts as unknown, milliseconds. */
const PENDING_WITHIN_MS = 60_000;
const PENDING_FIRST_MS = 500;
const PENDING_MAX_MS = 4_000;

export function createPaymentsPort({ client, clock, deviceOf, merchant }: PaymentsPortOptions): PlatformPort {
  const { authorizations, transfers } = client;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));

  /** A refusal that names the authorization behind it (a decline, a repeated key) is answered by reading that one. */
  async function behind(outcome: ApiOutcome<AuthorizationRecord>): Promise<PlatformOutcome<AuthorizationRecord>> {
    if (outcome.kind !== 'refused' || outcome.details.authorization === null) return plain(outcome);
    const read = await authorizations.get(outcome.details.authorization);
    // Something exists there and could not be read: that is not "refused".
    return read.kind === 'answered' ? plain(read) : { kind: 'unknown', failure: failureOf(read) };
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
        return decided(await behind(created));
      }),
    findAuthorization: (by) =>
      safely(async () => {
        if ('idempotencyId' in by) return plain(await authorizations.byIdempotencyId(by.idempotencyId));
        const read = await authorizations.get(by.id);
        if (read.kind === 'refused' && read.error.code === 'API_NOT_FOUND') return { kind: 'answered', record: null };
        return plain(read);
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
      safely(async (): Promise<PlatformOutcome<TransferRecord | null>> => {
        const read = await transfers.get(id);
        if (read.kind === 'refused' && read.error.code === 'API_NOT_FOUND') return { kind: 'answered', record: null };
        return plain(read);
      }),
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

function failureOf(outcome: Exclude<ApiOutcome<unknown>, { kind: 'answered' }>): Failure {
  return outcome.error.toFailure();
}

/** A thrown error here is a bug or an input checked before sending; either way what was sent is not known. */
async function safely<Value>(task: () => Promise<PlatformOutcome<Value>>): Promise<PlatformOutcome<Value>> {
  try {
    return await task();
  } catch (error) {
    const failure = toFailure(error);
    return { kind: failure.code === 'API_INVALID' ? 'refused' : 'unknown', failure };
  }
}
