/**
 * Fakes of terminal, platform and time at the engine's edge, with the real engine and the real journal between them.
 * The platform keeps authorizations by the specification, and can lose requests and replies.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  chargeDefaults,
  TillError,
  type AttemptView,
  type Failure,
  sameCardWithinMsOf,
} from '../../../../electron/contract/index.ts';
import { openJournal, type JournalFile } from '../../../../electron/host/journal/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import {
  PaymentEngine,
  resumePayments,
  type AuthorizationRecord,
  type BankAnswer,
  type CreatePayment,
  type PlatformOutcome,
  type DeviceMatch,
  type DevicePort,
  type PlatformPort,
  type TerminalEvent,
  type TerminalPort,
  type TransferRecord,
} from '../../../../electron/host/payments/index.ts';
import { isWallStepped, stepWall, wallAheadMs } from '../../../wall/wall.ts';

/** Clock that moves only when the test moves it. */
export class ManualClock implements Clock {
  private time = Date.UTC(2026, 0, 5, 9, 0, 0);
  /** Total by which the clock was set. */
  private setMs = 0;
  private tasks: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time + wallAheadMs();
  }

  monotonic(): number {
    return this.time - this.setMs;
  }

  after(delayMs: number, run: () => void): () => void {
    stepWall();
    const task = { at: this.time + delayMs, run };
    this.tasks.push(task);
    return () => {
      this.tasks = this.tasks.filter((one) => one !== task);
    };
  }

  /** Sets the clock; timers are not affected. */
  set(byMs: number): void {
    this.time += byMs;
    this.setMs += byMs;
    for (const task of this.tasks) task.at += byMs;
  }

  /** Moves on by `ms`, runs timers in the order in which they fall due, and lets promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await settle();
      const due = this.tasks.filter((task) => task.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.tasks = this.tasks.filter((one) => one !== due);
      this.time = Math.max(this.time, due.at);
      due.run();
    }
    this.time = end;
    await settle();
  }
}

/** Runs everything that is ready. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
}

export type Fault = 'none' | 'lose-request' | 'lose-reply' | 'not-sent' | 'refuse' | 'unreadable';

type Call = 'authorize' | 'find' | 'capture' | 'void' | 'transfer' | 'cancel-device' | 'reverse' | 'find-reversal';

/** The platform's Devices as far as they are known: by default each terminal has a Device that may be charged. */
export class FakeDevices implements DevicePort {
  match: DeviceMatch = { kind: 'matched', device: 'DV1' };
  /** Result of `known` if the match is unknown at the start. */
  later: DeviceMatch | null = null;
  doubts: { device: string; isDisabled: boolean }[] = [];

  matchOf(): DeviceMatch {
    return this.match;
  }

  async known(): Promise<DeviceMatch> {
    await settle();
    this.match = this.later ?? this.match;
    return this.match;
  }

  invalidateMatch(_serialNumber: string | null, device: string, isDisabled: boolean): void {
    this.doubts.push({ device, isDisabled });
  }
}

/** A platform with the specification's rules and a fault for each call. */
export class FakePlatform implements PlatformPort {
  authorizations = new Map<string, AuthorizationRecord & { captures: number }>();
  transfers = new Map<string, TransferRecord>();
  calls: string[] = [];
  decline: string | null = null;
  /** A create was sent and never arrived: only such a create can still arrive late. */
  hasLostCreate = false;
  approveAtMost = Infinity;
  /** Amount approved on top of the requested amount, without a name for it. */
  approvesMore = 0;
  /** Amount that a capture takes on top of the requested amount. */
  capturesMore = 0;
  /** Card of every hold made from now on. */
  card: { brand: string | null; lastFour: string | null } = { brand: 'VISA', lastFour: '1111' };
  faults: Partial<Record<Call, Fault[]>> = {};
  /** Answer to a create on the cloud route; a test changes it later with `decide`. */
  cloudState: AuthorizationRecord['state'] = 'PENDING';
  tipOnTerminalMinor: number | null = null;
  /** Surcharge that replies name, or null. */
  surchargeMinor: number | null = null;
  /** Expiry of every hold made from now on. */
  expiresAt: number | null = null;
  /** Every requested create. */
  asked: CreatePayment[] = [];
  /** A capture's reply contains no Transfer, as on some platforms, although the Transfer exists. */
  hidesTransfer = false;
  reversalState: TransferRecord['state'] = 'SUCCEEDED';
  reversals = new Map<string, TransferRecord & { parent: string }>();
  transferState: TransferRecord['state'] = 'SUCCEEDED';
  refusal: Failure = { code: 'API_INVALID', message: 'refused' };

