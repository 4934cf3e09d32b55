/**
 * Carries out the machine's effects, and turns every answer, failure and silence into an event. Encrypted card payloads
 * are kept in memory only, and only until their attempt is done.
 */
import { idempotencyIdOf } from '../../domain/index.ts';
import { chargeTotalOf, toFailure, type Failure } from '../../contract/index.ts';
import { isSameAccount } from './account.ts';
import { deviceToCancel, deviceToCharge, refusalOf } from './device-choice.ts';
import {
  platformEnds,
  type Attempt,
  type AuthorizationAnswer,
  type Effect,
  type MachineEvent,
  type FailedCall,
  type TransferAnswer,
} from './machine/index.ts';
import type {
  AuthorizationRecord,
  CardPayload,
  DevicePort,
  PlatformOutcome,
  PlatformPort,
  TerminalEvent,
  TerminalPort,
  TransferRecord,
} from './ports.ts';
import { reversalKeyOf } from './reversal-key.ts';

export interface EffectOptions {
  terminals: TerminalPort;
  platform: PlatformPort;
  devices: DevicePort;
  dispatch: (attempt: string, event: MachineEvent) => void;
  onTerminalEvent: (attempt: string, event: TerminalEvent) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/** `of`: id of the authorization that carried the data. */
type IssuerData = AuthorizationRecord['issuer'] & { of: string };
/** Dispatches the event that answers one effect. */
type Report = (event: MachineEvent) => void;
type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;

/** Effects that do not call the platform. */
const withoutPlatform: ReadonlySet<Effect['type']> = new Set([
  'start-terminal',
  'give-up-start',
  'cancel-terminal',
  'respond-approved',
  'respond-declined',
  'wait',
]);

export class EffectRunner {
  readonly #options: EffectOptions;
  readonly #payloads = new Map<string, CardPayload>();
  readonly #issuers = new Map<string, IssuerData>();
  /** Platform calls in progress, each with its attempt. */
  readonly #underWay = new Map<Promise<boolean>, string>();
  /**
   * Attempt whose CANCEL is in progress, by terminal. There is only one at a time, because a CANCEL contains a Device
   * but no payment.
   */
  readonly #cancelling = new Map<string, string>();

  constructor(options: EffectOptions) {
    this.#options = options;
  }

