/**
 * Carries out what the machine asks for, and turns every answer, failure and silence into an event. Holds the encrypted
 * card payloads, in memory only and only until their attempt is done.
 */
import { idempotencyIdOf, toFailure, type Failure } from '../../contract/index.ts';
import { isSameAccount } from './account.ts';
import {
  totalOf,
  type Attempt,
  type AuthorizationAnswer,
  type Effect,
  type MachineEvent,
  type NoAnswer,
  type TransferAnswer,
} from './machine/index.ts';
import type {
  AuthorizationRecord,
  CardPayload,
  PlatformOutcome,
  PlatformPort,
  TerminalEvent,
  TerminalPort,
  TransferRecord,
} from './ports.ts';
import { reversalKeyOf } from './reversal-key.ts';

export interface EffectRunner {
  /**
   * Settles, never rejects, once the effect is over. `isWanted` is asked when its answer is there; one that is not wanted
   * any more is dropped.
   */
  run(attempt: Attempt, effect: Effect, isWanted?: () => boolean): Promise<void>;
  keepPayload(attempt: string, payload: CardPayload): void;
  /** The attempt whose CANCEL is under way to a terminal's Device; undefined: none is. */
  cancellingOn(terminal: string): string | undefined;
  /** Drops what is held for an attempt. */
  forget(attempt: string): void;
}