  private async answer<T>(name: Call, act: () => T): Promise<PlatformOutcome<T>> {
    this.calls.push(name);
    const fault = this.faults[name]?.shift() ?? 'none';
    await Promise.resolve();
    switch (fault) {
      case 'not-sent':
        return { kind: 'not-sent', failure: { code: 'API_UNREACHABLE', message: 'refused' } };
      case 'refuse':
        return { kind: 'refused', failure: this.refusal };
      case 'lose-request':
        if (name === 'authorize') this.hasLostCreate = true;
        return { kind: 'unknown', failure: { code: 'API_TIMEOUT', message: 'no answer' } };
      case 'lose-reply':
        act();
        return { kind: 'unknown', failure: { code: 'API_BROKEN', message: 'reset' } };
      case 'unreadable':
        act();
        return { kind: 'unknown', failure: { code: 'API_UNREADABLE', message: 'html' } };
      case 'none':
        return { kind: 'answered', record: act() };
    }
  }

  authorize(request: Parameters<PlatformPort['authorize']>[0]): Promise<PlatformOutcome<AuthorizationRecord>> {
    this.asked.push(request);
    return this.answer('authorize', () => {
      const record = this.create(request.idempotencyId, request.amountMinor, request.currency);
      if (request.route === 'cloud' && this.decline === null) record.state = this.cloudState;
      return { ...record };
    });
  }

  /** Makes an authorization under a key, as a late create would. */
  create(idempotencyId: string, amountMinor: number, currency: string): AuthorizationRecord {
    const known = [...this.authorizations.values()].find((one) => one.idempotencyId === idempotencyId);
    if (known) return known;
    const record: AuthorizationRecord & { captures: number } = {
      id: `AU${this.authorizations.size + 1}`,
      state: this.decline ? 'FAILED' : 'SUCCEEDED',
      isVoid: false,
      amountMinor: Math.min(amountMinor, this.approveAtMost) + this.approvesMore,
      requestedMinor: amountMinor,
      tipMinor: this.tipOnTerminalMinor,
      surchargeMinor: this.surchargeMinor,
      expiresAt: this.expiresAt,
      currency,
      transfer: null,
      failureCode: this.decline,
      idempotencyId,
      card: {
        ...this.card,
        entryMode: 'chip',
        approvalCode: '123456',
        applicationLabel: null,
        applicationIdentifier: null,
      },
      issuer: { authorizationResponseCode: this.decline ? '05' : '00', authenticationData: null, scripts: [] },
      captures: 0,
    };
    this.authorizations.set(record.id, record);
    return record;
  }

  /** Ends a PENDING payment, as the customer at the terminal would. */
  decide(id: string, state: AuthorizationRecord['state'], failureCode: string | null = null): void {
    const record = this.authorizations.get(id);
    if (record) Object.assign(record, { state, failureCode });
  }

  findPayment(by: Parameters<PlatformPort['findPayment']>[0]): Promise<PlatformOutcome<AuthorizationRecord | null>> {
    return this.answer('find', () => {
      const found =
        'id' in by
          ? this.authorizations.get(by.id)
          : [...this.authorizations.values()].find((one) => one.idempotencyId === by.idempotencyId);
      return found ? { ...found } : null;
    });
  }

  cancelOnDevice(): Promise<PlatformOutcome<null>> {
    return this.answer('cancel-device', () => {
      for (const one of this.authorizations.values())
        if (one.state === 'PENDING') Object.assign(one, { state: 'CANCELED', failureCode: 'CANCELLATION_VIA_API' });
      return null;
    });
  }

  reverse(request: Parameters<PlatformPort['reverse']>[0]): Promise<PlatformOutcome<TransferRecord>> {
    return this.answer('reverse', () => {
      const known = this.reversals.get(request.idempotencyId);
      if (known) return { ...known };
      const record = {
        id: `RV${this.reversals.size + 1}`,
        state: this.reversalState,
        amountMinor: request.amountMinor,
        tipMinor: null,
        currency: 'USD',
        failureCode: null,
        idempotencyId: request.idempotencyId,
        parent: request.transfer,
      };
      this.reversals.set(request.idempotencyId, record);
      this.transfers.set(record.id, record);
      return { ...record };
    });
  }

  findReversal(by: Parameters<PlatformPort['findReversal']>[0]): Promise<PlatformOutcome<TransferRecord | null>> {
    return this.answer('find-reversal', () => this.reversals.get(by.idempotencyId) ?? null);
  }