  /**
   * Resolves once the effect has ended; never rejects. `isWanted` is checked when the answer arrives, and an unwanted
   * answer is dropped. Every effect ends in an event, even after an exception, which is a bug. Resolves with false if
   * the platform gave no answer.
   */
  run(attempt: Attempt, effect: Effect, isCurrent: () => boolean = () => true): Promise<boolean> {
    const asked = this.#run(attempt, effect, isCurrent);
    if (!withoutPlatform.has(effect.type)) {
      this.#underWay.set(asked, attempt.intent.attempt);
      void asked.then(() => this.#underWay.delete(asked));
    }
    return asked;
  }

  /** Resolves once every platform call in progress has ended, with the attempts that got no answer. */
  async whenIdle(): Promise<string[]> {
    const asked = await Promise.all([...this.#underWay].map(async ([answer, id]) => ((await answer) ? [] : [id])));
    return asked.flat();
  }

  async #run(attempt: Attempt, effect: Effect, isCurrent: () => boolean): Promise<boolean> {
    const { dispatch, log } = this.#options;
    const id = attempt.intent.attempt;
    let isAnswered = true;
    const report: Report = (event) => {
      isAnswered &&= !('missing' in event);
      if (isCurrent()) dispatch(id, event);
      else log('info', 'an answer is ignored: the payment has changed meanwhile', { attempt: id, event: event.type });
    };
    const failure = this.#otherAccount(attempt, effect);
    if (failure) {
      report(failedCallEvent(effect, { kind: 'unknown', failure }));
      return true; // a retry cannot help
    }
    try {
      await this.#perform(attempt, effect, report);
    } catch (error) {
      log('error', 'effect failed', { attempt: id, effect: effect.type, failure: toFailure(error) });
      report(failedCallEvent(effect, { kind: 'unknown', failure: toFailure(error) }));
    }
    return isAnswered;
  }

  keepPayload(attempt: string, payload: CardPayload): void {
    this.#payloads.set(attempt, payload);
  }

  /** Attempt whose CANCEL is in progress on a terminal's Device, or undefined. */
  cancellingOn(terminal: string): string | undefined {
    return this.#cancelling.get(terminal);
  }

  /** Drops the card payload and issuer data of an attempt. */
  forget(attempt: string): void {
    this.#payloads.delete(attempt);
    this.#issuers.delete(attempt);
  }

  /** Reason why the connected platform must not be asked about the attempt, or null. */
  #otherAccount({ intent }: Attempt, effect: Effect): Failure | null {
    const { account } = this.#options.platform;
    if (withoutPlatform.has(effect.type) || intent.account === undefined || account === undefined) return null;
    if (isSameAccount(intent.account, account)) return null;
    return { code: 'API_OTHER_ACCOUNT', message: 'This payment was made with other platform credentials.' };
  }

  async #perform(attempt: Attempt, effect: Effect, report: Report): Promise<void> {
    const { platform } = this.#options;
    const { attempt: id, kind, startedAt, order, note } = attempt.intent;
    switch (effect.type) {
      case 'start-terminal':
        return this.#startTerminal(attempt, report);
      case 'give-up-start':
        return this.#options.terminals.giveUpStart(attempt.intent.terminal, id);
      case 'cancel-terminal':
        return this.#cancelTerminal(attempt, report);
      case 'respond-approved':
      case 'respond-declined':
        return this.#respond(attempt, effect, report);
      case 'cancel-device':
        return this.#cancelDevice(attempt, report);
      case 'authorize':
        return this.#authorize(attempt, report);
      case 'look-up': {
        const key = { kind, startedAt, idempotencyId: idempotencyIdOf(id), attempt: id };
        return this.#found(id, await platform.findPayment(key), report);
      }
      case 'read-authorization':
        return this.#found(id, await platform.findPayment({ kind, startedAt, id: effect.authorization }), report);
      case 'capture': {
        const { authorization, amountMinor, tipMinor } = effect;
        const outcome = await platform.capture({ authorization, amountMinor, tipMinor, attempt: id, order, note });
        return answered(outcome, 'capture', 'capture-missing', report);
      }
      case 'void':
        return answered(await platform.void({ authorization: effect.authorization }), 'void', 'void-missing', report);
      case 'read-transfer': {
        const outcome = await platform.findTransfer(effect.transfer);
        if (outcome.kind !== 'answered') report({ type: 'transfer-missing', missing: outcome });
        else report({ type: 'transfer', transfer: outcome.record && transferOf(outcome.record) });
        return;
      }
      case 'reverse':
        return this.#reverse(attempt, effect, report);
      case 'find-reversal':
      case 'read-reversal':
        return this.#findReversal(attempt, effect, report);
      case 'wait':
        return; // the engine runs the timer
    }
  }

  // --- the terminal

  async #startTerminal({ intent }: Attempt, report: Report): Promise<void> {
    const { attempt, terminal, currency, cardTimeoutMs } = intent;
    const request = { attempt, amountMinor: chargeTotalOf(intent), currency, cardTimeoutMs };
    // The Device was unknown when the payment began: ask for no card before the platform has answered, or its time is
    // up.
    const match = intent.device === undefined ? await this.#options.devices.known(intent.terminalSerialNumber) : null;
    const failure = match && refusalOf(match, intent.route);
    if (failure) {
      report({ type: 'terminal-refused', failure });
      return;
    }
    this.#options.platform.preconnect?.();
    try {
      await this.#options.terminals.start(terminal, request, (event) => this.#options.onTerminalEvent(attempt, event));
    } catch (error) {
      report({ type: 'terminal-refused', failure: toFailure(error) });
      return;
    }
    report({ type: 'terminal-started' });
  }