interface Options {
  terminals: TerminalPort;
  platform: PlatformPort;
  dispatch: (attempt: string, event: MachineEvent) => void;
  onTerminalEvent: (attempt: string, event: TerminalEvent) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

type IssuerData = AuthorizationRecord['issuer'];
type Dispatch = Options['dispatch'];

export function createEffects(options: Options): EffectRunner {
  const { terminals, platform, onTerminalEvent, log } = options;
  const payloads = new Map<string, CardPayload>();
  const issuers = new Map<string, IssuerData>();
  /** By terminal the attempt whose CANCEL is under way: one at a time, since it names a Device and no payment. */
  const cancelling = new Map<string, string>();

  /** Every effect ends in an event; an exception is a bug and must not leave an attempt without one. */
  async function run(attempt: Attempt, effect: Effect, isWanted: () => boolean = () => true): Promise<void> {
    const id = attempt.intent.attempt;
    const dispatch: Dispatch = (of, event) => {
      if (isWanted()) options.dispatch(of, event);
      else log('info', 'an answer came for what has changed meanwhile', { attempt: of, event: event.type });
    };
    const failure = elsewhere(attempt, effect);
    if (failure) {
      dispatch(id, missingEvent(effect, { kind: 'unknown', failure }));
      return;
    }
    try {
      await perform(attempt, effect, dispatch);
    } catch (error) {
      log('error', 'effect failed', { attempt: id, effect: effect.type, failure: toFailure(error) });
      const missing: NoAnswer = { kind: 'unknown', failure: toFailure(error) };
      dispatch(id, missingEvent(effect, missing));
    }
  }

  /** Why the platform that is connected is not asked about it; null where it is. */
  function elsewhere({ intent }: Attempt, effect: Effect): Failure | null {
    const isOfTerminal = /^(?:start-terminal|cancel-terminal|respond-approved|respond-declined|wait)$/.test(
      effect.type,
    );
    if (isOfTerminal || intent.account === undefined || platform.account === undefined) return null;
    if (isSameAccount(intent.account, platform.account)) return null;
    return { code: 'API_OTHER_ACCOUNT', message: 'This payment was made with other platform credentials.' };
  }

  async function perform(attempt: Attempt, effect: Effect, dispatch: Dispatch): Promise<void> {
    const { attempt: id, terminal } = attempt.intent;
    switch (effect.type) {
      case 'start-terminal': {
        const { currency, cardTimeoutMs } = attempt.intent;
        const amountMinor = totalOf(attempt.intent);
        try {
          await terminals.start(terminal, { attempt: id, amountMinor, currency, cardTimeoutMs }, (event) =>
            onTerminalEvent(id, event),
          );
        } catch (error) {
          dispatch(id, { type: 'terminal-refused', failure: toFailure(error) });
          return;
        }
        dispatch(id, { type: 'terminal-started' });
        return;
      }
      case 'cancel-terminal': {
        try {
          const answer = await terminals.cancel(terminal, id);
          if (answer === 'too-late') dispatch(id, { type: 'cancel-too-late' });
        } catch (error) {
          dispatch(id, { type: 'cancel-failed', failure: toFailure(error) });
        }
        return;
      }
      case 'respond-approved':
      case 'respond-declined': {
        const issuer = issuers.get(id);
        const isApproved = effect.type === 'respond-approved';
        const code = effect.type === 'respond-declined' ? effect.code : (issuer?.authorizationResponseCode ?? '00');
        try {
          await terminals.respond(terminal, id, {
            isApproved,
            authorizationResponseCode: code,
            // A decline of our own making has no issuer behind it: the issuer's data goes only with its own answer.
            ...(issuer?.authenticationData && issuer.authorizationResponseCode === code
              ? { issuerAuthenticationData: issuer.authenticationData, issuerScripts: issuer.scripts }
              : {}),
          });
        } catch (error) {
          dispatch(id, { type: 'respond-failed', failure: toFailure(error) });
        }
        return;
      }
      case 'cancel-device': {
        if (cancelling.has(terminal)) return;
        cancelling.set(terminal, id);
        let outcome: PlatformOutcome<null>;
        try {
          outcome = await platform.cancelOnDevice({ terminalSerialNumber: attempt.intent.terminalSerialNumber });
        } finally {
          cancelling.delete(terminal); // whatever comes of it: the next sale waits for this
        }
        if (outcome.kind === 'answered') dispatch(id, { type: 'device-cancelled' });
        else dispatch(id, { type: 'cancel-failed', failure: outcome.failure });
        return;
      }
      case 'authorize': {
        const { kind, route, order, note, tipMinor, surchargeMinor, isTipOnTerminal, currency, terminalSerialNumber } =
          attempt.intent;
        const card = payloads.get(id) ?? null;
        if (!card && route === 'cable') {
          const failure = { code: 'HOST_INTERNAL', message: 'The card data of this payment is gone.' } as const;
          dispatch(id, { type: 'authorization-missing', missing: { kind: 'not-sent', failure } });
          return;
        }
        const outcome = await platform.authorize({
          kind,
          route,
          idempotencyId: idempotencyIdOf(id),
          attempt: id,
          order,
          note,
          amountMinor: totalOf(attempt.intent),
          tipMinor,
          surchargeMinor,
          isTipOnTerminal,
          currency,
          terminalSerialNumber,
          card: route === 'cable' ? card : null,
        });
        answered(dispatch, id, outcome, 'authorization', 'authorization-missing');
        return;
      }
      case 'look-up': {
        const { kind, startedAt } = attempt.intent;
        const key = { kind, startedAt, idempotencyId: idempotencyIdOf(id), attempt: id };
        foundOrMissing(dispatch, id, await platform.findPayment(key));
        return;
      }
      case 'read-authorization': {
        const { kind, startedAt } = attempt.intent;
        foundOrMissing(dispatch, id, await platform.findPayment({ kind, startedAt, id: effect.authorization }));
        return;
      }
      case 'capture': {
        const { authorization, amountMinor, tipMinor } = effect;
        const { order, note } = attempt.intent;
        const outcome = await platform.capture({ authorization, amountMinor, tipMinor, attempt: id, order, note });
        answered(dispatch, id, outcome, 'capture', 'capture-missing');
        return;
      }
      case 'void':
        answered(dispatch, id, await platform.void({ authorization: effect.authorization }), 'void', 'void-missing');
        return;
      case 'read-transfer': {
        const outcome = await platform.findTransfer(effect.transfer);
        if (outcome.kind !== 'answered') dispatch(id, { type: 'transfer-missing', missing: outcome });
        else dispatch(id, { type: 'transfer', transfer: outcome.record && transferOf(outcome.record) });
        return;
      }
      case 'reverse': {
        const { reversal, transfer, amountMinor } = effect;
        const outcome = await platform.reverse({ ...reversalKeyOf(attempt, reversal), transfer, amountMinor });
        if (outcome.kind !== 'answered') dispatch(id, { type: 'reversal-missing', reversal, missing: outcome });
        else dispatch(id, { type: 'reversal', reversal, answer: transferOf(outcome.record) });
        return;
      }
      case 'find-reversal':
      case 'read-reversal': {
        const { reversal, transfer } = effect;
        const outcome =
          effect.type === 'read-reversal'
            ? await platform.findTransfer(transfer)
            : await platform.findReversal({ ...reversalKeyOf(attempt, reversal), transfer });
        if (outcome.kind !== 'answered') dispatch(id, { type: 'reversal-lookup-missing', reversal, missing: outcome });
        else dispatch(id, { type: 'reversal-found', reversal, answer: outcome.record && transferOf(outcome.record) });
        return;
      }
      case 'wait':
        return; // the engine's own
    }
  }

  function answered(
    dispatch: Dispatch,
    id: string,
    outcome: PlatformOutcome<AuthorizationRecord>,
    type: 'authorization' | 'capture' | 'void',
    missingType: 'authorization-missing' | 'capture-missing' | 'void-missing',
  ): void {
    if (outcome.kind !== 'answered') {
      dispatch(id, { type: missingType, missing: outcome });
      return;
    }
    if (type === 'authorization') issuers.set(id, outcome.record.issuer);
    dispatch(id, { type, answer: answerOf(outcome.record) });
  }

  function foundOrMissing(dispatch: Dispatch, id: string, outcome: PlatformOutcome<AuthorizationRecord | null>): void {
    if (outcome.kind !== 'answered') {
      dispatch(id, { type: 'lookup-missing', missing: outcome });
      return;
    }
    if (outcome.record) issuers.set(id, outcome.record.issuer);
    dispatch(id, { type: 'found', answer: outcome.record && answerOf(outcome.record) });
  }

  return {
    run,
    keepPayload: (id, payload) => payloads.set(id, payload),
    cancellingOn: (terminal) => cancelling.get(terminal),
    forget(id) {
      payloads.delete(id);
      issuers.delete(id);
    },
  };
}

/** What may be kept of the platform's record: an explicit list, so that nothing else can slip into the journal. */
function answerOf(record: AuthorizationRecord): AuthorizationAnswer {
  const { id, state, isVoid, amountMinor, requestedMinor, tipMinor, surchargeMinor, expiresAt, transfer } = record;
  const { brand, lastFour, entryMode, approvalCode, applicationLabel, applicationIdentifier, emv } = record.card;
  const card = { brand, lastFour, entryMode, approvalCode, applicationLabel, applicationIdentifier };
  const kept = { id, state, isVoid, amountMinor, requestedMinor, tipMinor, surchargeMinor, expiresAt, transfer };
  return { ...kept, failureCode: record.failureCode, card: emv === undefined ? card : { ...card, emv } };
}

function transferOf({ id, state, amountMinor, tipMinor, failureCode }: TransferRecord): TransferAnswer {
  return { id, state, amountMinor, tipMinor, failureCode };
}

function missingEvent(effect: Effect, missing: NoAnswer): MachineEvent {
  switch (effect.type) {
    case 'start-terminal':
      return { type: 'terminal-refused', failure: missing.failure };
    case 'cancel-terminal':
    case 'cancel-device':
      return { type: 'cancel-failed', failure: missing.failure };
    case 'respond-approved':
    case 'respond-declined':
      return { type: 'respond-failed', failure: missing.failure };
    case 'authorize':
      return { type: 'authorization-missing', missing };
    case 'look-up':
    case 'read-authorization':
      return { type: 'lookup-missing', missing };
    case 'capture':
      return { type: 'capture-missing', missing };
    case 'read-transfer':
      return { type: 'transfer-missing', missing };
    case 'void':
      return { type: 'void-missing', missing };
    case 'reverse':
      return { type: 'reversal-missing', reversal: effect.reversal, missing };
    case 'find-reversal':
    case 'read-reversal':
      return { type: 'reversal-lookup-missing', reversal: effect.reversal, missing };
    case 'wait':
      return { type: 'retry', about: effect.about };
  }
}