  get reversedMinor(): number {
    return [...this.reversals.values()]
      .filter((one) => one.state !== 'FAILED')
      .reduce((sum, one) => sum + one.amountMinor, 0);
  }

  capture({
    authorization,
    amountMinor,
  }: {
    authorization: string;
    amountMinor: number;
  }): Promise<PlatformOutcome<AuthorizationRecord>> {
    return this.answer('capture', () => {
      const record = this.authorizations.get(authorization);
      if (!record) throw new Error('no such authorization');
      record.captures += 1;
      if (record.transfer === null && !record.isVoid) {
        const id = `TR${this.transfers.size + 1}`;
        this.transfers.set(id, {
          id,
          state: this.transferState,
          amountMinor: amountMinor + this.capturesMore,
          tipMinor: null,
          currency: record.currency,
          failureCode: null,
          idempotencyId: null,
        });
        record.transfer = id;
      }
      return { ...record, ...(this.hidesTransfer ? { transfer: null } : {}) };
    });
  }

  void({ authorization }: { authorization: string }): Promise<PlatformOutcome<AuthorizationRecord>> {
    return this.answer('void', () => {
      const record = this.authorizations.get(authorization);
      if (!record) throw new Error('no such authorization');
      if (record.transfer === null) record.isVoid = true;
      return { ...record };
    });
  }

  findTransfer(id: string): Promise<PlatformOutcome<TransferRecord | null>> {
    return this.answer('transfer', () => this.transfers.get(id) ?? null);
  }

  get heldMinor(): number {
    return [...this.authorizations.values()]
      .filter((one) => one.state === 'SUCCEEDED' && !one.isVoid && one.transfer === null)
      .reduce((sum, one) => sum + one.amountMinor, 0);
  }

  get capturedMinor(): number {
    return [...this.transfers.values()]
      .filter((one) => one.state === 'SUCCEEDED' && !this.isReversal(one.id))
      .reduce((sum, one) => sum + one.amountMinor, 0);
  }

  private isReversal(id: string): boolean {
    return [...this.reversals.values()].some((one) => one.id === id);
  }
}

/** A terminal whose reports come only from the test. */
export class FakeTerminal implements TerminalPort {
  listener: ((event: TerminalEvent) => void) | null = null;
  attempt: string | null = null;
  answers: BankAnswer[] = [];
  /** Requested amounts, minor units. */
  amounts: number[] = [];
  cancels = 0;
  chosen: number[] = [];
  /** A start waits for the previous payment's card: `slot` is called with null once the card is out. */
  isCardLeftIn = false;
  slot: ((refused: TillError | null) => void) | null = null;
  givenUp: string[] = [];
  cancelAnswer: 'asked' | 'too-late' | TillError = 'asked';
  startRefusal: TillError | null = null;
  respondRefusal: TillError | null = null;
  isReady = true;

  describe(id: string) {
    return { id, serialNumber: 'B61378A', link: 'tcp' as const, isReady: this.isReady };
  }

  async start(
    _id: string,
    request: { attempt: string; amountMinor: number },
    listener: (event: TerminalEvent) => void,
  ): Promise<void> {
    if (this.startRefusal) throw this.startRefusal;
    if (this.isCardLeftIn) {
      listener({ type: 'prompt', attempt: request.attempt, prompt: 'card-left-in' });
      const refused = await new Promise<TillError | null>((resolve) => (this.slot = resolve));
      if (refused) throw refused;
    }
    this.attempt = request.attempt;
    this.amounts.push(request.amountMinor);
    this.listener = listener;
  }

  giveUpStart(_id: string, attempt: string): void {
    this.givenUp.push(attempt);
    this.slot?.(new TillError('TERM_CARD_IN', 'The card of the payment before is still in the terminal.'));
  }

  async respond(_id: string, _attempt: string, answer: BankAnswer): Promise<void> {
    if (this.respondRefusal) throw this.respondRefusal;
    this.answers.push(answer);
  }

  async cancel(): Promise<'asked' | 'too-late'> {
    this.cancels += 1;
    if (this.cancelAnswer instanceof TillError) throw this.cancelAnswer;
    return this.cancelAnswer;
  }

  async choose(_id: string, _attempt: string, index: number): Promise<void> {
    this.chosen.push(index);
  }

  async insertCard(): Promise<void> {
    this.listener?.({ type: 'card', attempt: this.attempt ?? '', what: 'presented', entryMode: 'chip' });
    this.readCard();
    await settle();
  }

  /** The card is read and the bank is asked; its answer is not back yet. */
  readCard(attempt = this.attempt ?? ''): void {
    const data = { encryptedEmvData: 'C0FFEE', keySerialNumber: 'FFFF9876543210E00001', format: 1 } as const;
    this.listener?.({ type: 'online-request', attempt, entryMode: 'chip', data });
  }