  async #cancelTerminal({ intent: { attempt, terminal } }: Attempt, report: Report): Promise<void> {
    try {
      const answer = await this.#options.terminals.cancel(terminal, attempt);
      if (answer === 'too-late') report({ type: 'cancel-too-late' });
    } catch (error) {
      report({ type: 'cancel-failed', failure: toFailure(error) });
    }
  }

  async #respond(
    { intent: { attempt, terminal }, authorization }: Attempt,
    effect: EffectOf<'respond-approved' | 'respond-declined'>,
    report: Report,
  ): Promise<void> {
    const kept = this.#issuers.get(attempt);
    // Issuer data of another payment must not reach this card.
    const issuer = kept?.of === authorization?.id ? kept : undefined;
    const code = effect.type === 'respond-declined' ? effect.code : (issuer?.authorizationResponseCode ?? '00');
    try {
      await this.#options.terminals.respond(terminal, attempt, {
        isApproved: effect.type === 'respond-approved',
        authorizationResponseCode: code,
        // A decline by the till has no issuer behind it: issuer data is sent only with the issuer's own response code.
        ...(issuer?.authenticationData && issuer.authorizationResponseCode === code
          ? { issuerAuthenticationData: issuer.authenticationData, issuerScripts: issuer.scripts }
          : {}),
      });
    } catch (error) {
      report({ type: 'respond-failed', failure: toFailure(error) });
    }
  }

  async #cancelDevice({ intent }: Attempt, report: Report): Promise<void> {
    const { attempt, terminal, terminalSerialNumber } = intent;
    if (this.#cancelling.has(terminal)) return;
    const device = deviceToCancel(intent, this.#options.devices.matchOf(terminalSerialNumber));
    if (device === null) {
      const failure = { code: 'DEVICE_NONE', message: 'The Device of this payment is not known.' } as const;
      report({ type: 'cancel-failed', failure });
      return;
    }
    this.#cancelling.set(terminal, attempt);
    let outcome: PlatformOutcome<null>;
    try {
      outcome = await this.#options.platform.cancelOnDevice({ device });
    } finally {
      this.#cancelling.delete(terminal); // also after a failure, because the next sale waits for this
    }
    if (outcome.kind === 'answered') report({ type: 'device-cancelled' });
    else report({ type: 'cancel-failed', failure: outcome.failure });
  }

  // --- the platform

  async #authorize({ intent }: Attempt, report: Report): Promise<void> {
    const { attempt, kind, route, order, note, tipMinor, surchargeMinor, isTipOnTerminal, currency } = intent;
    const card = route === 'cable' ? (this.#payloads.get(attempt) ?? null) : null;
    if (!card && route === 'cable') {
      const failure = { code: 'HOST_INTERNAL', message: 'The card data of this payment is gone.' } as const;
      report({ type: 'authorization-missing', missing: { kind: 'not-sent', failure } });
      return;
    }
    const { devices, platform } = this.#options;
    const { terminalSerialNumber } = intent;
    const choice = deviceToCharge(intent, devices.matchOf(terminalSerialNumber));
    if ('code' in choice) {
      report({ type: 'authorization-missing', missing: { kind: 'not-sent', failure: choice } });
      return;
    }
    const { device } = choice;
    const outcome = await platform.authorize({
      kind,
      route,
      idempotencyId: idempotencyIdOf(attempt),
      attempt,
      order,
      note,
      amountMinor: chargeTotalOf(intent),
      tipMinor,
      surchargeMinor,
      isTipOnTerminal,
      currency,
      device,
      card,
    });
    if (outcome.kind === 'answered') this.#keepIssuer(attempt, outcome.record);
    const isDisabled = isOfDisabledDevice(outcome);
    if (device !== null && (isDisabled || isAboutDevice(outcome))) {
      devices.invalidateMatch(terminalSerialNumber, device, isDisabled);
    }
    answered(inItsOwnWords(outcome), 'authorization', 'authorization-missing', report);
  }

  #found(id: string, outcome: PlatformOutcome<AuthorizationRecord | null>, report: Report): void {
    if (outcome.kind !== 'answered') {
      report({ type: 'lookup-missing', missing: outcome });
      return;
    }
    if (outcome.record) this.#keepIssuer(id, outcome.record);
    report({ type: 'found', answer: outcome.record && answerOf(outcome.record), ...this.#heardAt() });
  }

  #keepIssuer(attempt: string, { id, issuer }: AuthorizationRecord): void {
    this.#issuers.set(attempt, { ...issuer, of: id });
  }

  /** Time of the platform's answer by the platform's clock; absent if unknown. */
  #heardAt(): { heardAt?: number } {
    const heardAt = this.#options.platform.now?.() ?? null;
    return heardAt === null ? {} : { heardAt };
  }

  async #reverse(attempt: Attempt, effect: EffectOf<'reverse'>, report: Report): Promise<void> {
    const { reversal, transfer, amountMinor } = effect;
    const outcome = await this.#options.platform.reverse({
      ...reversalKeyOf(attempt, reversal),
      transfer,
      amountMinor,
    });
    if (outcome.kind !== 'answered') report({ type: 'reversal-missing', reversal, missing: outcome });
    else report({ type: 'reversal', reversal, answer: transferOf(outcome.record) });
  }

  async #findReversal(
    attempt: Attempt,
    { type, reversal, transfer }: EffectOf<'find-reversal' | 'read-reversal'>,
    report: Report,
  ): Promise<void> {
    const { platform } = this.#options;
    const outcome =
      type === 'read-reversal'
        ? await platform.findTransfer(transfer)
        : await platform.findReversal({ ...reversalKeyOf(attempt, reversal), transfer });
    if (outcome.kind !== 'answered') report({ type: 'reversal-lookup-missing', reversal, missing: outcome });
    else {
      const answer = outcome.record && transferOf(outcome.record);
      report({ type: 'reversal-found', reversal, answer, ...this.#heardAt() });
    }
  }
}

const DEVICE_NOT_ENABLED = 'DEVICE_NOT_ENABLED';

/**
 * True for a refused request, and for a payment driven by the platform, that ended because its Device is not enabled.
 */
function isOfDisabledDevice(outcome: PlatformOutcome<AuthorizationRecord>): boolean {
  if (outcome.kind === 'answered') return outcome.record.failureCode === DEVICE_NOT_ENABLED;
  return outcome.kind === 'refused' && outcome.failure.context?.['failureCode'] === DEVICE_NOT_ENABLED;
}

function isAboutDevice(outcome: PlatformOutcome<AuthorizationRecord>): boolean {
  return outcome.kind === 'refused' && outcome.failure.context?.['field'] === 'device';
}

/**
 * A refusal caused by the Device's state gets the failure for this state, instead of a general failure of the request.
 */
function inItsOwnWords(outcome: PlatformOutcome<AuthorizationRecord>): PlatformOutcome<AuthorizationRecord> {
  if (outcome.kind !== 'refused') return outcome;
  const { context } = outcome.failure;
  const code = context?.['failureCode'];
  const own = typeof code === 'string' && code.startsWith('DEVICE_') ? platformEnds[code] : undefined;
  return own ? { kind: 'refused', failure: { ...own, ...(context ? { context } : {}) } } : outcome;
}

function answered(
  outcome: PlatformOutcome<AuthorizationRecord>,
  type: 'authorization' | 'capture' | 'void',
  failedType: 'authorization-missing' | 'capture-missing' | 'void-missing',
  report: Report,
): void {
  if (outcome.kind !== 'answered') report({ type: failedType, missing: outcome });
  else report({ type, answer: answerOf(outcome.record), ...(outcome.isRefused ? { isRefused: true } : {}) });
}

/**
 * Fields of the platform's record that may be kept: an explicit list, so that no other field can slip into the journal.
 */
function answerOf(record: AuthorizationRecord): AuthorizationAnswer {
  const { id, state, isVoid, amountMinor, requestedMinor, tipMinor, surchargeMinor, expiresAt, transfer } = record;
  const { brand, lastFour, entryMode, approvalCode, applicationLabel, applicationIdentifier, emv } = record.card;
  const card = { brand, lastFour, entryMode, approvalCode, applicationLabel, applicationIdentifier };
  const kept = { id, state, isVoid, amountMinor, requestedMinor, tipMinor, surchargeMinor, expiresAt, transfer };
  const { failureCode, currency } = record;
  return { ...kept, failureCode, currency, card: emv === undefined ? card : { ...card, emv } };
}

function transferOf({ idempotencyId: _key, ...kept }: TransferRecord): TransferAnswer {
  const { id, state, amountMinor, tipMinor, failureCode, currency, captureAsked = null } = kept;
  return { id, state, amountMinor, tipMinor, failureCode, currency, captureAsked };
}

function failedCallEvent(effect: Effect, call: FailedCall): MachineEvent {
  switch (effect.type) {
    case 'start-terminal':
      return { type: 'terminal-refused', failure: call.failure };
    case 'give-up-start':
    case 'cancel-terminal':
    case 'cancel-device':
      return { type: 'cancel-failed', failure: call.failure };
    case 'respond-approved':
    case 'respond-declined':
      return { type: 'respond-failed', failure: call.failure };
    case 'authorize':
      return { type: 'authorization-missing', missing: call };
    case 'look-up':
    case 'read-authorization':
      return { type: 'lookup-missing', missing: call };
    case 'capture':
      return { type: 'capture-missing', missing: call };
    case 'read-transfer':
      return { type: 'transfer-missing', missing: call };
    case 'void':
      return { type: 'void-missing', missing: call };
    case 'reverse':
      return { type: 'reversal-missing', reversal: effect.reversal, missing: call };
    case 'find-reversal':
    case 'read-reversal':
      return { type: 'reversal-lookup-missing', reversal: effect.reversal, missing: call };
    case 'wait':
      return { type: 'retry', about: effect.about };
  }
}