  async finish(result: Extract<TerminalEvent, { type: 'finished' }>['result']): Promise<void> {
    this.listener?.({ type: 'finished', attempt: this.attempt ?? '', result });
    await settle();
  }
}

export class World {
  clock = new ManualClock();
  platform = new FakePlatform();
  terminal = new FakeTerminal();
  devices = new FakeDevices();
  views: AttemptView[] = [];
  unmatched: { attempt: string | null; what: string }[] = [];
  /** The engine's reports about its journal: the code of a failure, or null once the journal can be written again. */
  journalSaid: (string | null)[] = [];
  warnings: { message: string; context: Record<string, unknown> | undefined }[] = [];
  path: string;
  journal: JournalFile;
  engine: PaymentEngine;
  /** Number of payments that the last start found further in the recovery log than in the journal. */
  lost = 0;
  private recovery: { stop(): void } | null = null;
  private sales = 0;
  private marks = 0;

  /** @param folder folder of the journal, which `close` removes */
  constructor(folder = mkdtempSync(join(tmpdir(), 'tillbridge-engine-'))) {
    this.path = join(folder, 'journal.sqlite');
    this.journal = openJournal({ path: this.path, clean: (text) => text });
    // If the test run steps the till's clock, the platform gives the time.
    if (isWallStepped()) Object.assign(this.platform, { now: () => this.clock.monotonic() });
    this.engine = this.makeEngine();
  }

  makeEngine(): PaymentEngine {
    const engine = new PaymentEngine({
      sameCardWithinMs: sameCardWithinMsOf({}),
      journal: this.journal,
      terminals: this.terminal,
      platform: this.platform,
      devices: this.devices,
      clock: this.clock,
      random: () => 0,
      publish: (view) => this.views.push(view),
      publishUnmatched: (message) => this.unmatched.push(message),
      onJournal: (failure) => this.journalSaid.push(failure?.code ?? null),
      log: (level, message, context) => {
        if (level === 'warn') this.warnings.push({ message, context });
      },
    });
    const { clock, journal } = this;
    const resumed = resumePayments({ engine, journal, clock, serialNumberOf: () => 'B61378A', log: () => undefined });
    this.recovery = resumed.recovery;
    this.lost = resumed.lost;
    return engine;
  }

  /** Copies the journal as it is on disk now; the recovery log is not in the copy. */
  mark(): string {
    this.marks += 1;
    const mark = `${this.path}.mark-${this.marks}`;
    for (const part of ['', '-wal']) copyFileSync(this.path + part, mark + part);
    return mark;
  }

  /** Starts a sale of 12.34 and lets the terminal accept it. */
  async sale(amountMinor = 1234, more: Partial<Parameters<PaymentEngine['start']>[0]> = {}): Promise<string> {
    this.sales += 1;
    const id = `attempt-${this.sales}`;
    this.engine.start({
      ...chargeDefaults,
      id,
      amountMinor,
      currency: 'USD',
      terminal: 'practice',
      cardTimeoutMs: 60_000,
      ...more,
    });
    await settle();
    return id;
  }

  /**
   * The process crashes and restarts: its memory and the terminal's are lost, the journal is kept. With `mark` the
   * journal on disk is an older copy, and everything written since is lost.
   */
  async crash(mark: string | null = null): Promise<void> {
    this.recovery?.stop();
    this.engine.close();
    this.journal.close();
    for (const part of mark === null ? [] : ['', '-wal', '-shm']) {
      rmSync(this.path + part, { force: true });
      if (existsSync(mark + part)) copyFileSync(mark + part, this.path + part);
    }
    this.terminal = new FakeTerminal();
    this.journal = openJournal({ path: this.path, clean: (text) => text });
    this.engine = this.makeEngine();
    await settle();
  }

  /** Makes a sale, from the card to its end. */
  async paid(amountMinor = 1234, more: Parameters<World['sale']>[1] = {}): Promise<string> {
    const id = await this.sale(amountMinor, more);
    await this.terminal.insertCard();
    await this.terminal.finish({ kind: 'approved', wantsSignature: false });
    return id;
  }

  count(call: string): number {
    return this.platform.calls.filter((one) => one === call).length;
  }

  state(id: string): AttemptView['state'] {
    return this.engine.get(id).state;
  }

  close(): void {
    this.recovery?.stop();
    this.engine.close();
    this.journal.close();
    rmSync(dirname(this.path), { recursive: true, force: true });
  }
}
